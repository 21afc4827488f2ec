"""From an act to what is said: which sentences of the catalogue, and what fills their slots.

One method an act.  It knows no English: a sentence is found by its key, the table's equipment and the wording.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from facilitator.machine.acts import Kind, Shares
from facilitator.machine.faces import DECK, DISCARDS, NONE, ONE, Face, bit_cards, called, marker
from facilitator.machine.operations import (
    CARD_ROW,
    COLUMN,
    FIRST_BIT_ROW,
    LOT,
    MARKER_ROW,
    PILE,
    Collect,
    Cover,
    Encode,
    Move,
    Op,
    Put,
    Rearrange,
    Return,
    Reveal,
    asked_by,
    places_of,
)
from facilitator.protocols.gates import MIDDLE, RIGHT
from facilitator.telling.grouping import OpGroup, Wording
from facilitator.telling.instruction import Instruction, Said, Verb
from facilitator.telling.rule import Traits, no_traits, rule
from facilitator.words.catalogue import (
    ENGLISH,
    Between,
    Listed,
    Phrase,
    Value,
    Words,
    closest,
    has,
    phrase,
    sentences,
    slots_of,
)
from facilitator.words.sizes import Letters, Size


@dataclass(frozen=True)
class Voice:
    """Knows who sits at the table and what a card is called; holds no state of a run.

    ``humans``: the people's names.  ``sleeves``: whether columns stay in sleeves; else piles go into envelopes.
    ``describe``: words for a play card; ``naming``: what is drawn by lot, in one word, and ``named``: words for it;
    ``deck`` and ``pile``: what the cards are called that are drawn from and that were played.
    """

    humans: tuple[str, ...]
    sleeves: bool = False
    describe: Callable[[Face], str] = str
    naming: str = "lot"
    named: Callable[[str], str] = str
    deck: str = "the unplayed deck"
    pile: str = "the whole discard pile"
    language: str = ENGLISH

    def called(self, face: Face) -> str:
        """Return what people call a face that an answer names: of a lot what it stands for."""
        return called(face, self.named)


class Speech:
    """Says acts at a table.

    ``paper``: in words for any number of cards, which ``letters`` then stand for.  ``masks``: what the masks of this
    turn's classes are called, the best class first.
    """

    def __init__(
        self,
        voice: Voice,
        traits: Traits = no_traits,
        paper: bool = False,
        letters: Letters | None = None,
        masks: tuple[str, ...] = (),
    ) -> None:
        self.voice, self.traits, self.paper, self.letters, self.masks = voice, traits, paper, letters, masks

    def told(self, group: OpGroup, wording: Wording) -> tuple[Instruction, ...]:
        """Return what is said for a group; nothing for what was told with the act before."""
        return ActTeller(self, group, wording).told() if group.parts else ()


class ActTeller:
    """Says one group of operations: its sentences by their keys, and whatever may stand in a slot by its name."""

    def __init__(self, speech: Speech, group: OpGroup, wording: Wording) -> None:
        self._speech, self._voice, self._group, self._wording = speech, speech.voice, group, wording
        self._brief = wording is Wording.BRIEF
        sleeves = ("sleeves",) if self._voice.sleeves else ()
        self._ways = (*sleeves, *(("brief",) if self._brief else ()))
        self._ops, self._parts = group.acts, group.parts
        self._first, self._last = self._parts[0], self._parts[-1]
        self._kinds = [act.kind for act in self._parts]

    def told(self) -> tuple[Instruction, ...]:
        """Return the instructions."""
        match self._group.kind:
            case Kind.ASIDE if self._brief:
                return ()  # told with the card
            case Kind.SCRAMBLE:
                return self._scramble()
            case Kind.ROUND | Kind.DUEL:
                return self._duels()
            case Kind.WALLET_DUEL:
                return self._wallet_duel()
            case kind if kind in PLAIN:
                return (self._plain(kind.name.lower(), *PLAIN[kind]),)
            case kind:
                return (_OTHERS[kind](self),)

    def _plain(self, key: str, verb: Verb, who: str, *more: Words, cards: Sequence[Face] = ()) -> Instruction:
        """Say an act that has one sentence, perhaps a check and a question."""
        return self._made(verb, who, [self._say(key), *more], key, cards=cards)

    # -- how sentences are found, and put together ---------------------------------------------------

    def _say(self, key: str, **given: Value) -> Phrase:
        found = closest(key, self._ways)
        slots = {name: given[name] if name in given else _SLOTS[name](self) for name in slots_of(found)}
        return phrase(found, **slots)

    def _part(self, key: str, part: str, given: Mapping[str, Value]) -> Phrase | None:
        """Return the sentence that goes with another, where there is one: its check, its question."""
        found = closest(f"{key}.{part}", self._ways)
        return self._say(f"{key}.{part}", **given) if has(found) else None

    def _made(
        self,
        verb: Verb,
        who: str,
        parts: Sequence[Words],
        key: str = "",
        cards: Sequence[Face] = (),
        by_list: bool = False,
        **given: Value,
    ) -> Instruction:
        """Return an instruction; ``key``: of the act whose check and question it has."""
        check = self._part(key, "check", given) if key else None
        ask = asked_by(self._ops[-1]) if key else ()
        question = self._part(key, "ask_none" if NONE in ask else "ask", given) if ask else None
        doer = "host" if who == "helpers" and len(self._voice.humans) < 2 else who
        expected = self._part(key, "answer", given) if check else None
        said = Said(phrase(f"who.{doer}"), sentences(parts), check, question, expected)
        speech = self._speech
        return Instruction.of(verb, said, tuple(cards), ask, by_list, self._voice.language, speech.letters)

    # -- what may stand in a slot --------------------------------------------------------------------

    def _marker(self) -> Value:
        return marker(self._owned[0][0])

    def _markers(self) -> Value:
        return Listed(tuple(phrase("marked", n=n, marker=marker(owner)) for owner, n in self._owned))

    @property
    def _owned(self) -> Shares:
        """Whose cards the act is about; who has none is told on paper, where in other turns they have some."""
        parts = (act for act in self._parts if self._brief or act.kind is not Kind.BITS)
        every = {owner: n for act in parts for owner, n in act.shares}
        return tuple((owner, n) for owner, n in every.items() if n or self._speech.paper)

    def _shares(self) -> Value:
        return Listed(tuple(phrase("share", owner=self._owner(owner), n=n) for owner, n in self._owned))

    def _owners(self) -> Value:
        return Listed(tuple(self._owner(owner) for owner, _ in self._owned), Between.AND)

    def _drawer(self) -> Value:
        return getattr(self._ops[-1], "owner", "")

    def _faces(self) -> Value:
        faces = next((op.faces for op in self._ops if isinstance(op, Put)), ())
        return Listed(tuple(map(self._voice.called, faces)))

    def _pair(self) -> Value:
        return next((" ".join(op.faces) for op in self._ops if isinstance(op, Put)), "")

    def _places(self) -> Value:
        return next((" ".join(map(str, op.order)) for op in self._ops if isinstance(op, Rearrange)), "")

    def _nth(self) -> Value:
        return phrase(f"nth.{self._first.which}") if self._first.which else ""

    def _mask(self) -> Value:
        """What the mask of this act's class is called in this turn."""
        masks = self._speech.masks
        return masks[self._first.which - 1] if self._first.which <= len(masks) else phrase("mask.tonight")

    def _order(self) -> Value:
        """How the cards of a pile lie when it is filled in."""
        rows = {place.row for place in places_of(self._ops[-1])}
        if MARKER_ROW not in rows:
            return phrase("filling.pile")
        return phrase("filling.column" if max(rows) >= FIRST_BIT_ROW else "filling.marked")

    # -- owners --------------------------------------------------------------------------------------

    def _owner(self, owner: str) -> Value:
        keys = {DECK: "owner.deck", DISCARDS: "owner.discards"}
        return phrase(keys[owner]) if owner in keys else owner

    def _hand(self, owner: str) -> Value:
        names = {DECK: self._voice.deck, DISCARDS: self._voice.pile}
        return names[owner] if owner in names else phrase("hand", owner=owner)

    def _outside(self, owner: str) -> bool:
        """Whether somebody looks at these cards, so that they do not stay in sleeves."""
        return owner in self._voice.humans or owner == DISCARDS

    # -- laying out ----------------------------------------------------------------------------------

    def _lay(self) -> Instruction:
        owners = [owner for owner, _ in self._owned]
        people = [owner for owner in owners if owner not in (DECK, DISCARDS)]
        names = [self._hand(owner) for owner in owners]
        if len(people) > 2:  # in full the check names them, in order
            name = self._owner if self._brief else self._hand
            names = [phrase("hands"), *(name(owner) for owner in owners if owner not in people)]
        own = self._voice.sleeves and any(map(self._outside, owners))
        parts = [self._say("lay_own" if own else "lay", what=Listed(tuple(names), Between.AND))]
        parts += [self._say("lay.marked")] if Kind.MARK in self._kinds else []
        parts += [self._say("lay.discards")] if DISCARDS in owners else []
        who = "everyone" if {*owners} & {*self._voice.humans} else "helpers"
        return self._made(Verb.LAY, who, parts, "lay")

    # -- covering and scrambling ---------------------------------------------------------------------

    def _covering(self, op: Op) -> Phrase:
        rows = {place.row for place in places_of(op)}
        if rows in ({MARKER_ROW}, {CARD_ROW}):
            return self._say("cover.markers" if rows == {MARKER_ROW} else "cover.cards")
        return self._say(
            "cover.several" if self._voice.sleeves and max(rows) > FIRST_BIT_ROW + 1 else "cover.all"
        )

    def _cover(self) -> Instruction:
        return self._made(Verb.COVER, "helpers", [self._covering(self._ops[0])], "cover")

    def _scramble(self) -> tuple[Instruction, ...]:
        """Large piles; covered first, where that is told at once."""
        n, who, exchange, sleeves = self._last.n, "everyone", list[Words](), self._voice.sleeves
        if n < 2 and not self._speech.paper:
            return (self._plain("one_pile", Verb.SCRAMBLE, who),)
        if n == 2 and not self._speech.paper:  # of which all could follow one; paper says that once for all
            who, way = exchanged(self._voice)
            exchange = [way]
        filled = [self._say(self._of_piles("fill")), *exchange] if exchange or not sleeves else []
        if self._brief:
            return (self._made(Verb.SCRAMBLE, who, self._mixed(filled, not exchange), "fill"),)
        laid = self._plain(self._of_piles("empty"), Verb.LAY, "helpers")
        if sleeves:
            return (self._made(Verb.SCRAMBLE, who, filled or [self._say("mix")], "fill"), laid)
        return (
            self._made(Verb.SLEEVE, "helpers", filled[:1], "fill"),
            self._made(Verb.SCRAMBLE, who, exchange or [self._say("mix")], "mix"),
            laid,
        )

    def _of_piles(self, key: str) -> str:
        """Return the key of how piles go into what hides them, or out of it: envelopes hold columns or piles."""
        if self._voice.sleeves:
            return key
        return f"{key}.{'pile' if places_of(self._ops[-1])[0].area == PILE else 'column'}"

    def _mixed(self, filled: Sequence[Words], all_mix: bool) -> list[Words]:
        """Return all of a scramble in brief: covered, filled in, mixed unless two people exchanged them, laid out."""
        alone = "scramble.alone" if self._voice.sleeves and len(self._parts) == 1 else "scramble"
        return [*self._covered(), *filled, *([self._say(alone)] if all_mix else []), self._say("empty")]

    def _covered(self) -> Iterator[Phrase]:
        """How cards are covered, practised, and what holds then: whoever turns a card may turn it round."""
        for op in self._ops:
            if isinstance(op, Cover):
                covered = self._covering(op)
                turned = not self._voice.sleeves or any(place.row == CARD_ROW for place in op.places)
                yield self._say("covered.turned", covered=covered) if turned else covered

    # -- showing cards -------------------------------------------------------------------------------

    def _cards(self) -> Instruction:
        op = self._ops[0]
        return self._plain("cards", Verb.REVEAL, "helpers", cards=op.expect if isinstance(op, Reveal) else ())

    def _pairs(self) -> Instruction:
        op, pairs = self._ops[0], self._first.of
        assert isinstance(op, Encode)
        code, there = dict(op.code), dict[tuple[int, ...], list[Face]]()
        for face in op.shown:
            there.setdefault(code[face], []).append(face)
        patterns = sorted(there, reverse=True)
        nothing = next((one for one in patterns if not any(one)), patterns[-1])
        told = [one for one in patterns if one != nothing]
        rules = [self._rule(there[one], op.shown) for one in told]
        said: list[Words] = [
            self._say(
                "pairs.for", bits=_bits(one), which=which or self._say("pairs.listed", n=len(there[one]))
            )
            for one, which in zip(told, rules, strict=True)
        ]
        said.append(self._say("pairs.rest" if told else "pairs.all", bits=_bits(nothing)))
        counts = self._counts([len(there[one]) for one in told])
        cards = [face for one in told for face in there[one]]
        text = self._say("pairs.one" if pairs == 1 else "pairs.several", rules=sentences(said), p=int(pairs))
        return self._made(Verb.LAY, "helpers", [text], "pairs", cards, by_list=not all(rules), counts=counts)

    def _counts(self, told: Sequence[int]) -> Listed:
        """How many cards get what, the rest last; on paper each of the others has a letter of its own."""
        named = [Size.named(n, FITS[number]) for number, n in enumerate(told)]
        return Listed((*named, self._first.n - sum(named, Size(0, {}))), Between.AND)

    def _rule(self, wanted: Sequence[Face], shown: Sequence[Face]) -> Listed | None:
        """Return a rule for some kinds; None where it would have too many parts to be followed."""
        kinds = rule(tuple(wanted), shown, self._speech.traits).parts(self._voice.describe)
        return Listed(tuple(phrase("every", kind=kind) for kind in kinds), Between.AND) if kinds else None

    # -- the virtual seat's piles --------------------------------------------------------------------

    def _take(self) -> Instruction:
        if self._last.kind is not Kind.TAKE:
            return self._plain("group", Verb.TAKE, "helpers")
        n, each, shares = self._last.n, self._last.of, self._owned
        one = n == 1 and not self._speech.paper
        if shares:
            key = "take.any" if self._speech.paper else "take.own_one" if one else "take.own"
            parts = [self._say(key, n=n, owner=shares[0][0]), self._say("take.marker")]
        else:
            parts = [self._say("take.one" if one else "take", n=n)]
        parts += [self._say("take.others")] if len(shares) > 2 else []
        return self._made(Verb.TAKE, "helpers", parts, "take", n=n, each=each)

    def _duels(self) -> tuple[Instruction, ...]:
        """Say the acts of a duel: of all of them, a loop, or of a single one that is walked through."""
        act, walk, one = self._first, self._wording is Wording.WALK, " ".join(ONE)
        laid = any(isinstance(op, Put) for op in self._ops)
        origin = ("origin.box" if laid else "origin.open") if walk else "origin.first" if laid else ""
        before = (
            self._say("before.pair", nth=phrase(f"nth.{act.which - 1}"))
            if act.which > 1
            else self._say("before.card")
        )
        lay = self._say("duel.lay", one=one, origin=phrase(origin) if origin else "", before=before)
        who, exchange = exchanged(self._voice)
        mix = self._say("duel.mix", exchange=exchange)
        show = self._say("duel.show_back" if act.which else "duel.show", one=one)
        verb = Verb.TAKE if walk else Verb.ROUND
        return (
            self._made(verb, "host", [self._challenge(walk), self._say("duel.take")]),
            self._made(Verb.LAY, "host", [lay]),
            self._made(Verb.SCRAMBLE, who, [mix], "duel.mix"),
            self._made(Verb.REVEAL, "host", [show], "duel.show"),
        )

    def _challenge(self, walk: bool) -> Phrase:
        """Say who challenges whom: what is left of the duels, for a game may go on within them."""
        act, first = self._first, self._first.number == 1
        if walk:
            return self._say("duel.walk", challenger=act.number + 1, champion=1)
        if self._speech.paper and self._brief:
            return self._say("duel.any")
        if act.n == 1 and not self._speech.paper:
            return self._say("duel.only" if first else "duel.last")
        return self._say("duel.all" if first else "duel.left")

    def _heap(self) -> Instruction:
        if self._first.n < 2 and not self._speech.paper:
            return self._plain("heap_one", Verb.LAY, "host")
        if self._first.n == 2 and not self._speech.paper:  # of which all could follow one
            who, exchange = exchanged(self._voice)
            return self._made(Verb.SCRAMBLE, who, [self._say("heap_two", exchange=exchange)], "heap_two")
        alone = len(self._voice.humans) < 2
        said = [self._say("heap.alone" if alone else "heap")]
        return self._made(Verb.SCRAMBLE, "host" if alone else "two", said, "heap")

    def _wallet_duel(self) -> tuple[Instruction, ...]:
        """Say a duel of two printed cards: the first with what all do, or each where they are walked through."""
        walk = self._wording is Wording.WALK
        if self._first.number > 1 and not walk:
            return (self._plain("wallet_again", Verb.ROUND, "host"),)
        alone = len(self._voice.humans) < 2
        spin = self._say("wallet_spin.alone" if alone else "wallet_spin")
        begin = self._say("wallet_in.walk" if walk else "wallet_in")
        return (
            self._made(Verb.TAKE if walk else Verb.ROUND, "host", [begin]),
            self._made(Verb.SCRAMBLE, "host" if alone else "two", [spin], "wallet_spin"),
            self._plain("wallet_look", Verb.REVEAL, "host"),
            self._made(Verb.TAKE, "host", [self._say("wallet_out")], "" if self._brief else "wallet_out"),
        )

    def _result(self) -> Instruction:
        whose = "result.deck" if places_of(self._ops[0])[0].area == COLUMN else "result.own"
        return self._made(Verb.REVEAL, "host", [self._say(whose)], "result")

    def _cover_pair(self) -> Instruction:
        later = self._voice.sleeves and self._first.which > 1
        return self._made(
            Verb.COVER, "host", [self._say("cover_later_pair" if later else "cover_pair")], "cover_pair"
        )

    def _card(self) -> Instruction:
        return self._after_pair(Verb.REVEAL, "shown", CARDS[self._last.kind], "card")

    def _drawn(self) -> Instruction:
        return self._after_pair(Verb.TAKE, "box_shown", "drawn", "drawn")

    def _after_pair(self, verb: Verb, shown: str, key: str, part: str) -> Instruction:
        """Say what is done with a card; first with the pairs that were shown of it, where that is told at once."""
        parts = [self._say(f"{shown}{'.several' * (self._first.n > 2)}")] if Kind.SHOWN in self._kinds else []
        return self._made(verb, "host", [*parts, self._say(key)], part)

    def _shown(self) -> Instruction:
        key = f"shown{'.several' * (self._first.n > 2)}"
        return self._made(Verb.RETURN, "helpers", [self._say(key)], "shown")

    # -- giving back ---------------------------------------------------------------------------------

    def _boxed(self) -> list[Words]:
        """What goes to the box besides markers; in sleeves it is drawn out, where it lies in any."""
        areas = {
            place.area
            for op in self._ops
            if isinstance(op, Collect) and op.act is not None and op.act.kind is Kind.BITS
            for place in op.places
        }
        return [self._say("bits" if areas & {COLUMN, PILE} else "bits.loose")] if areas else []

    def _back(self) -> Instruction:
        """All that goes home, or a part of it."""
        parts: list[Words] = [*self._boxed(), *self._cards_home()]
        parts += [self._say("markers")] if Kind.MARKERS in self._kinds else []
        n = sum((act.n for act in self._parts), 0)
        return self._made(Verb.RETURN, "helpers", parts, "home" if self._owned else "bits", n=n)

    def _cards_home(self) -> list[Words]:
        returned = [*self._played_last(), *self._returned()]
        if self._voice.sleeves:
            return self._sleeves_home([*dict.fromkeys(owner for owner, _ in returned)])
        own, theirs, counted = (
            [*dict.fromkeys(owner for owner, area in returned if area == wanted)]
            for wanted in (PILE, COLUMN, LOT)
        )
        homes = [self._say("home.counted")] if counted else []
        homes += [self._say("home.own", owners=Listed(tuple(own), Between.AND))] if own else []
        if len(theirs) == 1:
            homes.append(self._say("home.other" if own else "home.one", whose=self._hand(theirs[0])))
        elif theirs:
            homes.append(self._say("home.others" if own else "home.all"))
        found: list[Words] = [self._say("home.covered", homes=Listed(tuple(homes)))] if homes else []
        return [*found, *([self._say("home.discards")] if DISCARDS in theirs else [])]

    def _returned(self) -> Iterator[tuple[str, str]]:
        """Yield whose cards go home, and the area they lie in: columns, a lot, or else the piles of a hand."""
        for op in self._ops:
            if isinstance(op, Return) and op.act is not None:
                area = op.places[0].area
                told = (owner for owner, n in op.act.shares if n or self._speech.paper)
                yield from ((owner, area if area in (COLUMN, LOT) else PILE) for owner in told)

    def _played_last(self) -> Iterator[tuple[str, str]]:
        """On paper, yield the hand whose last card may have been played: in other turns it has more to take home."""
        if self._speech.paper and self._brief:
            bits = (act for act in self._parts if act.kind is Kind.BITS)
            yield from ((owner, PILE) for act in bits for owner, _ in act.shares)

    def _sleeves_home(self, owners: Sequence[str]) -> list[Words]:
        stay = tuple(self._the(owner) for owner in owners if not self._outside(owner))
        people = tuple(owner for owner in owners if self._outside(owner) and owner != DISCARDS)
        found: list[Words] = [self._say("home", owners=Listed(stay, Between.AND))] if stay else []
        found += [self._say("home.people", owners=Listed(people, Between.AND))] if people else []
        return [*found, *([self._say("home.discards")] if DISCARDS in owners else [])]

    def _the(self, owner: str) -> Value:
        named = self._owner(owner)
        return named if self._brief or owner != DECK else phrase("home.the", owner=named)

    def _hand_over(self) -> Instruction:
        if Kind.CLOSE_UP not in self._kinds:  # what is left of it, told by itself
            return self._back() if Kind.MARK not in self._kinds else self._plain("mark", Verb.LAY, "helpers")
        marked = [self._say("over.front")] if Kind.MARK in self._kinds else []
        columns = self._parts[self._kinds.index(Kind.CLOSE_UP)].n
        parts = [*self._boxed(), *marked, self._say("over.behind")]
        return self._made(Verb.RETURN, "helpers", parts, "over", n=columns)

    # -- a lot, and the lotteries --------------------------------------------------------------------

    def _colour(self) -> Instruction:
        """All of it up to where one is turned over; or, where it was begun, what is left of it."""
        return self._plain("colour" if self._first.kind is Kind.LOT else "mix_lot", Verb.SCRAMBLE, "everyone")

    def _row_pair(self) -> Instruction:
        token = places_of(self._ops[0]) == RIGHT
        return self._made(
            Verb.LAY, "host", [self._say("row_pair.token" if token else "row_pair.spare")], "row_pair"
        )

    def _cover_row(self) -> Instruction:
        both = RIGHT[0] in places_of(self._ops[0])
        return self._made(
            Verb.COVER, "host", [self._say("cover_row.both" if both else "cover_row.middle")], "cover_row"
        )

    def _swap_row(self) -> Instruction:
        who, exchange = exchanged(self._voice)
        return self._made(Verb.SCRAMBLE, who, [self._say("swap_row", exchange=exchange)], "swap_row")

    def _carry(self) -> Instruction:
        """After an AND: where its pairs go, each back to where x came from."""
        op = self._ops[0]
        assert isinstance(op, Move)
        key = "middle" if op.source[:2] == MIDDLE else "token" if len(op.source) == 2 else "right"
        opened = [self._say("carry.open")] if op.target[-2:] == MIDDLE else []
        said = self._say(f"carry.{key}", home=self._say("carry.home"))
        return self._made(Verb.TAKE, "host", [said, *opened], "carry")

    def _hand_pairs(self) -> Instruction:
        one = self._first.n == 1 and len(places_of(self._ops[0])) == 2
        return self._plain("hand_pair" if one else "hand_pairs", Verb.REVEAL, "host")

    def _choose(self) -> Instruction:
        none = [self._say("choose_none")] if NONE in asked_by(self._ops[0]) else []
        aside = [self._say("choose_aside")] if self._brief else []
        return self._plain("choose", Verb.IF, "host", *none, *aside)


