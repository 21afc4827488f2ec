"""Sentences for cards that are moved, taken away and given back, and who is at the table to do it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from facilitator.machine.faces import DECK, DISCARDS, Face, called, owner_of
from facilitator.machine.operations import (
    COLUMN,
    MARKER_ROW,
    PILE,
    SIX,
    TOP_ROW,
    Collect,
    Draw,
    Move,
    Place,
    Rearrange,
    Return,
    Sort,
)
from facilitator.protocols.gates import LEFT, MIDDLE
from facilitator.protocols.layout import CHOSEN_PLACE
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.places import area_words, number_range, pair_of, span
from facilitator.wording import plural


@dataclass(frozen=True)
class Carrier:
    """Knows who sits at the table and what a card is called; holds no state of the run.

    ``humans``: the people's names; ``envelope``: what piles go into; ``describe``: words for a play card;
    ``naming``: what is drawn by lot, in one word, and ``named``: words for it;
    ``deck`` and ``pile``: what the cards are called that are drawn from and that were played.
    """

    humans: tuple[str, ...]
    envelope: str = "envelope"
    describe: Callable[[Face], str] = str
    naming: str = "lot"
    named: Callable[[str], str] = str
    deck: str = "the unplayed deck"
    pile: str = "the whole discard pile"

    host = "Host"
    everyone = "Everyone"

    def called(self, face: Face) -> str:
        """Return what people call a face that an answer names: of a lot what it stands for."""
        return called(face, self.named)

    @property
    def helpers(self) -> str:
        return "Helpers" if len(self.humans) > 1 else self.host

    def _sort(self, op: Sort) -> Instruction:
        if op.by[0].row == TOP_ROW:
            return self._winner_home(op)
        groups = ", ".join(f"{face} ({n})" for face, n in op.order)
        text = f"group whole columns by their markers, left to right: {groups}; nothing is turned over"
        first, parts = 1, []
        for face, n in op.order:
            parts.append(f"{owner_of(face)} {span(first, first + n - 1)}")
            first += n
        return act(Verb.TAKE, self.helpers, text, f"Columns by owner: {'; '.join(parts)}.")

    def _winner_home(self, op: Sort) -> Instruction:
        """After a duel: the champion to its place, the other to the challenger's."""
        champion, loser = (number_range(column[:1]) for column in op.columns)
        text = (
            f"the one with β on top is the champion: lay it as {champion}, all covered but the β; lay the other, "
            f"with its α, as {loser}"
        )
        return act(Verb.TAKE, self.host, text, f"β lies on {champion}, α on {loser}.")

    def _rearrange(self, op: Rearrange) -> Instruction:
        order = " ".join(map(str, op.order))
        text = f"change the order of the six-card row, all covered: the cards at places {order} become 1 2 3 4 5 6"
        return act(Verb.TAKE, self.host, text, "6 cards in the row, all face down.")

    def _move(self, op: Move) -> Instruction:
        source, target = op.source, op.target
        if source[0].area == COLUMN and target[0].area == PILE:
            return self._set_apart(target[-1].number, len(target))
        if target[0].row == TOP_ROW:
            return self._challenge(op)
        if target[0].area == COLUMN:
            return self._close_up(len({place.number for place in target}))
        if target == LEFT:
            text = f"{self._fetch(source[0])} to the left of the six-card row"
            return act(Verb.TAKE, self.host, text, "6 cards in the row, all face down.")
        if target[-1] == CHOSEN_PLACE:
            return self._lay_aside()
        return self._move_out(op)

    def _challenge(self, op: Move) -> Instruction:
        """A duel begins: the challenger's pair is taken apart, and a 1 laid below it instead."""
        pair, (challenger, champion) = op.source[0], (number_range([p]) for p in op.target[:2])
        text = (
            f"{self._take_apart(pair)}: its left card, covered, goes on top of {challenger}, its right card, "
            f"covered, on top of {champion}"
        )
        if len(op.source) == 2:
            return act(Verb.TAKE, self.host, text, "1 covered card more on top of each of the two.")
        text += f"; in its place lay the two open cards from on top, to read β α, as {pair_of(pair)}"
        return act(Verb.TAKE, self.host, text, "β α lies open; 1 covered card on top of each of the two.")

    def _take_apart(self, pair: Place) -> str:
        return f"take {pair_of(pair)} apart"

    def _set_apart(self, piles: int, cards: int) -> Instruction:
        what, whose, stay = (
            ("the first column", "its card", "marker stays")
            if piles == 1
            else (f"the first {piles} columns", "each card", "markers stay")
        )
        text = (
            f"set {what} apart as {span(1, piles, 'pile')}, {whose} with what lies under its marker, all covered; "
            f"the {stay} behind"
        )
        return act(Verb.TAKE, self.helpers, text, f"{plural(piles, 'pile')} of {cards // piles} cards.")

    def _close_up(self, columns: int) -> Instruction:
        text = (
            "lay the unselected cards, still covered, as the first columns again and push the other columns "
            f"together behind them, markers face up: {plural(columns, 'column')}"
        )
        return act(Verb.TAKE, self.helpers, text, f"{plural(columns, 'column')}, no gap.")

    def _fetch(self, first: Place) -> str:
        return f"bring {pair_of(first)}, covered,"

    def _home(self, first: Place) -> str:
        """What a covered pair becomes that goes back to where it came from."""
        return f"becomes {pair_of(first)}"

    def _lay_aside(self) -> Instruction:
        text = "lay the selected card aside, face up: it is the card to play"
        return act(Verb.TAKE, self.host, text, "Only this card lies there.")

    def _move_out(self, op: Move) -> Instruction:
        """After an AND: where its pairs go, each back to where x came from."""
        where, home = number_range(op.target[:1]), self._home(op.target[0])
        if op.source[:2] == MIDDLE:
            text = f"the middle pair, covered, {home}; the right pair stays, the new token"
        elif len(op.source) == 2:
            text = f"the right pair, covered, {home}"
        else:
            text = f"the right pair, covered, {home}; the middle pair moves to the right, the new token"
        if op.target[-2:] == MIDDLE:
            text += "; the two open cards go to the middle, to read α β"
        return act(Verb.TAKE, self.host, text, f"{where.capitalize()} has its pair again, covered.")

    def _draw(self, op: Draw) -> Instruction:
        text = f"put this deck card, covered and unseen by all, at {op.owner}'s place: it joins the hand"
        return act(Verb.TAKE, self.host, text, f"{op.owner}'s hand has one card more.")

    def _collect(self, op: Collect) -> Instruction:
        n = len(op.places)
        where = area_words(op.places)
        if all(place.area == COLUMN and place.row == MARKER_ROW for place in op.places):
            text = f"take {where} away, back into the box"
        else:
            text = f"{self._clear(op, where)}, face down; mix them before anyone looks, then into the box"
        return act(Verb.RETURN, self.helpers, text, f"{plural(n, 'extra card')} back in the box.")

    def _clear(self, op: Collect, where: str) -> str:
        """How cards are taken that go away unseen; the left pair of the row lies open since its reveal."""
        row = any(place.area == SIX for place in op.places)
        return f"{'turn what lies open face down and take' if row else 'take'} {where} away"

    def _return(self, op: Return) -> Instruction:
        n = len(op.places)
        names = {DECK: self.deck, DISCARDS: self.pile}
        whose = names.get(op.owner, f"{op.owner}'s hand")
        left = number_range(op.places)
        if op.places[0].area == PILE:
            left = "the one still covered" if n == 1 else "all that are still covered in the piles"
        text = f"{self._take_out(op.owner, n)} back to {whose} ({left})"
        if op.owner == DISCARDS:
            text += ", then turn the pile face up, the top card on top"
        return act(Verb.RETURN, self.helpers, text, f"{plural(n, 'card')} for {whose}.")

    def _take_out(self, owner: str, cards: int) -> str:
        return f"give {plural(cards, 'card')}, covered,"
