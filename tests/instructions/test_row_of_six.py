"""Hands that follow the sentences about the row of six cards carry out the AND: two movements and two packets."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from facilitator.i18n.catalogue import set_language, template
from facilitator.instructions.grouping import Wording
from facilitator.instructions.wording import split_into_steps
from facilitator.operations.definitions import Rearrange, Scramble
from facilitator.operations.steps import Kind
from turns import run, speech

CARDS = ("1", "2", "3", "4", "5", "6")
NUMBERS = {
    "en": ("first", "second", "third", "fourth", "fifth", "sixth"),
    "de": ("erste", "zweite", "dritte", "vierte", "fünfte", "sechste"),
}


SENTENCES = {
    Wording.FULL: ("order.there", "order.back"),
    Wording.BRIEF: ("order.there.brief", "order.back.brief"),
}
"""Names of the sentences that move a card."""


def _beginning(sentence: str) -> str:
    """Return the first sentence of a template, behind the name of a person."""
    return re.split(r"[.:]", sentence.rpartition("}")[2])[0]


def follow(text: str, language: str, row: Sequence[str] = CARDS) -> tuple[str, ...]:
    """Lay a finger between two cards, lift a third one, lay it where the finger is, and close the gap."""
    numbers = NUMBERS[language]
    left, right, lifted = (numbers.index(word) for word in re.findall("|".join(numbers), text))
    assert right == left + 1, text
    marked = [[card] for card in row]
    moved = marked.pop(lifted)
    marked.insert(marked.index([row[left]]) + 1, moved)
    return tuple(card for some in marked for card in some)


@pytest.mark.parametrize("wording", [Wording.FULL, Wording.BRIEF])
@pytest.mark.parametrize("language", NUMBERS)
def test_each_movement_is_the_rearrangement_of_its_step(language: str, wording: Wording) -> None:
    set_language(language)
    found = []
    for cue in split_into_steps(run("published"), speech("envelopes"), wording):
        if cue.kind in (Kind.ORDER, Kind.LINK):  # a brief entry holds both movements of a link
            moves = [op for op in cue.group.hand_operations if isinstance(op, Rearrange)]
            starts = [_beginning(template(key)) for key in SENTENCES[wording]]
            told = [one.text for one in cue.instructions if any(start in one.text for start in starts)]
            for op, text in zip(moves, told, strict=True):
                assert follow(text, language) == tuple(CARDS[at - 1] for at in op.order), text
                found.append(op.order)
    assert {*found} == {(1, 3, 4, 2, 5, 6), (1, 4, 2, 3, 5, 6)}


@pytest.mark.parametrize("language", NUMBERS)
def test_exchanged_sentences_are_noticed(language: str) -> None:
    set_language(language)
    there, back = (follow(template(f"order.{key}"), language) for key in ("there", "back"))
    assert there != back
    assert follow(template("order.back"), language, there) == CARDS, "the second movement undoes the first"


def test_the_packets_are_the_left_and_the_right_three() -> None:
    for cue in split_into_steps(run("published"), speech("envelopes"), Wording.FULL):
        if cue.kind is Kind.SWAP_ROW:
            (op,) = cue.group.hand_operations
            assert isinstance(op, Scramble)
            assert [[place.number for place in pile] for pile in op.piles] == [[1, 2, 3], [4, 5, 6]]
            told, *_ = cue.instructions
            assert told.text.count("the leftmost") == told.text.count("three cards on Ana's") == 2
