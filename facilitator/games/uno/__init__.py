"""UNO: its cards, public facts and rules; no protocol and no hidden card.

`cards` has the deck, the names of the cards, what fits on what, and the styles; `options` the rule sets and the
house rules of a table; `state` the public facts and what can be read off them; `law` the one way they change;
`talk` what is said; `game` puts them behind the interface.

Three sources are followed to the letter: the paper's plain game, the maker's rules as an appendix prints them,
and a book of house rules. Where one of them is silent the choice stands beside the rule, with its reason.
"""
