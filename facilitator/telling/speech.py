"""From an act to what is said: which sentences of the catalogue, and what fills their slots.

One method an act.  It knows no English: a sentence is found by its key, the table's equipment and the wording.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from facilitator.machine import operations as ops
from facilitator.machine.acts import Act, Kind, Shares
from facilitator.machine.faces import DECK, DISCARDS, NONE, ONE, Face, bit_cards, marker
from facilitator.machine.operations import CARD_ROW, COLUMN, FIRST_BIT_ROW, LOT, MARKER_ROW, PILE, SIX, Op
from facilitator.protocols.gates import MIDDLE, RIGHT
from facilitator.telling.grouping import OpGroup, Wording
from facilitator.telling.instruction import Instruction, Said, Verb, called
from facilitator.telling.rule import Traits, no_traits, rule
from facilitator.words.catalogue import (
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
    ``pool``: whether the cards that are drawn from, and those that were played, are a pool's.
    """

    humans: tuple[str, ...]
    sleeves: bool = False
    describe: Callable[[Face], str] = str
    naming: str = "lot"
    named: Callable[[str], str] = str
    pool: bool = False

    @property
    def alone(self) -> bool:
        """Whether one person plays."""
        return len(self.humans) < 2

    @property
    def exchange(self) -> str:
        """The key of how two piles are scrambled: one exchange that both people know would be no scramble."""
        return "exchange.alone" if self.alone else "exchange"

    def doer(self, who: str) -> str:
        """Return who does it: alone the host does what two would do, or helpers."""
        return "host" if self.alone and who in ("helpers", "two") else who

    def called(self, face: Face) -> str:
        """Return what people call a face that an answer names: of a lot what it stands for."""
        return called(face, self.named)


