"""From a group of operations to what is said: short sentences for a tired voice, in two wordings.

The doer, one act, and a check that can fail.  What these sentences do not know is told in the narrator's words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, assert_never

from facilitator.machine.faces import DECK, DISCARDS, ONE, Face, bit_cards, marker, owner_of
from facilitator.machine.operations import (
    CARD_ROW,
    COLUMN,
    FIRST_BIT_ROW,
    LOT,
    MARKER_ROW,
    PILE,
    Choose,
    Collect,
    Cover,
    Draw,
    Encode,
    Heading,
    LayHand,
    Move,
    Op,
    Place,
    Put,
    Return,
    Reveal,
    Scramble,
    Sort,
)
from facilitator.machine.parts import Part
from facilitator.telling.grouping import Kind, OpGroup, Wording
from facilitator.telling.instruction import Instruction, Verb, act
from facilitator.telling.narrate import OPAQUE_UP, Narrator, in_order
from facilitator.words import listed, plural

# ----------------------------------------------------------------------------------------------------
# The round of duels in one instruction, true for any number of piles; and one duel for learners.


NTH = ("first ", "second ", "third ", "fourth ")


class Nouns(NamedTuple):
    """What a duel's piles are called, and how the challenger's pair is taken and a 1 laid into its place.

    ``left`` and ``right``: how hands tell the two cards of the pair.  ``lay_brief``: what is laid, practised.
    ``ready``: what is so before every exchange.
    """

    pile: str
    take: str
    left: str
    right: str
    lay: str
    lay_brief: str
    ready: str


PILES = Nouns(
    "pile",
    "take the challenger's pair, face down",
    "left",
    "right",
    "lay {} where that pair lay, seen by all; turn each card face down on its own spot",
    "lay {} where that pair lay, open; then each face down on its spot",
    "backs one way",
)
SLEEVES = Nouns(
    "sleeve",
    "draw out the challenger's pair, face down",
    "lower",
    "upper",
    "show {}; push both face down, β against the play card, fully into the challenger's sleeve",
    "show {}; push both face down, β against play card, fully into challenger",
    "opaque sides up, backs and openings one way",
)


def duels_told(
    acts: Sequence[Op], narrator: Narrator, nouns: Nouns, wording: Wording, paper: bool = False
) -> tuple[Instruction, ...]:
    """Return the acts of a duel: of all of them, a loop, or in `Wording.WALK` of a single one.

    A pile with more than one pair: which of them it is about is said.  ``paper``: in words for any number of duels.
    """
    begun = [op for op in acts if isinstance(op, Move)]
    mixed = next(op for op in acts if isinstance(op, Scramble))
    laid = any(isinstance(op, Put) for op in acts)
    several = len(mixed.piles[0]) > 4  # pairs in a pile
    nth = NTH[(begun[0].source[0].row - FIRST_BIT_ROW) // 2] if several else ""
    noun, walk, brief = nouns.pile, wording is Wording.WALK, wording is Wording.BRIEF
    lay = nouns.lay_brief if brief else nouns.lay
    challenge = _one(begun[0], noun) if walk else _all(begun, noun, brief)
    if paper and brief:
        challenge = f"the other {len(begun)} in turn challenge the champion, the first {noun}"
    doer, exchange = narrator.exchange()
    pile = mixed.piles[0]
    loose, other = ("loose", "other") if brief else ("the loose", "the other")
    loser = "goes to the challenger's place" if several else "aside"
    after = ("keep both as " if brief else "both are the next ") + " ".join(ONE)
    return (
        act(
            Verb.TAKE if walk else Verb.ROUND,
            narrator.host,
            f"{challenge}; {_taken(nouns, nth, brief)}",
            "",
        ),
        act(Verb.LAY, narrator.host, _laid(lay, nth).format(" ".join(ONE) + _origin(laid, wording)), ""),
        act(
            Verb.SCRAMBLE,
            doer,
            f"each {noun} into an opaque envelope, {narrator.in_and_out(pile)}; {exchange}",
            nouns.ready[0].upper() + nouns.ready[1:] + "."
            if brief
            else f"2 of {len(pile)} cards, {nouns.ready}.",
        ),
        act(
            Verb.REVEAL,
            narrator.host,
            f"turn {loose} cards face up: β is champion, {other} {loser}; {after}",
            "One β, one α.",
        ),
    )


def _taken(nouns: Nouns, nth: str, brief: bool) -> str:
    """What is done with the challenger's pair; ``nth``: which of its pairs, where it has several."""
    the = "" if brief else "the "
    take = _nth(nouns.take, nth).replace("the ", the)
    return f"{take}: {nouns.left} card onto {the}challenger, {nouns.right} onto {the}champion"


def _nth(words: str, nth: str) -> str:
    return words.replace("'s pair", f"'s {nth}pair")


