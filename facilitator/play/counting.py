"""Comparison of counted cards with the game record.

A typing error makes the record differ from the cards on the table. A count reveals this difference but not
its cause. The count does not change the game, and its result is recorded as a note.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from facilitator.errors import CommandError
from facilitator.games.events import Kinds, example
from facilitator.i18n import tally_faces, use_table_names
from facilitator.i18n.catalogue import phrase, refusal, sentence
from facilitator.operations.definitions import Encode, Op, Reveal
from facilitator.operations.faces import DISCARDS, Face, is_extra
from facilitator.play.progress import GameProgress

LONGEST_KEPT = 1_000
"""Maximum length of the note about a count, in characters."""
_BETWEEN = re.compile(r"[,;\n]+")
_TIMES = re.compile(r"(?<!\S)(\d{1,3})\s*[x×*]\s*", re.IGNORECASE)


def read_count(text: str, kinds: Kinds) -> Counter[Face]:
    """Parse a card count such as ``2x7R, W W, red 5``.

    The number of a card can be 0.

    Raises:
        CommandError: The text contains a word that is not a card.
    """
    if not text.strip(" ,;\n"):
        raise CommandError(*refusal("refused.count.none", first=kinds.cards[0], second=kinds.cards[1]))
    found = Counter[Face]()
    for piece in filter(str.strip, _BETWEEN.split(_TIMES.sub(r"\1×", text))):
        words = piece.split()
        codes = all(word.rpartition("×")[2].upper() in kinds.cards for word in words)
        for item in words if codes else [" ".join(words)]:
            times, _, name = item.rpartition("×")
            found[kinds.parse(name)] += int(times or 1)
    return found


def compare_count(game: GameProgress, text: str) -> tuple[str, str]:
    """Compare counted cards with the face-up cards in the record.

    Returns:
        The result as text, and the note for the record.

    Raises:
        CommandError: The text contains no cards, or the record has no face-up cards.
    """
    counted = read_count(text, game.rules.kinds)
    attempt = game.attempt
    lying = _find_pile(game) if attempt is None else _list_visible_cards(attempt.hand_operations)
    expected = Counter(lying)
    cards = tally_faces(counted.elements()) or sentence("count.nothing")
    found = " ".join(_compare_count(counted, expected))
    said = found if +counted == +expected else f"{found} {_what_to_do(game)}"
    return said, sentence("count.note", cards=cards, said=found)[:LONGEST_KEPT]


def _compare_count(counted: Counter[Face], expected: Counter[Face]) -> list[str]:
    """Return the sentences about a count: a confirmation, or the differences."""
    if +counted == +expected:
        return [sentence("count.fits", cards=phrase("n.cards", n=counted.total()))]
    lines = [sentence("count.sizes", counted=counted.total(), expected=expected.total())]
    for key, differ in (("count.more", counted - expected), ("count.fewer", expected - counted)):
        if differ:
            lines.append(sentence(key, cards=tally_faces(differ.elements())))
    return lines


def _what_to_do(game: GameProgress) -> str:
    """Return the advice after a count that differs from the record."""
    if game.attempt is not None:
        return sentence("count.todo.run", way_out=game.spelled_way_out)
    return sentence("count.todo", example=use_table_names(example(), game.table.names_people_first))


def _find_pile(game: GameProgress) -> Sequence[Face]:
    """Return the cards of the discard pile, or of the first face-up zone if the game has no discard pile."""
    lying = game.rules.find_zones(game.state).open
    return lying[DISCARDS] if DISCARDS in lying else next(iter(lying.values()))


def _list_visible_cards(hand_operations: Sequence[Op]) -> Sequence[Face]:
    """Return the playing cards that become visible in the current step.

    Raises:
        CommandError: The current step shows no playing cards.
    """
    for op in hand_operations:
        cards = op.expect if isinstance(op, Reveal) else op.shown if isinstance(op, Encode) else ()
        if cards and not any(map(is_extra, cards)):
            return cards
    raise CommandError(*refusal("refused.count.act"))