@dataclass(frozen=True, eq=False)
class Speech:
    """Says acts at a table.

    ``paper``: in words for any number of cards, which ``letters`` then stand for.  ``masks``: what the masks of this
    turn's classes are called, the best class first.  ``walked``: whether the
    first class's first duel was walked through.
    """

    voice: Voice
    traits: Traits = no_traits
    paper: bool = False
    letters: Letters | None = None
    masks: tuple[str, ...] = ()
    walked: bool = False

    def past(self, duel: Act) -> int:
        """Return how many duels of its kind were walked through before they are counted."""
        return int(self.walked and duel.which < 2)

    def counted(self, duel: Act) -> tuple[int, int]:
        """Return which duel of how many it is, but for one that was walked through."""
        past = self.past(duel)
        return duel.number - past, duel.of - past

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
            case kind if kind in _VERBS:
                return (self._plain(kind.name.lower(), *_VERBS[kind]),)
            case kind:
                return (_OTHERS[kind](self),)

    def _plain(self, key: str, verb: Verb, who: str, said: str = "") -> Instruction:
        """Say an act that has one sentence, of its key or of ``said``, perhaps a check and a question."""
        return self._made(verb, who, [self._say(said or key)], key)

    # -- how sentences are found, and put together ---------------------------------------------------

    def _say(self, key: str, **given: Value) -> Phrase:
        found = closest(key, self._ways)
        slots = {name: given[name] if name in given else _SLOTS[name](self) for name in slots_of(found)}
        return phrase(found, **slots)

    def _each(self, *keys: str) -> list[Phrase]:
        """Return a sentence for each key, none for an empty one."""
        return [self._say(key) for key in keys if key]

    def _just(self, n: int, wanted: int) -> bool:
        """Tell whether it is said of just so many: paper says it for any number."""
        return n == wanted and not self._speech.paper

    def _part(self, key: str, part: str, given: Mapping[str, Value]) -> Phrase | None:
        """Return the sentence that goes with another, where there is one: its check, its question."""
        found = closest(f"{key}.{part}", self._ways)
        return self._say(f"{key}.{part}", **given) if has(found) else None

    def _made(
        self, verb: Verb, who: str, parts: Sequence[Words], key: str = "", **given: Value
    ) -> Instruction:
        """Return an instruction; ``key``: of the act whose check and question it has."""
        check = self._part(key, "check", given) if key else None
        ask = ops.asked_by(self._ops[-1]) if key else ()
        question = self._part(key, "ask_none" if NONE in ask else "ask", given) if ask else None
        expected = self._part(key, "answer", given) if check else None
        said = Said(phrase(f"who.{self._voice.doer(who)}"), sentences(parts), check, question, expected)
        return Instruction.of(verb, said, ask, self._speech.letters)

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
        return self._with_cards(every.items())

    def _with_cards(self, shares: Iterable[tuple[str, int]]) -> Shares:
        return tuple((owner, n) for owner, n in shares if n or self._speech.paper)

    def _shares(self) -> Value:
        return Listed(tuple(phrase("share", owner=self._owner(owner), n=n) for owner, n in self._owned))

    def _owners(self) -> Value:
        return Listed(tuple(self._owner(owner) for owner, _ in self._owned), Between.AND)

    def _drawer(self) -> Value:
        return getattr(self._ops[-1], "owner", "")

    def _faces(self) -> Value:
        return Listed(tuple(map(self._voice.called, self._laid)))

    def _pair(self) -> Value:
        return " ".join(self._laid)

    @property
    def _laid(self) -> Sequence[Face]:
        """The cards from the box that the act lays first."""
        return next((op.faces for op in self._ops if isinstance(op, ops.Put)), ())

    def _places(self) -> Value:
        return next((" ".join(map(str, op.order)) for op in self._ops if isinstance(op, ops.Rearrange)), "")

    def _nth(self) -> Value:
        return phrase(f"nth.{self._first.which}") if self._first.which else ""

    def _exchange(self) -> Phrase:
        return self._say(self._voice.exchange)

    def _mask(self) -> Value:
        """What the mask of this act's class is called in this turn."""
        masks = self._speech.masks
        return masks[self._first.which - 1] if self._first.which <= len(masks) else phrase("mask.tonight")

    def _order(self) -> Value:
        """How the cards of a pile lie when it is filled in."""
        rows = {place.row for place in ops.places_of(self._ops[-1])}
        if MARKER_ROW not in rows:
            return phrase("filling.pile")
        return phrase("filling.column" if max(rows) >= FIRST_BIT_ROW else "filling.marked")

    # -- owners --------------------------------------------------------------------------------------

    def _owner(self, owner: str) -> Value:
        keys = {DECK: "owner.deck", DISCARDS: "owner.discards"}
        return phrase(keys[owner]) if owner in keys else owner

    def _hand(self, owner: str) -> Value:
        match owner:
            case _ if owner == DECK:
                return phrase("hand.pool" if self._voice.pool else "hand.deck")
            case _ if owner == DISCARDS:
                return phrase("hand.pool_discards" if self._voice.pool else "hand.discards")
            case _:
                return phrase("hand", owner=owner)

    def _outside(self, owner: str) -> bool:
        """Whether somebody looks at these cards, so that they do not stay in sleeves."""
        return owner in self._voice.humans or owner == DISCARDS

    # -- laying out ----------------------------------------------------------------------------------

    def _lay(self) -> Instruction:
        owners = [owner for owner, _ in self._owned]
        own = self._voice.sleeves and any(map(self._outside, owners))
        what = Listed(self._laid_out(owners), Between.AND)
        more = ["lay.marked" * (Kind.MARK in self._kinds), "lay.discards" * (DISCARDS in owners)]
        who = "everyone" if {*owners} & {*self._voice.humans} else "helpers"
        parts = [self._say("lay_own" if own else "lay", what=what), *self._each(*more)]
        return self._made(Verb.LAY, who, parts, "lay")

    def _laid_out(self, owners: Sequence[str]) -> tuple[Value, ...]:
        """Return what is laid out: the hands of more than two one need not name, for in full the check names them."""
        piles = [owner for owner in owners if owner in (DECK, DISCARDS)]
        if len(owners) - len(piles) <= 2:
            return tuple(map(self._hand, owners))
        return (phrase("hands"), *map(self._owner if self._brief else self._hand, piles))

    # -- covering and scrambling ---------------------------------------------------------------------

    def _covering(self, op: Op) -> Phrase:
        rows = {place.row for place in ops.places_of(op)}
        if rows in ({MARKER_ROW}, {CARD_ROW}):
            return self._say("cover.markers" if rows == {MARKER_ROW} else "cover.cards")
        several = self._voice.sleeves and max(rows) > FIRST_BIT_ROW + 1
        return self._say("cover.several" if several else "cover.all")

    def _cover(self) -> Instruction:
        op = self._ops[0]
        alone = all(place.row == CARD_ROW for place in ops.places_of(op))  # extra cards lie open beside
        return self._made(Verb.COVER, "helpers", [self._covering(op)], "cover_cards" if alone else "cover")

    def _scramble(self) -> tuple[Instruction, ...]:
        """Large piles; covered first, where that is told at once."""
        n, sleeves = self._last.n, self._voice.sleeves
        if self._just(n, 1):
            return (self._plain("one_pile", Verb.SCRAMBLE, "everyone"),)
        two = self._just(n, 2)  # of which all could follow one; paper says that once for all
        who, exchange = "two" if two else "everyone", [self._exchange()] * two
        filled = [self._say(self._of_piles("fill")), *exchange] if two or not sleeves else []
        if self._brief:
            return (self._made(Verb.SCRAMBLE, who, self._mixed(filled, not two), "fill"),)
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
        return f"{key}.{'pile' if ops.places_of(self._ops[-1])[0].area == PILE else 'column'}"

    def _mixed(self, filled: Sequence[Phrase], all_mix: bool) -> list[Phrase]:
        """Return all of a scramble in brief: covered, filled in, mixed unless two people exchanged them, laid out."""
        alone = "mix" if self._voice.sleeves and len(self._parts) == 1 else "scramble"
        return [*self._covered(), *filled, *self._each(alone * all_mix, "empty")]

    def _covered(self) -> Iterator[Phrase]:
        """How cards are covered, practised, and what holds then: whoever turns a card may turn it round."""
        for op in self._ops:
            if isinstance(op, ops.Cover):
                covered = self._covering(op)
                turned = not self._voice.sleeves or any(place.row == CARD_ROW for place in op.places)
                yield self._say("covered.turned", covered=covered) if turned else covered

    # -- showing cards -------------------------------------------------------------------------------

    def _cards(self) -> Instruction:
        op = self._ops[0]
        shown = self._plain("cards", Verb.REVEAL, "helpers")
        return replace(shown, cards=op.expect) if isinstance(op, ops.Reveal) else shown

    def _pairs(self) -> Instruction:
        op, pairs = self._ops[0], self._first.of
        assert isinstance(op, ops.Encode)
        there, rest = _by_bits(op)
        rules = [self._rule(faces, op.shown) for faces in there.values()]
        said = [
            self._say("pairs.for", bits=_bits(bits), which=which or self._say("pairs.listed", n=len(faces)))
            for (bits, faces), which in zip(there.items(), rules, strict=True)
        ]
        said.append(self._say("pairs.rest" if there else "pairs.all", bits=_bits(rest)))
        counts = self._counts([*there, rest], [*map(len, there.values())])
        cards = tuple(chain.from_iterable(there.values()))
        text = self._say("pairs.one" if pairs == 1 else "pairs.several", rules=sentences(said), p=int(pairs))
        made = self._made(Verb.LAY, "helpers", [text], "pairs", counts=counts)
        return replace(made, cards=cards, by_list=not all(rules))

    def _counts(self, bits: Sequence[tuple[int, ...]], told: Sequence[int]) -> Listed:
        """How many cards get which bits, the rest last; on paper each of the others has a letter of its own."""
        named = [Size.named(n, FITS[number]) for number, n in enumerate(told)]
        sizes = (*named, self._first.n - sum(named, Size(0, {})))
        each = (phrase("pairs.count", n=n, bits=_bits(one)) for n, one in zip(sizes, bits, strict=True))
        return Listed(tuple(each), Between.AND)

    def _rule(self, wanted: Sequence[Face], shown: Sequence[Face]) -> Listed | None:
        """Return a rule for some kinds; None where it would have too many parts to be followed."""
        kinds = rule(tuple(wanted), shown, self._speech.traits).parts(self._voice.describe)
        return Listed(tuple(phrase("every", kind=kind) for kind in kinds), Between.AND) if kinds else None

    # -- the virtual seat's piles --------------------------------------------------------------------

    def _take(self) -> Instruction:
        if self._last.kind is not Kind.TAKE:
            return self._plain("group", Verb.TAKE, "helpers")
        n, each, shares = self._last.n, self._last.of, self._owned
        one = self._just(n, 1)
        if shares:
            parts = [
                self._say("take.own_one" if one else "take.own", owner=shares[0][0]),
                self._say("take.marker"),
            ]
        else:
            parts = [self._say("take.one" if one else "take", n=n)]
        parts += self._each("take.others" * (len(shares) > 2))
        return self._made(Verb.TAKE, "helpers", parts, "take", n=n, each=each)

    def _duels(self) -> tuple[Instruction, ...]:
        """Say the acts of a duel: of all of them, a loop, or of a single one that is walked through."""
        act, walk = self._first, self._wording is Wording.WALK
        laid = self._laid
        origin = ("origin.box" if walk else "origin.first") if laid else "origin.open"
        pair = {"nth": phrase(f"nth.{act.which - 1}")} if act.which > 1 else {}
        before = self._say("before.pair" if pair else "before.card", **pair)
        lay = self._say("duel.lay", origin=phrase(origin), before=before)
        verb = Verb.TAKE if walk else Verb.ROUND
        return (
            self._made(verb, "host", [self._challenge(walk), self._say("duel.take")]),
            self._made(Verb.LAY, "host", [lay]),
            self._plain("duel.mix", Verb.SCRAMBLE, "two"),
            self._plain("duel.show", Verb.REVEAL, "host", "duel.show_back" if act.which else "duel.show"),
        )

    def _challenge(self, walk: bool) -> Phrase:
        """Say who challenges whom: what is left of the duels, for a game may go on within them."""
        act, first = self._first, self._first.number == 1
        if walk:
            return self._say("duel.walk_first" if first else "duel.walk")
        if self._speech.paper and self._brief:
            return self._say("duel.any")
        if self._just(act.n, 1):
            return self._say("duel.only" if first else "duel.last")
        return self._say("duel.all" if first else "duel.left")

    def _put_mask(self) -> Instruction:
        """A mask that takes another's place; where duels follow, the cards aside fight once more."""
        if len(self._ops) < 2:
            return self._plain("mask", Verb.LAY, "host")
        said = self._each("mask_next", "mask_heap" * bool(self._first.n))
        return self._made(Verb.LAY, "host", said, "mask")

    def _heap(self) -> Instruction:
        if self._just(self._first.n, 1):
            return self._plain("heap_one", Verb.LAY, "host")
        if self._just(self._first.n, 2):  # of which all could follow one
            return self._plain("heap_two", Verb.SCRAMBLE, "two")
        return self._plain("heap", Verb.SCRAMBLE, "two", said="heap.alone" if self._voice.alone else "heap")

    def _empty_wallet(self) -> Instruction:
        said = "empty_wallet.deck" if self._first.which else "empty_wallet"
        return self._plain("empty_wallet", Verb.TAKE, "host", said)

    def _wallet_duel(self) -> tuple[Instruction, ...]:
        """Say a duel of two printed cards: the first with what all do, or each where they are walked through."""
        walk = self._wording is Wording.WALK
        if self._speech.counted(self._first)[0] > 1 and not walk:
            return (self._plain("wallet_again", Verb.ROUND, "host"),)
        spin = "wallet_spin.alone" if self._voice.alone else "wallet_spin"
        begin = self._say("wallet_in.walk" if walk else "wallet_in")
        return (
            self._made(Verb.TAKE if walk else Verb.ROUND, "host", [begin]),
            self._plain("wallet_spin", Verb.SCRAMBLE, "two", said=spin),
            self._plain("wallet_look", Verb.REVEAL, "host"),
            self._made(Verb.TAKE, "host", [self._say("wallet_out")], "" if self._brief else "wallet_out"),
        )

    def _result(self) -> Instruction:
        said = "result.deck" if ops.places_of(self._ops[0])[0].area == COLUMN else "result.own"
        return self._plain("result", Verb.REVEAL, "host", said)

    def _cover_pair(self) -> Instruction:
        later = self._voice.sleeves and self._first.which > 1
        return self._plain("cover_pair", Verb.COVER, "host", "cover_later_pair" if later else "cover_pair")

    def _card(self) -> Instruction:
        return self._after_pair(Verb.REVEAL, "shown", CARDS[self._last.kind], "card")

    def _drawn(self) -> Instruction:
        return self._after_pair(Verb.TAKE, "box_shown", "drawn", "drawn")

    def _after_pair(self, verb: Verb, shown: str, key: str, part: str) -> Instruction:
        """Say what is done with a card; first with the pairs that were shown of it, where that is told at once."""
        before = self._several(shown) * (Kind.SHOWN in self._kinds)
        return self._made(verb, "host", self._each(before, key), part)

    def _shown(self) -> Instruction:
        return self._plain("shown", Verb.RETURN, "helpers", self._several("shown"))

    def _several(self, key: str) -> str:
        return f"{key}.several" if self._first.n > 2 else key

    # -- giving back ---------------------------------------------------------------------------------

    def _boxed(self) -> list[Phrase]:
        """What goes to the box besides markers; in sleeves it is drawn out, where it lies in any."""
        boxed = [
            op for op in self._ops if isinstance(op, ops.Collect) and op.act and op.act.kind is Kind.BITS
        ]
        if self._first.kind is Kind.BITS and self._first.number:  # of one pile alone
            return self._each("bits.pile")
        areas = {place.area for op in boxed for place in op.places}
        if not areas & {COLUMN, PILE}:
            return self._each("bits.row" if areas == {SIX} else "bits.loose") if boxed else []
        with_markers = self._voice.sleeves and any(op.act and op.act.of for op in boxed)
        return self._each("bits.inside" if with_markers else "bits")

    def _back(self) -> Instruction:
        """All that goes home, or a part of it."""
        inside = self._voice.sleeves and any(act.kind is Kind.MARKERS and act.of for act in self._parts)
        stay = self._first.whole is Kind.HAND_OVER  # the others' markers do
        said = "markers.gone" if stay else "markers.inside" if inside else "markers"
        markers = self._each(said * (Kind.MARKERS in self._kinds))
        n = sum((act.n for act in self._parts), 0)
        parts = [*self._boxed(), *self._cards_home(), *markers]
        key = "home.counted" if self._counted else "home" if self._owned else "bits"
        return self._made(Verb.RETURN, "helpers", parts, key, n=n)

    @property
    def _counted(self) -> bool:
        """Whether it is a lot that goes home, of which nobody knows whose each card was."""
        return any(isinstance(op, ops.Return) and op.places[0].area == LOT for op in self._ops)

    def _cards_home(self) -> list[Phrase]:
        """How play cards go home; of the discards, face up, at last."""
        home = [*dict.fromkeys(self._homeward())]
        owners = [*dict.fromkeys(owner for owner, _ in home)]
        sleeves = self._voice.sleeves and not self._counted
        said = self._out_of_sleeves(owners) if sleeves else self._as_they_lie(home)
        return [*said, *self._each("home.discards" * (DISCARDS in owners))]

    def _homeward(self) -> Iterator[tuple[str, str]]:
        """Yield whose cards go home, and the area they lie in: columns, a lot, or else the piles of a hand.

        On paper first the hand whose last card may have been played: in other turns it has more to take home.
        """
        if self._speech.paper and self._brief:
            bits = (act for act in self._parts if act.kind is Kind.BITS)
            yield from ((owner, PILE) for act in bits for owner, _ in act.shares)
        for op in self._ops:
            if isinstance(op, ops.Return) and op.act is not None:
                area = op.places[0].area if op.places[0].area in (COLUMN, LOT) else PILE
                yield from ((owner, area) for owner, _ in self._with_cards(op.act.shares))

    def _as_they_lie(self, home: Sequence[tuple[str, str]]) -> list[Phrase]:
        """Return how cards go home that lie in no sleeve: a lot is counted out, the virtual hand's, the columns'."""
        own, theirs, lot = ([owner for owner, area in home if area == at] for at in (PILE, COLUMN, LOT))
        homes = self._each("home.counted" * bool(lot))
        if own:
            homes.append(self._say("home.own", owners=Listed(tuple(own), Between.AND)))
        if len(theirs) == 1:
            homes.append(self._say("home.other" if own else "home.one", whose=self._hand(theirs[0])))
        elif theirs:
            laid = any(act.kind is Kind.HOME and act.which for act in self._parts)  # no markers lie there yet
            homes.append(self._say("home.laid" if laid else "home.others" if own else "home.all"))
        return [self._say("home.covered", homes=Listed(tuple(homes)))] if homes else []

    def _out_of_sleeves(self, owners: Sequence[str]) -> list[Phrase]:
        """Return how cards go home that lie in sleeves: those that nobody looks at stay in them."""
        stay = [self._the(owner) for owner in owners if not self._outside(owner)]
        people = [owner for owner in owners if owner in self._voice.humans]
        whose = {"home": tuple(stay), "home.people": tuple(people)}
        return [self._say(key, owners=Listed(some, Between.AND)) for key, some in whose.items() if some]

    def _the(self, owner: str) -> Value:
        named = self._owner(owner)
        return named if self._brief or owner != DECK else phrase("home.the", owner=named)

    def _hand_over(self) -> Instruction:
        if Kind.CLOSE_UP not in self._kinds:  # what is left of it, told by itself
            return self._mark() if Kind.MARK in self._kinds else self._back()
        columns = self._parts[self._kinds.index(Kind.CLOSE_UP)].n
        parts = [*self._boxed(), *self._each("over.front" * (Kind.MARK in self._kinds), "over.behind")]
        return self._made(Verb.RETURN, "helpers", parts, "over", n=columns)

    def _mark(self) -> Instruction:
        """Lay markers: to every card, or to those that go on to the next turn, before those that have theirs."""
        if self._first.whole is not Kind.HAND_OVER:
            return self._plain("mark", Verb.LAY, "helpers")
        return self._made(Verb.LAY, "helpers", [self._say("over.mark")], "over", n=self._last.n)

    # -- a lot, and the lotteries --------------------------------------------------------------------

    def _colour(self) -> Instruction:
        """All of it up to where one is turned over; or, where it was begun, what is left of it."""
        return self._plain("colour" if self._first.kind is Kind.LOT else "mix_lot", Verb.SCRAMBLE, "everyone")

    def _row_pair(self) -> Instruction:
        token = ops.places_of(self._ops[0]) == RIGHT
        return self._plain("row_pair", Verb.LAY, "host", "row_pair.token" if token else "row_pair.spare")

    def _cover_row(self) -> Instruction:
        both = RIGHT[0] in ops.places_of(self._ops[0])
        return self._plain("cover_row", Verb.COVER, "host", "cover_row.both" if both else "cover_row.middle")

    def _carry(self) -> Instruction:
        """After an AND: where its pairs go, each back to where x came from."""
        op = self._ops[0]
        assert isinstance(op, ops.Move)
        key = "middle" if op.source[:2] == MIDDLE else "token" if len(op.source) == 2 else "right"
        opened = self._each("carry.open" * (op.target[-2:] == MIDDLE))
        said = self._say(f"carry.{key}", home=self._say("carry.home"))
        return self._made(Verb.TAKE, "host", [said, *opened], "carry")

    def _hand_pairs(self) -> Instruction:
        one = self._first.n == 1 and len(ops.places_of(self._ops[0])) == 2
        return self._plain("hand_pair" if one else "hand_pairs", Verb.REVEAL, "host")

    def _choose(self) -> Instruction:
        none = "choose_none" * (NONE in ops.asked_by(self._ops[0]))
        said = self._each("choose", none, "choose_aside" * self._brief)
        return self._made(Verb.IF, "host", said, "choose")


