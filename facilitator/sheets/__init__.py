"""Printed sheets for a table, made of shapes in millimetres. `drawing` renders them as PDF."""
