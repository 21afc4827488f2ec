"""QR symbols as a matrix for paper, or as text for a terminal.

Only this module imports qrcode. Sheets must leave a white border around a symbol.
"""

from __future__ import annotations

from io import StringIO

from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_L

MASK = 2
"""Mask pattern of all symbols, one of the eight patterns of the standard. Fixing it saves time."""
QUIET = 4
"""Width of the required white border, in modules (ISO/IEC 18004)."""

Matrix = tuple[tuple[bool, ...], ...]


def matrix(text: str) -> Matrix:
    """Return the rows of a QR symbol, without its white border. Dark modules are True."""
    return tuple(tuple(map(bool, row)) for row in _make_symbol(text, 0).get_matrix())


def half_blocks(text: str, dark_ink: bool = False) -> tuple[str, ...]:
    """Return a QR symbol with its white border as lines of text.

    Each character shows two modules, one above the other.

    Args:
        text: Contents of the symbol.
        dark_ink: Whether the terminal shows dark text on a light background.
    """
    lines = StringIO()
    _make_symbol(text, QUIET).print_ascii(lines, invert=not dark_ink)
    return tuple(lines.getvalue().replace("\N{NO-BREAK SPACE}", " ").splitlines())


def _make_symbol(text: str, border: int) -> QRCode:
    """Return a QR symbol with error correction level L, which needs the least space.

    Args:
        text: Contents of the symbol. Capital letters and digits need the least space.
        border: Width of the white border, in modules.
    """
    symbol = QRCode(error_correction=ERROR_CORRECT_L, border=border, mask_pattern=MASK)
    symbol.add_data(text, optimize=0)
    symbol.make(fit=True)
    return symbol