FITS = "fghjqz"
"""The letters for how many cards fit, by kind of pair."""
CARDS = {Kind.CARD: "card_of", Kind.CHAMPION: "champion", Kind.DECK_CARD: "deck_card"}

PLAIN: Mapping[Kind, tuple[Verb, str]] = {
    Kind.MARK: (Verb.LAY, "helpers"),
    Kind.OWNERS: (Verb.REVEAL, "helpers"),
    Kind.GROUP: (Verb.TAKE, "helpers"),
    Kind.ASIDE: (Verb.TAKE, "host"),
    Kind.CLOSE_UP: (Verb.TAKE, "helpers"),
    Kind.LOT: (Verb.LAY, "host"),
    Kind.COVER_LOT: (Verb.COVER, "host"),
    Kind.MIX_LOT: (Verb.SCRAMBLE, "everyone"),
    Kind.LOT_CARD: (Verb.REVEAL, "host"),
    Kind.LOT_BACK: (Verb.RETURN, "helpers"),
    Kind.BRING: (Verb.TAKE, "host"),
    Kind.ORDER: (Verb.TAKE, "host"),
    Kind.READ_ROW: (Verb.REVEAL, "host"),
    Kind.MASK: (Verb.LAY, "host"),
    Kind.FIRST_IN: (Verb.LAY, "host"),
    Kind.LAST_LOOK: (Verb.REVEAL, "host"),
    Kind.DRAWN_LOOK: (Verb.REVEAL, "host"),
    Kind.OUT: (Verb.REVEAL, "host"),
    Kind.TOP_IN: (Verb.LAY, "host"),
    Kind.KEPT: (Verb.TAKE, "host"),
    Kind.LAST_ASIDE: (Verb.TAKE, "host"),
    Kind.MIX_BACK: (Verb.RETURN, "helpers"),
    Kind.TOP_CARD: (Verb.REVEAL, "host"),
    Kind.REST_BACK: (Verb.RETURN, "helpers"),
    Kind.EMPTY_WALLET: (Verb.TAKE, "host"),
    Kind.MASK_OFF: (Verb.RETURN, "helpers"),
    Kind.TOP_BACK: (Verb.RETURN, "helpers"),
}
"""Acts that one sentence says, of the key that is their name: what hands do, and who."""

