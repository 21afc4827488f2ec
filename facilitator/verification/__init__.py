"""Proofs by exact enumeration: the verifier, the cases that it checks, and faulty variants that it must reject."""
