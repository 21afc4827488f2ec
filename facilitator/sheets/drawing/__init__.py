"""Shapes and text on paper, and their rendering to PDF, PNG and SVG, independent of protocols and games.

Only the module `render` imports reportlab.
"""
