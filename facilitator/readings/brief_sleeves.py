"""The same short sentences where every column stays in its sleeve."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.machine.faces import DECK, DISCARDS
from facilitator.machine.operations import CARD_ROW, COLUMN, PILE, Cover, Place, Return
from facilitator.readings.brief import Speech
from facilitator.readings.brief_home import LOST
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.rounds import SLEEVES
from facilitator.wording import listed

_DOWN = "clear side down"


class SleeveSpeech(Speech):
    """Says groups at a table whose columns stay in sleeves: clear side down, the marker or pair is on top."""

    nouns = SLEEVES
    _aside, _deck_card = "its card aside", "that deck sleeve"
    _one_way = "openings one way"
    _below = "below each sleeve"
    _down = _DOWN
    _column = "sleeve"
    _mark_text = "lay on each sleeve its owner's marker, face up"
    _piled = ""
    _leftmost = "the leftmost deck sleeve"
    _drawn_card = "deck sleeve"
    _on_each = "on each"

    def _laying(self, what: str, owners: Sequence[str], full: bool) -> str:
        if not any(owner in self.narrator.humans or owner == DISCARDS for owner in owners):
            return f"lay {what} {_DOWN}"
        if full:
            return f"lay {what} {_DOWN}, each card in a sleeve, face to the clear side"
        return f"lay {what}, sleeved, face and {_DOWN}"

    def _show_cards(self, full: bool) -> str:
        return "turn all sleeves over, clear side up" if full else "turn all over"

    def _covering(self, op: Cover, full: bool) -> str:
        rows = {place.row for place in op.places}
        if rows == {CARD_ROW}:
            return f"turn the sleeves {_DOWN}"
        if CARD_ROW in rows and full:
            return f"slip each pair behind its card, left one next to it; turn sleeves {_DOWN}"
        if CARD_ROW in rows:
            return "pairs behind their cards, left nearest; sleeves down"
        return "slip each marker, covered, into its sleeve, on top" if full else "markers in, covered, on top"

    def _show_markers(self, full: bool) -> str:
        if full:
            return f"draw the marker, on top, out of each sleeve, face up; sleeves stay {_DOWN}"
        return "markers out, face up; sleeves down"

    def _own_card(self, which: str) -> str:
        return which or "that sleeve"

    def _mixed(self, head: str, area: str, n: int, count: str, full: bool) -> tuple[Instruction, ...]:
        everyone, helpers = self.narrator.everyone, self.narrator.helpers
        if not full:
            return (
                act(
                    Verb.SCRAMBLE,
                    everyone,
                    f"{head}scramble{'' if head else ' the sleeves'}; lay out",
                    f"{count}.",
                ),
            )
        return (
            act(Verb.SCRAMBLE, everyone, f"mix the {n} sleeves {LOST}; turn none over", f"{count}."),
            act(Verb.LAY, helpers, f"lay the sleeves out, {_DOWN}", f"{n} sleeves."),
        )

    def _box(self) -> str:
        return "sleeve"

    def _show_pair(self, which: str, full: bool) -> str:
        if not full:
            return f"{which.removeprefix('the ')} out, upper card right, face up"
        return f"draw out {which}, upper card right; turn over"

    def _draw_out(self, bits: Sequence[Place], full: bool) -> str:
        if all(place.area not in (COLUMN, PILE) for place in bits):
            return ""
        return "draw out pairs; " if full else "pairs out; "

    def _home_of(self, owner: str, full: bool) -> str:
        return f"the {self._owner(owner)}" if full and owner in (DECK, DISCARDS) else self._owner(owner)

    def _cards_home(self, returned: Sequence[Return], full: bool, whose: str = "") -> list[str]:
        if not returned and not whose:
            return []
        owners = [whose] if whose else []
        owners += [*(op.owner for op in returned if op.places[0].area != COLUMN), *self._by_marker(returned)]
        outside = [owner for owner in owners if owner in self.narrator.humans or owner == DISCARDS]
        stay = [owner for owner in owners if owner not in outside]
        parts = []
        if stay:
            parts.append(f"sleeves to {listed([self._home_of(one, full) for one in dict.fromkeys(stay)])}")
        if outside:
            people = [owner for owner in dict.fromkeys(outside) if owner != DISCARDS]
            if people:
                parts.append(f"{listed(people)} empty theirs, covered")
        if DISCARDS in outside:
            parts.append("discards out of theirs, face up, top card on top")
        return parts
