"""From operation to instruction: the only English for hands.

Each operation becomes one instruction, or three where a large scramble is sleeved, scrambled and laid out
again.  An instruction is one act: who, the verb, what, and a check that can fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from facilitator.operations import (
    COLUMN,
    LOT,
    MARKER_ROW,
    PILE,
    SIX,
    TICKET,
    Choose,
    Collect,
    Cover,
    Draw,
    Encode,
    Heading,
    LayHand,
    Move,
    Op,
    Put,
    Rearrange,
    Return,
    Reveal,
    Scramble,
    Sort,
)
from facilitator.protocols.gates import CROSSED, LEFT, MIDDLE, RIGHT, STRAIGHT
from facilitator.protocols.layout import CHOSEN_PLACE
from facilitator.readings.places import area_words, number_range, pair_of, pair_words
from facilitator.words import DECK, DISCARDS, NONE, ONE, ZERO, Face, owner_of, plural, tally


class Verb(StrEnum):
    """Everything hands are ever told to do."""

    LAY = "LAY"
    COVER = "COVER"
    REVEAL = "REVEAL"
    SLEEVE = "SLEEVE"
    SCRAMBLE = "SCRAMBLE"
    TAKE = "TAKE"
    RETURN = "RETURN"
    IF = "IF"


@dataclass(frozen=True, slots=True)
class Instruction:
    """One act for hands.

    ``check``: what must be true afterwards (or, before a scramble, beforehand).  ``cards``: a list to be read
    off, in list order.  ``question`` and ``ask``: what the program must be told, and the possible answers.
    """

    verb: Verb
    doer: str
    text: str
    check: str
    cards: tuple[Face, ...] = ()
    question: str = ""
    ask: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The act with its doer, as it is read aloud."""
        return f"{self.doer}: {self.text}"


