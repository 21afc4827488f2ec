"""What a host can say at a prompt, as data: how it is typed, in which spellings, and what of it can be tapped.

Which words there are stands in one table, in `session`; here is what follows a word, and what is no word: answers
to the cards, events of the game.  Nothing here changes a game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, assert_never

from facilitator.errors import CommandError, FacilitatorError
from facilitator.games.events import Caught, Challenge, Event, Kinds, Play, Show, Start
from facilitator.games.rules import Rules
from facilitator.i18n import quoted
from facilitator.i18n.catalogue import Either, phrase, refusal, sentence, spelled
from facilitator.instructions.instruction import called
from facilitator.operations.faces import (
    ALPHA,
    BETA,
    NONE,
    TO_CARD,
    TO_TAB,
    AnswerKind,
    Face,
    asked,
    lot_card,
    named_by,
)


class PromptKind(StrEnum):
    """What a host is asked; it decides which words are taken."""

    DO = "do"
    """An act of a run, to be done."""
    ASK = "ask"
    """An act of a run that asks what lies there."""
    MOVE = "move"
    """The start, or a person's move."""
    END = "end"
    CHOICE = "choice"
    """What went wrong, or which way on."""


ACT = (PromptKind.DO, PromptKind.ASK)
GAME = (*ACT, PromptKind.MOVE)
LOCK, UNLOCK, SCREEN = SCREEN_WORDS = ("lock", "unlock", "screen")
"""Words at a terminal that is used next to web pages; they are about the pages."""
PLAY = (*GAME, PromptKind.END)


@dataclass(frozen=True, slots=True)
class Input:
    """One thing said: the name of a row of the table, and what was said with it.

    ``said``: of ``say`` an answer as the act asks for it, of ``event`` an event, of ``back`` a number, of ``note``
    its text, and so on; None where the word is all.
    """

    name: str
    said: Any = None


# ----------------------------------------------------------------------------------------------------
# What a host types at the table, turned into answers.


def read_answer(text: str, ask: Sequence[str], kinds: Kinds) -> str:
    """Return which of ``ask`` was typed: ``a`` or ``ab`` for αβ, a card in any spelling, a colour, none.

    Raises `CommandError` if it is none of them.
    """
    said, kind = text.strip(), asked(ask)
    if not said:
        raise CommandError(*refusal("refused.answer.enter", ask=either(ask, kinds)))
    found = NONE if NONE in ask and said.lower() in spelled("word.none") else _face(said, kind, kinds)
    if found not in ask:
        key = _MISREAD.get(kind, "refused.answer")
        raise CommandError(*refusal(key, ask=either(ask, kinds), said=quoted(said)))
    return found


_MISREAD = {AnswerKind.PAIR: "refused.answer.pair", AnswerKind.ARROW: "refused.answer.arrow"}
"""How a host goes on who read something else than what is asked."""


def _face(said: str, kind: AnswerKind, kinds: Kinds) -> str:
    match kind:
        case AnswerKind.PAIR:
            return _bits(said)
        case AnswerKind.LOT:
            return lot_card(kinds.parse_named(named_by(said)))
        case AnswerKind.ARROW:
            low = said.lower()
            return next((to for to in (TO_CARD, TO_TAB) if low in spelled(ARROWS[to])), low)
        case AnswerKind.CARD:
            return kinds.parse(said)
        case _:
            assert_never(kind)


def _bits(said: str) -> str:
    greek = said.lower().replace(" ", "").replace("a", ALPHA).replace("b", BETA)
    return {ALPHA: ALPHA + BETA, BETA: BETA + ALPHA}.get(greek, greek)


ARROWS = {TO_CARD: "word.arrow.card", TO_TAB: "word.arrow.other"}
"""How a last look is answered, the key first, then the word."""


def asking(question: str, ask: Sequence[str]) -> str:
    """Return a question with the keys that answer it, where a key is enough."""
    match asked(ask):
        case AnswerKind.PAIR:
            return "  ".join([question, *(f"[{_key(word)}] {' '.join(word)}" for word in ask)])
        case AnswerKind.ARROW:
            return "  ".join([question, *(f"[{_key(word)}] {spelled(ARROWS[word])[1]}" for word in ask)])
        case _:
            return question


def _key(word: str) -> str:
    """Return the key that answers so; empty where the word itself must be typed."""
    if word in ARROWS:
        return spelled(ARROWS[word])[0]
    return {ALPHA: "a", BETA: "b"}.get(word[:1], "")


def either(ask: Sequence[str], kinds: Kinds) -> Either:
    """Return the answers a step takes, in words."""
    said = zip(spellings(ask, kinds), map(_key, ask), strict=True)
    return Either(tuple(phrase("answer.key", word=one, typed=key) if key else one for one, key in said))


def spellings(ask: Sequence[str], kinds: Kinds) -> list[str]:
    """Return each answer as a person would type it out."""
    return [
        spelled(ARROWS[word])[1] if word in ARROWS else called(word, kinds.describe_named) for word in ask
    ]


# ----------------------------------------------------------------------------------------------------
# What follows a word in its line.


LONGEST_NOTE = 500
"""Characters of a remark: many lines of a transcript, and no pasted file."""
MOST_DIGITS = 7


def rest_of(line: str) -> str:
    """Return what follows the first word of a line."""
    return " ".join(line.split(maxsplit=1)[1:])


def read_note(line: str) -> str:
    """Return the remark after the word ``note``."""
    return _remark(line, "refused.note")


def read_reason(line: str) -> str:
    """Return the reason after the word ``void``."""
    return _remark(line, "refused.void")


