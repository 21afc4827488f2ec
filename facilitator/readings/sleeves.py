"""The same acts where every column stays in its sleeve, and nothing is stuffed twice.

A sleeve has a clear side, which the play card faces, and an opaque one.  Clear side down nothing shows.  From
the clear side: the play card, its pairs (the left card of a pair first), the marker; clear side down the marker
is on top.  The cards of virtual hands and of the deck they draw from stay in their sleeves between runs too,
as nobody looks at them; people's cards and the discards go in and out.  Source: "Sleeves instead of envelopes".
"""

from __future__ import annotations

from facilitator.machine.faces import DECK, DISCARDS
from facilitator.machine.operations import (
    CARD_ROW,
    CHOSEN,
    COLUMN,
    FIRST_BIT_ROW,
    PILE,
    SIX,
    Collect,
    Cover,
    Draw,
    LayHand,
    Place,
    Put,
    Reveal,
    Row,
    Scramble,
)
from facilitator.readings.acts import Mixing, mixing
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.narrate import Narrator
from facilitator.readings.places import area_words, number_range, pair_of, span
from facilitator.wording import plural
from facilitator.wording.things import FILLED_SAME_WAY, SAME_WAY

_DOWN = "clear side down"
OPAQUE_UP = "opaque side up in and out"
"""How a sleeve goes into an envelope: whoever takes it out with the clear side up shows its card."""
_UPPER = "the upper card on the right"
_TWO_BY_TWO = f"draw {{}} out, face down, two cards at a time, {_UPPER}"


