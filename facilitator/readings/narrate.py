"""From operation to instruction: the only English for hands.

Each operation becomes one instruction, or three where `acts` says that a scramble takes three steps.  An
instruction is one act: who, the verb, what, and a check that can fail.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import assert_never

from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK, DISCARDS, NONE, bit_cards
from facilitator.machine.operations import Op, Place
from facilitator.protocols.gates import RIGHT, asks_pair
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.places import area_words, number_range, pair_of, pair_words
from facilitator.readings.scrambling import Scrambler
from facilitator.wording import plural, tally
from facilitator.wording.things import SAME_WAY


@dataclass(frozen=True)
class Narrator(Scrambler):
    """Turns each operation into sentences, for piles that are put into envelopes to be scrambled."""

    _below = "below the marker"

    def narrate(self, op: Op) -> tuple[Instruction, ...]:
        """Return the instructions for one operation (none for a heading)."""
        match op:
            case ops.Heading():
                return ()
            case ops.LayHand():
                return (self._lay_hand(op),)
            case ops.Put():
                return (self._put(op),)
            case ops.Encode():
                return (self._encode(op),)
            case ops.Cover():
                return (self._cover(op),)
            case ops.Scramble():
                return self._scramble(op)
            case ops.Reveal():
                return (self._reveal(op),)
            case ops.Sort():
                return (self._sort(op),)
            case ops.Rearrange():
                return (self._rearrange(op),)
            case ops.Move():
                return (self._move(op),)
            case ops.Choose():
                return (self._choose(op),)
            case ops.Collect():
                return (self._collect(op),)
            case ops.Return():
                return (self._return(op),)
            case ops.Draw():
                return (self._draw(op),)
            case _:
                assert_never(op)

    # -- laying and covering -------------------------------------------------------------------------

    def _lay_hand(self, op: ops.LayHand) -> Instruction:
        n, where = len(op.places), number_range(op.places)
        unseen = "" if op.owner in self.humans else ", unseen"
        text = f"lay {self._whose_cards(op)} face down, one a column{unseen}: {where}"
        total = op.places[-1].number
        return act(
            Verb.LAY,
            self._layer(op),
            text,
            f"{plural(n, 'card')} laid, {self._same_way}; {plural(total, 'column')} so far.",
        )

    def _layer(self, op: ops.LayHand) -> str:
        """Who lays a hand: its owner, the host for a virtual seat, helpers for a deck."""
        if op.owner in self.humans:
            return op.owner
        return self.helpers if op.owner in (DECK, DISCARDS) else self.host

    def _whose_cards(self, op: ops.LayHand) -> str:
        match op.owner:
            case owner if owner == DECK:
                return self.deck
            case owner if owner == DISCARDS:
                return f"{self.pile}, the top card too,"
            case owner:
                whose = "your" if owner in self.humans else f"{owner}'s"
                return f"{whose} {plural(len(op.places), 'card')}"

    def _put(self, op: ops.Put) -> Instruction:
        counted = Counter(op.faces)
        area = op.places[0].area
        if area == ops.COLUMN:
            parts = [
                f"{face} for {number_range([p for p, f in zip(op.places, op.faces, strict=True) if f == face])} ({n})"
                for face, n in counted.items()
            ]
            return self._put_markers(op, "; ".join(parts))
        if area == ops.LOT:
            cards = ", ".join(map(self.called, op.faces))
            text = (
                f"lay the {self.naming} cards from the box (no cards of the game) in a row, face up: {cards}"
            )
            return act(Verb.LAY, self.host, text, f"{plural(len(counted), 'card')}, no two alike.")
        if area != ops.SIX and op.places[0].row > ops.MARKER_ROW:
            where = number_range(op.places)
            text = f"lay {' '.join(op.faces)} from the box, face up, in place of the pair of {where}"
            return act(Verb.LAY, self.host, text, f"It reads {' '.join(op.faces)}, left to right.")
        text = (
            f"lay {' '.join(op.faces)} from the box, face up, as {pair_words(op.places)} of the six-card row"
        )
        if op.places == RIGHT:
            text += "; this pair is the token"
        return act(Verb.LAY, self.host, text, f"The pair reads {' '.join(op.faces)}, left to right.")

    def _put_markers(self, op: ops.Put, parts: str) -> Instruction:
        text = f"below every card lay its owner's marker, face up: {parts}"
        check = f"{plural(len(op.places), 'column')} of 2 cards; a marker below every card, {self._same_way}."
        return act(Verb.LAY, self.helpers, text, check)

    def _encode(self, op: ops.Encode) -> Instruction:
        code = dict(op.code)
        patterns = sorted({code[face] for face in op.shown}, reverse=True)
        pairs = len(op.code[0][1])
        default = (0,) * pairs if (0,) * pairs in patterns else patterns[-1]
        listed = [pattern for pattern in patterns if pattern != default]
        groups = {p: tuple(face for face in op.shown if code[face] == p) for p in patterns}
        parts = [
            f"{_bits(p)} for "
            + ("this card" if len(groups[p]) == 1 else f"each of these {len(groups[p])} cards")
            + (f" ({tally(groups[p])})" if len(listed) > 1 else "")
            for p in listed
        ]
        others = plural(len(groups[default]), "other card" if listed else "card")
        parts.append(f"{_bits(default)} for {'the' if listed else 'all'} {others}")
        what = "a pair face up, side by side" if pairs == 1 else f"{pairs} pairs face up, side by side"
        check = ", ".join(f"{len(groups[p])} times {_bits(p)}" for p in [*listed, default])
        return act(
            Verb.LAY,
            self.helpers,
            f"in every column lay {what} {self._below}, left to right: {'; '.join(parts)}",
            f"{check}; every column has {2 + len(op.bits[0])} cards.",
            cards=groups[listed[0]] if len(listed) == 1 else (),
        )

    def _cover(self, op: ops.Cover) -> Instruction:
        area = op.places[0].area
        doer = self.helpers if area == ops.COLUMN else self.host
        return act(
            Verb.COVER,
            doer,
            f"turn {area_words(op.places)} face down{', each card on its own spot' if len(op.places) > 1 else ''}",
            f"{plural(len(op.places), 'card')} turned, {SAME_WAY}; nothing there lies face up.",
        )

    # -- turning over -----------------------------------------------------------------

    def _reveal(self, op: ops.Reveal) -> Instruction:
        area, n = op.places[0].area, len(op.places)
        if op.places[0].row == ops.TOP_ROW:
            text = "turn the two cards on top of the two piles face up"
            return act(Verb.REVEAL, self.host, text, "One α and one β, whichever way.")
        if asks_pair(op.ask):
            return self._reveal_pair(op)
        if op.ask:
            return self._reveal_card(op)
        if area == ops.COLUMN and op.places[0].row == 1:
            check = f"Exactly these {plural(n, 'card')}, nothing more, nothing less."
            return act(Verb.REVEAL, self.helpers, self._show_cards, check, cards=op.expect)
        if area == ops.COLUMN:
            return act(Verb.REVEAL, self.helpers, self._show_markers, f"Exactly {tally(op.expect)}.")
        count = len({place.number for place in op.places})
        text = self._show_pairs(count)
        check = "Every pair is one α and one β; at most one reads β α." if n > 2 else "One α and one β."
        return act(Verb.REVEAL, self.host, text, check)

    _show_cards = "turn row 1, the play cards, face up; the markers stay covered"
    _show_markers = "turn row 2, the markers, face up; everything else stays covered"

    def _show_pairs(self, count: int) -> str:
        if count == 1:
            return "turn the pair of the only pile face up, each card on its own spot; the card stays covered"
        return (
            f"turn the pairs of all {count} piles face up, each card on its own spot; the cards stay covered"
        )

    def _reveal_pair(self, op: ops.Reveal) -> Instruction:
        meaning = "" if op.places[0].area == ops.SIX else " (β α: the card fits, α β: it does not)"
        question = f"What do they read{meaning}?"
        return act(
            Verb.REVEAL, self.host, self._show_pair(op), "One α and one β.", question=question, ask=op.ask
        )

    def _show_pair(self, op: ops.Reveal) -> str:
        return f"turn {self._pair_shown(op.places[0])} face up, each card on its own spot"

    def _pair_shown(self, first: Place) -> str:
        if first.area == ops.SIX:
            return "the two leftmost cards of the six-card row"
        if first.area != ops.COLUMN:
            return pair_of(first)
        return f"{pair_of(first)}, the leftmost of the deck's columns that still has its card"

    def _reveal_card(self, op: ops.Reveal) -> Instruction:
        question = f"Which {self.naming}?" if op.places[0].area == ops.LOT else "Which card is it?"
        text = self._show_card(op.places[0])
        return act(Verb.REVEAL, self.host, text, "One card face up.", question=question, ask=op.ask)

    def _show_card(self, place: Place) -> str:
        if place.area == ops.LOT:
            return "turn the leftmost of the covered cards face up"
        return f"turn the card of {area_words((place,))} face up"

    def _choose(self, op: ops.Choose) -> Instruction:
        text = (
            f"if a pair reads β α, push that pile to the far left (it is pile 1 now) and {self._show_winner}"
        )
        text, question = (
            (f"{text}; if none does, say none", f"Which card is it, or {NONE}?")
            if NONE in op.ask
            else (text, "Which card is it?")
        )
        return act(
            Verb.IF,
            self.host,
            text,
            "At most one card face up; the others stay covered.",
            question=question,
            ask=op.ask,
        )

    _show_winner = "turn its card face up"


def _bits(pattern: tuple[int, ...]) -> str:
    return " · ".join(" ".join(bit_cards((bit,))) for bit in pattern)
