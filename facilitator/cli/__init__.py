"""The command line: the only part that prints and asks; nothing that a second front-end would need."""
