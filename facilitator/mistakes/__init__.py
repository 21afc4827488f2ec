"""Mistakes at the table: the possible ones, how many bits they leak, and the options to continue."""