def _remark(line: str, missing: str) -> str:
    remark = rest_of(line)
    if not remark:
        raise CommandError(*refusal(missing, line=quoted(line)))
    if len(remark) > LONGEST_NOTE:
        raise CommandError(*refusal("refused.note.long", most=LONGEST_NOTE, letters=len(remark)))
    return remark


def read_back(line: str) -> int:
    """Return the number after the word ``back``; raises `CommandError` for none."""
    return _number(line, "refused.back")


def read_redo(line: str) -> int:
    """Return how many presses are to be typed again: the number after ``redo``, 1 where there is none."""
    if not rest_of(line):
        return 1
    return _number(line, "refused.redo.number")


def _number(line: str, missing: str) -> int:
    said = rest_of(line)
    if said.isascii() and said.isdecimal() and len(said) <= MOST_DIGITS and int(said):
        return int(said)
    raise CommandError(*refusal(missing, line=quoted(line.lower())))


# ----------------------------------------------------------------------------------------------------
# What can be tapped for answers and events: each offer an input, and the words on the way to it.


@dataclass(frozen=True, slots=True)
class TapOffer:
    """Something to tap.

    ``key``: names it among the offers of its prompt.  ``path``: words to choose by, one after the other: a colour,
    a symbol, what is named.  ``face``, ``group``: the card it is about, if it is.  ``aside``: it is not what is
    asked, but can be done.
    """

    key: str
    input: Input
    path: tuple[str, ...]
    face: Face = ""
    group: str = ""
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A card in words: its code, its name, the colour or suit it belongs to, and what it is called within that."""

    face: Face
    words: str
    group: str
    symbol: str


def card_of(face: Face, kinds: Kinds) -> Card:
    """Return a card of the game in words."""
    words, traits = kinds.describe(face), kinds.traits(face)
    symbol = words if kinds.tiles or len(traits) != 2 else traits[1]
    return Card(face, words, kinds.group(face), symbol)


def answer_taps(ask: Sequence[str], kinds: Kinds) -> Iterator[TapOffer]:
    """Yield a button for each answer an act asks for."""
    kind = asked(ask)
    for said in ask:
        key, one = f"say {said}", Input("say", said)
        if kind is AnswerKind.CARD and said in kinds.cards:
            card = card_of(said, kinds)
            yield TapOffer(key, one, (card.group, card.symbol), said, card.group)
        elif kind is AnswerKind.PAIR:
            yield TapOffer(key, one, (" ".join(said),))
        else:
            word = called(said, kinds.describe_named)
            yield TapOffer(key, one, (word,), group=word if kind is AnswerKind.LOT else "")


def event_taps(law: Rules[Any], state: Any) -> tuple[TapOffer, ...]:
    """Return every event that the law takes now and that is told in one tap after the other."""
    found = list[TapOffer]()
    for event in dict.fromkeys((*_moves(law, state), *_calls(state))):
        try:
            law.apply(state, event)
        except FacilitatorError:
            continue
        found.append(event_tap(law, event))
    paths = [one.path for one in found]
    return tuple(
        one if paths.count(one.path) == 1 else replace(one, path=(*one.path, law.codec.text(one.input.said)))
        for one in found
    )


def event_tap(law: Rules[Any], event: Event) -> TapOffer:
    """Return the button of an event: the words that lead to it, and its card with its group, if it has one."""
    key = json.dumps(law.codec.json(event), ensure_ascii=False, separators=(",", ":"))
    more: tuple[str, ...] = ()
    match event:
        case Start(str(face), first):
            more = (first,)
        case Play(_, face, str(named)):
            more = (law.kinds.describe_named(named),)
        case Play(_, face):
            pass
        case Show(_, (face,)):
            pass
        case _:
            return TapOffer(key, Input("event", event), (law.codec.text(event),))
    card = card_of(face, law.kinds)
    path = (card.group, card.symbol, *more)
    return TapOffer(key, Input("event", event), path, face, card.group)


@dataclass(frozen=True, slots=True)
class SeveralCards:
    """What is told by naming several cards: its button, how its line begins, and which cards there are."""

    label: str
    begin: str
    cards: tuple[Face, ...]


def several(law: Rules[Any], state: Any) -> Iterator[SeveralCards]:
    """Yield what a seat may do now with several cards at once: too many ways for a button each."""
    kinds = tuple(dict.fromkeys(law.kinds.cards))
    found = dict[str, SeveralCards]()
    for event in law.moves(state, kinds):
        match event:
            case Show(seat, cards) if len(cards) != 1:
                label = sentence("page.several.shows", seat=seat)
                found.setdefault("shows", SeveralCards(label, f"{seat} shows", kinds))
            case Play(seat, more=(_, *_)):
                label = sentence("page.several.plays", seat=seat)
                found.setdefault("plays", SeveralCards(label, f"{seat} plays", kinds))
    yield from found.values()


def _moves(law: Rules[Any], state: Any) -> Iterator[Event]:
    """Yield what somebody could do whose hand nobody knows: with every card, with one of them, with none.

    Several cards at once are left to words: there are too many ways to choose them.
    """
    kinds = tuple(dict.fromkeys(law.kinds.cards))
    for hand in (kinds, *((kind,) for kind in kinds), ()):
        for event in law.moves(state, hand):
            if not (isinstance(event, Play) and event.more) and not (
                isinstance(event, Show) and len(event.cards) != 1
            ):
                yield event


def _calls(state: Any) -> Iterator[Event]:
    """Yield what may be said of a seat out of turn, where the law takes it."""
    for seat in state.seats:
        yield Challenge(seat.name)
        yield Caught(seat.name)
