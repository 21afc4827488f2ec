"""Proof by exact enumeration: verifier, cases, and faulty variants that it must find; nothing is sampled."""
