"""A game under way: the session that a front-end drives, journal, turns, runs, rehearsal.  Nothing here prints or asks."""
