"""Proof: which tables are enumerated, by what law, and the sabotaged twins the verifier must catch."""
