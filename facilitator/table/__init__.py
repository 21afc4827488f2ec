"""The table file: reading, checking, writing and editing it.  No game under way."""
