"""Play UNO with virtual players and real cards: a host's assistant for card-based protocols.

The packages and modules, from the lowest layer up. Each imports only from those above it in this list:

errors         errors of the project, grouped by who can fix them
signals        termination from outside, handled like Ctrl-C
installing     the command that installs a missing package
i18n           catalogues of sentences, and helpers for text
operations     the abstract table: faces, places, operations and what they do to cards
protocols      card protocols as generators of operations
games          rules and public state of each game
instructions   operations rendered as sentences and costs, and the simulated table
pictures       the table as pictures: things, the movement of a step, shapes, SVG and text
mistakes       what can go wrong, what it reveals, and how to continue
verification   exact enumeration, the certificate, and faulty variants that it must reject
table_files    reading, checking and writing table files
play           a game in progress: journal, attempts, the session that front ends use, rehearsal
planning       what to bring, how long it takes, and which form fits
sheets         everything printed; sheets/drawing renders it
web            the pages for phones
cli            the command line
"""

__version__ = "0.2.0"
