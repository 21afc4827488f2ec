"""Planning of a game session: extra cards, shopping, duration, and choice of a form."""
