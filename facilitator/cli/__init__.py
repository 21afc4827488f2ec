"""The command line: the only package that prints to a terminal and prompts for input."""
