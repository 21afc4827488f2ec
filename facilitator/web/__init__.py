"""Web pages from this machine that show the public state of a game, never hidden cards, and take answers."""
