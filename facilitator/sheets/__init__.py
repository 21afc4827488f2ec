"""Printed sheets for a table, as data in millimetres that does not become PDF until `drawing` renders it."""
