"""A game under way: journal, turns, runs, rehearsal; nothing here prints or asks."""