def _laid(words: str, nth: str) -> str:
    """Where β α goes: into the place of the pair that was taken, which in a sleeve lies behind those before it."""
    number = NTH.index(nth) if nth else 0
    return (
        re.sub(r"against (the )?play card", f"against the {NTH[number - 1]}pair", words) if number else words
    )


def _one(begun: Move, noun: str) -> str:
    return f"{noun} {begun.target[0].number} challenges the champion, {noun} {begun.target[1].number}"


def _all(begun: Sequence[Move], noun: str, brief: bool) -> str:
    """Who challenges whom: what is left of the duels, for a game may go on within them."""
    number, first = len(begun), begun[0].target[0].number == 2
    at_first = ", the first" if first else ""
    if number == 1:
        return f"the {'other' if first else 'last'} {noun} challenges the champion{at_first}"
    which = f"the {'other' if first else 'last'} {number} {noun}s in turn"
    return (
        f"{which} challenge the champion{at_first}"
        if brief
        else f"each of {which} challenges the champion{at_first}"
    )


def _origin(laid: bool, wording: Wording) -> str:
    """Where the 1 comes from: the box, or the two cards turned over just before."""
    match wording:
        case Wording.WALK:
            return " from the box" if laid else ", the two open cards"
        case Wording.FULL if laid:
            return " (first from the box)"
        case _:
            return ""


# ----------------------------------------------------------------------------------------------------
# Lists said as rules: "every green, every 9, every black", true for the cards that lie on the table.


Traits = Callable[[Face], tuple[str, ...]]
"""What a game calls a card's features, the widest first: ``7G`` is ``("green", "7")``."""

MOST_PARTS = 8
"""A rule of more parts is no help: then the list is read."""


class Rule(NamedTuple):
    """A set of kinds, said by their traits; ``singles``: the kinds that no trait covers."""

    traits: tuple[str, ...]
    singles: tuple[Face, ...]

    def fits(self, face: Face, traits: Traits) -> bool:
        """Tell whether the rule means this card."""
        return face in self.singles or any(trait in self.traits for trait in traits(face))

    def words(self, describe: Callable[[Face], str]) -> str:
        """Return the rule as it is read aloud; empty where it has too many parts to be followed.

        >>> Rule(("green", "9"), ("W",)).words({"W": "wild"}.__getitem__)
        'every green, every 9, every wild'
        """
        parts = (*self.traits, *map(describe, self.singles))
        return ", ".join(f"every {part}" for part in parts) if len(parts) <= MOST_PARTS else ""


def rule(wanted: Iterable[Face], table: Iterable[Face], traits: Traits) -> Rule:
    """Return a rule that means exactly the wanted kinds among those on the table.

    A trait is used only if every card on the table that has it is wanted; of these, the one that covers most
    of what is still open comes first.
    """
    kinds = tuple(dict.fromkeys(table))
    open_, inside = dict.fromkeys(wanted), set(wanted)
    having: dict[str, list[Face]] = {}
    for face in kinds:
        for trait in traits(face):
            having.setdefault(trait, []).append(face)
    usable = {trait: faces for trait, faces in having.items() if inside.issuperset(faces)}
    used: list[str] = []
    while usable:
        trait = max(usable, key=lambda one: sum(face in open_ for face in usable[one]))
        gained = [face for face in usable.pop(trait) if face in open_]
        if len(gained) < 2:
            break
        used.append(trait)
        for face in gained:
            del open_[face]
    return Rule(tuple(used), tuple(open_))


def rule_words(
    wanted: Iterable[Face], table: Iterable[Face], traits: Traits, describe: Callable[[Face], str]
) -> str:
    """Return the rule for some kinds in words; empty where it would be too long."""
    return rule(tuple(wanted), table, traits).words(describe)


# ----------------------------------------------------------------------------------------------------
# The short sentences for what goes home or on to the next run, and for the cards of a lot.


LOST = "until nobody can follow one"


def _of_marker(place: Place) -> bool:
    return place.area == COLUMN and place.row == MARKER_ROW


def no_traits(face: Face) -> tuple[str, ...]:
    """A game without traits: its cards are named one by one."""
    return ()


