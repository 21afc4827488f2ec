"""UNO: its cards, public state and rules, without protocols and hidden cards.

`cards` contains the deck, the names of the cards, the basic rule that decides whether a card is playable, and
the playing styles. `options` contains the rule sets and house rules. `state` contains the public state and
functions that depend on it alone. `rules` contains the rules that change the state, and `game` implements the
interface of all games.

The rules follow three sources closely: the plain game of the paper, the manufacturer's rules as printed in an
appendix, and a book of house rules. If a source leaves a point open, the decision and its reason are
documented at the rule.
"""
