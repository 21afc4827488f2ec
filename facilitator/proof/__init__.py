"""Proof: exact enumeration, which tables and by what law, and the twins the verifier must catch."""
