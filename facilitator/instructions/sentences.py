"""Render a group of operations as instructions, from tables of sentences by kind of step.

`_TEMPLATES` contains the instructions for each kind of step: verb, person and message keys. `_SLOTS` contains
a function for each slot of the messages. Both depend on a `StepContext`. A message is found by its key, the
equipment and the wording.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, product
from operator import attrgetter
from typing import NamedTuple, TypeVar

from facilitator.games.seats import name_pile
from facilitator.i18n.catalogue import (
    Between,
    Listed,
    Phrase,
    Value,
    find_closest_key,
    has,
    join_sentences,
    phrase,
    slots_of,
)
from facilitator.i18n.symbolic_numbers import Size
from facilitator.instructions.card_rules import find_rule
from facilitator.instructions.grouping import OpGroup, Wording
from facilitator.instructions.instruction import Instruction, InstructionParts, Verb
from facilitator.instructions.speech import FITS, Speech
from facilitator.instructions.written_faces import name_marker
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, MARKER_ROW, PILE, Op
from facilitator.operations.faces import DECK, DISCARDS, NONE, ONE, Face, bit_cards
from facilitator.operations.steps import ADDS, PARTED, Kind, Shares, Step, join_continued
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT


class StepContext:
    """Group of operations to describe, and everything that its sentences depend on.

    Attributes:
        speech: People at the table, and their names for cards.
        wording: Amount of detail.
        kind: Kind of step, which selects the sentences.
        ops: Operations of the group, without headings.
        parts: Different steps to which the operations belong.
        kinds: Kinds of these steps.
    """

    def __init__(self, speech: Speech, group: OpGroup, wording: Wording) -> None:
        self.speech, self.voice, self.wording = speech, speech.voice, wording
        self.brief, self.walk = wording is Wording.BRIEF, wording is Wording.WALK
        self.kind, self.ops, self.parts = group.kind, group.hand_operations, group.parts
        self.first, self.last = self.parts[0], self.parts[-1]
        self.kinds = [part.kind for part in self.parts]
        self._ways = (
            *("alone",) * self.voice.alone,
            *("sleeves",) * self.voice.sleeves,
            *("brief",) * self.brief,
            *("paper",) * self.speech.paper,
        )

    def make_phrase(self, key: str, **given: Value) -> Phrase:
        """Return the message with this key, in the version for the equipment and the wording.

        Args:
            key: Key of the message.
            **given: Values for slots of the message. `_SLOTS` computes all other values.
        """
        found = find_closest_key(key, self._ways)
        slots = {name: given[name] if name in given else _SLOTS[name](self) for name in slots_of(found)}
        return phrase(found, **slots)

    def make_phrases(self, *keys: str) -> list[Phrase]:
        """Return the messages with these keys. Empty keys are skipped."""
        return [self.make_phrase(key) for key in keys if key]

    def make_part(self, key: str, part: str) -> Phrase | None:
        """Return the check, the question or the expected answer of an instruction, or None if there is none.

        Args:
            key: Message key of the instruction.
            part: Suffix of the message key: "check", "ask", "ask_none" or "answer".
        """
        there = has(find_closest_key(f"{key}.{part}", self._ways))
        return self.make_phrase(f"{key}.{part}") if there else None

    def is_just(self, n: int, wanted: int) -> bool:
        """Return whether a number has a certain value, so that a special sentence can be used.

        On paper the result is always False, because a printed sentence must be correct for any number.
        """
        return n == wanted and not self.speech.paper

    def with_cards(self, shares: Iterable[tuple[str, int]]) -> Shares:
        """Return pairs of an owner and a number of cards, without owners who have no cards.

        Printed sheets get all pairs, because these owners may have cards in another turn.

        Args:
            shares: Pairs of an owner and a number of cards.
        """
        return tuple((owner, n) for owner, n in shares if n or self.speech.paper)

    @property
    def owner_shares(self) -> Shares:
        """Owners of the cards in this step, each with the number of cards."""
        parts = (part for part in self.parts if self.brief or part.kind is not Kind.BITS)
        return self.with_cards({owner: n for part in parts for owner, n in part.shares}.items())

    @property
    def cards_from_box(self) -> Sequence[Face]:
        """Extra cards that people first take from the box in this step."""
        return next((op.faces for op in self.ops if isinstance(op, ops.Put)), ())

    @property
    def places(self) -> ops.Row:
        """Places of the first operation."""
        return ops.places_of(self.ops[0])


# ----------------------------------------------------------------------------------------------------
# Building blocks of the tables of instructions.


_Test = Callable[[StepContext], bool]
_Key = str | Callable[[StepContext], str]
"""Message key, "" for no message, or a function that returns a key."""
_Say = str | Callable[[StepContext], str | Sequence[Phrase]]
"""Message key, or a function that returns a key or complete sentences."""


class StepTemplate(NamedTuple):
    """Template of one instruction: verb, person and message keys.

    Attributes:
        verb: Verb of the instruction.
        doer: Message key of the person who carries out the instruction.
        says: Message keys of the sentences.
        part: Message key of the check and the question, or "" for none.
    """

    verb: Verb
    doer: _Key
    says: tuple[_Say, ...]
    part: _Key


StepTemplates = tuple[StepTemplate, ...]
_V = TypeVar("_V", str, StepTemplates)


def _choose(value: _V | Callable[[StepContext], _V], step: StepContext) -> _V:
    return value(step) if callable(value) else value


def _if(
    test: _Test, yes: _V | Callable[[StepContext], _V], no: _V | Callable[[StepContext], _V]
) -> Callable[[StepContext], _V]:
    """Return a function that returns `yes` if a step passes the test, and otherwise `no`."""
    return lambda step: _choose(yes if test(step) else no, step)


def _when(test: _Test, key: _Key) -> Callable[[StepContext], str]:
    """Return a function that returns the key if a step passes the test, and otherwise ""."""
    return _if(test, key, "")


def _line(verb: Verb, doer: _Key, *says: _Say, part: _Key) -> StepTemplates:
    return (StepTemplate(verb, doer, says, part),)


def _plain(verb: Verb, doer: str, key: _Key) -> StepTemplates:
    """Return the template of an instruction whose sentence, check and question share a message key."""
    return _line(verb, doer, key, part=key)


def render_step(speech: Speech, group: OpGroup, wording: Wording) -> tuple[Instruction, ...]:
    """Return the instructions for a group, or an empty tuple if earlier instructions cover the group."""
    if not group.parts:
        return ()
    if group.kind in PARTED and len(group.parts) > 1:
        parts = (_select_part(group, steps) for steps in join_continued(group.parts))
        return tuple(chain.from_iterable(render_step(speech, part, wording) for part in parts))
    step = StepContext(speech, group, wording)
    return tuple(_render(step, template) for template in _choose(_TEMPLATES[step.kind], step))


def _select_part(group: OpGroup, steps: Sequence[Step]) -> OpGroup:
    """Return the operations of a group that belong to some of its steps, as a smaller group."""
    own = (op for op in group.hand_operations if ops.step_of(op) in steps)
    return OpGroup(Kind.BACK if steps[0].kind in ADDS else steps[0].kind, tuple(own), tuple(steps))


def _render(step: StepContext, template: StepTemplate) -> Instruction:
    said = (say if isinstance(say, str) else say(step) for say in template.says)
    parts = [part for item in said for part in (step.make_phrases(item) if isinstance(item, str) else item)]
    key = _choose(template.part, step)
    check = step.make_part(key, "check") if key and not _omits_check(step) else None
    ask = ops.get_answers(step.ops[-1]) if key else ()
    question = step.make_part(key, "ask_none" if NONE in ask else "ask") if ask else None
    expected = step.make_part(key, "answer") if check else None
    doer = step.make_phrase(f"who.{step.voice.get_actor(_choose(template.doer, step))}")
    said_parts = InstructionParts(doer, join_sentences(parts), check, question, expected)
    return _add_list(step, Instruction.from_parts(template.verb, said_parts, ask, step.speech.letters))


def _add_list(step: StepContext, instruction: Instruction) -> Instruction:
    op = step.ops[0]
    if step.kind is Kind.CARDS and isinstance(op, ops.Reveal):
        return replace(instruction, cards=op.expect, by_list=True)
    if step.kind is Kind.PAIRS:
        groups = _by_bits(step)[0]
        return replace(
            instruction,
            cards=tuple(chain.from_iterable(groups.values())),
            by_list=not all(_describe_by_traits(step, faces) for faces in groups.values()),
        )
    return instruction


# ----------------------------------------------------------------------------------------------------
# Conditions.


def _has(kind: Kind) -> _Test:
    return lambda step: kind in step.kinds


def _omits_check(step: StepContext) -> bool:
    """Return whether the instructions of a step are shown without its check."""
    return step.brief and not step.speech.paper and step.kind in _NOTICED_WITHOUT_CHECK


_LOOKS = (Kind.LAST_LOOK, Kind.DRAWN_LOOK)
_MOVES = (Kind.HEAP, Kind.FIRST_IN, Kind.WALLET_DUEL, Kind.LAST_ASIDE, Kind.TOP_IN, Kind.KEPT, Kind.MIX_BACK)
# Steps of the wallet whose mistakes are noticed without a check. A wrong mask is not noticed, so its check stays.
_NOTICED_WITHOUT_CHECK = (*_MOVES, *_LOOKS)


_is_brief = attrgetter("brief")
_is_walked = attrgetter("walk")
_in_sleeves = attrgetter("voice.sleeves")
_has_several_pairs = attrgetter("first.which")


def _has_two_piles(step: StepContext) -> bool:
    """Return whether exactly two piles are mixed. People could then follow a pile with their eyes."""
    return step.is_just(step.last.n, 2)


def _may_look_at(step: StepContext, owner: str) -> bool:
    return owner in step.voice.humans or owner == DISCARDS


def _keeps_columns(step: StepContext) -> bool:
    return step.first.group_kind is Kind.HAND_OVER


def _returns_random_draw(step: StepContext) -> bool:
    return any(isinstance(op, ops.Return) and op.places[0].area == ops.LOT for op in step.ops)


# ----------------------------------------------------------------------------------------------------
# Words for people and for owners.


def _name_people(one: Callable[[Speech], Value], anybody: str) -> Callable[[StepContext], Value]:
    """Return a function that computes a slot: the name of a person, or a general word.

    Args:
        one: Function that returns the name.
        anybody: Message key of the general word, used if people are not addressed by their names.
    """
    return lambda step: one(step.speech) if step.voice.by_name else phrase(anybody)


_PILES = {DECK: "draw_pile", DISCARDS: "discards"}
"""Message keys for owners that are piles."""


def _owner(step: StepContext, owner: str) -> Value:
    return name_pile(step.voice.pool, _PILES[owner]) if owner in _PILES else owner


def _hand(step: StepContext, owner: str) -> Value:
    if owner in _PILES:
        return name_pile(step.voice.pool, f"hand.{_PILES[owner]}")
    return phrase("hand", owner=owner)


def _join_values(values: Iterable[Value]) -> Listed:
    return Listed(tuple(values), Between.AND)


# ----------------------------------------------------------------------------------------------------
# Laying out, covering and mixing.


def _layer(step: StepContext) -> str:
    people = {*step.voice.humans}
    return "helpers" if people.isdisjoint(owner for owner, _ in step.owner_shares) else "everyone"


def _laying(step: StepContext) -> str:
    own = step.voice.sleeves and any(_may_look_at(step, owner) for owner, _ in step.owner_shares)
    return "lay_own" if own else "lay"


def _name_laid_hands(step: StepContext) -> Value:
    """Return the hands to lay out as a list of names. More than two hands are not named."""
    owners = [owner for owner, _ in step.owner_shares]
    piles = [owner for owner in owners if owner in (DECK, DISCARDS)]
    if len(owners) - len(piles) <= 2:
        return _join_values(_hand(step, owner) for owner in owners)
    return _join_values((phrase("hands"), *(_hand(step, owner) for owner in piles)))


def _covering(step: StepContext, op: Op) -> str:
    rows = {place.row for place in ops.places_of(op)}
    if step.voice.sleeves and not step.speech.paper and ops.places_of(op)[0].area == ops.CHOSEN:
        return "cover.played"
    if rows in ({MARKER_ROW}, {CARD_ROW}):
        return "cover.markers" if rows == {MARKER_ROW} else "cover.cards"
    return "cover.several" if step.voice.sleeves and max(rows) > ops.FIRST_BIT_ROW + 1 else "cover.all"


def _render_covering(step: StepContext) -> list[Phrase]:
    """Return brief instructions for turning cards face down.

    Turning a card over can reverse its back, so the instructions contain a reminder.
    """
    found = []
    for op in step.ops:
        if isinstance(op, ops.Cover):
            covered = step.make_phrase(_covering(step, op))
            turned = not step.voice.sleeves or any(place.row == CARD_ROW for place in op.places)
            found.append(step.make_phrase("covered.turned", covered=covered) if turned else covered)
    return found


def _of_piles(key: str, step: StepContext) -> str:
    """Return the message key for filling or emptying envelopes with columns or piles."""
    if step.voice.sleeves:
        return key
    return f"{key}.{'pile' if ops.places_of(step.ops[-1])[0].area == PILE else 'column'}"


_stack, _empty = partial(_of_piles, "stack"), partial(_of_piles, "empty")
_mixers = _if(_has_two_piles, "two", "everyone")
_mix = _if(_has_two_piles, "exchange", "mix")
_fill = _when(_has_two_piles, "fill_two")
_brief_fill = _if(_in_sleeves, _fill, _stack)
_LAID = _plain(Verb.LAY, "helpers", _empty)
_STACKED = _plain(Verb.ENVELOPES, "helpers", _stack)
_MIXED = _line(Verb.SCRAMBLE, _mixers, _fill, _mix, part="mix")
_SCRAMBLE = _if(
    _is_brief,
    _line(Verb.SCRAMBLE, _mixers, _render_covering, _brief_fill, _mix, _empty, part=_empty),
    _if(_in_sleeves, (*_MIXED, *_LAID), (*_STACKED, *_MIXED, *_LAID)),
)


# ----------------------------------------------------------------------------------------------------
# Pairs: the bits for each card.


_Bits = tuple[int, ...]


def _by_bits(step: StepContext) -> tuple[dict[_Bits, list[Face]], _Bits]:
    """Divide the cards that get pairs of bit cards by their patterns of bits.

    Returns:
        The cards for each pattern, best pattern first, and the pattern of all other cards.
    """
    op, groups = step.ops[0], dict[_Bits, list[Face]]()
    assert isinstance(op, ops.Encode)
    code = dict(op.code)
    for face in op.shown:
        groups.setdefault(code[face], []).append(face)
    patterns = sorted(groups, reverse=True)
    rest = next((bits for bits in patterns if not any(bits)), patterns[-1])
    return {bits: groups[bits] for bits in patterns if bits != rest}, rest


def _bits(pattern: _Bits) -> str:
    return " · ".join(" ".join(bit_cards((bit,))) for bit in pattern)


def _name_bits(step: StepContext, pattern: _Bits) -> Value:
    """Return the bit cards to lay under a card.

    Full wording describes a single pair, such as "β on the left and α on the right". Brief wording only lists
    letters, such as "β α".
    """
    if step.brief or len(pattern) > 1:
        return _bits(pattern)
    return phrase("bits.one" if any(pattern) else "bits.zero")


def _describe_by_traits(step: StepContext, wanted: Sequence[Face]) -> Listed | None:
    """Return a description of cards, such as "every green, every 9". Return None for a long description."""
    op = step.ops[0]
    assert isinstance(op, ops.Encode)
    kinds = find_rule(tuple(wanted), op.shown, step.speech.traits).parts(step.voice.describe)
    return _join_values(phrase("every", kind=kind) for kind in kinds) if kinds else None


def _describe_cards(step: StepContext, wanted: Sequence[Face]) -> Value:
    return _describe_by_traits(step, wanted) or step.make_phrase("pairs.listed")


def _pairs(step: StepContext) -> list[Phrase]:
    groups, rest = _by_bits(step)
    named = [(_name_bits(step, bits), _describe_cards(step, faces)) for bits, faces in groups.items()]
    rules = [step.make_phrase("pairs.for", bits=bits, which=which) for bits, which in named]
    rules.append(step.make_phrase("pairs.rest" if groups else "pairs.all", bits=_name_bits(step, rest)))
    pairs = int(step.first.of)
    key = "pairs.one" if pairs == 1 else "pairs.several"
    return [step.make_phrase(key, rules=join_sentences(rules), p=pairs)]


def _count_patterns(step: StepContext) -> Value:
    """Return the number of cards for each pattern of bits, such as "3 β α, 5 α β"."""
    groups, rest = _by_bits(step)
    named = [Size.from_name(len(faces), FITS[number]) for number, faces in enumerate(groups.values())]
    sizes = (*named, step.first.n - sum(named, Size(0, {})))
    return _join_values(
        phrase("pairs.count", n=n, bits=_bits(bits)) for n, bits in zip(sizes, (*groups, rest), strict=True)
    )


# ----------------------------------------------------------------------------------------------------
# Duels, and the steps that prepare them.


def _render_taking(step: StepContext) -> list[Phrase]:
    one = step.is_just(step.last.n, 1)
    return step.make_phrases("take.sorted" * (Kind.GROUP in step.kinds), "take.one" if one else "take")


def _choose_challenge_key(step: StepContext) -> str:
    """Return the key of the sentence that says how many piles challenge the champion.

    Only the remaining duels are counted, because a game can resume in the middle of a round.
    """
    first = step.first.number == 1
    if step.is_just(step.first.n, 1):
        return "duel.only" if first else "duel.last"
    return "duel.all" if first else "duel.left"


def _describe_origin(step: StepContext) -> Value:
    boxed = "origin.box" if step.walk else "origin.first"
    return step.make_phrase(boxed if step.cards_from_box else "origin.open")


def _render_previous(step: StepContext) -> Value:
    if (which := step.first.which) < 2:
        return step.make_phrase("before.card")
    return step.make_phrase("before.pair", nth=phrase(f"nth.{which - 1}"))


def _of_pair(key: str) -> Callable[[StepContext], str]:
    """Return a function that chooses a message key, with the suffix "_pair" for one of several pairs."""
    return _if(_has_several_pairs, f"{key}_pair", key)


def _is_counted_duel(step: StepContext) -> bool:
    """Return whether the instruction for this wallet duel contains only its number, such as "3 of 5".

    This is so if the instruction for an earlier duel has explained the movements.
    """
    return not (step.walk or step.speech.begins_loop(step.first))


_shown = _if(lambda step: step.first.n > 2, "shown.several", "shown")
_taking = _of_pair("duel.take")
_walked_duel = _if(lambda step: step.first.number == 1, "duel.walk_first", "duel.walk")
_DUELS = (
    *_line(Verb.TAKE, "host", _if(_is_walked, _walked_duel, _choose_challenge_key), _taking, part=""),
    *_line(Verb.LAY, "host", _of_pair("duel.lay"), part=""),
    *_line(Verb.LAY, "host", _of_pair("duel.stack"), part="duel.stack"),
    *_line(Verb.SCRAMBLE, "two", "duel.fill", "exchange", part=""),
    *_line(Verb.REVEAL, "host", _of_pair("duel.show"), part="duel.show"),
)
_pushed = _if(_is_brief, "", "wallet_in")
_WALLET_DUEL = (
    *_line(Verb.LAY, "host", _if(_is_walked, "wallet_in.walk", "wallet_in"), part=_pushed),
    *_plain(Verb.SCRAMBLE, "two", "wallet_spin"),
    *_plain(Verb.REVEAL, "host", "wallet_look"),
    *_line(Verb.TAKE, "host", "wallet_out", part=_if(_is_brief, "", "wallet_out")),
)


# ----------------------------------------------------------------------------------------------------
# Returning cards.


def _remove_bits(step: StepContext) -> list[Phrase]:
    """Return the instructions for removing all extra cards except markers.

    If bit cards are stirred on the table, the row of six cards goes into the box first, and a later step
    sorts them. Otherwise they go into the box with this step, and are sorted for the next turn.
    """
    boxed = _choose_boxing_key(step)
    if not _stirs_bits(step):
        return step.make_phrases(boxed, "bits.sort" * (boxed not in ("", "bits.row", "bits.pile")))
    row = any(place.area == ops.SIX for op in step.ops for place in ops.places_of(op))
    return step.make_phrases("bits.row" * row, "bits.stir")


def _choose_boxing_key(step: StepContext) -> str:
    """Return the message key for removing extra cards, except markers, without stirring them."""
    if step.first.kind is Kind.BITS and step.first.number:  # bit cards of a single pile
        return "bits.pile"
    boxed = _list_bit_boxings(step)
    if not boxed:
        return ""
    areas = {place.area for op in boxed for place in op.places}
    if areas == {ops.SIX}:
        return "bits.row"
    if areas.isdisjoint((COLUMN, PILE)) and not step.speech.paper:
        return "bits.loose"  # paper has one sentence for a recovery's bit cards
    inside = any(part.of for part in ops.list_steps(boxed))
    return "bits.inside" if step.voice.sleeves and inside else "bits"


def _list_bit_boxings(step: StepContext) -> list[ops.Collect]:
    """Return the operations of a step that take bit cards to the box."""
    return [op for op in step.ops if isinstance(op, ops.Collect) and ops.kind_of(op) is Kind.BITS]


def _markers_back(step: StepContext) -> list[Phrase]:
    """Return the instructions for sorting the stirred bit cards and for taking the markers to the box."""
    return step.make_phrases("sort" * (Kind.SORT in step.kinds), _choose_markers_key(step))


def _choose_markers_key(step: StepContext) -> str:
    if ops.places_of(step.ops[-1])[0].area == ops.STIRRED:
        return ""  # all columns belong to the virtual seat
    if not {Kind.MARKERS, Kind.SORT} & {*step.kinds}:
        return ""
    if _keeps_columns(step):
        return "markers.gone"  # the other owners' markers stay
    inside = any(part.kind is Kind.MARKERS and part.of for part in step.parts)
    return "markers.inside" if step.voice.sleeves and inside else "markers"


def _return_piles(step: StepContext) -> list[Phrase]:
    """Return the instructions for returning the cards of piles, which come before their bit cards are removed.

    Cards in sleeves are returned after their bit cards are removed.
    """
    if _uses_sleeves(step):
        return []
    homes = list[Phrase]()
    for key, owners in (
        ("home.aside", _find_owners(step, ops.CHOSEN)),
        ("home.own", _find_owners(step, PILE)),
    ):
        if owners:
            names = (_hand(step, name) if name in _PILES else name for name in owners)
            homes.append(step.make_phrase(key, owners=_join_values(names)))
    return homes


def _return_cards(step: StepContext) -> list[Phrase]:
    """Return the instructions for returning all other cards."""
    owners = [*dict.fromkeys(owner for owner, _ in _iter_returned_cards(step))]
    if _uses_sleeves(step):
        said = _return_from_sleeves(step, owners)
    else:
        counted = step.make_phrases("home.counted" * bool(_find_owners(step, ops.LOT)))
        said = [
            *counted,
            *_return_by_markers(step, _find_owners(step, COLUMN), bool(_find_owners(step, PILE))),
        ]
    return [*said, *step.make_phrases("home.discards" * (DISCARDS in owners))]


def _uses_sleeves(step: StepContext) -> bool:
    return step.voice.sleeves and not _returns_random_draw(step)


def _find_owners(step: StepContext, area: str) -> list[str]:
    """Return the owners of the cards that are returned from an area."""
    return [owner for owner, at in dict.fromkeys(_iter_returned_cards(step)) if at == area]


def _iter_returned_cards(step: StepContext) -> Iterator[tuple[str, str]]:
    """Yield pairs of an owner and an area from which the owner's cards are returned.

    Areas are columns, piles, random draws, and the place of the played card. A printed sheet with brief
    wording starts with the virtual hand.
    """
    # After most turns, the virtual hand has cards left.
    if step.speech.paper and step.brief:
        yield from ((owner, PILE) for owner in _iter_bit_owners(step))
    named = (COLUMN, ops.LOT) if step.speech.paper else (COLUMN, ops.LOT, ops.CHOSEN)
    for op in step.ops:
        if isinstance(op, ops.Return) and op.step is not None:
            areas = dict.fromkeys(place.area if place.area in named else PILE for place in op.places)
            yield from product((owner for owner, _ in step.with_cards(op.step.shares)), areas)


def _iter_bit_owners(step: StepContext) -> Iterator[str]:
    """Yield the owners of the piles whose bit cards are removed in a step."""
    bits = (part for part in step.parts if part.kind is Kind.BITS)
    return (owner for part in bits for owner, _ in part.shares)


def _return_by_markers(step: StepContext, owners: Sequence[str], others: bool) -> list[Phrase]:
    """Return the instruction for returning the cards in columns to the owners that the markers show.

    Args:
        step: Step.
        owners: Owners of these cards.
        others: Whether the previous instruction returns the cards of other owners.
    """
    if not owners:
        return []
    if len(owners) == 1:
        return [step.make_phrase("home.other" if others else "home.one", whose=_hand(step, owners[0]))]
    if any(part.kind is Kind.HOME and part.which for part in step.parts):
        return [step.make_phrase("home.laid")]  # no markers have been laid yet
    return [step.make_phrase("home.others" if others else "home.all")]


def _return_from_sleeves(step: StepContext, owners: Sequence[str]) -> list[Phrase]:
    """Return the instructions for returning cards in sleeves.

    Only people's cards are pulled out of their sleeves.
    """
    stay = [_owner(step, owner) for owner in owners if not _may_look_at(step, owner)]
    people = [owner for owner in owners if owner in step.voice.humans]
    both: tuple[tuple[str, Sequence[Value]], ...] = (("home", stay), ("home.people", people))
    return [step.make_phrase(key, owners=_join_values(some)) for key, some in both if some]


def _stirs_bits(step: StepContext) -> bool:
    return any(isinstance(op, ops.Stir) for op in step.ops)


_stirs = _if(_stirs_bits, "bits.stir", "bits")
_counted = _if(lambda step: {*step.kinds} == {Kind.MARKERS}, "markers", _stirs)
_home = _if(_returns_random_draw, "home.counted", _if(lambda step: bool(step.owner_shares), "home", _counted))
_BACK = _line(Verb.RETURN, "helpers", _return_piles, _remove_bits, _return_cards, _markers_back, part=_home)
_OVER_MARK = _line(Verb.LAY, "helpers", "over.mark", part="over")
_front = _when(_has(Kind.MARK), "over.front")
_OVER = _line(Verb.RETURN, "helpers", "over.stay", _remove_bits, _front, "over.behind", part="over")


# ----------------------------------------------------------------------------------------------------
# Lotteries.


def _choose_carry_key(step: StepContext) -> str:
    op = step.ops[0]
    assert isinstance(op, ops.Move)
    if op.source[:2] == MIDDLE:
        return "carry.middle"
    return "carry.token" if len(op.source) == 2 else "carry.right"


def _choose_open_pair_key(step: StepContext) -> str:
    """Return the key for the pair that is face up on the left, or "" if it does not go to the middle of the row.

    Its cards may change sides, so that they lie as α β.
    """
    op = step.ops[0]
    if not isinstance(op, ops.Move) or op.target[-2:] != MIDDLE:
        return ""
    return "carry.open.crossed" if op.source[-2:] == LEFT[::-1] else "carry.open"


def _choose_result_key(step: StepContext) -> str:
    which = step.first.which
    if step.places[0].area != COLUMN:
        alone = not which and step.is_just(step.first.of, 1)
        return "result.only" if alone else "result.own_pair" if which else "result.own"
    return "result.pair" if which > 1 else "result.draw_pile_pair" if which else "result.draw_pile"


_row_pair = _if(lambda step: step.places == RIGHT, "row_pair.token", "row_pair.spare")
_CARRY = _line(
    *(Verb.TAKE, "host", _choose_carry_key, _choose_open_pair_key),
    part=_if(lambda step: bool(_choose_open_pair_key(step)), "carry.open", "carry"),
)
_SWAP_ROW = (
    *_line(Verb.ENVELOPES, "helpers", "swap_row", part=""),
    *_line(Verb.SCRAMBLE, "two", "exchange", part=""),
    *_line(Verb.LAY, "helpers", "deal_row", part="swap_row"),
)
_cover_row = _if(lambda step: RIGHT[0] in step.places, "cover_row.both", "cover_row.middle")


# ----------------------------------------------------------------------------------------------------
# The instructions for each kind of step.


_is_first_order = _if(lambda step: step.first.of == 1, "order.there", "order.back")
_PLAIN: Mapping[tuple[Verb, str], tuple[Kind, ...]] = {
    (Verb.LAY, "host"): (Kind.LOT, Kind.FIRST_IN, Kind.TOP_IN),
    (Verb.COVER, "host"): (Kind.COVER_LOT,),
    (Verb.SCRAMBLE, "everyone"): (Kind.MIX_LOT,),
    (Verb.TAKE, "helpers"): (Kind.GROUP, Kind.CLOSE_UP),
    (Verb.TAKE, "host"): (Kind.BRING, Kind.KEPT, Kind.TOP_AGAIN, Kind.LAST_ASIDE),
    (Verb.REVEAL, "helpers"): (Kind.OWNERS, Kind.CARDS),
    (Verb.REVEAL, "host"): (Kind.LOT_CARD, Kind.READ_ROW, Kind.OUT, Kind.TOP_CARD),
    (Verb.RETURN, "helpers"): (Kind.LOT_BACK, Kind.REST_BACK, Kind.TOP_BACK),
}
"""Kinds of steps with a single sentence, by verb and person. The message key is the name of the kind."""

_CARDS = {Kind.CARD: "card_of", Kind.CHAMPION: "champion", Kind.DECK_CARD: "deck_card"}
"""Message keys for steps that turn a card face up."""

_covers_cards = _if(lambda step: {place.row for place in step.places} == {CARD_ROW}, "cover_cards", "cover")
_cover_pair = _if(lambda step: step.voice.sleeves and step.first.which > 1, "cover_later_pair", "cover_pair")
_discards = _when(lambda step: DISCARDS in dict(step.owner_shares), "lay.discards")
_none = _when(lambda step: NONE in ops.get_answers(step.ops[0]), "choose_none")
_out = _if(
    lambda step: step.first.which > 0, "empty_wallet.deck", "empty_wallet"
)  # 1 for the draw pile's card
_again = _when(lambda step: bool(step.first.n), "mask_heap")
_box_shown = _if(lambda step: step.first.n > 2, "box_shown.several", "box_shown")
_mask_off = _if(lambda step: bool(step.first.n), "mask_out", "mask_off")  # a recovery has taken the tab out
_mix_back = _if(lambda step: step.is_just(step.first.n, 1), "mix_back.mask_only", "mix_back")
_CARD = _line(
    Verb.REVEAL, "host", _when(_has(Kind.SHOWN), _shown), lambda step: _CARDS[step.last.kind], part="card"
)

_TEMPLATES: Mapping[Kind, StepTemplates | Callable[[StepContext], StepTemplates]] = {
    **{kind: _plain(*by, kind.name.lower()) for by, kinds in _PLAIN.items() for kind in kinds},
    **dict.fromkeys(_CARDS, _CARD),
    **{kind: _line(Verb.REVEAL, "host", kind.name.lower(), part="look") for kind in _LOOKS},
    # Brief wording includes this step in the step of the card.
    Kind.ASIDE: _if(_is_brief, (), _plain(Verb.TAKE, "host", "aside")),
    Kind.LAY: _line(Verb.LAY, _layer, _laying, _when(_has(Kind.MARK), "lay.marked"), _discards, part="lay"),
    Kind.COVER: _line(Verb.COVER, "helpers", lambda step: _covering(step, step.ops[0]), part=_covers_cards),
    Kind.MARK: _if(_keeps_columns, _OVER_MARK, _plain(Verb.LAY, "helpers", "mark")),
    Kind.SCRAMBLE: _if(
        lambda step: step.is_just(step.last.n, 1), _plain(Verb.SCRAMBLE, "everyone", "one_pile"), _SCRAMBLE
    ),
    Kind.PAIRS: _line(Verb.LAY, "helpers", _pairs, part="pairs"),
    Kind.TAKE: _if(
        lambda step: step.last.kind is Kind.TAKE,
        _line(Verb.TAKE, "helpers", _render_taking, part="take"),
        _plain(Verb.TAKE, "helpers", "group"),
    ),
    Kind.ROUND: _DUELS,
    Kind.DUEL: _DUELS,
    Kind.WALLET_DUEL: _if(_is_counted_duel, _plain(Verb.LAY, "host", "wallet_again"), _WALLET_DUEL),
    Kind.MASK: _if(
        lambda step: len(step.ops) < 2,
        _plain(Verb.LAY, "host", "mask"),
        _line(Verb.LAY, "host", "mask_next", _again, part="mask"),
    ),
    Kind.HEAP: _if(
        lambda step: step.is_just(step.first.n, 1),
        _plain(Verb.LAY, "host", "heap_one"),
        _plain(Verb.SCRAMBLE, "two", _if(_has_two_piles, "heap_two", "heap")),
    ),
    Kind.MASK_OFF: _line(Verb.RETURN, "helpers", _mask_off, part="mask_off"),
    Kind.MIX_BACK: _line(Verb.RETURN, "helpers", _mix_back, part="mix_back"),
    Kind.EMPTY_WALLET: _line(Verb.TAKE, "host", _out, part="empty_wallet"),
    Kind.RESULT: _line(Verb.REVEAL, "host", _choose_result_key, part="result"),
    Kind.ORDER: _line(Verb.TAKE, "host", _is_first_order, part="order"),
    Kind.COVER_PAIR: _line(Verb.COVER, "host", _cover_pair, part="cover_pair"),
    Kind.DRAWN: _line(Verb.TAKE, "host", _when(_has(Kind.SHOWN), _box_shown), "drawn", part="drawn"),
    Kind.SHOWN: _line(Verb.RETURN, "helpers", _shown, part="shown"),
    Kind.BACK: _BACK,
    Kind.CLEAR_UP: _BACK,
    Kind.SORT: _line(Verb.RETURN, "anybody", _markers_back, part="sort"),
    Kind.HAND_OVER: _if(_has(Kind.CLOSE_UP), _OVER, _if(_has(Kind.MARK), _OVER_MARK, _BACK)),
    Kind.COLOUR: _plain(Verb.SCRAMBLE, "everyone", _if(_has(Kind.LOT), "colour", "mix_lot")),
    Kind.ROW_PAIR: _line(Verb.LAY, "host", _row_pair, part="row_pair"),
    Kind.COVER_ROW: _line(Verb.COVER, "host", _cover_row, part="cover_row"),
    Kind.SWAP_ROW: _if(_is_brief, _plain(Verb.SCRAMBLE, "two", "swap_row"), _SWAP_ROW),
    Kind.CARRY: _CARRY,
    Kind.HAND_PAIRS: _plain(
        Verb.REVEAL, "host", _if(lambda step: len(step.places) == 2, "hand_pair", "hand_pairs")
    ),
    Kind.CHOOSE: _line(Verb.IF, "host", "choose", _none, _when(_is_brief, "choose_aside"), part="choose"),
}
"""Templates of the instructions for each kind of step."""


# ----------------------------------------------------------------------------------------------------
# Slots of sentences.


def _number(step: StepContext) -> Value:
    if Kind.CLOSE_UP in step.kinds:
        return step.parts[step.kinds.index(Kind.CLOSE_UP)].n
    if step.kind in (Kind.BACK, Kind.CLEAR_UP, Kind.HAND_OVER) and Kind.MARK not in step.kinds:
        return sum((part.n for part in step.parts), 0)
    return step.first.n if len(step.parts) == 1 or step.first.kind is Kind.DUEL else step.last.n


def _name_mask(step: StepContext) -> Value:
    masks, which = step.speech.masks, step.first.which
    if which > len(masks):
        return phrase("mask.tonight")
    return masks[which - 1] if step.speech.paper else phrase("mask.name", mask=masks[which - 1])


def _read_mask(step: StepContext) -> Value:
    """Return the text on the mask.

    On paper the mask is only described, because its text depends on the top card.
    """
    return phrase("mask.says", mask=_name_mask(step)) if step.speech.paper else _name_mask(step)


def _name_contents(step: StepContext) -> str:
    """Return a suffix for message keys that says which cards lie in a column or pile."""
    rows = {place.row for place in ops.places_of(step.ops[-1])}
    if MARKER_ROW in rows and max(rows) < ops.FIRST_BIT_ROW:
        return "marked"
    if MARKER_ROW not in rows:
        return "pile"
    return "columns" if max(rows) > ops.FIRST_BIT_ROW + 1 else "column"


_SLOTS: Mapping[str, Callable[[StepContext], Value]] = {
    "n": _number,
    "each": lambda step: step.last.of,
    "one": lambda step: " ".join(ONE),
    "naming": lambda step: step.voice.naming,
    "host": _name_people(lambda speech: speech.voice.humans[0], "people.host"),
    "at_host": _name_people(lambda speech: speech.voice.humans[0], "people.host.at"),
    "two": _name_people(lambda speech: _join_values(speech.two), "people.two"),
    "turns": _name_people(
        lambda speech: phrase("people.turns", first=speech.two[0], last=speech.two[-1]), "people.turns.any"
    ),
    "second": _name_people(lambda speech: speech.second, "people.second"),
    "draw_pile": lambda step: name_pile(step.voice.pool),
    "marker": lambda step: name_marker(step.owner_shares[0][0]),
    "markers": lambda step: Listed(
        tuple(phrase("marked", n=n, marker=name_marker(owner)) for owner, n in step.owner_shares)
    ),
    "shares": lambda step: Listed(
        tuple(phrase("share", owner=_owner(step, owner), n=n) for owner, n in step.owner_shares)
    ),
    "owners": lambda step: _join_values(_owner(step, owner) for owner, _ in step.owner_shares),
    "seat": lambda step: step.owner_shares[0][0],
    "owner": lambda step: getattr(step.ops[-1], "owner", ""),
    "own": lambda step: step.owner_shares[0][1],
    "what": _name_laid_hands,
    "page": lambda step: step.speech.list_page,
    "faces": lambda step: Listed(tuple(map(step.voice.describe_answer, step.cards_from_box))),
    "pair": lambda step: " ".join(step.cards_from_box),
    "nth": lambda step: phrase(f"nth.{step.first.which}"),
    "number": lambda step: step.first.number,
    "of": lambda step: step.last.of,
    "duels": lambda step: step.first.label.part.of if step.first.label.part is not None else 0,
    "mask": _name_mask,
    "says": _read_mask,
    "order": lambda step: phrase(f"filling.{_name_contents(step)}"),
    "laying": lambda step: phrase(f"laying.{_name_contents(step)}"),
    "origin": _describe_origin,
    "before": _render_previous,
    "home": lambda step: step.make_phrase("carry.home"),
    "counts": _count_patterns,
}
"""Functions that compute the slots of messages, by name of the slot."""
