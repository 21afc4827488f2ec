"""The short sentences for what goes home or on to the next run, and for the cards of a lot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from facilitator.machine.faces import DECK, DISCARDS, Face, marker, owner_of
from facilitator.machine.operations import (
    COLUMN,
    LOT,
    MARKER_ROW,
    PILE,
    Collect,
    Heading,
    Move,
    Op,
    Place,
    Put,
    Return,
)
from facilitator.machine.parts import Part
from facilitator.readings.grouping import OpGroup
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.narrate import Narrator
from facilitator.readings.rounds import PILES
from facilitator.readings.rules import Traits
from facilitator.wording import listed, plural

LOST = "until nobody can follow one"


def _of_marker(place: Place) -> bool:
    return place.area == COLUMN and place.row == MARKER_ROW


def no_traits(face: Face) -> tuple[str, ...]:
    """A game without traits: its cards are named one by one."""
    return ()


class HomeSpeech:
    """Knows who sits at the table (``narrator``) and what cards are called; says what goes home."""

    nouns = PILES
    _column = "column"

    def __init__(
        self,
        narrator: Narrator,
        traits: Traits = no_traits,
        pairs: int = 1,
        hands: Sequence[tuple[str, int]] = (),
    ) -> None:
        """``pairs``: how many bits a column has (classes), so that one of them is named.

        ``hands``: the virtual seat, then who else is in every list, with 0 where they have no card: for paper.
        """
        self.narrator, self.traits, self.pairs, self.hands = narrator, traits, pairs, hands

    def _hand(self, owner: str) -> str:
        return {DECK: self.narrator.deck, DISCARDS: self.narrator.pile}.get(owner, f"{owner}'s hand")

    def _owner(self, owner: str) -> str:
        return {DECK: "deck", DISCARDS: "discards"}.get(owner, owner)

    def _sizes(self, sizes: Sequence[tuple[str, int]]) -> str:
        return ", ".join(f"{self._owner(owner)} {n}" for owner, n in sizes)

    def _each(self, sizes: Sequence[tuple[str, int]]) -> Sequence[tuple[str, int]]:
        """Return who has how many, and on paper whoever else may have some; the virtual seat only if it is told."""
        there = dict(sizes)
        whole = [(one, there.get(one, 0)) for one, _ in self.hands if one in there or one != self.hands[0][0]]
        return whole or sizes

    def _markers(self, faces: Sequence[Face]) -> str:
        """Return how many markers there are of each."""
        each = self._each([(owner_of(face), n) for face, n in Counter(faces).items()])
        return f"{', '.join(f'{n} {marker(owner)}' for owner, n in each)}."

    # -- giving back ---------------------------------------------------------------------------------

    def _back(self, acts: Sequence[Op], full: bool, own: str = "") -> Instruction:
        """``own``: whose piles' cards go home here, told also where none is left."""
        returned = [op for op in acts if isinstance(op, Return)]
        boxed = [place for op in acts if isinstance(op, Collect) for place in op.places]
        bits = self._extras_home(boxed, full)
        parts = [*bits, *self._cards_home(returned, full, own)]
        if any(map(_of_marker, boxed)):
            parts.append("markers to the box" if full else "box markers")
        sizes = Counter[str]({own: 0} if own else {})
        for op in returned:
            sizes[op.owner] += len(op.places)
        each = self._each([*sizes.items()]) if self._by_marker(returned) else [*sizes.items()]
        check = f"{self._sizes(each)}." if sizes else f"{plural(len(boxed), 'extra card')}."
        return act(Verb.RETURN, self.narrator.helpers, "; ".join(parts), check)

    def _by_marker(self, returned: Sequence[Return]) -> list[str]:
        """Return whose cards go home from columns."""
        sizes = [(op.owner, len(op.places)) for op in returned if op.places[0].area == COLUMN]
        return [owner for owner, _ in self._each(sizes)] if sizes else []

    def _extras_home(self, boxed: Sequence[Place], full: bool) -> list[str]:
        """What goes to the box besides markers; what the draw check has shown of one column goes as it lies."""
        bits = [place for place in boxed if not _of_marker(place)]
        if not bits:
            return []
        if {place.area for place in bits} == {LOT}:
            return [f"the {self.narrator.naming} cards to the box"]
        if {place.area for place in bits} == {COLUMN} and len({place.number for place in bits}) == 1:
            return [f"the open {self._shown_of(len(bits))} to the box"]
        home = "bit cards, mixed covered, to the box" if full else "box bit cards, mixed covered"
        return [f"{self._draw_out(bits, full)}{home}"]

    def _shown_of(self, cards: int) -> str:
        return "pair" if cards == 2 else "pairs"

    def _draw_out(self, bits: Sequence[Place], full: bool) -> str:
        return ""

    def _own_goes_home(self, group: OpGroup) -> str:
        """Return on paper, for a group that is to give the hand's cards back, whose they are."""
        parts = {op.part for op in group.ops if isinstance(op, Heading)}
        return self.hands[0][0] if self.hands and parts & {Part.GIVE_BACK, Part.GIVE_BACK_OWN} else ""

    def _cards_home(self, returned: Sequence[Return], full: bool, whose: str = "") -> list[str]:
        if not returned and not whose:
            return []
        own = sorted({op.owner for op in returned if op.places[0].area == PILE} | {whose} - {""})
        by_marker = self._by_marker(returned)
        parts = [f"piles' cards to {listed(own)}"] if own else []
        if len(set(by_marker)) == 1:
            parts.append(f"the {'other cards' if own else 'cards'} to {self._hand(by_marker[0])}")
        elif by_marker:
            parts.append(f"{'others' if own else 'all cards'} by marker")
        if not parts:  # the hand that was laid in a row, mixed, to give back what was drawn
            parts = [f"as many as the check says to {listed([self._owner(op.owner) for op in returned])}"]
        text = f"{', '.join(parts)}, covered"
        if DISCARDS in by_marker:
            text += "; discards face up, top card on top"
        return [text]

    def _hand_over(self, acts: Sequence[Op], full: bool) -> Instruction:
        boxed = [place for op in acts if isinstance(op, Collect) for place in op.places]
        move = next(op for op in acts if isinstance(op, Move))
        put = next((op for op in acts if isinstance(op, Put)), None)
        parts = self._extras_home(boxed, full)
        if put is not None:
            front = f"every remaining {self.nouns.pile} to the front"
            parts.append(f"{front}, {put.faces[0]} {self._on_each}, face up")
        columns = len({place.number for place in move.target})
        parts.append("others close up behind; all stays for the next turn")
        check = f"{plural(columns, self._column)}, each with its marker."
        return act(Verb.RETURN, self.narrator.helpers, "; ".join(parts), check)

    _on_each = "below each"

    # -- other lots ----------------------------------------------------------------------------------

    def _colour(self, op: Op) -> Instruction:
        assert isinstance(op, Put)
        n = len(op.places)
        voice = self.narrator
        text = f"turn the {n} {voice.naming} cards of the box face down, mix them {LOST}; lay them in a row"
        return act(
            Verb.SCRAMBLE, voice.everyone, text, f"{n} cards: {', '.join(map(voice.called, op.faces))}."
        )
