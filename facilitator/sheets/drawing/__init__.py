"""Marks on paper and their rendering, by `render` alone with reportlab; no protocol, no game."""