FITS = "fghjqz"
"""The letters for how many cards fit, by kind of pair."""
CARDS = {Kind.CARD: "card_of", Kind.CHAMPION: "champion", Kind.DECK_CARD: "deck_card"}

_LOOKS = (Kind.LAST_LOOK, Kind.DRAWN_LOOK)
_PLAIN: Mapping[tuple[Verb, str], tuple[Kind, ...]] = {
    (Verb.LAY, "host"): (Kind.LOT, Kind.FIRST_IN, Kind.TOP_IN),
    (Verb.COVER, "host"): (Kind.COVER_LOT,),
    (Verb.SCRAMBLE, "everyone"): (Kind.MIX_LOT,),
    (Verb.SCRAMBLE, "two"): (Kind.SWAP_ROW,),
    (Verb.TAKE, "helpers"): (Kind.GROUP, Kind.CLOSE_UP),
    (Verb.TAKE, "host"): (Kind.ASIDE, Kind.BRING, Kind.ORDER, Kind.KEPT, Kind.LAST_ASIDE),
    (Verb.REVEAL, "helpers"): (Kind.OWNERS,),
    (Verb.REVEAL, "host"): (Kind.LOT_CARD, Kind.READ_ROW, *_LOOKS, Kind.OUT, Kind.TOP_CARD),
    (Verb.RETURN, "helpers"): (Kind.LOT_BACK, Kind.MIX_BACK, Kind.REST_BACK, Kind.MASK_OFF, Kind.TOP_BACK),
}
"""Acts that one sentence says, of the key that is their name, by what hands do, and who."""

