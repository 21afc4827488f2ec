"""Proofs, by exact enumeration, that protocols are correct and leak nothing beyond their outcome."""
