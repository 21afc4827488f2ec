"""A count of cards beside what the record says must lie there: what differs, by how much, and what to do.

Counting is the table's own alarm: what was entered wrongly shows in the cards.  A count changes nothing, and
guesses no cause: it is kept as a note.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from facilitator.errors import CommandError
from facilitator.games.events import Kinds, example
from facilitator.i18n import at_table, tally
from facilitator.i18n.catalogue import phrase, refusal, sentence, spelled
from facilitator.operations.definitions import Encode, Op, Reveal
from facilitator.operations.faces import DISCARDS, Face, is_extra

if TYPE_CHECKING:
    from facilitator.play.match import Match

LONGEST_COUNT, LONGEST_KEPT = 8_000, 1_000
"""Letters of a count, which may be a pile of several decks; of what is kept of one."""
_BETWEEN = re.compile(r"[,;\n]+")
_TIMES = re.compile(r"(?<!\S)(\d{1,3})\s*[x×*]\s*", re.IGNORECASE)


def read_count(text: str, kinds: Kinds) -> Counter[Face]:
    """Return how many of each kind a count names: ``2x7R, W W, red 5``, names with commas between, in any order.

    A kind said to be there 0 times is in it, with 0.  Raises `CommandError` for what is no card.
    """
    if not text.strip(" ,;\n"):
        raise CommandError(*refusal("refused.count.none", examples=kinds.examples))
    if len(text) > LONGEST_COUNT:
        raise CommandError(*refusal("refused.count.long", most=LONGEST_COUNT, letters=len(text)))
    found = Counter[Face]()
    for piece in filter(str.strip, _BETWEEN.split(_TIMES.sub(r"\1×", text))):
        words = piece.split()
        codes = all(word.rpartition("×")[2].upper() in kinds.cards for word in words)
        for one in words if codes else [" ".join(words)]:
            times, _, name = one.rpartition("×")
            found[kinds.parse(name)] += int(times or 1)
    return found


def count_said(game: Match, text: str) -> str:
    """Hold the cards that a text counts against those that lie face up, keep that as a note, and return what is said.

    Raises `CommandError` where the text counts no cards, or none of the game lie open.
    """
    first, _, rest = text.partition(" ")
    some = first in spelled("word.only")
    counted = read_count(rest if some else text, game.law.kinds)
    lying = Counter(_pile(game) if game.run is None else _in_sight(game.run.acts))
    expected = Counter({face: lying[face] for face in counted}) if some else lying
    cards = tally(counted.elements()) or sentence("count.nothing")
    said = " ".join(_compared(game, counted, expected))
    game.note(sentence("count.note", cards=cards, said=said)[:LONGEST_KEPT])
    return said


def _compared(game: Match, counted: Counter[Face], expected: Counter[Face]) -> list[str]:
    """Return what is said of a count: that it fits, or what differs and what to do."""
    if +counted == +expected:
        return [sentence("count.fits", cards=phrase("n.cards", n=counted.total()))]
    told = [sentence("count.sizes", counted=counted.total(), expected=expected.total())]
    for key, differ in (("count.more", counted - expected), ("count.fewer", expected - counted)):
        if differ:
            told.append(sentence(key, cards=tally(differ.elements())))
    return [*told, _what_to_do(game)]


def _what_to_do(game: Match) -> str:
    """Say how a host goes on who counted something else than the record has."""
    if game.run is not None:
        return sentence("count.todo.run")
    return sentence("count.todo", example=at_table(example(), game.table.named_first))


def _pile(game: Match) -> Sequence[Face]:
    """Return the open cards that a count is held against: the discard pile, or what the game lays instead."""
    lying = game.law.zones(game.state).open
    return lying[DISCARDS] if DISCARDS in lying else next(iter(lying.values()))


def _in_sight(acts: Sequence[Op]) -> Sequence[Face]:
    """Return the play cards that the act at hand turns over, or works on face up."""
    for op in acts:
        cards = op.expect if isinstance(op, Reveal) else op.shown if isinstance(op, Encode) else ()
        if cards and not any(map(is_extra, cards)):
            return cards
    raise CommandError(*refusal("refused.count.act"))
