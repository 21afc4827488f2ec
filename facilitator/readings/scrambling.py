"""How a scramble is told: one step, or three where piles are put together, mixed and laid out again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from facilitator.machine.operations import COLUMN, PILE, TOP_ROW, Scramble
from facilitator.readings.acts import Mixing, mixing
from facilitator.readings.carry import Carrier
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.places import number_range, span
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
                f"put each {noun} into its own {self.envelope}, cards in their order, all {self._all_down}",
                f"{count}, {self._filled}.",
            ),
            self._mix(n),
            act(
                Verb.LAY,
                self.helpers,
                f"empty the {self.envelope}s one by one into {span(1, n, noun)}, cards in their order, face down",
                f"{plural(n, noun)} of {size} cards; every {self.envelope} is empty.",
            ),
        )

    def _mix(self, n: int) -> Instruction:
        envelopes = plural(n, self.envelope)
        return act(
            Verb.SCRAMBLE,
            self.everyone,
            f"mix the {envelopes} until nobody could follow a single one",
            f"Still {envelopes}; everyone had a hand in it.",
        )

    def _two_piles(self, op: Scramble) -> Instruction:
        first, second = (" ".join(str(place.number) for place in pile) for pile in op.piles)
        doer, swap = self._swapping()
        text = (
            f"put cards {first} of the row, in that order, into one opaque envelope and cards {second} into "
            f"another; {swap}; then lay one back on places {first}, the other on {second}"
        )
        check = f"Before: 2 piles of 3 cards, {self._filled}. After: 6 cards, face down."
        return act(Verb.SCRAMBLE, doer, text, check)

    def _duel(self, op: Scramble) -> Instruction:
        """Mix the two piles of a duel, in envelopes even where piles stay in sleeves: clear sides must not show."""
        champion, challenger = (number_range(pile[:1]) for pile in op.piles)
        doer, swap = self._swapping()
        text = (
            f"put {champion} and {challenger}, each with the card on top of it, into an opaque envelope each; "
            f"{swap}; then lay them side by side"
        )
        check = f"2 piles of {len(op.piles[0])} cards, all {self._all_down}, {self._filled}."
        return act(Verb.SCRAMBLE, doer, text, check)

    def _swapping(self) -> tuple[str, str]:
        """Who swaps two piles unseen, and how."""
        if len(self.humans) < 2:
            return self.host, "swap the two behind your back until you have lost track"
        return "Two people", "swap the two unseen until nobody knows which is which"
