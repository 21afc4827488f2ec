"""Somebody who reads the sentences told at a table and does what they say; what they leave open, in every way.

The words and the things are the reader's own: sentences are taken apart into clauses, what is said of side, order,
place and method is read off each, and what is left is a verb with what it is done to.  Words that are not known raise
`NotUnderstood`.  Whatever a sentence leaves open is a choice (`Ways`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from facilitator.instructions.instruction import Instruction
from facilitator.operations.faces import TO_CARD, TO_TAB
from reading_things import TURNED, CannotDo, Card, Caught, Column, NotUnderstood, Ways, followed
from reading_truth import Hands, order_of

# ----------------------------------------------------------------------------------------------------
# From sentences to clauses: what is said of how, and what is left.


_HOW: Mapping[str, str] = {
    "cards stay": r"\bthe (?:play )?cards? stays? (?:inside|covered)\b",
    "loose down": r"\b(?:the )?loose card face down on it\b",
    "loose on top": r"\b(?:the )?loose card on it\b",
    "clear up": r"(?:its |and )?\b(?:clear sides? up|opaque sides? down)\b",
    "clear down": r"\b(?:stay )?(?:clear sides? down|opaque sides? up)\b|\b(?:face and )?clear side down\b",
    "to clear": r"\bface to the clear side\b",
    "windows down": r"\b(?:with its )?windows down\b",
    "as it lies": r"\b(?:face up )?as (?:it|they) (?:lies?|lie)\b",
    "own spot": r"\b(?:each(?: card)? )?on (?:its|the)(?: own)? spots?\b",
    "down": r"\b(?:(?:all|still) )?covered\b|(?<=markers) down\b|(?<=play cards) down\b|\bface down\b",
    "unseen": r"\b(?:and )?unseen\b|\bwithout looking at (?:it|the card)\b",
    "up": r"\bface up\b|(?<=, )open\b",
    "one way": r"\b(?:point all )?openings to the host\b|\b(?:openings|backs) one way\b|\bopenings to the host\b",
    "in and out": r"\bin and out\b",
    "fully": r"\bfully\b(?: sleeved)?|\b(?:and push )?until nothing sticks out\b|\ball the way\b|"
    r"\buntil the edge that goes in last is level with that end\b",
    "outermost": r"\bmarker outermost\b|\b(?:the )?outermost(?: card)?\b|\bthe marker stays outermost\b",
    "between": r"\bbetween (?:the )?play card and (?:its )?marker\b",
    "left in first": r"\b(?:the )?(?:left|leftmost) card (?:goes )?against (?:the )?(?:play card|pair before it)\b",
    "beta in first": r"\bβ against (?:the )?(?:play card|\w+ pair)\b",
    "others in order": r"\b(?:the )?others (?:follow )?in order\b",
    "under card": r"\bdirectly under the card\b",
    "lowest": r"\b(?:the )?lowest(?: card)?\b",
    "upper right": r"\b(?:the )?upper card (?:on the )?right\b",
    "stack": r"\b(?:loose card on )?play card on (?:marker|bit cards|pairs)(?: on bit cards)?\b",
    "left on right": r"\bleft on right\b",
    "likewise": r"\blikewise\b",
    "that order": r"\bin (?:(?:that|this) )?order\b",
    "left to right": r"\bfrom left to right\b|\bin turn(?= challenge)|\bleft to right\b",
    "by turns": r"\bone after the other\b|\bin turn\b",
    "out of sight": r"\bout of sight\b",
    "behind back": r"\bbehind your back\b",
    "often": r"\bas often as you like\b|\bnone, one or more\b|\bby half turns(?= until you have lost track)",
    "half turns": r"\bby half turns\b",
    "on table": r"\b(?:flat )?on the table\b",
    "lost track": r"\b(?:until|till) you have lost track(?: of every card)?\b",
    "secret": r"\btell nobody(?: how many)?\b",
    "others away": r"\bwhile everybody else looks away\b|\bthe others looking away\b",
    "nobody follows": r"\b(?:until|till) nobody (?:can follow (?:one|a card)|knows which is which)\b",
    "turn none": r"\bturn (?:none over|nothing over)\b",
    "no spin": r"\bdon't spin it\b",
    "under lid": r"\breach under the lid and\b",
    "eyes closed": r"\bclose your eyes\b",
    "above": r"\bso that it slides on top of the champion\b|\bover the champion\b",
    "to its line": r"\bup to its line\b",
    "name to you": r"\b(?:with )?that name facing you\b",
    "top first": r"\bthe top card first\b",
    "last on top": r"\bthe last loser on top\b",
    "together": r"\b(?:two cards at a time|both cards at once)\b",
}
"""What may be said of how a thing is done, by what it means; taken out of a clause in this order."""

_BESIDE = re.compile(
    r"(?:the )?(?:left|leftmost) card (?:goes )?against|point all openings|give each card|the marker stays|"
    r"the sleeves stay|the (?:play )?cards? stays? |each marker, outermost|markers, outermost, stay|"
    r"turn (?:none|nothing) over|tell nobody|push each card fully in|nobody leafs|they are no cards|don't spin|"
    r"all stays for|lower card onto|left card onto|the others follow|openings|backs|this pair is|"
    r"the cards at places|lift its tip as it goes in|none, one or more"
)
"""Clauses that say how, or what holds: they belong to the clause before, or to the one after."""

_LIST = re.compile(r"[\w-]+(?:, [\w-]+)*(?: and [\w-]+)?")
_ARTICLES = re.compile(r"(?<!every )\b(?:the|an?)\s+(?=\S)")
_CLAUSES = re.compile(
    r"\. |; (?:then )?|: |, then |\. then |(?<! end), (?=turn the wallet |pull the )| and (?=take the tab out)"
)
_BEFORE = re.compile(
    r"(?:do this for each card that is left in the pile|do this once|\d+ duels|one duel)\b.*|close your eyes|"
    r"one after the other(?:, while everybody else looks away)?|while everybody else looks away"
)
"""Clauses that say of the one after them how often or how it is done."""


@dataclass(frozen=True)
class Clause:
    """One act: who, what is left when all that is said of how is read off, and that."""

    doer: str
    does: str
    how: frozenset[str]
    whole: str

    def __contains__(self, how: str) -> bool:
        return how in self.how


@lru_cache(None)
def clauses(doer: str, text: str) -> Sequence[Clause]:
    """Take a sentence apart; ``doer``: who is told."""
    doer = doer.casefold()
    parts = list[str]()
    before = ""
    for part in _CLAUSES.split(text.casefold().replace("opaque envelopes", "opaque envelope")):
        if parts and (
            _BESIDE.match(part) or (_LIST.fullmatch(part) and re.search(r"\bgroup|cards in a row", parts[-1]))
        ):
            parts[-1] += f", {part}"
        elif _BEFORE.fullmatch(part):
            before += f"{part}, "
        else:
            parts.append(before + part)
            before = ""
    return [_clause(doer, part) for part in parts]


def _clause(doer: str, whole: str) -> Clause:
    left, how = whole, set[str]()
    for meaning, words in _HOW.items():
        left, found = re.subn(words, "", left)
        if found:
            how.add(meaning)
    left = _ARTICLES.sub("", left)
    left = re.sub(r"(?:\s*,)+\s*", ", ", left).strip(" ,.")
    return Clause(doer, re.sub(r"\s+", " ", left), frozenset(how), whole)


# ----------------------------------------------------------------------------------------------------
# Hands.

_Handler = Callable[["Reader", Clause, "re.Match[str]"], None]
_Answer = Callable[["Reader", "re.Match[str]", str, Sequence[str]], bool]
_KNOWN: list[tuple[re.Pattern[str], _Handler]] = []


def _reads(*patterns: str) -> Callable[[_Handler], _Handler]:
    """Say which clauses, when what is said of how is left out, a way of doing is for."""

    def known(handler: _Handler) -> _Handler:
        _KNOWN.extend((re.compile(pattern), handler) for pattern in patterns)
        return handler

    return known


@lru_cache(None)
def _handler(does: str) -> tuple[_Handler, re.Match[str]]:
    for pattern, handler in _KNOWN:
        if found := pattern.fullmatch(does):
            return handler, found
    raise NotUnderstood(does)


_WHOSE = r"(?:\S+'s hand|all hands|(?:\S+ )?deck|(?:all |\S+'s )?discards)"
_NO_CARD = Card("", "")
_PAIR_AT = {"left": 0, "middle": 2, "right": 4}
NTH = {"": 0, "first ": 0, "second ": 1, "third ": 2, "fourth ": 3}
NUMBER = re.compile(r"\d+")


@lru_cache(None)
def _answers(question: str) -> Sequence[tuple[re.Match[str], _Answer]]:
    """Return how each thing that is asked is answered; raises `NotUnderstood` where nothing known is."""
    found = [(found, answer) for pattern, answer in _CHECKS if (found := re.search(pattern, question))]
    if not found:
        raise NotUnderstood(question)
    return found


class Reader:
    """Hands at a table, which do what is said; ``ways`` says how, where that is left open.

    ``hands``: whose cards are which, by name and face; ``outside``: those whose cards are in no sleeve.  ``sights``:
    what was seen, as `reading_truth` counts it.
    """

    def __init__(
        self,
        hands: Hands,
        seed: int,
        ways: Ways,
        sleeves: bool,
        outside: Iterable[str] = (),
        lists: Sequence[str] = (),
    ) -> None:
        self.names = tuple(hands)
        self.hands = {owner.casefold(): [Card(*thing) for thing in held] for owner, held in hands.items()}
        self.seed, self.ways, self.sleeves = seed, ways, sleeves
        self.outside = {owner.casefold() for owner in outside} | {"discards"}
        self.sights: set[tuple[str, int]] = set()
        self.row: list[Column] = []
        self.piles: list[Column] | None = None
        self.others: list[Column] = []  # losers of duels, laid aside
        self.aside: list[Card] = []
        self.open_pair: list[Card] = []
        self.packed: list[tuple[Column, list[Card]]] | None = None  # in envelopes, with how they lie in there
        self.boxed: list[Card] = []
        self.given: dict[str, int] = {}
        self.said: list[str] = []  # what was read
        self.mixes = 0
        self.laid: dict[Column, str] = {}
        self.from_box: dict[str, int] = {}
        self.pair: list[Card] = []
        self.that: Column | None = None
        self.champion: Column | None = None
        self.challenger: Column | None = None
        self.challengers: list[Column] | None = None
        self.loose_markers: list[Card] = []
        self.six: list[Card] = [_NO_CARD] * 6
        self.halves: list[Column] = []
        self.lot: list[Card] = []
        self.half_how: frozenset[str] = frozenset()
        self.skips, self.before_piles = False, False
        self.gap = 0
        self.fits: Mapping[str, Sequence[str]] = {}
        self.mask, self.windows_up, self.lid, self.cloth = "", False, False, False
        self.wallet_lies = False  # somebody said which side up
        self.ends: list[Card | None] = [None, None]
        self.tab: int | None = None  # at which end it is in
        self.front: Card | None = None
        self.dotted: Card | None = None
        self.winner: Card | None = None
        self.held: Card | None = None
        self.out_card: Card | None = None
        self.spread: list[Card] = []
        self.pile: list[Card] = []
        self.losers: list[Card] = []
        self.duel_told: Sequence[Instruction] = ()
        self.selected: Card | None = None
        self.code: dict[str, list[str]] = {}
        self.heap: list[Card] = []
        self.drawn_up: list[Column] = []
        self.seat = next(iter(self.hands), "")
        self.before_mixing: Callable[[], None] = lambda: None

    # -- eyes and chance -----------------------------------------------------------------------------

    @property
    def columns(self) -> list[Column]:
        """Every column and pile on the table."""
        return [*(self.piles or ()), *self.row, *self.others]

    @property
    def focus(self) -> list[Column]:
        """What "the sleeves", "each pile" are: those that were last laid into a row."""
        piles = [pile for pile in self.piles or () if self.has_card(pile)]
        return self.piles if self.piles is not None and (piles or not self.row) else self.row

    def look(self) -> None:
        """See what lies open."""
        for column in self.columns:
            self.see_of(column, column.visible)
        self.see(card for card in (*self.aside, *self.open_pair, *self.pair, *self.six, *self.lot) if card.up)

    def see(self, cards: Iterable[Card]) -> None:
        """See some cards."""
        for card in cards:
            self.sights.add((card.name, card.mixed))

    def see_of(self, column: Column, cards: Iterable[Card], at: int = 0) -> None:
        """See cards of a column; of the one whose card is played, pairs tell what that card tells, by the list."""
        if column is self.that and self.selected is not None and self.selected in self.aside:
            code = self.code.get(self.selected.name, [])
            cards = [one for n, one in enumerate(cards, at) if code[n : n + 1] != [one.face]]
        self.see(cards)

    def box(self, face: str) -> Card:
        """Take the next card of this face out of the box, face up."""
        self.from_box[face] = number = self.from_box.get(face, 0) + 1
        return Card(f"{face} {number}", face, up=True)

    def mix(self, columns: list[Column], hidden: bool = True) -> list[Column]:
        """Mix piles; ``hidden``: so that nobody can follow them, but for those that are unlike the others."""
        if len(columns) < 2:
            return columns
        order = order_of(self.seed, self.mixes, len(columns))
        self.mixes += 1
        for column, known in zip(columns, followed([column.looks for column in columns]), strict=True):
            for card in column.cards if hidden and not known else ():
                card.mixed += 1
        return [columns[number] for number in order]

    def one_way(self, clause: Clause, things: Sequence[Column | Card]) -> None:
        """Whoever lays or turns a thing may turn it round, if nothing is said of that."""
        if "one way" not in clause and things and self.ways.pick(f"{TURNED}: {clause.whole}", False, True):
            thing = things[self.seed % len(things)]
            thing.turned = not thing.turned

    def side(self, clause: Clause, up: str = "up", down: str = "down") -> bool:
        """Return which side is to be up; where that is not said either may."""
        if up in clause or down in clause:
            return up in clause
        return self.ways.pick(f"which side: {clause.whole}", False, True)

    def turn(self, clause: Clause, cards: Sequence[Card], up: bool) -> None:
        """Turn cards over."""
        for card in cards:
            card.up = up
        self.one_way(clause, cards)

    def hidden(self, clause: Clause) -> bool:
        """Tell whether piles that are exchanged are lost sight of; where something is missing, either."""
        alone = "behind back" in clause or "eyes closed" in clause
        sight = "out of sight" in clause or alone or (self.lid and "others away" in clause)
        doers = alone or ("by turns" in clause and "two people" in clause.doer)
        secret = "secret" in clause or "lost track" in clause
        whole = sight and doers and secret and "often" in clause
        return whole or self.ways.pick(f"followed: {clause.whole}", True, False)

    # -- reading -------------------------------------------------------------------------------------

    def follow(self, told: Sequence[Instruction], again: bool = False) -> None:
        """Do what is told at once; a loop's instructions for each that it names."""
        parts = [(instruction, clauses(instruction.doer, instruction.text)) for instruction in told]
        if not again:
            self.counted, self.given = len(self.boxed), {}
        if any("spin" in act.does for _, acts in parts for act in acts):
            self.duel_told = told
        self.challengers, self.skips = None, False
        for number, (one, acts) in enumerate(parts):
            for at, act in enumerate(acts):
                self._act(one, act)
                if self.challengers is not None:
                    rest = [(one, acts[at + 1 :]), *parts[number + 1 :]]
                    for challenger in list(self.challengers):
                        self.challenger = challenger
                        for each, its in rest:
                            for clause in its:
                                self._act(each, clause)
                            self._ask(each)
                    self.challenger = None
                    return
            self._ask(one)

    def _act(self, one: Instruction, act: Clause) -> None:
        self.listed, self.expected = one.cards, one.expected
        self.before_mixing = lambda: self._ask(one)
        if self.skips and not act.does.startswith(("mix", "put")):
            return
        self.do(act)

    def _ask(self, one: Instruction) -> None:
        self.check(one.check, one.expected, one.cards)

    def stand(self, owners: Sequence[str]) -> None:
        """Let columns stand there from the turn before, each with its open marker."""
        for owner in owners:
            card = self.hands[owner.casefold()].pop(0)
            card.up = self.sleeves
            column = Column({}, [card]) if self.sleeves else Column({"card": card})
            column.spots["marker"] = self._marker(column, owner)
            self.row.append(column)

    @property
    def left(self) -> list[Card]:
        """Every card that lies on the table."""
        rest = [*self.six, *self.ends, *self.spread, *self.pile, *self.losers, *self.lot]
        lying = [card for card in rest if card is not None and card is not _NO_CARD]
        lying += [Card("mask in the rails", "")] * bool(self.mask)
        lying += [Card("tab in the wallet", "")] * (self.tab is not None)
        return [*self.aside, *lying, *(card for column in self.columns for card in column.cards)]

    def do(self, clause: Clause) -> None:
        """Do one act, and see what lies open then."""
        handler, found = _handler(clause.does)
        handler(self, clause, found)
        self.look()

    # -- laying out ----------------------------------------------------------------------------------

    @_reads(r"(?:lay )?(?:its )?owner's marker (?:below|on) each(?: card| sleeve)?(?:, nobody.*)?")
    def _marks(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause)
        for column in self.row:
            if "marker" in column.spots:
                raise CannotDo("a second marker to a column")
            column.spots["marker"] = self._marker(column, self.laid[column])
            column.spots["marker"].up = up

    def _marker(self, column: Column, owner: str) -> Card:
        card = column.inside[0] if column.inside else column.spots["card"]
        return Card(f"marker of {card.name}", f"θ-{owner}", up=True)

    @_reads(r"(?:lay )?θ-(?P<owner>\S+) (?:below|on) each(?: of first (?P<n>\d+) (?:columns|sleeves))?")
    def _mark_own(self, clause: Clause, found: re.Match[str]) -> None:
        some = self.drawn_up if found["n"] is None else self.row[: int(found["n"])]
        for column in some:
            column.spots["marker"] = self._marker(column, found["owner"])

    @_reads(
        rf"lay (?P<whose>{_WHOSE}(?:(?:, | and ){_WHOSE})*)(?: in sleeves)?(?:, card column)?"
        r"(?:, give each card its own column|, push each card in)*(?:, nobody.*)?"
    )
    def _lay(self, clause: Clause, found: re.Match[str]) -> None:
        sleeved = "clear down" in clause or "clear up" in clause or "sleeve" in clause.whole
        if not sleeved and self.sleeves:
            side = self.ways.pick(f"which side: {clause.whole}", False, True)
        else:
            side = "clear up" in clause if sleeved else self.side(clause)
        for owner in self._owners(found["whose"]):
            for card in self.hands[owner]:
                self.row.append(self._column(clause, card, owner, side))
                self.laid[self.row[-1]] = owner
            self.hands[owner] = []
        if self.sleeves and any(self.laid[column] in self.outside for column in self.row):
            inner = [
                column.inside[0] for column in self.row if column.inside and self.laid[column] in self.outside
            ]
            if "to clear" not in clause and not {"clear down", "fully"} <= clause.how:
                for card in inner:
                    card.up = self.ways.pick(f"face to which side: {clause.whole}", True, False)
            if "fully" not in clause:
                inner[0].out = self.ways.pick(f"how far: {clause.whole}", False, True)
        self.one_way(clause, self.row)

    def _column(self, clause: Clause, card: Card, owner: str, up: bool) -> Column:
        if not self.sleeves:
            card.up = up
            return Column({"card": card})
        card.up = True  # towards the clear side
        return Column({}, [card], clear_up=up)

    def _owners(self, words: str) -> list[str]:
        found = list[str]()
        for part in re.split(r", | and ", words):
            if part == "all hands":
                found += [owner for owner in self.hands if owner not in ("deck", "discards")]
            elif part.endswith("deck"):
                found.append("deck")
            elif "discard" in part:
                found.append("discards")
            else:
                found.append(part.removesuffix(" hand").removesuffix("'s").removeprefix("the "))
        if not {*found} <= {*self.hands}:
            raise NotUnderstood(words)
        return found

    # -- covering ------------------------------------------------------------------------------------

    @_reads(r"turn each marker", r"turn markers")
    def _markers_down(self, clause: Clause, _: re.Match[str]) -> None:
        markers = [column.spots["marker"] for column in self.row]
        self.turn(clause, markers, self.side(clause))

    @_reads(r"turn each play card", r"turn play cards")
    def _cards_down(self, clause: Clause, _: re.Match[str]) -> None:
        self.turn(clause, [column.spots["card"] for column in self.row], self.side(clause))

    @_reads(r"turn everything")
    def _all_down(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause)
        for column in self.row:
            if "own spot" not in clause and self.ways.pick(
                f"a pair turned at once: {clause.whole}", False, True
            ):
                self._swap_bits(column)
            for card in column.cards:
                card.up = up
        self.one_way(clause, [card for column in self.row for card in column.cards])

    def _swap_bits(self, column: Column) -> None:
        bits = column.bits
        for number, card in enumerate(reversed(bits)):
            column.spots[str(number)] = card

    @_reads(r"push each marker, into its sleeve", r"push markers,? in")
    def _markers_in(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause)
        outermost = "outermost" in clause or self.ways.pick(f"which layer: {clause.whole}", True, False)
        for column in self.row:
            card = column.spots.pop("marker")
            self._push(clause, column, [card], up, len(column.inside or ()) if outermost else 0)
        self._all_in(clause, self.row)

    def _push(self, clause: Clause, column: Column, cards: Sequence[Card], up: bool, at: int) -> None:
        """Push cards into a sleeve, this side of them up on the table, the first nearest the clear side."""
        if column.inside is None:
            raise CannotDo("no sleeve")
        for card in cards:
            card.up = up is column.clear_up
        column.inside[at:at] = cards

    def _all_in(self, clause: Clause, columns: Sequence[Column]) -> None:
        if "fully" not in clause and columns and self.ways.pick(f"how far: {clause.whole}", False, True):
            column = columns[self.seed % len(columns)]
            (column.inside or [])[-1].out = True

    @_reads(r"push (?:each pair|pairs)(?:, in|, into .*sleeve)?", r"push pairs,? in", r"slip each pair.*")
    def _pairs_in(self, clause: Clause, _: re.Match[str]) -> None:
        lies = "as it lies" in clause or self.ways.pick(f"which side: {clause.whole}", True, False)
        left = "left in first" in clause or self.ways.pick(f"which order: {clause.whole}", True, False)
        layers = (1,) if {"between", "left in first"} & clause.how else (1, 0, 9)
        layer = self.ways.pick(f"which layer: {clause.whole}", *layers)
        for column in self.row:
            cards = column.bits
            for key in [key for key in column.spots if key.isdigit()]:
                del column.spots[key]
            up = cards[0].up if lies else not cards[0].up
            self._push(clause, column, cards if left else cards[::-1], up, layer)
        self._all_in(clause, self.row)

    @_reads(r"turn sleeves", r"turn all(?: sleeves)?", r"lay sleeves out", r"turn sleeves over")
    def _turn_sleeves(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause, "clear up", "clear down")
        some = self.unpacked(clause)
        for column in some:
            column.clear_up = up
        self.one_way(clause, some)

    def unpacked(self, clause: Clause) -> list[Column]:
        """Take things out of envelopes, where they are in some."""
        if self.packed is not None:
            self.packed = None
        return self.focus

    # -- scrambling ----------------------------------------------------------------------------------

    @_reads(
        r"put each(?: column| pile| sleeve)?,? into (?:opaque )?envelope(?:, loose card on play card, bit cards)?",
        r"both, loose cards on top, into opaque envelope",
    )
    def _into_envelopes(self, clause: Clause, _: re.Match[str]) -> None:
        some = [column for column in self.focus if "loose" in column.spots] or self.focus
        loose = "loose" in some[0].spots
        if self.sleeves:
            self._sleeves_in(clause, some, loose)
            return
        order = self._stack(clause, some[0])
        up = self.side(clause)
        if up:
            self.see(card for column in some for card in column.cards)
        out, self.filled_up = up if "in and out" in clause else None, up
        self.packed = [(column, [column.spots[key] for key in order]) for column in some]
        self.stack_order, self.stack_up = self._stack(clause, some[0], "emptied"), out
        for column in some:
            for card in column.cards:
                card.up = up
        if loose and "in and out" in clause:
            self._out(clause, up)

    def _stack(self, clause: Clause, column: Column, into: str = "filled") -> list[str]:
        """Return the order of a column's cards in an envelope, from the top.

        If the instructions leave the order open, the person who fills the envelope and the person who empties
        it may choose differently.
        """
        single = [key for key in ("loose", "card", "marker") if key in column.spots]
        bits = sorted(key for key in column.spots if key.isdigit())
        if (
            bits
            and "left on right" not in clause
            and self.ways.pick(f"bit cards {into}: {clause.whole}", False, True)
        ):
            bits.reverse()
        if "stack" not in clause and self.ways.pick(f"in which order {into}: {clause.whole}", False, True):
            return bits + single[::-1]
        return single + bits

    def _sleeves_in(self, clause: Clause, some: Sequence[Column], loose: bool) -> None:
        up = self.side(clause, "clear up", "clear down")
        again = (
            up
            if "in and out" in clause
            else self.ways.pick(f"which side comes out: {clause.whole}", up, not up)
        )
        for column in some:
            column.clear_up = up
        self.look()
        if loose:
            down = "loose down" in clause or self.ways.pick(f"loose card: {clause.whole}", True, False)
            for column in some:
                column.spots["loose"].up = not down
        self.look()
        self.packed = [(column, []) for column in some]
        self.comes_out = again

    @_reads(r"mix (?:\d+ )?(?:envelopes|sleeves)", r"scramble")
    def _scramble(self, clause: Clause, _: re.Match[str]) -> None:
        self.before_mixing()
        some = self.focus
        hidden = len(some) > 2 or self.ways.pick(f"followed: {clause.whole}", True, False)
        self._mixed_row(self.mix(list(some), hidden))

    def _mixed_row(self, mixed: list[Column]) -> None:
        if self.piles is not None and set(mixed) == set(self.piles):
            self.piles = mixed
        else:
            self.row = mixed

    @_reads(r"exchange them", r"(?:and )?(?:swap|exchange)(?: them| the two| both)?(?: unseen)?")
    def _exchange(self, clause: Clause, found: re.Match[str]) -> None:
        self.before_mixing()
        hidden = self.hidden(clause)
        if self.packed is None or len(self.packed) != 2:
            raise CannotDo("two envelopes")
        both = [column for column, _ in self.packed]
        self.mix(both, hidden)
        if self.sleeves and both[0].inside is not None:
            for column in both:
                column.clear_up = self.comes_out
            self.look()
        if not self.row and self.pile:
            self.pile = [both[number].spots["card"] for number in order_of(self.seed, self.mixes - 1, 2)]
        elif self.champion is None and not self.halves:
            mixed = [both[number] for number in order_of(self.seed, self.mixes - 1, 2)]
            self._mixed_row(mixed)

    @_reads(r"empty each envelope into (?:column|pile)", r"lay out", r"take both out", r"lay them out")
    def _empty(self, clause: Clause, _: re.Match[str]) -> None:
        if self.sleeves:
            self._turn_sleeves(clause, _)
            return
        if self.packed is None:
            raise CannotDo("no envelopes")
        given = self.stack_up if "down" not in clause and "up" not in clause else None
        given = self.filled_up if "likewise" in clause else given
        up = given if given is not None else self.side(clause)
        self._out(clause, up)

    def _out(self, clause: Clause, up: bool) -> None:
        order = list(self.stack_order)
        kept = (
            {"that order", "likewise"} & clause.how
            or "in and out" in clause
            or "take both out" in clause.whole
        )
        if not kept and self.ways.pick(f"laid out in which order: {clause.whole}", False, True):
            order.reverse()
        for column, cards in self.packed or ():
            column.spots = dict(zip(order, cards, strict=True))
            for card in cards:
                card.up = up

    # -- showing -------------------------------------------------------------------------------------

    @_reads(r"turn (?:over )?(?:only )?(?P<what>play cards|markers)(?: only)?")
    def _show(self, clause: Clause, found: re.Match[str]) -> None:
        key = "marker" if found["what"] == "markers" else "card"
        self.turn(clause, [column.spots[key] for column in self.row], self.side(clause))

    @_reads(r"draw (?:only )?(?:marker|markers),? out(?: of each sleeve)?(?:, sleeves)?")
    def _markers_out(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause)
        for column in self.row:
            assert column.inside is not None
            layer = len(column.inside) - 1
            if "outermost" not in clause:
                layer = self.ways.pick(f"which layer: {clause.whole}", layer, 0, 1)
            column.spots["marker"] = self.pulled(column, [layer], up)[0]

    def pulled(self, column: Column, layers: Sequence[int], up: bool) -> list[Card]:
        """Draw cards out of a sleeve, the one at the clear side first; whatever lies face up is seen on the way."""
        if column.inside is None or max(layers, default=0) >= len(column.inside):
            raise CannotDo("no such card in the sleeve")
        cards = [column.inside[layer] for layer in layers]
        for card in cards:
            card.up = card.up is column.clear_up
        self.see_of(column, [card for card in cards if card.up], len(column.bits))
        for card in cards:
            column.inside.remove(card)
            card.up, card.out = up, False
        return cards

    # -- pairs ---------------------------------------------------------------------------------------

    @_reads(r"lay (?:(?P<n>\d+) )?(?:pairs?) below(?: each)?(?: card| sleeve)?")
    def _lay_pairs(self, clause: Clause, _: re.Match[str]) -> None:
        self.pairs_up = self.side(clause)
        self.without = list(self.row)

    @_reads(
        r"(?P<which>each of \d+ (?:cards on list|listed)|card on list|one listed|every .*?|all other cards|others)"
        r" gets? (?P<bits>[αβ ·]+)"
    )
    def _gets(self, clause: Clause, found: re.Match[str]) -> None:
        which, cards = found["which"], found["bits"].replace("·", " ").split()
        kinds = set(re.findall(r"every (\S+?)(?=,| and|$)", which))
        every = which in ("every card", "others", "all other cards")
        for column in list(self.without):
            card = column.inside[0] if column.inside else column.spots["card"]
            if not card.up or (column.inside and not column.clear_up):
                raise CannotDo("cards that are covered cannot be told apart")
            if every or card.face in kinds or ("list" in which and card.face in self.listed):
                self.without.remove(column)
                self.code[card.name] = cards
                column.lay_bits(
                    [
                        Card(f"bit {number} of {card.name}", face, up=self.pairs_up)
                        for number, face in enumerate(cards)
                    ]
                )

    listed: Sequence[str] = ()

    # -- the virtual seat's piles --------------------------------------------------------------------

    @_reads(r"group (?:columns|sleeves) by marker, (?P<order>.*)", r"group others by owner")
    def _group(self, clause: Clause, found: re.Match[str]) -> None:
        order = self._owners(found["order"]) if "order" in found.re.groupindex else list(self.hands)
        self.row.sort(key=lambda column: order.index(self._mark_of(column)))

    def _mark_of(self, column: Column) -> str:
        marker = column.spots.get("marker")
        if marker is None or not marker.up:
            raise CannotDo("an open marker")
        return marker.face.removeprefix("θ-").casefold()

    @_reads(
        r"lay first (?P<n>\d+) (?:columns|sleeves) into row(?: of piles)?",
        r"lay (?P<n>first) (?:column|sleeve) apart",
    )
    def _take(self, clause: Clause, found: re.Match[str]) -> None:
        n = 1 if found["n"] == "first" else int(found["n"])
        self._apart(clause, self.row[:n])

    @_reads(r"lay (?P<owner>\S+)'s (?:\d+ )?(?:columns?|sleeves?) (?:into row|apart)")
    def _take_own(self, clause: Clause, found: re.Match[str]) -> None:
        self._apart(clause, [column for column in self.row if self._mark_of(column) == found["owner"]])

    def _apart(self, clause: Clause, some: list[Column]) -> None:
        self.piles, self.row = some, [column for column in self.row if column not in some]
        self.order_left(clause, self.piles)

    def order_left(self, clause: Clause, some: list[Column]) -> None:
        """Where it is not said that things stay as they lie, they may be laid in another order."""
        said = {"as it lies", "left to right"} & clause.how or len(some) < 2
        if not said and self.ways.pick(f"in which order: {clause.whole}", False, True):
            some.reverse()

    @_reads(r"put each marker without card into box")
    def _box_lone_markers(self, clause: Clause, _: re.Match[str]) -> None:
        for column in self.columns:
            if not self.has_card(column) and "marker" in column.spots:
                self.boxed.append(column.spots.pop("marker"))

    @_reads(r"draw all markers out")
    def _all_markers_out(self, clause: Clause, _: re.Match[str]) -> None:
        for column in self.columns:
            if column.inside:
                column.spots["marker"] = column.inside.pop()
        self.heap = [column.spots["marker"] for column in self.columns if "marker" in column.spots]

    @_reads(r"put (?:their markers|its marker|markers) into box", r"box markers", r"box θ-\S+")
    def _box_markers(self, clause: Clause, _: re.Match[str]) -> None:
        own = "their" in clause.whole or "its" in clause.whole or "θ-" in clause.whole
        for column in (self.piles or ()) if own else self.columns:
            if (card := column.spots.pop("marker", None)) is not None:
                self.boxed.append(card)
        self.boxed += self.loose_markers
        self.loose_markers = []

    # -- duels ---------------------------------------------------------------------------------------

    @_reads(r"(?:first (?:pile|sleeve)|it) is champion")
    def _first_is(self, clause: Clause, _: re.Match[str]) -> None:
        self.champion = next(iter(self.piles or ()), None)

    @_reads(
        r"each of (?:other|last) (?P<n>\d+)(?: piles| sleeves)? challenges champion once",
        r"(?:other |last )?(?P<n>\d+)(?: others| piles| sleeves)? challenge (?P<first>first, )?(?:champion|it)",
        r"(?P<which>other|last|second|next) (?:pile|sleeve)(?: to right)? challenges champion",
    )
    def _loop(self, clause: Clause, found: re.Match[str]) -> None:
        given = found.groupdict()
        piles = self.piles or []
        if given.get("first") or self.champion is None:
            self.champion = piles[0]
        n = int(given.get("n") or 1)
        if given.get("which") in ("second", "next"):
            if given["which"] == "second":
                self.champion, self.places = piles[0], list(piles)
            del self.places[:1]
            self.challengers = self.places[:1]
            return
        self.challengers = [pile for pile in piles if pile is not self.champion][-n:]
        if n > 1:
            self.order_left(clause, self.challengers)

    @_reads(
        r"(?:take|draw(?: out)?) (?P<whose>challenger's |its )?(?P<nth>first |second |third |fourth )?pair"
        r"(?:, (?P<one>lower|left|one)(?: card)? onto challenger, (?:upper|right|other)(?: card)? onto champion)?"
    )
    def _take_pair(self, clause: Clause, found: re.Match[str]) -> None:
        if self.challenger is None:
            self._read(clause, found)
            return
        assert self.champion is not None
        if found["whose"] in (None, "its "):
            column = self.ways.pick(f"whose pair: {clause.whole}", self.challenger, self.champion)
        else:
            column = self.challenger if found["whose"] == "challenger's " else self.champion
        up = self.side(clause)
        nth = 2 * NTH[found["nth"] or ""]
        self.that = column
        self.pair = self._pair_of(clause, column, nth, up)
        self.see(card for card in self.pair if card.up)
        self.gap = nth
        if found["one"]:
            self._onto(clause, found["one"])

    def _pair_of(self, clause: Clause, column: Column, at: int, up: bool, spots: bool = False) -> list[Card]:
        """Take a pair from its spots, or out of its sleeve (then the card at its clear side first)."""
        if column.inside is not None:
            return self.pulled(column, [at + 1, at + 2], up)
        cards = [column.spots.pop(str(at)), column.spots.pop(str(at + 1))]
        for card in cards:
            card.up = up
        return cards

    @_reads(
        r"put its (?P<one>lower|left) card onto challenger, its (?:upper|right) card onto champion",
        r"(?P<one>one|lower|left)(?: card)? onto challenger, (?:the )?(?:other|upper|right)(?: card)? onto champion",
    )
    def _put_onto(self, clause: Clause, found: re.Match[str]) -> None:
        self._onto(clause, found["one"])

    def _onto(self, clause: Clause, one: str) -> None:
        assert self.champion is not None
        assert self.challenger is not None
        assert self.that is not None
        first, second = self.pair  # as they lay in the sleeve, from the clear side, or left and right
        if one == "one" or (one == "left") is (self.that.inside is not None):
            first, second = self.ways.pick(f"which card: {clause.whole}", (first, second), (second, first))
        elif one == "lower" and self.that.clear_up:
            first, second = second, first
        self.challenger.spots["loose"], self.champion.spots["loose"] = first, second
        self.pair = []

    @_reads(
        r"(?:lay|show) β α(?:,? (?:\(first from box\)|from box|two open cards))?(?:,? where that pair lay)?"
    )
    def _one(self, clause: Clause, _: re.Match[str]) -> None:
        assert self.that is not None
        cards = self.open_pair or [self.box("β"), self.box("α")]
        cards.sort(key=lambda card: card.face == "α")
        self.open_pair = []
        up = (
            "up" in clause
            or "show" in clause.whole
            or self.ways.pick(f"which side: {clause.whole}", True, False)
        )
        for card in cards:
            card.up = up
        if self.sleeves:
            self.pair = cards
        else:
            for number, card in enumerate(cards):
                self.that.spots[str(self.gap + number)] = card

    @_reads(r"push both, into challenger(?:'s sleeve)?", r"push (?:both|them|it)(?:, in)?")
    def _one_in(self, clause: Clause, _: re.Match[str]) -> None:
        assert self.challenger is not None
        up = self.side(clause)
        cards = self.pair
        if "beta in first" not in clause and self.ways.pick(f"which order: {clause.whole}", False, True):
            cards = cards[::-1]
        if self.challenger.clear_up:
            cards = cards[::-1]
        into = (
            self.challenger
            if "challenger" in clause.whole
            else self.ways.pick(f"into which: {clause.whole}", self.challenger, self.champion)
        )
        assert into is not None
        self._push(clause, into, cards, up, self.gap + 1)
        self._all_in(clause, [into])
        self.pair = []

    @_reads(r"turn each(?: card)?")
    def _each_down(self, clause: Clause, _: re.Match[str]) -> None:
        if self.before_piles:
            self.before_piles, up = False, self.side(clause)
            for card in (card for pile in self.piles or () for card in pile.bits):
                card.up = up
            return
        if self.pair:
            self._turn_pair(clause)
            return
        column = self.that
        assert column is not None
        up = self.side(clause)
        if "own spot" not in clause and self.ways.pick(f"turned at once: {clause.whole}", False, True):
            left, right = str(self.gap), str(self.gap + 1)
            column.spots[left], column.spots[right] = column.spots[right], column.spots[left]
        self.turn(clause, [column.spots[str(self.gap)], column.spots[str(self.gap + 1)]], up)

    @_reads(r"turn loose cards(?: over)?")
    def _loose_up(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause)
        for column in (self.champion, self.challenger):
            assert column is not None
            column.spots["loose"].up = up
        self.packed = None

    @_reads(r"(?:one under )?β is champion(?:, other (?:goes )?(?P<where>aside|to challenger's place))?")
    def _wins(self, clause: Clause, found: re.Match[str]) -> None:
        assert self.champion is not None
        assert self.challenger is not None
        if not (self.champion.spots["loose"].up and self.challenger.spots["loose"].up):
            raise CannotDo("loose cards that show")
        winner, loser = self.champion, self.challenger
        if self.challenger.spots["loose"].face == "β":
            winner, loser = loser, winner
        self.champion, self.loser = winner, loser
        if found["where"]:
            self._loser_goes(found["where"])

    @_reads(r"lay other (?P<where>aside|in challenger's place)")
    def _other_goes(self, clause: Clause, found: re.Match[str]) -> None:
        self._loser_goes(found["where"])

    def _loser_goes(self, where: str) -> None:
        """The piles keep their places in the row: the champion at the first, the loser where the challenger lay."""
        piles = self.piles or []
        at = piles.index(self.challenger) if self.challenger in piles else 0
        assert self.champion is not None
        rest = [pile for pile in piles if pile is not self.champion and pile is not self.loser]
        if where == "aside":
            self.others.append(self.loser)
            self.piles = [self.champion, *rest]
        else:
            rest.insert(at - 1, self.loser)
            self.piles = [self.champion, *rest]

    @_reads(r"both loose cards are next β α", r"keep β α")
    def _keep(self, clause: Clause, _: re.Match[str]) -> None:
        self.open_pair = [
            column.spots.pop("loose") for column in (self.champion, self.loser) if column is not None
        ]

    # -- what is read --------------------------------------------------------------------------------

    @_reads(
        r"(?:turn|draw(?: out)?) (?:over )?(?:champion's own |leftmost deck (?:column|sleeve)'s )?"
        r"(?P<nth>first |second |third |fourth )?pair(?: out)?(?: of leftmost deck (?:column|sleeve))?"
    )
    def _read(self, clause: Clause, found: re.Match[str]) -> None:
        if "deck" in clause.whole:
            column = next(
                column for column in self.row if self.has_card(column) and self._mark_of(column) == "deck"
            )
        elif "champion's" in clause.whole:
            column = self.champion or (self.piles or [])[0]
        else:
            column = self.ways.pick(f"whose pair: {clause.whole}", *(self.piles or ()))
        self.that, self.gap = column, 2 * NTH[found["nth"] or ""]
        if not self.sleeves:
            cards = [column.spots[str(self.gap)], column.spots[str(self.gap + 1)]]
            if "own spot" not in clause and self.ways.pick(f"turned at once: {clause.whole}", False, True):
                cards.reverse()
            self.turn(clause, cards, self.side(clause))
            self.say_pair(cards)
            return
        gone = sum(2 for card in self.shown_of(column))
        at = self.gap + 1 - gone
        self.pair = self.pulled(column, [at, at + 1], self.side(clause))
        right = not column.clear_up  # the upper card is then the one nearer to the opaque side
        if "upper right" not in clause:
            right = self.ways.pick(f"which lies right: {clause.whole}", right, not right)
        if not right:
            self.pair.reverse()
        if self.pair[0].up:
            self._shown(self.pair)

    def shown_of(self, column: Column) -> list[list[Card]]:
        """The pairs of a sleeve that were drawn out and lie before it."""
        bits = column.bits
        return [bits[at : at + 2] for at in range(0, len(bits), 2)]

    def _turn_pair(self, clause: Clause) -> None:
        up = self.side(clause)
        for card in self.pair:
            card.up = up
        self._shown(self.pair)

    def _shown(self, cards: Sequence[Card]) -> None:
        assert self.that is not None
        self.see(cards)
        self.say_pair(cards)
        self.that.lay_bits(cards)
        self.pair = []

    def say_pair(self, cards: Sequence[Card]) -> None:
        """Read what lies open, from left to right."""
        self.said.append("".join(card.face for card in cards))

    @_reads(r"turn pair of pile 1")
    def _pair_down(self, clause: Clause, _: re.Match[str]) -> None:
        self.that = (self.piles or [])[0]
        cards = [self.that.spots[str(self.gap)], self.that.spots[str(self.gap + 1)]]
        if "own spot" not in clause and self.ways.pick(f"turned at once: {clause.whole}", False, True):
            self._swap_bits(self.that)
        self.turn(clause, cards, self.side(clause))

    @_reads(r"push pair of pile 1, into its sleeve")
    def _pair_back(self, clause: Clause, _: re.Match[str]) -> None:
        column = (self.piles or [])[0]
        cards = [column.spots.pop(key) for key in sorted(column.spots) if key.isdigit()]
        up = self.side(clause)
        left = "left in first" in clause or self.ways.pick(f"which order: {clause.whole}", True, False)
        before = self.gap + 1
        if "left in first" not in clause:
            before = self.ways.pick(f"which layer: {clause.whole}", before, len(column.inside or ()))
        self._push(clause, column, cards if left else cards[::-1], up, before)
        self._all_in(clause, [column])

    @_reads(
        r"turn (?:its|champion's|that deck) card",
        r"turn (?:that(?: deck)? sleeve|champion)(?: over)?",
        r"turn its sleeve over",
        r"turn it over",
    )
    def _turn_card(self, clause: Clause, _: re.Match[str]) -> None:
        column = self.champion if "champion" in clause.whole else self.that
        if column is None:
            column = self.champion
        if clause.does == "turn it over":
            column = self.ways.pick(f"which: {clause.whole}", *(self.piles or ()))
        assert column is not None
        if column.inside is not None:
            column.clear_up = self.side(clause, "clear up", "clear down")
            self.selected = column.inside[0]
        else:
            self.selected = column.spots["card"]
            self.selected.up = self.side(clause)
        self.that = column
        if any(card is self.selected for card in column.visible):
            self.said.append(self.selected.face)

    @_reads(
        r"draw,? out of (?:that|champion's) sleeve(?P<aside>, aside)?",
        r"draw (?:that sleeve's|champion's),? out(?P<aside>, aside)?",
        r"draw card out of that(?: deck)? sleeve(?P<aside>, aside)?",
        r"draw its play card out(?P<aside>, aside)?",
    )
    def _draw_card(self, clause: Clause, found: re.Match[str]) -> None:
        column = self.champion if "champion" in clause.whole else self.that
        column = column or self.champion
        assert column is not None
        layer = 0 if not column.clear_up else len(column.inside or ()) - 1
        if "lowest" not in clause and len(column.inside or ()) > 1:
            layer = self.ways.pick(f"which layer: {clause.whole}", 0, 1)
        self.selected = self.pulled(column, [layer], self.side(clause))[0]
        self.that = column
        self.aside.append(self.selected)
        if self.selected.up:
            self.said.append(self.selected.face)

    @_reads(
        r"its card aside",
        r"lay (?:it|open play card) aside",
        r"lay selected card aside",
        r"take selected card out of its sleeve",
    )
    def _set_aside(self, clause: Clause, _: re.Match[str]) -> None:
        column, card = self.that, self.selected
        assert column is not None
        assert card is not None
        if column.inside and card in column.inside:
            column.inside.remove(card)
        elif column.spots.get("card") is card:
            del column.spots["card"]
        if not any(card is other for other in self.aside):
            self.aside.append(card)

    @_reads(
        r"put (?P<all>all )?(?:open )?pairs?(?: of that (?:column|sleeve))? into box",
        r"box (?P<all>that column's |its )?pairs?",
    )
    def _box_pair(self, clause: Clause, found: re.Match[str]) -> None:
        column = self.that
        assert column is not None
        gone = [card for card in column.bits if card.up or found["all"]]
        self.boxed += gone
        column.spots = {
            key: card for key, card in column.spots.items() if not any(card is other for other in gone)
        }

    @_reads(r"draw out pairs left in that sleeve")
    def _rest_out(self, clause: Clause, _: re.Match[str]) -> None:
        column = self.that
        assert column is not None
        column.lay_bits(self.pulled(column, range(1, len(column.inside or ())), self.side(clause)))

    @_reads(r"(?:put|give) that deck (?:card|sleeve), (?:into (?P<a>\S+)'s hand|to (?P<b>\S+))")
    def _drawn(self, clause: Clause, found: re.Match[str]) -> None:
        column = self.that
        assert column is not None
        if "unseen" not in clause and self.ways.pick(f"looked at: {clause.whole}", False, True):
            self.see(column.inside or [column.spots["card"]])
        self._give(column, found["a"] or found["b"])
        self.row = [other for other in self.row if other is not column]

    # -- going home ----------------------------------------------------------------------------------

    def _give(self, column: Column, owner: str) -> None:
        card = column.inside[0] if column.inside else column.spots.pop("card")
        if column.inside:
            column.inside = [other for other in column.inside if other is not card]
        if "marker" in column.spots and column in self.row:
            self.loose_markers.append(column.spots.pop("marker"))
        if column in self.row and not column.cards:
            self.row.remove(column)
        self.hands[owner].append(card)
        self.given[owner] = self.given.get(owner, 0) + 1

    @_reads(r"draw (?:out )?all pairs(?: out)?(?:, each marker, stays in its sleeve|, markers, stay in)?")
    def _all_pairs_out(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause)
        for column in self.columns:
            if column.inside:
                first = int(self.has_card(column))
                last = len(column.inside) - ("outermost" in clause)
                column.lay_bits(self.pulled(column, range(first, last), up))

    @_reads(r"(?:mix|box) bit cards(?P<row> of six-card row)?(?:, mixed)?")
    def _mix_bits(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause)
        cards = [card for column in self.columns for card in column.bits] + self.open_pair + self.pair
        cards = [] if _["row"] else cards
        cards += [card for card in self.six if card is not _NO_CARD]
        for card in cards:
            card.up = up
        self.see(card for card in cards if card.up)
        for card in cards:
            card.mixed += 1
        self.heap = cards
        if clause.does.startswith("box"):
            if "mixed" not in clause.does:
                self.see(cards)
            self._heap_in_box(clause, _)

    @_reads(
        r"mix (?P<n>two) bit cards of pile (?P<pile>\d+)",
        r"draw out (?P<n>two) bit cards of pile (?P<pile>\d+)",
    )
    def _two_bits(self, clause: Clause, found: re.Match[str]) -> None:
        column = (self.piles or [])[int(found["pile"]) - 1]
        up = self.side(clause)
        self.lot = self._pair_of(clause, column, 0, up)
        self.heap = self.lot
        for card in self.heap if clause.does.startswith("mix") else ():
            card.mixed += 1

    @_reads(r"put them into box", r"put bit cards into box")
    def _heap_in_box(self, clause: Clause, _: re.Match[str]) -> None:
        self.boxed += self.heap
        self.open_pair = [card for card in self.open_pair if card not in self.heap]
        self.lot = []
        for column in self.columns:
            column.spots = {key: card for key, card in column.spots.items() if card not in self.heap}
        self.six = [_NO_CARD if card in self.heap else card for card in self.six]
        self.heap, self.pair = [], []

    @_reads(
        r"(?P<own>give piles' cards to (?P<owner>\S+))"
        r"(?:, (?P<rest>return others (?:by marker|to .*)|return (?:other )?cards to .*))?",
        r"(?P<rest>return all cards (?:by marker|to those who laid them)|return (?:other )?cards to .*)",
    )
    def _home(self, clause: Clause, found: re.Match[str]) -> None:
        up = self.side(clause)
        given = found.groupdict()
        if given.get("own"):
            for column in [*(self.piles or ()), *self.others]:
                if "card" in column.spots:
                    self._back(column, found["owner"], up)
        if given.get("rest"):
            for column in list(self.row):
                if "card" in column.spots:
                    owner = self.laid[column] if "laid" in clause.does else self._mark_of(column)
                    self._back(column, owner, up)

    def _back(self, column: Column, owner: str, up: bool) -> None:
        if up:
            self.see(column.cards[:1])
        self._give(column, owner)

    @_reads(r"return sleeves to (?P<to>.*)")
    def _sleeves_home(self, clause: Clause, found: re.Match[str]) -> None:
        owners = self._owners(found["to"])
        own = [column for column in [*(self.piles or ()), *self.others] if column.inside]
        for column in own:
            if self.seat in owners and column.inside and self.has_card(column):
                self._give(column, self.seat)
        for column in list(self.row):
            if column.inside and self.has_card(column) and self._whose(column) in owners:
                self._give(column, self._whose(column))

    def _whose(self, column: Column) -> str:
        """Whose a column is that is returned: its marker says it; where no markers lie, who laid it."""
        marked = any(card.up for column in self.row for key, card in column.spots.items() if key == "marker")
        return self._mark_of(column) if marked else self.laid[column]

    def has_card(self, column: Column) -> bool:
        """Tell whether a play card is there."""
        first = column.inside[0] if column.inside else column.spots.get("card")
        return first is not None and not first.name.startswith(("bit", "β", "α", "marker"))

    @_reads(
        r"(?P<who>\S+(?:, \S+)*(?: and \S+)?), draw yours out",
        r"draw (?P<who>discards) out of theirs, top card on top",
    )
    def _out_home(self, clause: Clause, found: re.Match[str]) -> None:
        up = self.side(clause)
        for owner in self._owners(found["who"]):
            for column in list(self.row):
                if column.inside and self.has_card(column) and self._whose(column) == owner:
                    if up and owner != "discards":
                        self.see(column.inside[:1])
                    self._give(column, owner)

    @_reads(r"lay discards, top card on top", r"nobody leafs.*")
    def _discards_up(self, clause: Clause, _: re.Match[str]) -> None:
        """The top card of the discards, which everybody knew, lies where it lay."""

    # -- the six-card row ----------------------------------------------------------------------------

    @_reads(
        r"lay (?P<pair>[αβ] [αβ]) from box, as (?P<where>middle|right) pair of six-card row(?:, this pair is token)?"
    )
    def _row_pair(self, clause: Clause, found: re.Match[str]) -> None:
        up = self.side(clause)
        at = _PAIR_AT[found["where"]]
        for number, face in enumerate(found["pair"].split()):
            self.six[at + number] = self.box(face)
            self.six[at + number].up = up

    @_reads(r"turn (?P<which>middle and right pairs|middle pair) of six-card row")
    def _row_down(self, clause: Clause, found: re.Match[str]) -> None:
        up = self.side(clause)
        for where in ("middle", "right") if "right" in found["which"] else ("middle",):
            at = _PAIR_AT[where]
            if "own spot" not in clause and self.ways.pick(f"turned at once: {clause.whole}", False, True):
                self.six[at], self.six[at + 1] = self.six[at + 1], self.six[at]
            self.turn(clause, [self.six[at], self.six[at + 1]], up)

    @_reads(r"bring pair of pile (?P<n>\d+), to left of six-card row")
    def _bring(self, clause: Clause, found: re.Match[str]) -> None:
        column = (self.piles or [])[int(found["n"]) - 1]
        self.gap = 0
        self.pair = self._pair_of(clause, column, 0, self.side(clause))
        if "as it lies" not in clause and self.ways.pick(f"which order: {clause.whole}", False, True):
            self.pair.reverse()
        self.six[0], self.six[1] = self.pair
        self.pair = []

    @_reads(r"draw out pair of pile (?P<n>\d+)")
    def _draw_pair(self, clause: Clause, found: re.Match[str]) -> None:
        self.that = (self.piles or [])[int(found["n"]) - 1]
        layer = 1 if "under card" in clause else self.ways.pick(f"which layer: {clause.whole}", 1, 0)
        self.pair = self.pulled(self.that, [layer, layer + 1], self.side(clause))

    @_reads(r"lay it at left of six-card row")
    def _lay_left(self, clause: Clause, _: re.Match[str]) -> None:
        assert self.that is not None
        right = not self.that.clear_up
        if "upper right" not in clause:
            right = self.ways.pick(f"which lies right: {clause.whole}", right, not right)
        self.six[0], self.six[1] = self.pair if right else self.pair[::-1]
        self.pair = []

    @_reads(r"change order of six-card row, cards at places (?P<places>[\d ]+) become 1 2 3 4 5 6")
    def _places(self, clause: Clause, found: re.Match[str]) -> None:
        self.six = [self.six[int(place) - 1] for place in found["places"].split()]

    @_reads(
        r"put (?:cards )?(?P<places>[\d ]+?)(?: of row)?,? into (?:(?:one )?(?:opaque )?envelope|another)"
    )
    def _half_in(self, clause: Clause, found: re.Match[str]) -> None:
        cards = [self.six[int(place) - 1] for place in found["places"].split()]
        if "likewise" in clause:
            clause = replace(clause, how=clause.how | self.half_how)
        self.half_how = clause.how
        if "that order" not in clause and self.ways.pick(f"which order: {clause.whole}", False, True):
            cards.reverse()
        up = self.side(clause)
        for card in cards:
            card.up = up
        self.see(card for card in cards if card.up)
        halves = [] if "1" in found["places"] else self.halves
        self.halves = [*halves, Column({str(number): card for number, card in enumerate(cards)})]
        self.packed = [(half, []) for half in self.halves]

    @_reads(r"lay one back, on places 1 2 3(?:, other on 4 5 6)?")
    def _halves_back(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause)
        halves = [self.halves[number] for number in order_of(self.seed, self.mixes - 1, 2)]
        if "that order" not in clause and self.ways.pick(
            f"laid back in which order: {clause.whole}", False, True
        ):
            for half in halves:
                self._swap_bits(half)
        self.six = [card for half in halves for card in half.bits]
        for card in self.six:
            card.up = up
        self.halves, self.packed = [], None

    @_reads(r"turn two leftmost cards of six-card row")
    def _read_row(self, clause: Clause, _: re.Match[str]) -> None:
        if "own spot" not in clause and self.ways.pick(f"turned at once: {clause.whole}", False, True):
            self.six[0], self.six[1] = self.six[1], self.six[0]
        self.turn(clause, self.six[:2], self.side(clause))
        self.say_pair(self.six[:2])

    @_reads(
        r"put (?P<which>middle|right) pair, (?:in its place below card|back into (?:its )?sleeve) of pile (?P<n>\d+)"
    )
    def _carry(self, clause: Clause, found: re.Match[str]) -> None:
        at = _PAIR_AT[found["which"]]
        cards, column = self.six[at : at + 2], (self.piles or [])[int(found["n"]) - 1]
        up = self.side(clause)
        if not {"as it lies", "left in first"} & clause.how and self.ways.pick(
            f"which order: {clause.whole}", False, True
        ):
            cards.reverse()
        if column.inside is not None:
            self._push(clause, column, cards, up, 1)
            self._all_in(clause, [column])
        else:
            column.lay_bits(cards)
            for card in cards:
                card.up = up
        self.six[at : at + 2] = [_NO_CARD, _NO_CARD]

    @_reads(
        r"right pair stays",
        r"it is new token",
        r"it is pile(?: 1 now)?",
        r"this card is champion",
        r"it is champion now",
        r"if none does, say none",
        r"\S+ plays it",
        r"there is nothing to mix",
        r"all stays for next turn",
    )
    def _holds(self, clause: Clause, _: re.Match[str]) -> None:
        """Nothing is moved."""

    @_reads(r"leave only pile as it is")
    def _leave(self, clause: Clause, _: re.Match[str]) -> None:
        """Nothing is moved."""

    @_reads(r"move middle pair,? to right")
    def _to_right(self, clause: Clause, _: re.Match[str]) -> None:
        cards = self.six[2:4]
        if "as it lies" not in clause and self.ways.pick(f"which order: {clause.whole}", False, True):
            cards.reverse()
        self.six[4:6], self.six[2:4] = cards, [_NO_CARD, _NO_CARD]

    @_reads(r"move two open cards to middle, to read (?P<pair>[αβ] [αβ])")
    def _to_middle(self, clause: Clause, found: re.Match[str]) -> None:
        cards = sorted(self.six[:2], key=lambda card: found["pair"].index(card.face))
        self.six[2:4], self.six[:2] = cards, [_NO_CARD, _NO_CARD]

    @_reads(r"turn pairs? of (?:all \d+ piles|only pile)(?:, cards? stays?)?")
    def _hand_pairs(self, clause: Clause, _: re.Match[str]) -> None:
        for column in self.piles or ():
            if "own spot" not in clause and self.ways.pick(f"turned at once: {clause.whole}", False, True):
                self._swap_bits(column)
            for card in column.bits:
                card.up = self.side(clause)

    @_reads(r"draw out every pair(?:, play cards stay inside)?", r"draw out only pile's pair")
    def _every_pair_out(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause)
        for column in self.piles or ():
            cards = self.pulled(column, [1, 2], up)
            if "upper right" not in clause:
                cards = self.ways.pick(f"which lies right: {clause.whole}", cards, cards[::-1])
            column.lay_bits(cards)
        self.before_piles = True

    @_reads(r"lay it before (?:its|the) ?pile", r"lay it before pile")
    def _before_pile(self, clause: Clause, _: re.Match[str]) -> None:
        """They lie there."""

    @_reads(r"if pair reads β α, push that pile to far left")
    def _far_left(self, clause: Clause, _: re.Match[str]) -> None:
        piles = self.piles or []
        winners = [pile for pile in piles if [card.face for card in pile.bits if card.up] == ["β", "α"]]
        self.that = winners[0] if len(winners) == 1 else None
        if self.that is None:
            self.said.append("none")
            self.skips = True
            return
        piles.remove(self.that)
        piles.insert(0, self.that)

    # -- the next turn -------------------------------------------------------------------------------

    @_reads(
        r"lay (?:unselected cards|sleeves of unselected cards), as first columns again",
        r"bring every remaining (?:pile|sleeve) to front",
    )
    def _to_front(self, clause: Clause, _: re.Match[str]) -> None:
        kept = [pile for pile in [*(self.piles or ()), *self.others] if self.has_card(pile)]
        self.drawn_up = kept
        if "lay" in clause.does:
            up = self.side(clause, "clear up", "clear down") if self.sleeves else self.side(clause)
            for column in kept:
                column.clear_up = up
        self.row = kept + self.row
        self.piles, self.others = None, []

    @_reads(
        r"push other columns together behind them, markers",
        r"push others (?:together|up) behind them(?:, markers below)?(?:, all stays for next turn)?",
    )
    def _close_up(self, clause: Clause, _: re.Match[str]) -> None:
        for column in [column for column in self.row if not self.has_card(column)]:
            self.boxed += column.cards
            self.row.remove(column)

    # -- a lot ---------------------------------------------------------------------------------------

    @_reads(
        r"lay \d+ \S+ cards in row, (?P<names>.*?)(?:, they are no cards of game)?", r"turn \d+ \S+ cards"
    )
    def _lot(self, clause: Clause, found: re.Match[str]) -> None:
        listed = found.groupdict().get("names") or self.expected.partition(": ")[2]
        up = self.side(clause)
        self.lot = [Card(f"lot {name} 1", f"lot {name}", up) for name in listed.upper().split(", ")]

    @_reads(r"turn \d+ cards")
    def _lot_down(self, clause: Clause, _: re.Match[str]) -> None:
        self.turn(clause, self.lot, self.side(clause))

    @_reads(r"shuffle these \d+ cards", r"mix them")
    def _lot_mixed(self, clause: Clause, _: re.Match[str]) -> None:
        hidden = "nobody follows" in clause or self.ways.pick(f"followed: {clause.whole}", True, False)
        if not self.lot:
            self.row = self.mix(self.row, hidden)
            return
        mixed = self.mix([Column({"card": card}) for card in self.lot], hidden)
        self.lot = [column.spots["card"] for column in mixed]

    @_reads(r"lay them in row")
    def _lot_row(self, clause: Clause, _: re.Match[str]) -> None:
        """They lie there."""

    @_reads(r"give as many (?:sleeves )?as check says to (?P<to>.*)")
    def _counted(self, clause: Clause, found: re.Match[str]) -> None:
        """Which of them is no matter, for they were mixed: the rightmost go first, as the operations have it."""
        if not self.sleeves and self.side(clause):
            self.see(card for column in self.row for card in column.cards)
        for owner in self._owners(found["to"]):
            n = int(re.findall(rf"{owner} (\d+)", self.expected.casefold())[0])
            for column in list(self.row[len(self.row) - n :]):
                self._give(column, owner)

    @_reads(r"lay drawn card back on top of (?:\S+ )*draw pile")
    def _top_back(self, clause: Clause, _: re.Match[str]) -> None:
        self.side(clause)
        if self.out_card is None:
            raise CannotDo("a card of the deck")
        self.hands["deck"].insert(0, self.out_card)
        self.out_card = None

    @_reads(r"turn leftmost of cards")
    def _lot_card(self, clause: Clause, _: re.Match[str]) -> None:
        self.lot[0].up = "up" in clause or self.side(clause)
        self.said.append(self.lot[0].face)

    @_reads(r"put \S+ cards away")
    def _lot_boxed(self, clause: Clause, _: re.Match[str]) -> None:
        self.boxed += self.lot
        self.lot = []

    # -- a wallet ------------------------------------------------------------------------------------

    @property
    def in_wallet(self) -> list[Card]:
        """The cards that are in the wallet."""
        return [card for card in self.ends if card is not None]

    @_reads(r"(?:slide )?mask (?P<mask>.*?) into rails(?P<instead> in place of other)?")
    def _mask(self, clause: Clause, found: re.Match[str]) -> None:
        if self.mask and not found["instead"]:
            raise CannotDo("two masks in the rails")
        other = "name to you" not in clause and self.ways.pick(f"which side: {clause.whole}", False, True)
        self._mask_out()
        self.mask = "what its other side says" if other else found["mask"]
        self.dot()

    def _mask_out(self) -> None:
        if self.windows_up and self.mask and not self.cloth:  # without a mask the windows show every place
            self.see(self.in_wallet)
        self.mask = ""

    @_reads(r"(?:take )?mask and tab out")
    def _mask_and_tab_out(self, clause: Clause, _: re.Match[str]) -> None:
        """The tab was taken out before, if the last card was not played."""
        self._mask_out()
        self.tab = None

    @_reads(r"losers are pile now")
    def _losers_fight(self, clause: Clause, _: re.Match[str]) -> None:
        last = "last on top" in clause or self.ways.pick(f"which on top: {clause.whole}", True, False)
        self.pile, self.losers = self.losers[::-1] if last else self.losers, []

    @_reads(r"lay (?P<owner>\S+)'s (?:two cards in heap|only card)")
    def _few(self, clause: Clause, found: re.Match[str]) -> None:
        self._spread(clause, found)
        self.pile, self.spread = self.spread, []
        self.packed = [(Column({"card": card}), []) for card in self.pile]

    @_reads(r"spread (?P<owner>\S+)'s hand")
    def _spread(self, clause: Clause, found: re.Match[str]) -> None:
        up = self.side(clause)
        self.spread, self.hands[found["owner"]] = self.hands[found["owner"]], []
        for card in self.spread:
            card.up = up
        self.see(card for card in self.spread if card.up)

    @_reads(r"(?:and )?stir cards (?P<how>with flat hands)", r"stir (?P<owner>\S+)'s hand")
    def _stir(self, clause: Clause, found: re.Match[str]) -> None:
        """Stirring is a complete shuffle, if nobody can follow it; a brief sentence names it alone."""
        if "owner" in found.re.groupindex:
            self._spread(clause, found)
        alone = {"eyes closed", "lost track"} <= clause.how
        followed_by_none = "nobody follows" in clause or "how" not in found.re.groupindex
        hidden = alone or ("two people" in clause.doer and followed_by_none)
        hidden = hidden or self.ways.pick(f"followed: {clause.whole}", True, False)
        mixed = self.mix([Column({"card": card}) for card in self.spread], hidden)
        self.spread = [column.spots["card"] for column in mixed]

    @_reads(r"gather (?:them into )?pile")
    def _gather(self, clause: Clause, _: re.Match[str]) -> None:
        self.pile, self.spread = self.spread, []

    @_reads(r"", r"lay wallet", r"turn wallet")
    def _lay_wallet(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.windows_up
        if "windows down" not in clause:
            up = self.ways.pick(f"which side: {clause.whole}", up, not up)
        self.windows_up, self.wallet_lies = up and "windows down" not in clause, True
        self.dot()

    @_reads(r"turn wallet over(?: like page(?: of book)?)?", r"turn wallet (?P<back>back)(?: over)?")
    def _turn_wallet(self, clause: Clause, found: re.Match[str]) -> None:
        """It is turned over; what lies windows down already need not be turned back."""
        back = "back" in found.re.groupindex
        if self.held is not None and "pinch" not in clause.whole:
            let_go = self.ways.pick(f"let go: {clause.whole}", False, True)
            self.held = None if let_go else self.held
        if not back or self.windows_up or self.ways.pick(f"turned again: {clause.whole}", False, True):
            self.windows_up = not self.windows_up
            self.dot()

    def dot(self) -> None:
        """See the dot, where the windows are up: on the front card's own side if it fits under the mask.

        A card that is alone and does not fit lets the tab be seen, which bears a dot.
        """
        self.dotted = None
        if not self.windows_up or self.lid or self.cloth or not self.in_wallet:
            return
        inside = self.in_wallet
        if not self.mask:
            self.see(inside)
        front = self.front if self.front in inside else inside[0]
        assert front is not None
        fits = front.face in self.fits.get(self.mask, ())
        if len(inside) == 1:
            if not fits and self.tab is None:
                self.said.append("no dot")
                return
            self.sights.add((f"dot {TO_CARD if fits else TO_TAB} {front.name}", front.mixed))
            self.said.append(TO_CARD if fits else TO_TAB)
            return
        self.dotted = front if fits else next(card for card in inside if card is not front)
        self.sights.add((f"dot False {self.dotted.name}", self.dotted.mixed))

    @_reads(
        r"(?:slide )?(?P<which>top) card(?: of (?:pile|(?P<deck>(?:\S+ )*draw pile)))? in(?P<end> at either end)?",
        r"(?:do this for each card that is left in pile, |do this once, |\d+ duels, |one duel, )*"
        r"(?:slide )?(?:(?P<which>next|other) )?card in(?P<end> at empty end)?(?:, lift its tip as it goes in)?",
    )
    def _insert(self, clause: Clause, found: re.Match[str]) -> None:
        pile = self.hands["deck"] if found.groupdict().get("deck") else self.pile
        if not pile:
            raise CannotDo("no card")
        top = found["which"] or "top first" in clause or len(pile) < 2
        card = pile.pop(0 if top else self.ways.pick(f"which card: {clause.whole}", 0, -1))
        looked = pile is not self.pile and "unseen" not in clause
        if looked and self.ways.pick(f"looked at: {clause.whole}", False, True):
            self.see([card])
        self._in(clause, card)

    @_reads(r"(?:slide )?card in again")
    def _again_in(self, clause: Clause, _: re.Match[str]) -> None:
        if self.out_card is None:
            raise CannotDo("no card that is out")
        card, self.out_card = self.out_card, None
        self._in(clause, card)

    def _in(self, clause: Clause, card: Card) -> None:
        """Slide a card in: into an empty wallet at any end, beside another one where it is said."""
        if not self.wallet_lies:
            self.windows_up = self.ways.pick(f"which side: {clause.whole}", False, True)
            self.wallet_lies = True
        card.up = self.side(clause)
        card.out = "fully" not in clause and self.ways.pick(f"how far: {clause.whole}", False, True)
        if card.up:
            self.see([card])
        there = next(iter(self.in_wallet), None)
        at = self._end(clause, there)
        self.front = card
        if there is not None:
            above = "above" in clause or self.ways.pick(f"which layer: {clause.whole}", True, False)
            self.front = there if above is not self.windows_up else card
        self.ends[at] = card
        self.dot()

    def _end(self, clause: Clause, there: Card | None) -> int:
        """Return the end at which a thing is slid in, at which nothing may be."""
        free = self.ends.index(None) if None in self.ends else 0
        said = there is not None and "at the empty end" in clause.whole
        said = said or "into the empty end" in clause.whole
        at = free if said else self.ways.pick(f"which end: {clause.whole}", free, 1 - free)
        if self.ends[at] is not None or self.tab == at:
            raise CannotDo("two things at one end")
        return at

    @_reads(r"(?:slide )?none tab(?: into empty end)?")
    def _tab_in(self, clause: Clause, _: re.Match[str]) -> None:
        self.tab = self._end(clause, next(iter(self.in_wallet), None))
        self.dot()

    @_reads(r"(?:take )?tab out(?:, if it is in)?")
    def _tab_out(self, clause: Clause, _: re.Match[str]) -> None:
        if self.tab is None and "if it is in" not in clause.does:
            raise CannotDo("no tab in the wallet")
        self.tab = None

    @_reads(r"only champion is left in wallet")
    def _alone(self, clause: Clause, _: re.Match[str]) -> None:
        if len(self.in_wallet) != 1:
            raise CannotDo("not one card in the wallet")

    @_reads(r"this is duel \d+ of \d+")
    def _this_duel(self, clause: Clause, _: re.Match[str]) -> None:
        """It is said which it is."""

    @_reads(r"put lid over wallet", r"lid on")
    def _lid_on(self, clause: Clause, _: re.Match[str]) -> None:
        self.lid = True

    @_reads(r"lift lid", r"lid off")
    def _lid_off(self, clause: Clause, _: re.Match[str]) -> None:
        if not self.lid:
            raise CannotDo("no lid")
        self.lid = False
        self.dot()

    @_reads(r"spin wallet")
    def _spin(self, clause: Clause, _: re.Match[str]) -> None:
        if "under lid" in clause and not self.lid:
            raise CannotDo("no lid")
        mixed = self.mix([Column({"card": card}) for card in self.in_wallet], self.hidden(clause))
        if len(mixed) > 1:
            self.ends = [column.spots["card"] for column in mixed]

    @_reads(r"(?:card on side of black dot|dot's side) wins")
    def _dot_wins(self, clause: Clause, _: re.Match[str]) -> None:
        if self.dotted is None:
            raise CannotDo("no dot")
        self.winner = self.dotted

    @_reads(
        r"pinch (?:winner's|that) end",
        r"pinch (?:winner's|that) end, (?:and keep pinching it while you )?turn wallet (?P<back>back)(?: over)?",
    )
    def _pinch(self, clause: Clause, found: re.Match[str]) -> None:
        self.held = self.winner or self.ways.pick(f"which end: {clause.whole}", *self.in_wallet)
        self.winner = None
        if "back" in found.re.groupindex:
            self._turn_wallet(clause, found)

    @_reads(r"now let go")
    def _let_go(self, clause: Clause, _: re.Match[str]) -> None:
        self.held = None

    @_reads(
        r"(?:with other hand )?(?:pull )?(?P<which>other )?card out(?: of (?:its|(?P<end>other)) end)?"
        r"(?:,? (?P<where>and lay it on losers|onto losers|(?:and give it )?to (?P<owner>\S+)'s hand))?"
    )
    def _withdraw(self, clause: Clause, found: re.Match[str]) -> None:
        other = found["which"] or found["end"]
        self._pull(clause, *[card for card in self.in_wallet if not other or card is not self.held])
        assert self.out_card is not None
        if self.out_card.up:
            self.said.append(self.out_card.face)
            self.aside.append(self.out_card)
            self.out_card = None
        elif found["where"]:
            self._card_goes(found["owner"])

    def _pull(self, clause: Clause, *cards: Card) -> None:
        """Pull one of some cards out."""
        if not cards:
            raise CannotDo("an empty wallet")
        card = self.ways.pick(f"which card: {clause.whole}", *cards)
        up = self.side(clause)
        if up or (self.windows_up and not self.cloth):
            self.see([card])
        card.up, card.out = up, False
        self.ends[self.ends.index(card)] = None
        self.held, self.out_card = None, card

    @_reads(r"(?:take )?tab and card out")
    def _tab_and_card_out(self, clause: Clause, found: re.Match[str]) -> None:
        self._tab_out(clause, found)
        if "unseen" not in clause and self.ways.pick(f"looked at: {clause.whole}", False, True):
            self.see(self.in_wallet)
        self._pull(replace(clause, how=clause.how | {"down"}), *self.in_wallet)

    def _card_goes(self, owner: str | None) -> None:
        """Lay the card that is out on the losers, or give it to somebody."""
        if self.out_card is None:
            raise CannotDo("no card that is out")
        (self.losers if owner is None else self.hands[owner]).append(self.out_card)
        self.out_card = None

    @_reads(r"lay it on losers")
    def _loses(self, clause: Clause, _: re.Match[str]) -> None:
        self._card_goes(None)

    @_reads(r"do duel \d+ of \d+")
    def _again(self, clause: Clause, _: re.Match[str]) -> None:
        self.follow(self.duel_told, again=True)

    @_reads(r"stir (?P<which>losers|others)(?: and give them|,) back to (?P<owner>\S+)'s hand")
    def _mix_home(self, clause: Clause, found: re.Match[str]) -> None:
        cards = [*self.losers, *(self.pile if found["which"] == "others" else ())]
        if self.side(clause):
            self.see(cards)
        self.hands[found["owner"]] += cards
        self.given[found["owner"]] = len(cards)
        self.losers, self.pile = [], [] if found["which"] == "others" else self.pile

    @_reads(r"turn top card of pile")
    def _top_card(self, clause: Clause, _: re.Match[str]) -> None:
        card = self.pile.pop(0)
        card.up = self.side(clause)
        self.aside.append(card)
        self.said.append(card.face)

    @_reads(r"cover wallet with cloth and turn it")
    def _under_cloth(self, clause: Clause, _: re.Match[str]) -> None:
        self.cloth, self.windows_up = True, False

    @_reads(r"pull cards out, and lay them on pile")
    def _emptied(self, clause: Clause, _: re.Match[str]) -> None:
        up = self.side(clause)
        for card in self.in_wallet:
            card.up = up
        self.see(card for card in self.in_wallet if up)
        self.pile += self.in_wallet
        self.ends, self.tab, self.cloth = [None, None], None, False

    @_reads(r"pull drawn card out, and lay it apart from pile")
    def _deck_out(self, clause: Clause, _: re.Match[str]) -> None:
        self._pull(clause, *self.in_wallet)
        self.tab, self.cloth = None, False

    # -- what others answer to checks ----------------------------------------------------------------

    def check(self, question: str, expected: str, listed: Sequence[str]) -> None:
        """Answer a check with what lies there; raises `Caught` where that is not what is expected."""
        for found, answer in _answers(question.casefold()) if question else ():
            if not answer(self, found, expected.casefold(), listed):
                raise Caught(question)

    def _alike(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        cards = [card for column in self.columns for card in self.outer(column)]
        return not any(column.turned for column in self.columns) and not any(card.turned for card in cards)

    def outer(self, column: Column) -> list[Card]:
        """The cards of a column whose backs can be looked at: those in a sleeve cannot."""
        return [*column.spots.values()]

    def _covered(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return not any(True for column in self.columns for _ in column.visible)

    def _its_covered(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        row = [card for card in self.six if card is not _NO_CARD]
        cards = row or [card for column in self.piles or () for card in column.bits]
        return not any(card.up or card.turned for card in cards)

    def _pile_covered(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return not any(card.up for column in self.piles or () for card in column.spots.values())

    def _lot_covered(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return not any(card.up or card.turned for card in self.lot)

    def _one_card(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        sleeves = sum(column.clear_up for column in self.columns)
        return sleeves + sum(card.up for card in self.aside) + self._cards_up() <= 1

    def _cards_up(self) -> int:
        return sum(card.up for column in self.columns for key, card in column.spots.items() if key == "card")

    def _one_pair(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        reads = [[card.face for card in column.bits if card.up] for column in self.piles or ()]
        return reads.count(["β", "α"]) <= 1 and all(len(pair) == 2 for pair in reads)

    def _cards_covered(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return not any(
            card.up for column in self.columns for key, card in column.spots.items() if key == "card"
        ) and not any(column.inside and column.clear_up for column in self.columns)

    def _all_inside(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return not any(card.out for column in self.columns for card in column.cards)

    def _opaque(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return not any(column.clear_up for column in self.columns)

    def _number(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return int(NUMBER.findall(wanted)[0]) == len(self.focus)

    def _each(self, found: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        number = int((NUMBER.findall(found[0]) or NUMBER.findall(wanted))[-1])
        if any(card is not _NO_CARD for card in self.six) and not self.halves:
            return number == 3
        some = self.halves or [column for column in self.focus if "loose" in column.spots] or self.focus
        for column in some:
            inside = (
                len(column.inside) + ("loose" in column.spots)
                if column.inside is not None
                else len(column.cards)
            )
            if inside != number:
                return False
        return True

    def _markers_open(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        faces = [
            card.face
            for column in self.columns
            for key, card in column.spots.items()
            if card.up and key == "marker"
        ]
        shown = {f"{faces.count(face)} {face.casefold()}" for face in faces}
        return shown == set(wanted.split(", "))

    def _pairs_open(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        reads = ["".join(card.face for card in column.bits) for column in self.row]
        return sorted(filter(None, map(int, NUMBER.findall(wanted)))) == sorted(
            reads.count(pair) for pair in {*reads}
        ) and all(card.up for column in self.row for card in column.bits)

    def _listed(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return sorted(card.face for column in self.row for card in column.visible) == sorted(listed)

    def _given(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        counts = {owner: int(n) for owner, n in re.findall(r"(\S+) (\d+)", wanted)}
        return self.given == counts

    def _mask_says(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return self.mask == _ARTICLES.sub("", wanted)

    def _no_face(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return not any(card.up for card in self.in_wallet)

    def _no_edge(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return not any(card.out for card in self.in_wallet)

    def _one_dot(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return self.windows_up and not self.lid and self.dotted is not None

    def _one_inside(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return len(self.in_wallet) == 1

    def _wallet_empty(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return not self.in_wallet and self.tab is None

    def _rails_empty(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return not self.mask

    def _gathered(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return len(self.pile) == int(wanted)

    def _have(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        counts = {owner: int(n) for owner, n in re.findall(r"(\S+) (\d+)", wanted)}
        return all(len(self.hands[owner]) == n for owner, n in counts.items())

    def _has(self, found: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return len(self.hands[found["owner"]]) == int(wanted)

    def _two_open(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        cards = [
            column.spots["loose"] for column in self.columns if "loose" in column.spots
        ] or self.open_pair
        cards = (
            cards
            or [card for card in self.six if card.up]
            or [card for pile in self.piles or () for card in pile.bits]
        )
        return sorted(card.face for card in cards if card.up) == ["α", "β"]

    def _extra(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return len(self.boxed) - self.counted == int(NUMBER.findall(wanted)[0])

    def _yes(self, _: re.Match[str], wanted: str, listed: Sequence[str]) -> bool:
        return True

    counted = 0


_CHECKS: Sequence[tuple[str, _Answer]] = (
    (r"\bone way\b|\banother way\b", Reader._alike),
    (r"what lies face up", Reader._covered),
    (r"which play card (?:lies face up|shows)", Reader._cards_covered),
    (r"opening lies another way", Reader._alike),
    (r"what of the (?:pair|row) lies face up|row, all face down", Reader._its_covered),
    (r"pile, all face down", Reader._pile_covered),
    (r"cards, all face down", Reader._lot_covered),
    (r"how many play cards lie face up", Reader._one_card),
    (r"how many pairs read", Reader._one_pair),
    (
        r"what does the pair read|how many cards are in the row|how many envelopes\?|how many has the pile",
        Reader._yes,
    ),
    (r"no two alike|what of the pair of", Reader._yes),
    (r"what does the mask say", Reader._mask_says),
    (r"does a face show", Reader._no_face),
    (r"does an edge stick out", Reader._no_edge),
    (r"on which side (?:of the line )?is the (?:black )?dot", Reader._one_dot),
    (r"how many cards are in the wallet", Reader._one_inside),
    (r"what is in the wallet", Reader._wallet_empty),
    (r"what is in the rails", Reader._rails_empty),
    (r"how many cards are there", Reader._gathered),
    (
        r"how many cards(?:,|\?)|how many\?|how many cards lie face up|how many cards has the pile",
        Reader._yes,
    ),
    (r"sticks out|shows", Reader._all_inside),
    (r"\bopaque sides up\b", Reader._opaque),
    (
        r"how many (?:sleeves|columns|piles|envelopes|backs|openings|hold)\b|how many(?:,| of \d+)",
        Reader._number,
    ),
    (r"of \d+ cards|hold \d+|how many cards has each", Reader._each),
    (r"how many markers|^how many of each", Reader._markers_open),
    (r"second reader", Reader._pairs_open),
    (r"\blist(?:ed)?\b", Reader._listed),
    (r"how many go to each\?", Reader._given),
    (r"how many has each\?", Reader._have),
    (r"how many cards does (?P<owner>\S+) have now\?", Reader._has),
    (r"which two", Reader._two_open),
    (r"how many extra cards|how many (?:colour|suit|lot) cards are there", Reader._extra),
    (
        r"how many has each owner|missing from .*draw pile|of how many cards|what else lies|how many more",
        Reader._yes,
    ),
)
