"""Planning of a game session: extra cards, shopping, expected duration, and choice of a form."""
