"""Sentences for the asking deck: a hand in a row, the reader and its doors."""

from __future__ import annotations

from facilitator.machine.operations import DRAWN, Ask, DrawUp, LayHand
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.places import number_range
from facilitator.readings.scrambling import Scrambler
from facilitator.wording import listed, plural

QUESTION = "What shows (a dot in any door: the card fits, rings only: it does not)?"
_CHECK = "No other door was open."


def doors_words(op: Ask) -> str:
    """Return which doors are opened, as hands are told."""
    if not op.doors:
        return "the doors of what fits"
    return f"the door{'' if len(op.doors) == 1 else 's'} {listed(op.doors)}"


class Asker(Scrambler):
    """The sentences for asking cards one by one."""

    def _lay_row(self, op: LayHand) -> Instruction:
        n = len(op.places)
        text = f"lay {op.owner}'s {plural(n, 'card')} face down, unseen, in a row: {number_range(op.places)}"
        return act(Verb.LAY, self.host, text, f"{plural(n, 'card')} in the row, {self._same_way}.")

    def _ask(self, op: Ask) -> Instruction:
        drawn = op.place.area == DRAWN
        card = "the drawn card" if drawn else number_range((op.place,))
        if drawn or op.place.number > 1:
            text = f"the same with {card}: into the reader, {doors_words(op)}, back"
            return act(Verb.REVEAL, self.host, text, _CHECK, question="Dot or ring?", ask=op.ask)
        text = (
            f"slide {card} of the row face down, unseen, into the reader, doors down; turn the "
            f"reader over, open {doors_words(op)} and no other; shut it and lay the card back, face down"
        )
        return act(Verb.REVEAL, self.host, text, _CHECK, question=QUESTION, ask=op.ask)

    def _draw_up(self, op: DrawUp) -> Instruction:
        text = f"lay the top card of {self.deck} face down, unseen, beside the row"
        return act(Verb.LAY, self.host, text, "1 card there, face down.")
