"""The games: public facts and rules, a file or a room each, behind one interface; no protocol, no hidden card.

From the ground up: `packs` has what there is to play with and how it is typed, `events` what everybody sees
happen and how it is written, `rules` the interface of a game, `dealt` what games of one dealt deck share. Then
a file for each game (`sevens`, `hearts`, `dominoes`, `eights`, and the folder `uno`), `corrections` of any
game's record, `masks` for printed decks, and the `registry` of them all.

A game is public facts and one law: `begin` returns the facts before the first event, `apply` takes an event and
returns the facts after it, with the cards that moved. All else is read off the facts: what is due (`need`),
what a person could do (`moves`), where cards lie (`zones`), what is said.
"""
