"""The table file: reading, checking, writing and editing it; no game under way."""
