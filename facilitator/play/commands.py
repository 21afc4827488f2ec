"""Inputs of the host as data: typed answers, arguments of commands, and buttons.

The table of commands is in `session`. This module parses the argument of a command, and inputs that are not
commands: answers and events. It does not change a game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import Any, assert_never

from facilitator.errors import CommandError
from facilitator.games.events import (
    Caught,
    Challenge,
    Drew,
    Event,
    GameEnds,
    Kinds,
    OwnTop,
    Play,
    Show,
    Start,
    VirtualTop,
)
from facilitator.games.registry import get_game, list_games
from facilitator.games.rules import Rules, can_happen
from facilitator.games.typed_moves import find_no_card
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import (
    MOST_EXAMPLES,
    Either,
    Listed,
    Value,
    join_with_or,
    list_spellings,
    phrase,
    refusal,
    sentence,
)
from facilitator.instructions.instruction import describe_answer
from facilitator.operations.faces import (
    ALPHA,
    BETA,
    NONE,
    TO_CARD,
    TO_TAB,
    AnswerKind,
    Face,
    classify_answers,
    get_drawn_name,
    lot_card,
)


class PromptKind(StrEnum):
    """Kind of a prompt, which determines the accepted commands."""

    DO = "do"
    """Step of an attempt without a question."""
    ASK = "ask"
    """Step of an attempt with a question."""
    MOVE = "move"
    """Start of the game, or move of a person."""
    END = "end"
    CHOICE = "choice"
    """Question with numbered options."""


ACT = (PromptKind.DO, PromptKind.ASK)
GAME = (*ACT, PromptKind.MOVE)
LOCK, UNLOCK, SCREEN = SCREEN_WORDS = ("lock", "unlock", "screen")
"""Terminal commands that control the web pages."""
PLAY = (*GAME, PromptKind.END)


@dataclass(frozen=True, slots=True)
class Input:
    """Input of the host.

    Attributes:
        name: Command name.
        argument: Command argument, such as an answer for ``say``, an event for ``event`` or a number for
            ``back``. `None` if the command has no argument.
    """

    name: str
    argument: Any = None


# ----------------------------------------------------------------------------------------------------
# Typed answers.


def read_answer(
    text: str,
    ask: Sequence[str],
    kinds: Kinds,
    explain: Callable[[Face], CommandError] | None = None,
    way_out: str = "",
) -> str:
    """Parse a typed answer: ``a`` or ``ab`` for αβ, a card in any spelling, a colour, or none.

    Args:
        text: Typed text.
        ask: Accepted answers.
        kinds: Cards of the game.
        explain: Function that builds the error for a card that is not accepted.
        way_out: Command to type if no accepted answer is right.

    Raises:
        CommandError: The text is not an accepted answer.
    """
    said, kind = text.strip(), classify_answers(ask)
    choices: dict[str, Value] = {
        "ask": describe_answers(ask, kinds),
        "said": quote_input(said),
        "way_out": way_out,
    }
    if not said:
        raise CommandError(*refusal("refused.answer.enter", **choices))
    words = list_spellings("word.none")
    none = said.lower() in (words[:1] if kind is AnswerKind.ARROW else words)  # "no" is not "no dot"
    found = NONE if none and (NONE in ask or kind is AnswerKind.CARD) else _face(said, kind, kinds)
    if found in ask:
        return found
    if none and kind in _NONE:
        raise CommandError(*refusal(_NONE[kind], **choices))
    if explain is not None and kind is AnswerKind.CARD:
        raise explain(found)
    raise CommandError(*refusal(_MISREAD.get(kind, "refused.answer"), **choices))


_NONE = {AnswerKind.CARD: "refused.answer.none", AnswerKind.ARROW: "refused.answer.no_dot"}
"""Message keys for the answer "none" when it is not accepted."""
_MISREAD = {AnswerKind.PAIR: "refused.answer.pair", AnswerKind.ARROW: "refused.answer.arrow"}
"""Message keys for invalid answers, by the kind of the question."""


def _face(text: str, kind: AnswerKind, kinds: Kinds) -> str:
    match kind:
        case AnswerKind.PAIR:
            return _bits(text)
        case AnswerKind.LOT:
            return lot_card(kinds.parse_named(get_drawn_name(text)))
        case AnswerKind.ARROW:
            low = text.lower()
            return next((to for to in (TO_CARD, TO_TAB) if low in list_spellings(ARROWS[to])), low)
        case AnswerKind.CARD:
            return kinds.parse(text)
        case _:
            assert_never(kind)


def _bits(text: str) -> str:
    greek = text.lower().replace(" ", "").replace("a", ALPHA).replace("b", BETA)
    return {ALPHA: ALPHA + BETA, BETA: BETA + ALPHA}.get(greek, greek)


ARROWS = {TO_CARD: "word.arrow.card", TO_TAB: "word.arrow.other"}
"""Message keys for the answers to a final look. Each message lists the key to press, then the word."""


def format_question(question: str, ask: Sequence[str], spelled: Sequence[str]) -> str:
    """Return a question, followed by what to type: keys, names, or a card as an example.

    Args:
        question: The question.
        ask: Accepted answers.
        spelled: Complete spelling of each accepted answer.
    """
    match classify_answers(ask):
        case AnswerKind.CARD:
            typed = _describe_card_answers(ask, spelled)
        case AnswerKind.LOT:
            typed = sentence("read.type.answers", answers=join_with_or(spelled))
        case AnswerKind.PAIR:
            typed = _list_keys(ask, [" ".join(word) for word in ask])
        case AnswerKind.ARROW:
            typed = _list_keys(ask, spelled)
    return f"{question}  {typed}"


def _describe_card_answers(ask: Sequence[str], spelled: Sequence[str]) -> str:
    none = [said for said, answer in zip(spelled, ask, strict=True) if answer == NONE]
    card = next((said for said in spelled if said not in none), "")
    if none and card:
        return sentence("read.type.card.none", card=card, none=none[0])
    return sentence("read.type.card", card=card or none[0])


def _list_keys(ask: Sequence[str], names: Sequence[str]) -> str:
    keys = (f"[{_find_key(word)}] {name}" for word, name in zip(ask, names, strict=True))
    return sentence("read.type.answers", answers="  ".join(keys))


def _find_key(word: str) -> str:
    """Return the letter that can be typed for an answer, or an empty string if there is none."""
    if word in ARROWS:
        return list_spellings(ARROWS[word])[0]
    return {ALPHA: "a", BETA: "b"}.get(word[:1], "")


def is_answer_key(text: str, ask: Sequence[str]) -> bool:
    """Return whether a text is an answer key, such as ``o`` for "other side"."""
    return text != "" and text in map(_find_key, ask)


def describe_answers(ask: Sequence[str], kinds: Kinds) -> Either:
    """Return the accepted answers as text. A long list of cards is shortened to a few examples."""
    shown = ask[:MOST_EXAMPLES] if classify_answers(ask) is AnswerKind.CARD else ask
    said = zip(spellings(shown, kinds), map(_find_key, shown), strict=True)
    *first, last = (phrase("answer.key", word=one, typed=key) if key else one for one, key in said)
    return Either((Listed(tuple(first)), last) if first else (last,))


def spellings(ask: Sequence[str], kinds: Kinds) -> list[str]:
    """Return the complete spelling of each accepted answer."""
    return [
        list_spellings(ARROWS[word])[1] if word in ARROWS else describe_answer(word, kinds.describe_named)
        for word in ask
    ]


# ----------------------------------------------------------------------------------------------------
# Arguments of commands. A `ValueError` means that the text after the command word is missing or useless.


LONGEST_NOTE = 500
"""Maximum length of a note, in characters."""
MOST_DIGITS = 7


def read_remark(text: str) -> str:
    """Return the text of a remark, which must not be empty."""
    if not text:
        raise ValueError
    if len(text) > LONGEST_NOTE:
        raise CommandError(*refusal("refused.note.long", most=LONGEST_NOTE, letters=len(text)))
    return text


def read_positive(text: str) -> int:
    """Return a positive number of at most `MOST_DIGITS` digits."""
    if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text):
        return int(text)
    raise ValueError


def read_fix(text: str) -> tuple[int, str]:
    """Return the number of an entry and the right card."""
    number, _, card = text.partition(" ")
    if not card:
        raise ValueError
    return read_positive(number.rstrip(":,")), card


def read_redo(text: str) -> int:
    """Return the number of steps to redo, by default 1."""
    return read_positive(text or "1")


def read_time(text: str) -> int | None:
    """Return a number of minutes, or None for the rest of the evening. The unit may follow: ``30 min``."""
    return read_positive(re.sub(r"(?i)(?<=\d) ?m(in\w*)?\.?$", "", text)) if text else None


# ----------------------------------------------------------------------------------------------------
# Buttons for answers and events.


@dataclass(frozen=True, slots=True)
class TapOffer:
    """Button for an input.

    Attributes:
        key: Button key, unique within a prompt.
        input: Input of the button.
        path: Words to tap in order, for example a colour, a symbol and a declared colour.
        face: Card of the input, if any.
        group: Colour or suit of this card.
        aside: Whether the button is for something else than an answer to the prompt.
    """

    key: str
    input: Input
    path: tuple[str, ...]
    face: Face = ""
    group: str = ""
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """Description of a play card.

    Attributes:
        face: Card code.
        words: Card name.
        group: Colour or suit.
        symbol: Name within this colour or suit.
    """

    face: Face
    words: str
    group: str
    symbol: str


def card_of(face: Face, kinds: Kinds) -> Card:
    """Return the description of a play card."""
    words, traits = kinds.describe(face), kinds.traits(face)
    symbol = words if kinds.tiles or len(traits) != 2 else traits[1]
    return Card(face, words, kinds.group(face), symbol)


def list_faces() -> list[Face]:
    """Return the playing cards of all games, and the bit cards."""
    every = (get_game(name).kinds.cards for name in list_games())
    return [*dict.fromkeys((*chain.from_iterable(every), ALPHA, BETA))]


def answer_taps(ask: Sequence[str], kinds: Kinds) -> Iterator[TapOffer]:
    """Yield a button for each accepted answer."""
    kind = classify_answers(ask)
    for said in ask:
        key, answer = f"say {said}", Input("say", said)
        if kind is AnswerKind.CARD and said in kinds.cards:
            card = card_of(said, kinds)
            yield TapOffer(key, answer, (card.group, card.symbol), said, card.group)
        elif kind is AnswerKind.PAIR:
            yield TapOffer(key, answer, (" ".join(said),))
        else:
            word = describe_answer(said, kinds.describe_named)
            yield TapOffer(key, answer, (word,), group=word if kind is AnswerKind.LOT else "")


def event_taps(rules: Rules[Any], state: Any) -> tuple[TapOffer, ...]:
    """Return a button for each possible event that has a button."""
    moves = dict.fromkeys((*_iter_moves(rules, state), *_iter_calls(state)))
    events = [event for event in moves if can_happen(rules, state, event)]
    chained = {replace(event, chain=0) for event in events if isinstance(event, VirtualTop) and event.chain}
    found = [event_tap(rules, event, event in chained) for event in events]
    if (no_card := find_no_card(rules, state)) is not None:
        found.append(TapOffer("no card", Input("event", no_card), (sentence("tap.no_card"),)))
    paths = [offer.path for offer in found]
    return tuple(offer if paths.count(offer.path) == 1 else _tell_apart(rules, offer) for offer in found)


def _tell_apart(rules: Rules[Any], offer: TapOffer) -> TapOffer:
    """Return a button whose label ends with a word that other buttons with the same label do not have."""
    event = offer.input.argument
    word = event.seat if isinstance(event, VirtualTop) else rules.codec.text(event)
    return replace(offer, path=(*offer.path, word))


def event_tap(rules: Rules[Any], event: Event, has_chain: bool = False) -> TapOffer:
    """Return the button for an event.

    Args:
        rules: Rules of the game.
        event: The event.
        has_chain: Whether there is also a button for the same card with a chain of draw cards.
    """
    key = json.dumps(rules.codec.json(event), ensure_ascii=False, separators=(",", ":"))
    more: tuple[str, ...] = ()
    match event:
        case Start(str(face), first):
            more = (first,)
        case VirtualTop(_, str(face), str(named)) | Play(_, face, str(named)):
            more = (rules.kinds.describe_named(named),)
        case VirtualTop(_, str(face)) | Play(_, face) | Show(_, (face,)):
            pass
        case _:
            return TapOffer(key, Input("event", event), _describe_without_card(rules, event))
    if isinstance(event, VirtualTop) and event.chain:
        more += (sentence("tap.chain", n=event.chain),)
    elif has_chain:
        more += (sentence("tap.no_chain"),)
    card = card_of(face, rules.kinds)
    path = (card.group, card.symbol, *more)
    return TapOffer(key, Input("event", event), path, face, card.group)


def _describe_without_card(rules: Rules[Any], event: Event) -> tuple[str, ...]:
    """Return the words on the button of an event that shows no card."""
    match event:
        case Drew(seat, count, forced=True):
            return sentence("tap.forced", seat=seat), str(count)
        case GameEnds(winner, nobody):
            return (winner or sentence("tap.no_winner" if nobody else "tap.game_ends"),)
        case OwnTop(own) if own != NONE:
            return (sentence("tap.own", card=rules.kinds.describe(own)),)
        case OwnTop():
            return (sentence("tap.no"),)
        case _:
            return (rules.codec.text(event),)


@dataclass(frozen=True, slots=True)
class SeveralCards:
    """Possible move with several cards. The host selects the cards.

    Attributes:
        label: Button label.
        begin: Beginning of the typed line.
        cards: Cards to choose from.
    """

    label: str
    begin: str
    cards: tuple[Face, ...]


def iter_several_cards(rules: Rules[Any], state: Any) -> Iterator[SeveralCards]:
    """Yield the possible moves that play several cards.

    These moves have too many combinations to have a button each.
    """
    kinds = tuple(dict.fromkeys(rules.kinds.cards))
    found = dict[str, SeveralCards]()
    for event in rules.list_moves(state, kinds):
        match event:
            case Show(seat, cards) if len(cards) != 1:
                label = sentence("page.several.shows", seat=seat)
                found.setdefault("shows", SeveralCards(label, f"{seat} shows", kinds))
            case Play(seat, more=(_, *_)):
                label = sentence("page.several.plays", seat=seat)
                found.setdefault("plays", SeveralCards(label, f"{seat} plays", kinds))
    yield from found.values()


def _iter_moves(rules: Rules[Any], state: Any) -> Iterator[Event]:
    """Yield all moves with a single card, or without a card, that are possible with some hand."""
    kinds = tuple(dict.fromkeys(rules.kinds.cards))
    for hand in (kinds, *((kind,) for kind in kinds), ()):
        for event in rules.list_moves(state, hand):
            several = (
                event.more if isinstance(event, Play) else isinstance(event, Show) and len(event.cards) != 1
            )
            if not several:
                yield event


def _iter_calls(state: Any) -> Iterator[Event]:
    """Yield the calls that name a seat, such as a challenge. They are possible in any player's turn."""
    for seat in state.seats:
        yield Challenge(seat.name)
        yield Caught(seat.name)
