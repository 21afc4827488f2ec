"""A game under way: journal, turns, runs, rehearsal.  Nothing here prints or asks."""
