"""The games: one file per game, each with its deck, its valid cards and what a card does."""
