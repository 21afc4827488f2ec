"""Shapes and text on paper, and their rendering to PDF, PNG and SVG, with no knowledge of protocols or games.

Only the module `render` imports reportlab.
"""
