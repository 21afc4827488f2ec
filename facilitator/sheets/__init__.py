"""Printed sheets for a table.

The modules of this package describe documents as data, in millimetres. The package `drawing` turns them into
PDF.
"""
