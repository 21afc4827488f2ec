"""All games behind one interface, without protocols and hidden cards.

`decks` contains cards and tiles with their names, `events` the events of all games, `rules` the interface of
a game, and `dealt` shared code for games with one deck. Each game has its own module (`sevens`, `hearts`,
`dominoes`, `eights`) or package (`uno`). `corrections` handles corrections of the record for every game,
`masks` supports printed decks, and `registry` finds games by name.

A game consists of its public state and its rules. `begin` returns the state before the first event. `apply`
takes an event and returns the next state, together with the cards that moved. All other methods compute their
result from the state: the next action (`get_next_action`), the moves of a person (`list_moves`), the position
of all cards (`find_zones`), and texts.
"""