class SleeveNarrator(Narrator):
    """Turns each operation into sentences, for columns that stay in sleeves."""

    _sleeves = True
    _below = "below its sleeve"
    _same_way = FILLED_SAME_WAY
    _all_down = f"face down, {_DOWN}"
    _show_cards = "turn every sleeve over, clear side up: the play cards show, and nothing else"
    _show_markers = (
        "draw the outermost card, the marker, out of every sleeve and lay it face up below; "
        f"the sleeves stay {_DOWN}"
    )

    def _lay_hand(self, op: LayHand) -> Instruction:
        n, total, where = len(op.places), op.places[-1].number, number_range(op.places)
        if self._stays(op.owner):
            whose = self.deck if op.owner == DECK else f"{op.owner}'s hand"
            text = f"lay {whose}, {plural(n, 'sleeve')}, {_DOWN}, a column each: {where}"
        else:
            faces = "its face" if n == 1 else "faces"
            text = (
                f"put {self._whose_cards(op)} fully into {plural(n, 'sleeve')}, {faces} to the clear side, and lay "
                f"them {_DOWN}, a column each: {where}"
            )
        check = f"{plural(n, 'sleeve')} laid, {_DOWN}, {self._same_way}; {plural(total, 'column')} so far."
        return act(Verb.LAY, self._layer(op), text, check)

    def _stays(self, owner: str) -> bool:
        """Whether an owner's cards stay in their sleeves between runs: nobody looks at them."""
        return owner not in self.humans and owner != DISCARDS

    def _put_markers(self, op: Put, parts: str) -> Instruction:
        text = f"on every sleeve lay its owner's marker, face up: {parts}"
        return act(
            Verb.LAY, self.helpers, text, f"{plural(len(op.places), 'sleeve')}, a marker on each, {SAME_WAY}."
        )

    def _cover(self, op: Cover) -> Instruction:
        if not {place.area for place in op.places} <= {COLUMN, PILE, CHOSEN}:
            return super()._cover(op)
        rows = {place.row for place in op.places}
        sleeves = plural(len({(place.area, place.number) for place in op.places}), "sleeve")
        check = f"{sleeves}, {_DOWN}, {self._same_way}; nothing shows or sticks out."
        if rows == {CARD_ROW}:
            back = "push a card that lies apart fully back into its sleeve, face to the clear side"
            text = f"turn {number_range(op.places)} {_DOWN}; {back}"
        elif op.places[0].area == PILE:
            before = "play card" if op.places[0].row == FIRST_BIT_ROW else "pair before it"
            where = f"fully into its sleeve, the left card against the {before}"
            text = f"push {area_words(op.places)}, face down, {where}"
            return act(Verb.COVER, self.host, text, "Nothing of it shows or sticks out.")
        elif CARD_ROW in rows:
            text = (
                "push the cards below every sleeve, face up as they lie, fully in between the play card and its "
                "marker, the leftmost against the play card, the others in order; the marker stays outermost; then "
                f"turn all sleeves {_DOWN}"
            )
        else:
            text = "push every marker, face down, fully into its sleeve, outermost"
        return act(Verb.COVER, self.helpers, text, check)

    def _scramble_piles(self, op: Scramble) -> tuple[Instruction, Instruction, Instruction]:
        n, size, area = len(op.piles), len(op.piles[0]), op.piles[0][0].area
        if mixing(op, self._sleeves) is not Mixing.IN_SLEEVES:
            return super()._scramble_piles(op)
        sleeves = plural(n, "sleeve")
        gather = "gather the sleeves as they are; take nothing out and turn none over"
        if n == 2:
            gather = f"put each sleeve as it is into an opaque envelope, {OPAQUE_UP}"
        lay = f"lay the sleeves, {_DOWN}, openings the same way, as {span(1, n, area)}"
        return (
            act(
                Verb.SLEEVE,
                self.helpers,
                gather,
                f"{sleeves} of {size} cards, {_DOWN}, openings the same way; nothing sticks out.",
            ),
            self._mix(n),
            act(Verb.LAY, self.helpers, lay, f"{plural(n, area)}; every sleeve {_DOWN}."),
        )

    def in_and_out(self, pile: Row) -> str:
        """Return how a sleeve of a duel goes into its envelope and comes out; its pair is as it was pushed in."""
        return f"loose card face down on it, {OPAQUE_UP}"

    def _show_pairs(self, count: int) -> str:
        which, each = (
            ("all pairs", "each before its pile") if count > 1 else ("the only pile's pair", "before it")
        )
        return f"{_TWO_BY_TWO.format(which)}, lay them {each} and turn each card face up; the play cards stay inside"

    def _show_pair(self, op: Reveal) -> str:
        if op.places[0].area == SIX:
            return super()._show_pair(op)
        return f"draw out {self._pair_shown(op.places[0])}, lay it {_UPPER}, and turn each card face up"

    def _take_apart(self, pair: Place) -> str:
        return f"draw {pair_of(pair)} out, face down, {_UPPER}, and take it apart"

    def _show_card(self, place: Place) -> str:
        if place.area not in (COLUMN, PILE):
            return super()._show_card(place)
        return f"turn the sleeve of {area_words((place,))} over, clear side up"

    # -- moving, taking, giving back -----------------------------------------------------------------

    def _set_apart(self, piles: int, cards: int) -> Instruction:
        what, stay = f"the first {piles} sleeves", "their markers stay"
        if piles == 1:
            what, stay = "the first sleeve", "its marker stays"
        text = f"set {what} apart as {span(1, piles, 'pile')}, {_DOWN}; {stay} behind"
        return act(Verb.TAKE, self.helpers, text, f"{plural(piles, 'sleeve')} of {cards // piles} cards.")

    def _close_up(self, columns: int) -> Instruction:
        text = (
            f"lay the sleeves of the unselected cards, {_DOWN}, as the first columns again and push the others "
            f"together behind them, markers face up below: {plural(columns, 'column')}"
        )
        return act(Verb.TAKE, self.helpers, text, f"{plural(columns, 'column')}, no gap.")

    _show_winner = "turn its sleeve over, clear side up"

    def _fetch(self, first: Place) -> str:
        return f"draw {pair_of(first)} out, face down, and bring it, {_UPPER},"

    def _home(self, first: Place) -> str:
        return f"goes fully back into its sleeve as {pair_of(first)}, face down, the left card against the play card"

    def _lay_aside(self) -> Instruction:
        text = "take the selected card out of its sleeve and lay it aside, face up: it is the card to play"
        return act(Verb.TAKE, self.host, text, "Only this card lies there.")

    def _clear(self, op: Collect, where: str) -> str:
        inside = all(place.area == COLUMN for place in op.places) and len({p.number for p in op.places}) > 1
        return f"take {where} away, also those in sleeves" if inside else super()._clear(op, where)

    def _draw(self, op: Draw) -> Instruction:
        text = f"put this deck card, in its sleeve, {_DOWN}, at {op.owner}'s place: it joins the hand"
        return act(Verb.TAKE, self.host, text, f"{op.owner}'s hand has one sleeve more.")

    def _take_out(self, owner: str, cards: int) -> str:
        if self._stays(owner):
            return f"give {plural(cards, 'sleeve')}, {_DOWN},"
        if cards == 1:
            return "take 1 card out of its sleeve, face down, and give it"
        return f"take {cards} cards out of their sleeves, face down, and give them"
