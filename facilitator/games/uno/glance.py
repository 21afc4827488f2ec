"""What may be played on any top card, counted from the game's own rule over the virtual seats' own deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facilitator.games.material import Glance
from facilitator.games.uno import cards as uno

WILDS = ("W", "D")


def glance(deck: Sequence[str], priority: bool, split: bool = False, top: str | None = None) -> Glance:
    """The rule in three lines, an example over this deck, and how many of its cards fit on each top card.

    ``deck``: what the virtual seats are dealt from and draw.  ``priority``: a wild draw four is a class of its own.
    ``split``: the top card is mostly another deck's, so that all cards of this one may fit.  ``top``: what lies on
    top, for the example, if this deck has it.
    """
    held = frozenset(deck)
    example = next((kind for kind in (top, *uno.KINDS) if kind in held and kind not in WILDS), None) or "2R"
    fits = uno.valid_kinds(example, example[1]) & held
    counts = [(f"top card a {_listed(symbols)}", said) for said, symbols in _counted(deck, split).items()]
    colors = [_fitting(deck, "W", color, split) for color in uno.COLORS]
    counts.append(("top card W or D, a colour named", _span(colors)))
    grid = [
        (uno.COLOR_WORDS[color], tuple(kind for kind in uno.KINDS if kind in held and kind[1:] == color))
        for color in uno.COLORS
    ]
    grid.append(("black", tuple(kind for kind in WILDS if kind in held)))
    own = f"the pool of {len(deck)}" if split else "a whole deck"
    without = "the top card being of the people's deck" if split else "the top card not counted"
    fewer = "; one fewer where the top card is of the pool" if split else ""
    return Glance(
        f"How many cards of {own} fit ({without})",
        tuple(
            (name, _classes(uno.valid_kinds(top, color) & held, priority))
            for name, top, color in _tops(example)
        ),
        ("the SAME COLOUR as the top card", "the SAME number or SYMBOL", "BLACK: wild, wild draw four"),
        "One of the three is enough. After a black card only the named colour counts, and black; never a symbol.",
        f"Top card {example}, {uno.describe(example)}: the dark ones fit",
        tuple((name, kinds) for name, kinds in grid if kinds),
        fits,
        tuple(counts),
        f"({len(deck)} cards in all, {sum(card in WILDS for card in deck)} of them black{fewer})",
    )


def _tops(example: str) -> Iterator[tuple[str, str, str]]:
    """Yield every top card with its active colour and what it is called, the example first."""
    plain = sorted((kind for kind in uno.KINDS if kind not in WILDS), key=lambda kind: kind != example)
    for kind in plain:
        yield f"top card {kind}", kind, kind[1]
    for color in uno.COLORS:
        yield f"{uno.COLOR_WORDS[color]} named", "W", color


def _classes(fits: frozenset[str], priority: bool) -> tuple[tuple[str, ...], ...]:
    """Return what fits as its classes, in deck order."""
    second = fits & {"D"} if priority else frozenset[str]()
    return tuple(tuple(sorted(one, key=uno.deck_order)) for one in (fits - second, second) if one)


def _counted(deck: Sequence[str], split: bool) -> dict[str, list[str]]:
    """Return symbols by what is said of them as a top card, whichever colour it has."""
    found: dict[str, list[str]] = {}
    for symbol in uno.SYMBOLS:
        counts = [_fitting(deck, symbol + color, color, split) for color in uno.COLORS]
        found.setdefault(_span(counts), []).append(symbol)
    return found


def _fitting(deck: Sequence[str], top: str, color: str, split: bool) -> int:
    """Return how many cards fit on a top card, itself not counted unless it is of another deck."""
    valid = uno.valid_kinds(top, color)
    return sum(card in valid for card in deck) - (top in deck and not split)


def _span(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low} cards" if low == high else f"{low} to {high} cards, by its colour"


def _listed(symbols: list[str]) -> str:
    """Symbols as words, runs of digits as ranges."""
    runs: list[list[int]] = []
    for digit in (int(s) for s in symbols if s.isdigit()):
        if runs and digit == runs[-1][-1] + 1:
            runs[-1].append(digit)
        else:
            runs.append([digit])
    spans = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    *most, last = [*spans, *(uno.SYMBOL_WORDS[s] for s in symbols if not s.isdigit())]
    return f"{', '.join(most)} or {last}" if most else last
