"""Judges of the program: what play states of mistakes, beside what is true of small tables; no test stands here."""
