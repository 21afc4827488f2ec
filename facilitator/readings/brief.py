"""From a group of operations to what is said: short sentences for a tired voice, in two wordings.

The doer, one act, and a check that can fail.  What these sentences do not know is told in the narrator's words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from facilitator.machine.faces import DECK, DISCARDS, Face, bit_cards
from facilitator.machine.operations import (
    CARD_ROW,
    MARKER_ROW,
    PILE,
    Choose,
    Cover,
    Draw,
    Encode,
    LayHand,
    Op,
    Put,
    Reveal,
    Scramble,
)
from facilitator.readings.brief_home import LOST
from facilitator.readings.brief_own import Own
from facilitator.readings.grouping import Kind, OpGroup, Wording
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.places import in_order
from facilitator.readings.rounds import duels_told
from facilitator.readings.rules import rule_words
from facilitator.wording import listed, plural


class Speech(Own):
    """Says groups at a table that puts piles into envelopes; ``narrator`` knows who sits there."""

    _one_way = "backs one way"
    _below = "below each card"
    _down = "face down"

    def told(self, group: OpGroup, wording: Wording, after: Kind | None = None) -> tuple[Instruction, ...]:
        """Return what is said for a group; nothing for what was told with the act before.

        ``after``: what the group just before it was, if no question lies between.
        """
        acts, full = group.acts, wording is not Wording.BRIEF
        match group.kind:
            case Kind.LAY:
                return (
                    self._lay(
                        [op for op in acts if isinstance(op, LayHand)],
                        len(acts) > sum(isinstance(op, LayHand) for op in acts),
                        full,
                    ),
                )
            case Kind.SCRAMBLE:
                return self._scramble(acts, full)
            case Kind.CARDS:
                return (self._cards(acts[0], full),)
            case Kind.PAIRS:
                return (self._pairs(acts[0], full),)
            case Kind.OWNERS:
                return (self._owners(acts[0], full),)
            case Kind.TAKE:
                return (self._take(acts),)
            case Kind.ROUND | Kind.DUEL:
                return duels_told(acts, self.narrator, self.nouns, wording, bool(self.hands))
            case Kind.RESULT:
                return (self._result(acts[0], full),)
            case Kind.CARD:
                return (self._card(acts, full, after in (Kind.ROUND, Kind.DUEL)),)
            case Kind.DRAWN:
                return (self._drawn(acts, full),)
            case Kind.BACK:
                return (self._back(acts, full, "" if full else self._own_goes_home(group)),)
            case Kind.HAND_OVER:
                return (self._hand_over(acts, full),)
            case Kind.COLOUR:
                return (self._colour(acts[0]),)
            case Kind.MARK:
                return (self._mark(acts[0]),)
            case Kind.COVER:
                return (self._cover(acts[0], full),)
            case Kind.ASIDE:
                return ()
            case Kind.OTHER:
                return self._narrated(acts[0], full)
            case _:
                assert_never(group.kind)

    def _narrated(self, op: Op, full: bool) -> tuple[Instruction, ...]:
        """One operation in the narrator's words; a card that a lottery chose is laid aside at once in brief."""
        if isinstance(op, Draw):
            return (self._drawn([op], full),)
        told = self.narrator.narrate(op)
        if full or not isinstance(op, Choose) or op.piles[0][0].area != PILE:
            return told
        return tuple(replace(one, text=f"{one.text}; lay it aside") for one in told)

    # -- laying and scrambling -----------------------------------------------------------------------

    def _lay(self, hands: Sequence[LayHand], marked: bool, full: bool) -> Instruction:
        sizes = self._each([(op.owner, len(op.places)) for op in hands])
        owners = [owner for owner, _ in sizes]
        people = [owner for owner in owners if owner not in (DECK, DISCARDS)]
        names = [self._hand(owner) for owner in owners]
        if len(people) > 2:  # in full the check names them, in order
            name = self._hand if full else self._owner
            names = ["all hands", *(name(owner) for owner in owners if owner not in people)]
        text = self._laying(listed(names), owners, full)
        if marked:
            text += f"; owner's marker {self._on_each}, face up"
        if any(owner == DISCARDS for owner, _ in sizes):
            text += "; nobody leafs through the discards"
        total = hands[-1].places[-1].number
        check = f"{plural(total, self._column)}, {self._one_way}"
        return act(
            Verb.LAY, self._layer(sizes), text, f"{check}: {self._sizes(sizes)}." if full else f"{check}."
        )

    def _layer(self, sizes: Sequence[tuple[str, int]]) -> str:
        """Who lays: everyone where people's own hands are among them."""
        people = {owner for owner, _ in sizes}.intersection(self.narrator.humans)
        return self.narrator.everyone if people else self.narrator.helpers

    def _laying(self, what: str, owners: Sequence[str], full: bool) -> str:
        return f"lay {what} face down, a card a column{', in this order' if full else ''}"

    def _mark(self, op: Op) -> Instruction:
        assert isinstance(op, Put)
        return act(Verb.LAY, self.narrator.helpers, self._mark_text, self._markers(op.faces))

    _mark_text = "lay below each card its owner's marker, face up"

    def _cover(self, op: Op, full: bool) -> Instruction:
        assert isinstance(op, Cover)
        check = f"Nothing there lies face up; {self._one_way}."
        return act(Verb.COVER, self.narrator.helpers, self._covering(op, full), check)

    def _covering(self, op: Cover, full: bool) -> str:
        rows = {place.row for place in op.places}
        if rows == {MARKER_ROW}:
            return "turn the markers face down" if full else "markers down"
        if rows == {CARD_ROW}:
            return "turn the play cards face down" if full else "play cards down"
        return "turn everything face down, each card on its own spot" if full else "all face down on the spot"

    def _scramble(self, acts: Sequence[Op], full: bool) -> tuple[Instruction, ...]:
        *before, op = acts
        assert isinstance(op, Scramble)
        n, size = len(op.piles), len(op.piles[0])
        head = "".join(f"{self._covered(cover)}; " for cover in before if isinstance(cover, Cover))
        count = f"{n} {self._box()}s of {size} cards" if full else f"{n} of {size} cards"
        return self._mixed(op, head, f"{count}, {self._one_way}.", full)

    def _covered(self, op: Cover) -> str:
        """Return how cards are covered, practised, and what holds then: whoever turns a card may turn it round."""
        return f"{self._covering(op, False)}, {self._one_way}"

    def _mixers(self, op: Scramble) -> tuple[str, str]:
        """Return who mixes these piles, and how where they are two, one of which all could follow; else nothing.

        Paper, in words for any number, says that once for all.
        """
        if len(op.piles) == 2 and not self.hands:
            return self.narrator.exchange()
        return self.narrator.everyone, ""

    def _box(self) -> str:
        return self.narrator.envelope

    def _mixed(self, op: Scramble, head: str, count: str, full: bool) -> tuple[Instruction, ...]:
        helpers, box, noun = self.narrator.helpers, self.narrator.envelope, op.piles[0][0].area
        doer, exchange = self._mixers(op)
        n, order = len(op.piles), in_order(op.piles[0])
        if not full:
            filled = f"each {noun} into an {box}, {order}, face down in and out"
            text = f"{head}{filled}; {exchange or 'scramble'}; lay out in that order"
            return (act(Verb.SCRAMBLE, doer, text, count),)
        mix = exchange or f"mix the {n} {box}s {LOST}"
        return (
            act(Verb.SLEEVE, helpers, f"put each {noun} face down into an {box}, {order}", count),
            act(Verb.SCRAMBLE, doer, mix, f"Still {n} {box}s."),
            act(
                Verb.LAY,
                helpers,
                f"empty each {box} into a {noun}, in that order, {self._down}",
                f"{n} {noun}s, {self._one_way}.",
            ),
        )

    # -- what is seen --------------------------------------------------------------------------------

    def _cards(self, op: Op, full: bool) -> Instruction:
        assert isinstance(op, Reveal)
        check = f"Exactly the {len(op.expect)} on the list." if full else f"The {len(op.expect)} listed."
        return act(Verb.REVEAL, self.narrator.helpers, self._show_cards(full), check, cards=op.expect)

    def _show_cards(self, full: bool) -> str:
        return f"turn only {'the ' if full else ''}play cards face up"

    def _owners(self, op: Op, full: bool) -> Instruction:
        assert isinstance(op, Reveal)
        return act(Verb.REVEAL, self.narrator.helpers, self._show_markers(full), self._markers(op.expect))

    def _show_markers(self, full: bool) -> str:
        return f"turn only {'the ' if full else ''}markers face up"

    def _pairs(self, op: Op, full: bool) -> Instruction:
        assert isinstance(op, Encode)
        code = dict(op.code)
        there: dict[tuple[int, ...], list[Face]] = {}
        for face in op.shown:
            there.setdefault(code[face], []).append(face)
        patterns = sorted(there, reverse=True)
        nothing = next((one for one in patterns if not any(one)), patterns[-1])
        listed_ = [one for one in patterns if one != nothing]
        parts = [f"{_bits(one)} for {self._rule(there[one], op.shown)}" for one in listed_]
        rest = ("for the others" if full else "otherwise") if listed_ else "for every card"
        parts.append(f"{_bits(nothing)} {rest}")
        pairs = len(op.code[0][1])
        what = f"{self._below} {'a pair' if pairs == 1 else f'{pairs} pairs'}"
        if not full:
            what = "pairs below" if pairs == 1 else f"{pairs} pairs below each"
        check = listed([str(len(there[one])) for one in (*listed_, nothing)])
        reader = "a second reader says them back" if full else "second reader agrees"
        told = act(
            Verb.LAY,
            self.narrator.helpers,
            f"{what}, face up: {'; '.join(parts)}",
            f"{check}; {reader}.",
            cards=[face for one in listed_ for face in there[one]],
        )
        ruled = all(self._ruled(there[one], op.shown) for one in listed_)
        return replace(told, by_list=not ruled)

    def _ruled(self, wanted: Sequence[Face], shown: Sequence[Face]) -> str:
        return rule_words(wanted, shown, self.traits, self.narrator.describe)

    def _rule(self, wanted: Sequence[Face], shown: Sequence[Face]) -> str:
        return self._ruled(wanted, shown) or f"the {plural(len(wanted), 'card')} on the list"


def _bits(pattern: tuple[int, ...]) -> str:
    return " · ".join(" ".join(bit_cards((bit,))) for bit in pattern)
