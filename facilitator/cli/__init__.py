"""Command line: the only package that prints to a terminal and asks for input."""