_VERBS = {kind: verb_and_doer for verb_and_doer, kinds in _PLAIN.items() for kind in kinds}
"""The same, by the act."""

_OTHERS: Mapping[Kind, Callable[[ActTeller], Instruction]] = {
    Kind.LAY: ActTeller._lay,
    Kind.COVER: ActTeller._cover,
    Kind.MARK: ActTeller._mark,
    Kind.CARDS: ActTeller._cards,
    Kind.PAIRS: ActTeller._pairs,
    Kind.TAKE: ActTeller._take,
    Kind.MASK: ActTeller._put_mask,
    Kind.EMPTY_WALLET: ActTeller._empty_wallet,
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
    Kind.CARRY: ActTeller._carry,
    Kind.HAND_PAIRS: ActTeller._hand_pairs,
    Kind.CHOOSE: ActTeller._choose,
}
"""Acts whose sentences depend on more than the table and the wording."""

_SLOTS: Mapping[str, Callable[[ActTeller], Value]] = {
    "n": lambda one: one._first.n if len(one._parts) == 1 or one._first.kind is Kind.DUEL else one._last.n,
    "each": lambda one: one._last.of,
    "one": lambda one: " ".join(ONE),
    "naming": lambda one: one._voice.naming,
    "exchange": ActTeller._exchange,
    "marker": ActTeller._marker,
    "markers": ActTeller._markers,
    "shares": ActTeller._shares,
    "owners": ActTeller._owners,
    "owner": ActTeller._drawer,
    "own": lambda one: one._owned[0][1],
    "faces": ActTeller._faces,
    "pair": ActTeller._pair,
    "places": ActTeller._places,
    "nth": ActTeller._nth,
    "number": lambda one: one._speech.counted(one._first)[0],
    "of": lambda one: one._speech.counted(one._last)[1],
    "mask": ActTeller._mask,
    "order": ActTeller._order,
}
"""What fills a slot of this name, where the act does not say."""


def _by_bits(op: ops.Encode) -> tuple[dict[tuple[int, ...], list[Face]], tuple[int, ...]]:
    """Return which cards get which bits, the best first, but for all the others; and the bits that these get."""
    code, there = dict(op.code), dict[tuple[int, ...], list[Face]]()
    for face in op.shown:
        there.setdefault(code[face], []).append(face)
    patterns = sorted(there, reverse=True)
    rest = next((one for one in patterns if not any(one)), patterns[-1])
    return {one: there[one] for one in patterns if one != rest}, rest


def _bits(pattern: tuple[int, ...]) -> str:
    return " · ".join(" ".join(bit_cards((bit,))) for bit in pattern)
