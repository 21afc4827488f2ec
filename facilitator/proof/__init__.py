"""Proof by exact enumeration: the verifier, the tables and rules it checks, and the faulty variants it must find."""
