"""What the machine underneath gives: files written whole or not at all, worker processes that end with us."""
