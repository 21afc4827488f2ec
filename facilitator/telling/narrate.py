"""From operation to instruction: the only English for hands.

Each operation becomes one instruction, or three where `acts` says that a scramble takes three steps.  An
instruction is one act: who, the verb, what, and a check that can fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from facilitator.errors import ProtocolBug
from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK, DISCARDS, NONE, Face, bit_cards, called, owner_of
from facilitator.machine.operations import (
    CARD_ROW,
    CHOSEN,
    COLUMN,
    FIRST_BIT_ROW,
    LOT,
    MARKER_ROW,
    PILE,
    SIX,
    TOP_ROW,
    Collect,
    Cover,
    Draw,
    LayHand,
    Move,
    Op,
    Place,
    Put,
    Rearrange,
    Return,
    Reveal,
    Row,
    Scramble,
    Sort,
)
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT, asks_pair
from facilitator.protocols.layout import CHOSEN_PLACE
from facilitator.telling.handling import Mixing, mixing
from facilitator.telling.instruction import Instruction, Verb, act
from facilitator.words import plural, tally
from facilitator.words.things import FILLED_SAME_WAY, SAME_WAY

# ----------------------------------------------------------------------------------------------------
# Words for places: which columns, which pair, which row.


_NOUNS = {LOT: "card", SIX: "card"}


def number_range(places: Sequence[Place]) -> str:
    """Return the numbers of places as people say them.

    >>> number_range([Place(COLUMN, n, 1) for n in (1, 2, 3, 7)])
    'columns 1–3, 7'
    """
    noun = _NOUNS.get(places[0].area, places[0].area)
    numbers = sorted({place.number for place in places})
    runs = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        runs.append(span(run[0], run[-1]))
    return f"{noun if len(numbers) == 1 else noun + 's'} {', '.join(runs)}"


def span(first: int, last: int, noun: str = "") -> str:
    """Return numbers in a row as people say them.

    >>> span(1, 7), span(1, 1, "pile"), span(1, 2, "pile")
    ('1–7', 'pile 1', 'piles 1–2')
    """
    numbers = f"{first}" if first == last else f"{first}–{last}"
    return f"{noun}{'' if first == last else 's'} {numbers}" if noun else numbers


def pair_words(places: Sequence[Place]) -> str:
    """Return the name of a pair in the six-card row."""
    return {LEFT: "the left pair", MIDDLE: "the middle pair", RIGHT: "the right pair"}[tuple(places)]


def pair_of(place: Place) -> str:
    """Return which pair of its column or pile a place belongs to.

    >>> pair_of(Place(PILE, 3, 3)), pair_of(Place(PILE, 3, 5))
    ('the pair directly under the card of pile 3', 'the second pair of pile 3')
    """
    count = (place.row - FIRST_BIT_ROW) // 2
    where = number_range([place])
    return f"the {_ORDER[count]} of {where}" if count < len(_ORDER) else f"pair {count + 1} of {where}"


_ORDER = ("pair directly under the card", "second pair", "third pair", "fourth pair")


def in_order(pile: Sequence[Place]) -> str:
    """Return which card of a pile lies on which, from the top; in the same words for one pair and for several.

    >>> in_order([Place(PILE, 1, row) for row in (TOP_ROW, CARD_ROW, 3, 4)])
    'loose card on play card on bit cards, left on right'
    """
    rows = {place.row for place in pile}
    bits = sum(row >= FIRST_BIT_ROW for row in rows)
    cards = (
        ("loose card", TOP_ROW in rows),
        ("play card", CARD_ROW in rows),
        ("marker", MARKER_ROW in rows),
        ("bit cards, left on right" if bits > 1 else "bit card", bits > 0),
    )
    return " on ".join(name for name, there in cards if there)


def area_words(places: Sequence[Place]) -> str:
    """Return what a group of places is called.

    >>> area_words([Place(PILE, 3, 1)])
    'pile 3'
    """
    areas = sorted({place.area for place in places})
    return " and ".join(_area([place for place in places if place.area == area]) for area in areas)


def _area(places: Sequence[Place]) -> str:
    first = places[0]
    one = len({place.number for place in places}) == 1
    match first.area:
        case "column" if one and len(places) == 1:
            of = {CARD_ROW: "", MARKER_ROW: "the marker of "}.get(first.row, "the bit card of ")
            return f"{of}column {first.number}"
        case "column":
            rows = {place.row for place in places}
            names = [
                name
                for name, there in (
                    ("the play cards", CARD_ROW in rows),
                    ("the markers", MARKER_ROW in rows),
                    (_pairs(places), any(row > MARKER_ROW for row in rows)),
                )
                if there
            ]
            return f"{' and '.join(names)} of {number_range(places)}"
        case _ if any(place.row == TOP_ROW for place in places):
            return _with_tops(places)
        case "pile" if one and first.row == CARD_ROW:
            return f"pile {first.number}"
        case "pile":
            return f"{_pairs(places)} of {number_range(places)}"
        case "row":
            return _row(places)
        case "lot":
            return f"the {len(places)} cards"
        case "chosen":
            return "the selected card"
        case _:
            return number_range(places)


def _pairs(places: Sequence[Place]) -> str:
    """Return what the bit cards among these places are called."""
    return "the pair" if sum(place.row > MARKER_ROW for place in places) == 2 else "the pairs"


def _with_tops(places: Sequence[Place]) -> str:
    """Return what the cards on top of piles and those below them are called."""
    tops = [place for place in places if place.row == TOP_ROW]
    below = [place for place in places if place.row != TOP_ROW]
    upper = f"the bit card{'' if len(tops) == 1 else 's'} on top of {number_range(tops)}"
    return f"{upper} and {_area(below)}" if below else upper


def _row(places: Sequence[Place]) -> str:
    names = [
        name
        for pair, name in ((LEFT, "left"), (MIDDLE, "middle"), (RIGHT, "right"))
        if set(pair) <= set(places)
    ]
    return f"the {' and '.join(names)} pair{'s' if len(names) > 1 else ''} of the six-card row"


# ----------------------------------------------------------------------------------------------------
# Sentences for cards that are moved, taken away and given back, and who is at the table to do it.


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


# ----------------------------------------------------------------------------------------------------
# How a scramble is told: one step, or three where piles are put together, mixed and laid out again.


@dataclass(frozen=True)
class Scrambler(Carrier):
    """The sentences for a scramble, for piles that are put into envelopes."""

    _sleeves = False
    _same_way, _filled = SAME_WAY, FILLED_SAME_WAY
    _all_down = "face down"

    def _scramble(self, op: Scramble) -> tuple[Instruction, ...]:
        n, size = len(op.piles), len(op.piles[0])
        match mixing(op, self._sleeves):
            case Mixing.TURN:
                raise ProtocolBug("words", type(op).__name__, "Play another form.")
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


# ----------------------------------------------------------------------------------------------------


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
            case ops.LayTop() | ops.Insert() | ops.Look() | ops.Withdraw():
                raise ProtocolBug("words", type(op).__name__, "Play another form.")
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


# ----------------------------------------------------------------------------------------------------
# The same acts where every column stays in its sleeve, and nothing is stuffed twice.
#
# A sleeve has a clear side, which the play card faces, and an opaque one.  Clear side down nothing shows.  From
# the clear side: the play card, its pairs (the left card of a pair first), the marker; clear side down the marker
# is on top.  The cards of virtual hands and of the deck they draw from stay in their sleeves between runs too,
# as nobody looks at them; people's cards and the discards go in and out.  Source: "Sleeves instead of envelopes".


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
