"""Web pages for phones and screens. They show the public state of a game and accept answers."""
