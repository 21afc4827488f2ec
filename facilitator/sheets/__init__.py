"""Printed sheets for a table, made of shapes with coordinates in millimetres."""
