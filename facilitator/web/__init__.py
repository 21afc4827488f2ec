"""Web pages for phones and screens, which show the public state of a game and accept answers."""
