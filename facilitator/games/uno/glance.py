"""What may be played on any top card, counted from the game's own rule."""

from __future__ import annotations

from facilitator.games.base import Glance
from facilitator.games.uno import cards as uno

EXAMPLE = "2R"


def glance() -> Glance:
    """The rule in three lines, an example over the whole deck, and how many cards fit on each."""
    counted: dict[int, list[str]] = {}
    for symbol in uno.SYMBOLS:
        counted.setdefault(_fitting(symbol + "R", "R"), []).append(symbol)
    counts = [(f"top card a {_listed(symbols)}", f"{n} cards") for n, symbols in counted.items()]
    counts.append(("top card W or D, a colour named", f"{_fitting('W', 'R')} cards"))
    fits = uno.valid_kinds(EXAMPLE, EXAMPLE[1])
    return Glance(
        "How many cards of a whole deck fit (the top card not counted)",
        ((f"top card {EXAMPLE}", (tuple(sorted(fits, key=uno.deck_order)),)),),
        ("the SAME COLOUR as the top card", "the SAME number or SYMBOL", "BLACK: wild, wild draw four"),
        "One of the three is enough. After a black card only the named colour counts, and black; never a symbol.",
        f"Top card {EXAMPLE}, {uno.describe(EXAMPLE)}: β α for the dark ones, α β for the others",
        (
            *((uno.COLOR_WORDS[color], tuple(s + color for s in uno.SYMBOLS)) for color in uno.COLORS),
            ("black", ("W", "D")),
        ),
        fits,
        tuple(counts),
        f"({len(uno.DECK)} cards in all: 19 numbers, 6 symbols a colour, 8 black)",
    )


def _fitting(top: str, color: str) -> int:
    return sum(uno.copies(kind) for kind in uno.valid_kinds(top, color)) - 1


def _listed(symbols: list[str]) -> str:
    """Symbols as words, a run of digits as a range."""
    digits = [s for s in symbols if s.isdigit()]
    span = [f"{digits[0]} to {digits[-1]}"] if len(digits) > 1 else digits
    return " or ".join([*span, *(uno.SYMBOL_WORDS[s] for s in symbols if not s.isdigit())])
