"""Web pages for guests: the public state of a game and buttons for its answers, served by this machine.

The pages never show hidden cards.
"""
