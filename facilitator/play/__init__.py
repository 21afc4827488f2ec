"""A game under way: the session a front-end drives, journal, turns, runs, rehearsal; nothing here prints or asks."""
