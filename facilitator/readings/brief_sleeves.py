"""The same short sentences where every column stays in its sleeve."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.machine.faces import DECK, DISCARDS
from facilitator.machine.operations import (
    CARD_ROW,
    COLUMN,
    FIRST_BIT_ROW,
    PILE,
    Cover,
    Place,
    Return,
    Scramble,
)
from facilitator.readings.brief import Speech
from facilitator.readings.brief_home import LOST
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.rounds import SLEEVES
from facilitator.readings.sleeves import OPAQUE_UP
from facilitator.wording import listed

_DOWN = "clear side down"


class SleeveSpeech(Speech):
    """Says groups at a table whose columns stay in sleeves: clear side down, the marker or pair is on top."""

    nouns = SLEEVES
    _aside, _deck_card, _side_up = "its card aside", "that deck sleeve", "clear side up"
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
            return f"lay {what} {_DOWN}, each card fully in a sleeve, face to the clear side"
        return f"lay {what}, fully sleeved, face and {_DOWN}"

    def _show_cards(self, full: bool) -> str:
        return f"turn all {'sleeves ' if full else ''}clear side up"

    def _covering(self, op: Cover, full: bool) -> str:
        rows = {place.row for place in op.places}
        if rows == {CARD_ROW}:
            return f"turn the sleeves {_DOWN}"
        if CARD_ROW in rows:
            left = "left card" if max(rows) == FIRST_BIT_ROW + 1 else "leftmost card"
            order = "" if max(rows) == FIRST_BIT_ROW + 1 else ", others in order"
            if full:
                return (
                    f"push each pair, face up as it lies, fully in between the play card and its marker, the {left} "
                    f"against the play card{order}; the marker stays outermost; turn sleeves {_DOWN}"
                )
            pairs = "pairs, face up as they lie, fully in between play card and marker"
            return f"{pairs}, {left} against play card{order}; sleeves {_DOWN}"
        if full:
            return "push each marker, face down, fully into its sleeve, outermost"
        return "markers fully in, face down, outermost"

    def _covered(self, op: Cover) -> str:
        turned = any(place.row == CARD_ROW for place in op.places)
        return super()._covered(op) if turned else self._covering(op, False)

    def _show_markers(self, full: bool) -> str:
        if full:
            return (
                f"draw only the marker, the outermost card, out of each sleeve, face up; sleeves stay {_DOWN}"
            )
        return f"draw only the markers out, outermost, face up; sleeves {_DOWN}"

    def _own_card(self, which: str) -> str:
        return which or "that sleeve"

    def _mixed(self, op: Scramble, head: str, count: str, full: bool) -> tuple[Instruction, ...]:
        if op.piles[0][0].area not in (COLUMN, PILE):
            return super()._mixed(op, head, count, full)
        helpers, n = self.narrator.helpers, len(op.piles)
        doer, exchange = self._mixers(op)
        if exchange:
            exchange = f"each sleeve into an opaque envelope, {OPAQUE_UP}; {exchange}"
        if not full:
            mix = exchange or f"scramble{'' if head else ' the sleeves'}"
            return (act(Verb.SCRAMBLE, doer, f"{head}{mix}; lay out {_DOWN}", count),)
        return (
            act(Verb.SCRAMBLE, doer, exchange or f"mix the {n} sleeves {LOST}; turn none over", count),
            act(Verb.LAY, helpers, f"lay the sleeves out, {_DOWN}", f"{n} sleeves, {self._one_way}."),
        )

    def _box(self) -> str:
        return "sleeve"

    def _show_pair(self, which: str, full: bool) -> str:
        if not full:
            return f"draw {which.removeprefix('the ')} out, upper card right, face up"
        return f"draw out {which}, upper card right; turn each card face up"

    def _draw_out(self, bits: Sequence[Place], full: bool) -> str:
        if all(place.area not in (COLUMN, PILE) for place in bits):
            return ""
        return f"draw {'out all pairs' if full else 'all pairs out'}, face down; "

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
                parts.append(f"{listed(people)} draw theirs out, face down")
        if DISCARDS in outside:
            parts.append("discards out of theirs, face up, top card on top")
        return parts
