"""The table file: reading, checking, writing and editing, independent of any game in progress."""
