"""Game in progress: journal, virtual turns, attempts, rehearsal, and the session that front ends use."""