class HomeSpeech:
    """Knows who sits at the table (``narrator``) and what cards are called; says what goes home."""

    nouns = PILES
    _column = "column"

    def __init__(
        self,
        narrator: Narrator,
        traits: Traits = no_traits,
        pairs: int = 1,
        hands: Sequence[tuple[str, int]] = (),
    ) -> None:
        """``pairs``: how many bits a column has (classes), so that one of them is named.

        ``hands``: the virtual seat, then who else is in every list, with 0 where they have no card: for paper.
        """
        self.narrator, self.traits, self.pairs, self.hands = narrator, traits, pairs, hands

    def _hand(self, owner: str) -> str:
        return {DECK: self.narrator.deck, DISCARDS: self.narrator.pile}.get(owner, f"{owner}'s hand")

    def _owner(self, owner: str) -> str:
        return {DECK: "deck", DISCARDS: "discards"}.get(owner, owner)

    def _sizes(self, sizes: Sequence[tuple[str, int]]) -> str:
        return ", ".join(f"{self._owner(owner)} {n}" for owner, n in sizes)

    def _each(self, sizes: Sequence[tuple[str, int]]) -> Sequence[tuple[str, int]]:
        """Return who has how many, and on paper whoever else may have some; the virtual seat only if it is told."""
        there = dict(sizes)
        whole = [(one, there.get(one, 0)) for one, _ in self.hands if one in there or one != self.hands[0][0]]
        return whole or sizes

    def _markers(self, faces: Sequence[Face]) -> str:
        """Return how many markers there are of each."""
        each = self._each([(owner_of(face), n) for face, n in Counter(faces).items()])
        return f"{', '.join(f'{n} {marker(owner)}' for owner, n in each)}."

    # -- giving back ---------------------------------------------------------------------------------

    def _back(self, acts: Sequence[Op], full: bool, own: str = "") -> Instruction:
        """``own``: whose piles' cards go home here, told also where none is left."""
        returned = [op for op in acts if isinstance(op, Return)]
        boxed = [place for op in acts if isinstance(op, Collect) for place in op.places]
        bits = self._extras_home(boxed, full)
        parts = [*bits, *self._cards_home(returned, full, own)]
        if any(map(_of_marker, boxed)):
            parts.append("markers to the box" if full else "box markers")
        sizes = Counter[str]({own: 0} if own else {})
        for op in returned:
            sizes[op.owner] += len(op.places)
        each = self._each([*sizes.items()]) if self._by_marker(returned) else [*sizes.items()]
        check = f"{self._sizes(each)}." if sizes else f"{plural(len(boxed), 'extra card')}."
        return act(Verb.RETURN, self.narrator.helpers, "; ".join(parts), check)

    def _by_marker(self, returned: Sequence[Return]) -> list[str]:
        """Return whose cards go home from columns."""
        sizes = [(op.owner, len(op.places)) for op in returned if op.places[0].area == COLUMN]
        return [owner for owner, _ in self._each(sizes)] if sizes else []

    def _extras_home(self, boxed: Sequence[Place], full: bool) -> list[str]:
        """What goes to the box besides markers; what the draw check has shown of one column goes as it lies."""
        bits = [place for place in boxed if not _of_marker(place)]
        if not bits:
            return []
        if {place.area for place in bits} == {LOT}:
            return [f"the {self.narrator.naming} cards to the box"]
        if {place.area for place in bits} == {COLUMN} and len({place.number for place in bits}) == 1:
            return [f"the open {self._shown_of(len(bits))} to the box"]
        home = "bit cards, mixed covered, to the box" if full else "box bit cards, mixed covered"
        return [f"{self._draw_out(bits, full)}{home}"]

    def _shown_of(self, cards: int) -> str:
        return "pair" if cards == 2 else "pairs"

    def _draw_out(self, bits: Sequence[Place], full: bool) -> str:
        return ""

    def _own_goes_home(self, group: OpGroup) -> str:
        """Return on paper, for a group that is to give the hand's cards back, whose they are."""
        parts = {op.part for op in group.ops if isinstance(op, Heading)}
        return self.hands[0][0] if self.hands and parts & {Part.GIVE_BACK, Part.GIVE_BACK_OWN} else ""

    def _cards_home(self, returned: Sequence[Return], full: bool, whose: str = "") -> list[str]:
        if not returned and not whose:
            return []
        own = sorted({op.owner for op in returned if op.places[0].area == PILE} | {whose} - {""})
        by_marker = self._by_marker(returned)
        parts = [f"piles' cards to {listed(own)}"] if own else []
        if len(set(by_marker)) == 1:
            parts.append(f"the {'other cards' if own else 'cards'} to {self._hand(by_marker[0])}")
        elif by_marker:
            parts.append(f"{'others' if own else 'all cards'} by marker")
        if not parts:  # the hand that was laid in a row, mixed, to give back what was drawn
            parts = [f"as many as the check says to {listed([self._owner(op.owner) for op in returned])}"]
        text = f"{', '.join(parts)}, covered"
        if DISCARDS in by_marker:
            text += "; discards face up, top card on top"
        return [text]

    def _hand_over(self, acts: Sequence[Op], full: bool) -> Instruction:
        boxed = [place for op in acts if isinstance(op, Collect) for place in op.places]
        move = next(op for op in acts if isinstance(op, Move))
        put = next((op for op in acts if isinstance(op, Put)), None)
        parts = self._extras_home(boxed, full)
        if put is not None:
            front = f"every remaining {self.nouns.pile} to the front"
            parts.append(f"{front}, {put.faces[0]} {self._on_each}, face up")
        columns = len({place.number for place in move.target})
        parts.append("others close up behind; all stays for the next turn")
        check = f"{plural(columns, self._column)}, each with its marker."
        return act(Verb.RETURN, self.narrator.helpers, "; ".join(parts), check)

    _on_each = "below each"

    # -- other lots ----------------------------------------------------------------------------------

    def _colour(self, op: Op) -> Instruction:
        assert isinstance(op, Put)
        n = len(op.places)
        voice = self.narrator
        text = f"turn the {n} {voice.naming} cards of the box face down, mix them {LOST}; lay them in a row"
        return act(
            Verb.SCRAMBLE, voice.everyone, text, f"{n} cards: {', '.join(map(voice.called, op.faces))}."
        )


