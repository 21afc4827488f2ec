"""Marks on paper and their rendering; only `render` imports reportlab.  No protocol, no game."""
