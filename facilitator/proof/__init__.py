"""Proof: exact enumeration, which tables and by what law, twins that must be caught; nothing is sampled."""