# ----------------------------------------------------------------------------------------------------
# The short sentences for the virtual seat's own piles, and for what is read and drawn.


class Own(HomeSpeech):
    """Says how the hand is set apart, what its champion is, and what is drawn after none."""

    def _take(self, acts: Sequence[Op]) -> Instruction:
        sort = next((op for op in acts if isinstance(op, Sort)), None)
        move = next((op for op in acts if isinstance(op, Move)), None)
        boxed = any(isinstance(op, Collect) for op in acts)
        each = self._each([(owner_of(face), n) for face, n in sort.order]) if sort else ()
        owners = [self._owner(owner) for owner, _ in each]
        if move is None:
            assert sort is not None
            text = f"group the {self._column}s by marker, left to right: {listed(owners)}; turn nothing over"
            return act(Verb.TAKE, self.narrator.helpers, text, f"{self._sizes(each)}.")
        piles = move.target[-1].number
        size = len(move.target) // piles
        whose = f"{owners[0]}'s" if owners else "the first"
        paper = bool(self.hands and owners)  # in words for any number of them
        if piles > 1 or paper:
            piled, number = "" if owners else self._piled, "" if paper else f" {piles}"
            parts = [f"{whose}{number} {self._column}s into a row{piled}, as they lie"]
        else:
            parts = [f"{whose} {self._column} apart: the champion"]
        mine = sort.order[0][0] if sort else "their markers" if piles > 1 else "its marker"
        if boxed:
            parts.append(f"box {mine}" if owners else f"{mine} to the box")
        if len(owners) > 2:
            parts.append("others by owner")
        check = f"{piles} of {size} cards."
        return act(Verb.TAKE, self.narrator.helpers, f"{'; '.join(parts)}", check)

    _piled = " of piles"

    def _result(self, op: Op, full: bool) -> Instruction:
        assert isinstance(op, Reveal)
        first = op.places[0]
        pair = f"{NTH[(first.row - FIRST_BIT_ROW) // 2] if self.pairs > 1 else ''}pair"
        whose = f"{self._leftmost}'s" if first.area == COLUMN else "the champion's own"
        text = self._show_pair(f"{whose} {pair}", full)
        question = "What does it read?" if full else "It reads?"
        return act(Verb.REVEAL, self.narrator.host, text, "", question=question, ask=op.ask)

    _leftmost = "the leftmost deck column"

    def _show_pair(self, which: str, full: bool) -> str:
        return f"turn {which} face up, each {'card on its own' if full else 'on its'} spot"

    def _card(self, acts: Sequence[Op], full: bool, champion: bool) -> Instruction:
        op = acts[-1]
        assert isinstance(op, Reveal)
        shown = f"{self._shown_of(len(acts[0].places))} to the box; " if isinstance(acts[0], Collect) else ""
        own = self._own_card("the champion" if champion else "")
        what = self._deck_card if op.places[0].area == COLUMN else own
        aside = "" if full else f"; {self._aside}"
        text = f"{shown}turn {what} {self._side_up}{aside}"
        return act(Verb.REVEAL, self.narrator.host, text, "", question="Which card?", ask=op.ask)

    _aside, _deck_card, _side_up = "lay it aside", "that deck card", "face up"

    def _own_card(self, which: str) -> str:
        return f"the card of {which}" if which else "its card"

    def _drawn(self, acts: Sequence[Op], full: bool) -> Instruction:
        draw, text = acts[-1], ""
        assert isinstance(draw, Draw)
        if isinstance(acts[0], Collect):
            shown = self._shown_of(len(acts[0].places))
            text = f"{shown} to the box; " if full else f"box the {shown}; "
        text += f"that {self._drawn_card}, unseen, to {draw.owner}" + ("'s hand" if full else "")
        return act(Verb.TAKE, self.narrator.host, text, f"{draw.owner} has one more.")

    _drawn_card = "deck card"


# ----------------------------------------------------------------------------------------------------


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


# ----------------------------------------------------------------------------------------------------
# The same short sentences where every column stays in its sleeve.


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
