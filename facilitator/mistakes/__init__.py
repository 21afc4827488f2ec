"""Mistakes at the table, their leaks in bits, and the options to continue."""
