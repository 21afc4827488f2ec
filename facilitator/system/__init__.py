"""What the machine underneath gives: files written whole or not at all, workers that end; nothing of ours."""
