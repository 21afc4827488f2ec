"""What tests of the table file share: the example of the design, and seats that will do."""

from __future__ import annotations

DESIGN_EXAMPLE = """\
name: Friday
game: uno              # uno | sevens | hearts | dominoes
rules: paper           # paper | official | kpgut
seats:                 # clockwise
  - Ana
  - {name: Vera, virtual: true, style: uniform}   # or attacker, saver, finisher
  - Ben
hand_size: 7
protocol: knockout  # knockout | published | published-2023
conceal: false         # discard pile joins the layout
pool: split            # shared | split (virtual seats draw from a small deck of their own)
pool_deck: compact-27  # full-108 | half-54 | compact-27 | a list of cards
equipment: sleeves     # envelopes | sleeves
helpers: 3             # pairs of hands that can work at once
extras: labels         # labels | slips | business cards | cards | plain (unlabelled decks)
paper: A4              # A4 | Letter
"""

S = "seats: [Ana, Ben]\n"
