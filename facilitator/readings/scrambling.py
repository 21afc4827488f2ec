"""How a scramble is told: one step, or three where piles are put together, mixed and laid out again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from facilitator.machine.operations import COLUMN, PILE, TOP_ROW, Row, Scramble
from facilitator.readings.acts import Mixing, mixing
from facilitator.readings.carry import Carrier
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.places import in_order, number_range, span
from facilitator.wording import plural
from facilitator.wording.things import FILLED_SAME_WAY, SAME_WAY


@dataclass(frozen=True)
class Scrambler(Carrier):
    """The sentences for a scramble, for piles that are put into envelopes."""

    _sleeves = False
    _same_way, _filled = SAME_WAY, FILLED_SAME_WAY
    _all_down = "face down"

    def _scramble(self, op: Scramble) -> tuple[Instruction, ...]:
        n, size = len(op.piles), len(op.piles[0])
        match mixing(op, self._sleeves):
            case Mixing.SWAP:
                return (self._duel(op) if op.piles[0][0].row == TOP_ROW else self._two_piles(op),)
            case Mixing.SHUFFLE:
                text = f"shuffle these {n} covered cards until nobody knows which is which, and lay them in a row"
                return (
                    act(Verb.SCRAMBLE, self.everyone, text, f"{n} cards, all face down, {self._same_way}."),
                )
            case Mixing.NOTHING:
                text = "there is only one pile, so there is nothing to mix: leave it"
                return (act(Verb.SCRAMBLE, self.everyone, text, f"1 pile of {size} cards, all face down."),)
            case Mixing.FILLED | Mixing.IN_SLEEVES:
                return self._scramble_piles(op)
            case other:
                assert_never(other)

    def _scramble_piles(self, op: Scramble) -> tuple[Instruction, Instruction, Instruction]:
        n, size, area = len(op.piles), len(op.piles[0]), op.piles[0][0].area
        noun = {COLUMN: "column", PILE: "pile"}.get(area, area)
        count = f"{plural(n, self.envelope)} of {size} cards, {n * size} cards in all"
        return (
            act(
                Verb.SLEEVE,
                self.helpers,
                f"put each {noun} face down into its own {self.envelope}, {in_order(op.piles[0])}",
                f"{count}, {self._filled}.",
            ),
            self._mix(n),
            act(
                Verb.LAY,
                self.helpers,
                f"empty the {self.envelope}s one by one into {span(1, n, noun)}, in that order, face down",
                f"{plural(n, noun)} of {size} cards, {self._same_way}; every {self.envelope} is empty.",
            ),
        )

    def _mix(self, n: int) -> Instruction:
        envelopes = plural(n, self.envelope)
        if n == 2:
            doer, exchange = self.exchange()
            return act(Verb.SCRAMBLE, doer, exchange, f"Still {envelopes}; nobody knows which is which.")
        return act(
            Verb.SCRAMBLE,
            self.everyone,
            f"mix the {envelopes} until nobody could follow a single one",
            f"Still {envelopes}; everyone had a hand in it.",
        )

    def _two_piles(self, op: Scramble) -> Instruction:
        first, second = (" ".join(str(place.number) for place in pile) for pile in op.piles)
        doer, exchange = self.exchange()
        text = (
            f"put cards {first} of the row, in that order, into one opaque envelope and cards {second} into "
            f"another, face down in and out; {exchange}; then lay one back on places {first}, the other on {second}"
        )
        check = f"Before: 2 piles of 3 cards, {self._filled}. After: 6 cards, face down, {SAME_WAY}."
        return act(Verb.SCRAMBLE, doer, text, check)

    def _duel(self, op: Scramble) -> Instruction:
        """Mix the two piles of a duel, in envelopes even where piles stay in sleeves: clear sides must not show."""
        champion, challenger = (number_range(pile[:1]) for pile in op.piles)
        doer, exchange = self.exchange()
        text = (
            f"put {champion} and {challenger} into an opaque envelope each, {self.in_and_out(op.piles[0])}; "
            f"{exchange}; then lay them side by side"
        )
        check = f"2 piles of {len(op.piles[0])} cards, all {self._all_down}, {self._filled}."
        return act(Verb.SCRAMBLE, doer, text, check)

    def in_and_out(self, pile: Row) -> str:
        """Return how a pile of a duel goes into its envelope and comes out: in which order, on which side."""
        return f"{in_order(pile)}, face down in and out"

    def exchange(self) -> tuple[str, str]:
        """Return who scrambles two piles, and how: one exchange that both people know would be no scramble."""
        if len(self.humans) < 2:
            return self.host, "behind your back, exchange them as often as you like, till you have lost track"
        return (
            "Two people",
            "one after the other, out of sight, exchange them as often as you like; tell nobody",
        )