_OTHERS: Mapping[Kind, Callable[[ActTeller], Instruction]] = {
    Kind.LAY: ActTeller._lay,
    Kind.COVER: ActTeller._cover,
    Kind.CARDS: ActTeller._cards,
    Kind.PAIRS: ActTeller._pairs,
    Kind.TAKE: ActTeller._take,
    Kind.HEAP: ActTeller._heap,
    Kind.RESULT: ActTeller._result,
    Kind.COVER_PAIR: ActTeller._cover_pair,
    Kind.CARD: ActTeller._card,
    Kind.CHAMPION: ActTeller._card,
    Kind.DECK_CARD: ActTeller._card,
    Kind.SHOWN: ActTeller._shown,
    Kind.DRAWN: ActTeller._drawn,
    Kind.BACK: ActTeller._back,
    Kind.HAND_OVER: ActTeller._hand_over,
    Kind.COLOUR: ActTeller._colour,
    Kind.ROW_PAIR: ActTeller._row_pair,
    Kind.COVER_ROW: ActTeller._cover_row,
    Kind.SWAP_ROW: ActTeller._swap_row,
    Kind.CARRY: ActTeller._carry,
    Kind.HAND_PAIRS: ActTeller._hand_pairs,
    Kind.CHOOSE: ActTeller._choose,
}
"""Acts whose sentences depend on more than the table and the wording."""

_SLOTS: Mapping[str, Callable[[ActTeller], Value]] = {
    "n": lambda one: one._first.n if len(one._parts) == 1 or one._first.kind is Kind.DUEL else one._last.n,
    "each": lambda one: one._last.of,
    "naming": lambda one: one._voice.naming,
    "marker": ActTeller._marker,
    "markers": ActTeller._markers,
    "shares": ActTeller._shares,
    "owners": ActTeller._owners,
    "owner": ActTeller._drawer,
    "faces": ActTeller._faces,
    "pair": ActTeller._pair,
    "places": ActTeller._places,
    "nth": ActTeller._nth,
    "number": lambda one: one._first.number,
    "of": lambda one: one._last.of,
    "mask": ActTeller._mask,
    "order": ActTeller._order,
}
"""What fills a slot of this name, where the act does not say."""


def exchanged(voice: Voice) -> tuple[str, Phrase]:
    """Return who scrambles two piles, and how: one exchange that both people know would be no scramble."""
    alone = len(voice.humans) < 2
    return ("host", phrase("exchange.alone")) if alone else ("two", phrase("exchange"))


def _bits(pattern: tuple[int, ...]) -> str:
    return " · ".join(" ".join(bit_cards((bit,))) for bit in pattern)
