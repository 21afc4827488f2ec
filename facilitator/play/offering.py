"""What can be tapped where something is asked: each offer an input, and the words on the way to it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, assert_never

from facilitator.errors import FacilitatorError
from facilitator.games.base import Rules as Law
from facilitator.games.events import Caught, Challenge, Event, Play, Show, Start
from facilitator.games.material import Kinds
from facilitator.machine.faces import AnswerKind as Wanted
from facilitator.machine.faces import Face, asked, called
from facilitator.play import inputs
from facilitator.play.game import Match
from facilitator.play.inputs import Input
from facilitator.play.prompt import ActPrompt, Asked, EndPrompt, Leaving, MovePrompt, OpeningPrompt
from facilitator.play.slips import Oops, Pick, WaysOn, WhatHappened
from facilitator.readings.grouping import Wording


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


def offers(game: Match, now: Asked) -> tuple[TapOffer, ...]:
    """Return what can be tapped at a prompt, what it asks for first; nothing that must be said in words."""
    match now:
        case ActPrompt():
            return (*_answers(now, game.law.kinds), *_asides(game, now))
        case MovePrompt() | OpeningPrompt():
            likely = now.likely
            events = _events(game.law, game.state)
            if likely is None:
                return (*events, UNDO, OOPS)
            way, face, group = _way(game.law, likely.event)
            word = (
                f"{' '.join(way[:2])}: {way[2]} begins"
                if isinstance(now, OpeningPrompt) and face
                else likely.text
            )
            first = TapOffer("done", inputs.ActDone(), (word,), face, group)
            return (first, *(one for one in events if one.path != first.path), UNDO, OOPS)
        case EndPrompt():
            return (TapOffer("done", inputs.ActDone(), ("so it was",)), UNDO)
        case WhatHappened(choices=choices):
            return (*(_pick(number, one.text) for number, one in enumerate(choices, 1)), BACK)
        case WaysOn(ways=ways):
            return (*(_pick(number, f"{one.text}: {one.gives}") for number, one in enumerate(ways, 1)), BACK)
        case Leaving():
            return ()  # the host answers that, who wants to go
        case _:
            assert_never(now)


UNDO = TapOffer("undo", inputs.Undo(), ("undo",), aside=True)
OOPS = TapOffer("oops", Oops(), ("oops",), aside=True)
BACK = TapOffer("back", inputs.PlayOn(), ("nothing changes",))
STOP = TapOffer("stop", inputs.Stop(), ("give this run up",), aside=True)


def _pick(number: int, text: str) -> TapOffer:
    return TapOffer(f"pick {number}", Pick(number), (text,))


def _asides(game: Match, now: ActPrompt) -> Iterator[TapOffer]:
    yield UNDO
    yield OOPS
    if not game.recovering:
        yield STOP
    for wording in Wording:
        if wording is not now.wording:
            yield TapOffer(str(wording), inputs.TellIn(wording), (f"tell it in {wording}",), aside=True)


def _answers(now: ActPrompt, kinds: Kinds) -> Iterator[TapOffer]:
    if not now.ask:
        yield TapOffer("done", inputs.ActDone(), ("done",))
        return
    kind = asked(now.ask)
    for said in now.ask:
        key, one = f"say {said}", inputs.Answer(said)
        if kind is Wanted.CARD and said in kinds.cards:
            card = card_of(said, kinds)
            yield TapOffer(key, one, (card.group, card.symbol), said, card.group)
        elif kind is Wanted.PAIR:
            yield TapOffer(key, one, (" ".join(said),))
        else:
            word = called(said, kinds.describe_named)
            yield TapOffer(key, one, (word,), group=word if kind is Wanted.LOT else "")


def _events(law: Law[Any], state: Any) -> tuple[TapOffer, ...]:
    """Return every event that the law takes now and that is told in one tap after the other."""
    found: dict[str, TapOffer] = {}
    for event in dict.fromkeys((*_moves(law, state), *_calls(state))):
        try:
            law.apply(state, event)
        except FacilitatorError:
            continue
        key = json.dumps(law.event_json(event), ensure_ascii=False, separators=(",", ":"))
        found[key] = TapOffer(key, inputs.Public(event), *_way(law, event))
    paths = [offer.path for offer in found.values()]
    twice = {path for path in paths if paths.count(path) > 1} if len(set(paths)) < len(paths) else set()
    return tuple(
        replace(offer, path=(*offer.path, law.text(offer.input.event)))
        if offer.path in twice and isinstance(offer.input, inputs.Public)
        else offer
        for offer in found.values()
    )


def _moves(law: Law[Any], state: Any) -> Iterator[Event]:
    """Yield what somebody could do whose hand nobody knows: with every card, with one of them, with none.

    Several cards at once are left to words: there are too many ways to choose them.
    """
    kinds = tuple(dict.fromkeys(law.kinds.cards))
    hands: Iterable[tuple[Face, ...]] = (kinds, *((kind,) for kind in kinds), ())
    for hand in hands:
        for event in law.moves(state, hand):
            several = (isinstance(event, Play) and event.more) or (
                isinstance(event, Show) and len(event.cards) != 1
            )
            if not several:
                yield event


def _calls(state: Any) -> Iterator[Event]:
    """Yield what may be said of a seat out of turn, where the law takes it."""
    for seat in state.seats:
        yield Challenge(seat.name)
        yield Caught(seat.name)


def _way(law: Law[Any], event: Event) -> tuple[tuple[str, ...], Face, str]:
    """Return the words that lead to an event, and its card with its group, if it has one."""
    kinds = law.kinds
    match event:
        case Start(str(face), first):
            card = card_of(face, kinds)
            return (card.group, card.symbol, first), face, card.group
        case Play(_, face, named, _, to):
            card = card_of(face, kinds)
            more = [kinds.describe_named(named)] if named else []
            return (card.group, card.symbol, *more, *([to] if to else [])), face, card.group
        case Show(_, (face,)):
            card = card_of(face, kinds)
            return (card.group, card.symbol), face, card.group
        case _:
            return (law.text(event),), "", ""
