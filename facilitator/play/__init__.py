"""A game under way: the session a front-end drives, journal, turns, runs, rehearsal.  Nothing here prints or asks."""
