"""Read, check and write table files, independent of any game in progress."""
