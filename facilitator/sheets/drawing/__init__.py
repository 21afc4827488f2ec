"""Shapes and text on paper, and their rendering to PDF, PNG and SVG.

Only the module `render` imports reportlab. The package knows nothing about protocols or games.
"""
