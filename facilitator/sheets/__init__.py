"""Printed sheets for a table: shapes with millimetre coordinates, which `drawing` renders as PDF."""