@dataclass(frozen=True, slots=True)
class Narrator:
    """Knows who sits at the table and what a card is called; holds no state of the run.

    ``humans``: the people's names; ``envelope``: what piles go into; ``describe``: words for a play card;
    ``deck`` and ``pile``: what the cards are called that are drawn from and that were played.
    """

    humans: tuple[str, ...]
    envelope: str = "envelope"
    describe: Callable[[Face], str] = str
    deck: str = "the unplayed deck"
    pile: str = "the whole discard pile"

    host = "Host"
    everyone = "Everyone"

    @property
    def helpers(self) -> str:
        return "Helpers" if len(self.humans) > 1 else self.host

    def narrate(self, op: Op) -> tuple[Instruction, ...]:
        """Return the instructions for one operation (none for a heading)."""
        match op:
            case Heading():
                return ()
            case LayHand():
                return (self._lay_hand(op),)
            case Put():
                return (self._put(op),)
            case Encode():
                return (self._encode(op),)
            case Cover():
                return (self._cover(op),)
            case Scramble():
                return self._scramble(op)
            case Reveal():
                return (self._reveal(op),)
            case Sort():
                return (self._sort(op),)
            case Rearrange():
                return (self._rearrange(op),)
            case Move():
                return (self._move(op),)
            case Choose():
                return (self._choose(op),)
            case Collect():
                return (self._collect(op),)
            case Return():
                return (self._return(op),)
            case Draw():
                text = (
                    f"put this deck card, covered and unseen by all, at {op.owner}'s place: it joins the hand"
                )
                return (_do(Verb.TAKE, self.host, text, f"{op.owner}'s hand has one card more."),)
            case _:
                assert_never(op)

    # -- laying and covering -------------------------------------------------------------------------

    def _lay_hand(self, op: LayHand) -> Instruction:
        n, where = len(op.places), number_range(op.places)
        if op.owner in self.humans:
            doer, text = op.owner, f"lay your {plural(n, 'card')} face down, one a column: {where}"
        elif op.owner == DECK:
            doer, text = self.helpers, f"lay {self.deck} face down, one card a column, unseen: {where}"
        elif op.owner == DISCARDS:
            text = f"lay {self.pile} face down, the top card too, one a column: {where}"
            doer = self.helpers
        else:
            doer = self.host
            text = f"lay {op.owner}'s {plural(n, 'card')} face down, one a column, unseen: {where}"
        total = op.places[-1].number
        return _do(Verb.LAY, doer, text, f"{plural(n, 'card')} laid; {plural(total, 'column')} so far.")

    def _put(self, op: Put) -> Instruction:
        counted = Counter(op.faces)
        area = op.places[0].area
        if area == COLUMN:
            parts = [
                f"{face} under {number_range([p for p, f in zip(op.places, op.faces, strict=True) if f == face])}"
                f" ({n})"
                for face, n in counted.items()
            ]
            text = f"under every card lay its owner's marker, face up: {'; '.join(parts)}"
            check = f"{plural(len(op.places), 'column')} of 2 cards; a marker under every card."
            return _do(Verb.LAY, self.helpers, text, check)
        if area == LOT:
            text = f"lay these {len(op.faces)} cards in a row, face up: {', '.join(op.faces)}"
            return _do(Verb.LAY, self.host, text, f"{plural(len(counted), 'colour')}, each once.")
        if area == TICKET:
            text = f"lay position markers face up for the tickets: {tally(op.faces)}"
            return _do(Verb.LAY, self.helpers, text, f"{plural(len(op.faces), 'position marker')}.")
        text = (
            f"lay {' '.join(op.faces)} from the box, face up, as {pair_words(op.places)} of the six-card row"
        )
        if op.places == RIGHT:
            text += "; this pair is the token"
        return _do(Verb.LAY, self.host, text, f"The pair reads {' '.join(op.faces)}, left to right.")

    def _encode(self, op: Encode) -> Instruction:
        code = dict(op.code)
        patterns = sorted({code[face] for face in op.shown}, reverse=True)
        pairs = len(op.code[0][1])
        default = (0,) * pairs if (0,) * pairs in patterns else patterns[-1]
        listed = [pattern for pattern in patterns if pattern != default]
        groups = {p: tuple(face for face in op.shown if code[face] == p) for p in patterns}
        parts = [
            f"{_bits(p)} under each of these {plural(len(groups[p]), 'card')}"
            + (f" ({tally(groups[p])})" if len(listed) > 1 else "")
            for p in listed
        ]
        others = plural(len(groups[default]), "other card" if listed else "card")
        parts.append(f"{_bits(default)} under {'the' if listed else 'all'} {others}")
        check = ", ".join(f"{len(groups[p])} times {_bits(p)}" for p in [*listed, default])
        return _do(
            Verb.LAY,
            self.helpers,
            f"lay pairs face up, left to right: {'; '.join(parts)}",
            f"{check}; every column has {2 + 2 * pairs} cards.",
            cards=groups[listed[0]] if len(listed) == 1 else (),
        )

    def _cover(self, op: Cover) -> Instruction:
        area = op.places[0].area
        doer = self.helpers if area == COLUMN else self.host
        return _do(
            Verb.COVER,
            doer,
            f"turn {area_words(op.places)} face down",
            f"{plural(len(op.places), 'card')} turned; nothing there lies face up.",
        )

    # -- scrambling and turning over -----------------------------------------------------------------

    def _scramble(self, op: Scramble) -> tuple[Instruction, ...]:
        n, size, area = len(op.piles), len(op.piles[0]), op.piles[0][0].area
        if area == SIX:
            return (self._two_piles(op),)
        if size == 1:
            text = f"shuffle these {n} covered cards until nobody knows which is which, and lay them in a row"
            return (_do(Verb.SCRAMBLE, self.everyone, text, f"{n} cards, all face down."),)
        if n == 1:
            text = "there is only one pile, so there is nothing to mix: leave it"
            return (_do(Verb.SCRAMBLE, self.everyone, text, f"1 pile of {size} cards, all face down."),)
        noun = {COLUMN: "column", PILE: "pile"}.get(area, area)
        count = f"{plural(n, self.envelope)} of {size} cards, {n * size} cards in all"
        return (
            _do(
                Verb.SLEEVE,
                self.helpers,
                f"put each {noun} into its own {self.envelope}, cards in their order, all face down",
                f"{count}.",
            ),
            _do(
                Verb.SCRAMBLE,
                self.everyone,
                f"mix the {plural(n, self.envelope)} until nobody could follow a single one",
                f"Still {plural(n, self.envelope)}; everyone had a hand in it.",
            ),
            _do(
                Verb.LAY,
                self.helpers,
                f"empty the {self.envelope}s one by one into {noun}s 1 to {n}, cards in their order, face down",
                f"{plural(n, noun)} of {size} cards; every {self.envelope} is empty.",
            ),
        )

    def _two_piles(self, op: Scramble) -> Instruction:
        first, second = (" ".join(str(place.number) for place in pile) for pile in op.piles)
        text = (
            f"put cards {first} of the row, in that order, into one {self.envelope} and cards {second} into "
            f"another; swap the two unseen until nobody knows which is which; then lay one back on "
            f"places {first}, the other on {second}"
        )
        return _do(
            Verb.SCRAMBLE, "Two people", text, "Before: 2 piles of 3 cards. After: 6 cards, face down."
        )

    def _reveal(self, op: Reveal) -> Instruction:
        area, n = op.places[0].area, len(op.places)
        if op.ask == (STRAIGHT, CROSSED):
            return self._reveal_pair(op)
        if op.ask:
            return self._reveal_card(op)
        if area == COLUMN and op.places[0].row == 1:
            text = "turn over row 1, the play cards; the markers stay covered"
            check = f"Exactly these {plural(n, 'card')}, nothing more, nothing less."
            return _do(Verb.REVEAL, self.helpers, text, check, cards=op.expect)
        if area == COLUMN:
            text = "turn over row 2, the markers; everything else stays covered"
            return _do(Verb.REVEAL, self.helpers, text, f"Exactly {tally(op.expect)}.")
        count = len({place.number for place in op.places})
        noun, rest = ("ticket", "markers") if area == TICKET else ("pile", "cards")
        text = (
            f"turn over the pairs of all {plural(count, noun)}, each where it lies; the {rest} stay covered"
        )
        return _do(Verb.REVEAL, self.host, text, "Every pair is one α and one β; at most one reads β α.")

    def _reveal_pair(self, op: Reveal) -> Instruction:
        first = op.places[0]
        where = {
            SIX: "the two leftmost cards of the six-card row",
            PILE: "the pair of the only pile",
        }.get(
            first.area,
            f"{pair_of(first)}, the leftmost of the deck's columns that still has its card",
        )
        meaning = "" if first.area == SIX else " (β α: the card fits, α β: it does not)"
        return _do(
            Verb.REVEAL,
            self.host,
            f"turn over {where}, left to right",
            "One α and one β.",
            question=f"What do they read{meaning}?",
            ask=op.ask,
        )

    def _reveal_card(self, op: Reveal) -> Instruction:
        if op.places[0].area == LOT:
            text, question = "turn over the leftmost of the covered cards", "Which colour?"
        else:
            text, question = f"turn over the card of {area_words(op.places[:1])}", "Which card is it?"
        return _do(Verb.REVEAL, self.host, text, "One card face up.", question=question, ask=op.ask)

    def _choose(self, op: Choose) -> Instruction:
        pile, card = ("ticket", "position marker") if op.piles[0][0].area == TICKET else ("pile", "card")
        text = (
            f"if a pair reads β α, push that {pile} to the far left (it is {pile} 1 now) and turn over its {card}; "
            "if none does, say none"
        )
        return _do(
            Verb.IF,
            self.host,
            text,
            "At most one card face up; the others stay covered.",
            question=f"Which {card} is it, or {NONE}?",
            ask=op.ask,
        )

    # -- moving, taking, giving back -----------------------------------------------------------------

    def _sort(self, op: Sort) -> Instruction:
        groups = ", ".join(f"{face} ({n})" for face, n in op.order)
        text = f"group whole columns by their markers, left to right: {groups}; turn nothing over"
        check = "; ".join(f"{owner_of(face)} {n}" for face, n in op.order)
        return _do(Verb.TAKE, self.helpers, text, f"Columns by owner: {check}.")

    def _rearrange(self, op: Rearrange) -> Instruction:
        order = " ".join(map(str, op.order))
        text = f"change the order of the six-card row, all covered: the cards at places {order} become 1 2 3 4 5 6"
        return _do(Verb.TAKE, self.host, text, "6 cards in the row, all face down.")

    def _move(self, op: Move) -> Instruction:
        source, target = op.source, op.target
        if source[0].area == COLUMN and target[0].area == PILE:
            n = target[-1].number
            text = (
                f"set the first {plural(n, 'column')} apart as piles 1 to {n}, each card with what lies under "
                "its marker, all covered; the markers stay behind"
            )
            return _do(Verb.TAKE, self.helpers, text, f"{plural(n, 'pile')} of {len(target) // n} cards.")
        if target[0].area == COLUMN:
            n = len({place.number for place in target})
            text = (
                "lay the unselected cards, still covered, as the first columns again and push the other columns "
                f"together behind them, markers face up: {plural(n, 'column')}"
            )
            return _do(Verb.TAKE, self.helpers, text, f"{plural(n, 'column')}, no gap.")
        if target == LEFT:
            text = f"bring {pair_of(source[0])}, covered, to the left of the six-card row"
            return _do(Verb.TAKE, self.host, text, "6 cards in the row, all face down.")
        if target[0].area == TICKET and source[0].area == PILE:
            pairs = len(source) // 2 // len({place.number for place in source})
            text = (
                f"deal the pairs out, covered: pile 1's {pairs} one each under the tickets that will name place 1, "
                f"pile 2's under those of place 2, and so on ({plural(len(source) // 2, 'ticket')})"
            )
            return _do(Verb.TAKE, self.helpers, text, "Every ticket has a covered marker and a covered pair.")
        if target[-1] == CHOSEN_PLACE and source[0].area == TICKET:
            text = "lay the winning position marker beside the tickets; it is no card of the game"
            return _do(Verb.TAKE, self.host, text, "Only this marker lies there.")
        if target[-1] == CHOSEN_PLACE:
            text = "lay the selected card beside the discard pile, face up"
            return _do(Verb.TAKE, self.host, text, "Only this card lies there.")
        return self._move_out(op)

    def _move_out(self, op: Move) -> Instruction:
        """After an AND: where its pairs go, each back to where x came from."""
        where = number_range(op.target[:1])
        if op.source[:2] == MIDDLE:
            text = f"the middle pair, covered, becomes {pair_of(op.target[0])}; the right pair stays, the new token"
        elif len(op.source) == 2:
            text = f"the right pair, covered, becomes {pair_of(op.target[0])}"
        else:
            text = (
                f"the right pair, covered, becomes {pair_of(op.target[0])}; the middle pair moves to the right, "
                "the new token"
            )
        if op.target[-2:] == MIDDLE:
            text += "; the two open cards go to the middle, to read α β"
        return _do(Verb.TAKE, self.host, text, f"{where.capitalize()} has its pair again, covered.")

    def _collect(self, op: Collect) -> Instruction:
        n = len(op.places)
        where = area_words([place for place in op.places if place != CHOSEN_PLACE])
        if CHOSEN_PLACE in op.places:
            where = f"{where} and the winning position marker"
        if all(place.area == COLUMN and place.row == MARKER_ROW for place in op.places):
            text = f"take {where} away, back into the box"
        else:
            text = f"take {where} away, face down; mix them before anyone looks, then into the box"
        return _do(Verb.RETURN, self.helpers, text, f"{plural(n, 'extra card')} back in the box.")

    def _return(self, op: Return) -> Instruction:
        n = len(op.places)
        names = {DECK: self.deck, DISCARDS: self.pile}
        whose = names.get(op.owner, f"{op.owner}'s hand")
        left = "all that are left in the piles" if op.places[0].area == PILE else number_range(op.places)
        text = f"give {plural(n, 'card')}, covered, back to {whose} ({left})"
        check = f"{plural(n, 'card')} for {whose}."
        if op.owner == DISCARDS:
            check += " Turn the pile face up, top card on top."
        return _do(Verb.RETURN, self.helpers, text, check)


def _do(
    verb: Verb,
    doer: str,
    text: str,
    check: str,
    cards: Sequence[Face] = (),
    question: str = "",
    ask: tuple[str, ...] = (),
) -> Instruction:
    return Instruction(verb, doer, text, check, tuple(cards), question, ask)


def _bits(pattern: tuple[int, ...]) -> str:
    return " · ".join(" ".join(ONE if bit else ZERO) for bit in pattern)
