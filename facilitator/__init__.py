"""Play UNO with virtual players and real cards: a host's assistant for card-based protocols.

The rooms, from the ground up; each imports only from those above it:

errors      whose fault, what to do
signals     an end from outside, answered as Ctrl-C is
installing  the command that installs a missing package
words       the words the project uses, and counting aloud
machine     the abstract machine: faces, places, operations, perform, physics
protocols   recipes of operations; a form carries its own facts
games       public facts and rules, a room or a file each
telling     told, simulated, counted, drawn: the same operations
mistakes    what can go wrong, and what it gives away
proof       exact enumeration: correct, secret, and the twins that must be caught
table       the table file
play        a game under way: the session that a front-end drives, journal, match, runs, rehearsal
evening     the evening before it happens: what to bring, how long, which form fits
sheets      paper; sheets/drawing puts marks on it
web         the front-end that is a page: shows, and is tapped
cli         the front-end at a terminal: prints and asks
"""

__version__ = "0.2.0"
