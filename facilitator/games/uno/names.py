"""The names of UNO cards, as people say and type them. Rules: "UNO cards and their names".

Typed names are accepted in many spellings and in any case. A name that could mean two cards is rejected with a
message that lists both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from facilitator.errors import NeedlessColor
from facilitator.games.decks import Pack
from facilitator.games.uno import cards as uno
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import build_error, list_spellings, template
from facilitator.operations.faces import Face


class UnoCards(Pack):
    """The 108 UNO cards with their names and spellings. Players declare a colour with a card."""

    @property
    def examples(self) -> str:
        """Example card codes for messages."""
        return template("uno.card.examples")

    def order(self, face: Face) -> int:
        """Return a sort key for a card: first colour, then value."""
        return uno.deck_order(face)

    def describe(self, face: Face) -> str:
        """Return a card name."""
        return uno.describe(face)

    def group(self, face: Face) -> str:
        """Return the list heading for a card, which is its colour or "black"."""
        return uno.color_word(face[1:] or "black")

    def traits(self, face: Face) -> tuple[str, ...]:
        """Return a card's colour and symbol in words, such as ``("green", "9")``."""
        return (self.group(face), uno.symbol_word(face[0]))

    def list_spellings(self, face: Face) -> Iterator[str]:
        """Yield all ways to type a card: symbol and colour in either order, or one of them alone.

        "draw blue" could be a blue draw two without the "two", or a draw four that declares blue.
        """
        symbols = (face[0], *list_spellings(f"read.symbol.{face[0]}"))
        letters = uno.COLORS if face == "D" else face[1:]
        colors = [word for letter in letters for word in list_spellings(f"read.named.{letter}")]
        draws = ("d", *list_spellings("read.draw.card")) if face[0] in "+D" else ()
        for symbol, color in product(draws if face == "D" else (*symbols, *draws), colors):
            yield from (symbol + color, color + symbol)
        yield from (*symbols, *(() if face == "D" else colors))

    def parse_play(self, text: str) -> tuple[Face, str | None]:
        """Return a typed card and its declared colour, if any.

        Raises:
            NeedlessColor: A colour is declared with a card that already has a colour.
            CommandError: The text is not a card with an optional colour.
        """
        face, named = super().parse_play(text)
        if named is not None and not uno.is_black(face):
            slots = {"word": uno.describe(face), "card": face}
            error = build_error(NeedlessColor, "uno.two_colors", quote_input(text), **slots)
            error.card, error.named = face, named
            raise error
        return face, named

    def describe_named(self, named: str) -> str:
        """Return the word for a colour letter. Other text stays unchanged."""
        return uno.color_word(named) if named in uno.COLORS else named


CARDS = UnoCards(uno.DECK, naming_key="color", named=tuple(uno.COLORS))
