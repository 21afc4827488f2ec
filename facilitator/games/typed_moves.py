"""Moves as people type them: short forms, several moves on one line, and incomplete moves.

`facilitator.games.events.Codec` reads a single event. This module reads a whole line. It applies each event
to a copy of the state, so that it reads the next part of the line at the next seat's turn. The line is read
completely or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from facilitator.errors import CommandError, FacilitatorError, TableError, Unfinished
from facilitator.games.events import (
    Drew,
    Event,
    Pass,
    Play,
    Start,
    find_after_name,
    find_seat,
    match_beginning,
    without_i,
)
from facilitator.games.rules import (
    AwaitMove,
    GameOver,
    NextAction,
    PublicState,
    Rules,
    ShowHand,
    can_happen,
    read_move,
)
from facilitator.i18n import fold, quote_input
from facilitator.i18n.catalogue import build_error, list_spellings, sentence

MOST_MOVES = 40
"""Maximum number of moves on a line."""


def read_moves(rules: Rules[Any], text: str, state: PublicState) -> tuple[Event, ...]:
    """Return the events for a typed line, in order.

    A line without commas is one move, or a draw and the play of the drawn card (``dr 7b``). The parts of a
    line with commas are consecutive moves, unless the whole line is one legal move (``7r, 7g`` for two cards
    at once).

    Args:
        rules: Game rules.
        text: Typed line.
        state: State before the line.

    Raises:
        Unfinished: The move lacks a declaration or the first seat.
        CommandError: The line is not a sequence of possible moves, or it continues after a virtual seat's
            turn.
    """
    parts = _split_line(text)
    try:
        events = _read_part(rules, text, state)
        if len(parts) > 1:
            _apply_events(rules, state, events)
        return events
    except FacilitatorError as error:
        if len(parts) < 2 or isinstance(error, Unfinished):
            raise
    return tuple(_read_parts(rules, parts, state))


def _read_parts(rules: Rules[Any], parts: list[str], state: PublicState) -> Iterator[Event]:
    """Yield the events of consecutive moves. Reading ends before a virtual seat's turn."""
    for number, part in enumerate(parts):
        need = rules.get_next_action(state)
        if number and not _awaits_person(state, need):
            slots = {"part": quote_input(parts[number - 1]), "seat": getattr(need, "seat", "")}
            raise build_error(CommandError, "moves.virtual", **slots)
        try:
            events = _read_part(rules, part, state)
            state = _apply_events(rules, state, events)
        except FacilitatorError as error:
            message = sentence(
                "moves.part", problem=error.problem, part=quote_input(part), remedy=error.remedy
            )
            kind = TableError if isinstance(error, TableError) else CommandError
            raise kind(*message.split("\n", 1)) from None
        yield from events


def _split_line(text: str) -> list[str]:
    """Return the parts of a line between commas or semicolons. A JSON object is one part."""
    if text.lstrip().startswith("{"):
        return [text]
    parts = [part.strip() for part in re.split("[,;]", text) if part.strip()]
    return parts if len(parts) <= MOST_MOVES else [text]


def _read_part(rules: Rules[Any], text: str, state: PublicState) -> tuple[Event, ...]:
    """Return the events of one part of a line: a single move, or a draw and the next move."""
    names = [seat.name for seat in state.seats]
    typed = fold(text).rstrip(".! ")
    prompt = rules.make_prompt(state)
    seat, rest = find_after_name(typed, names, prompt.seat)
    if typed not in prompt.words and seat is not None:
        if rest in list_spellings("read.bare.none"):
            return tuple(_read_no_card(rules, seat, state))
        if rest in list_spellings("read.uno"):
            raise build_error(CommandError, "event.uno")
    try:
        event = read_move(rules, text, state)
    except Unfinished:
        raise
    except CommandError as error:
        if (events := _read_longer_part(rules, typed, state)) is None:
            raise error
        return events
    _require_declaration(rules, state, event)
    return (event,)


def _read_longer_part(rules: Rules[Any], typed: str, state: PublicState) -> tuple[Event, ...] | None:
    """Return the events of a move with the call "UNO!", or of a draw and the next move, or None for other lines."""
    move, _, last = typed.rpartition(" ")
    if move and last in list_spellings("read.uno"):
        return _read_part(rules, move.rstrip(", "), state)
    return _read_draw_and_play(rules, typed, state)


def _read_no_card(rules: Rules[Any], seat: str, state: PublicState) -> Iterator[Event]:
    """Yield the events of a turn in which a person plays no card: a draw and a pass.

    The draw is left out if the seat has already drawn.
    """
    try:
        after = rules.apply(state, Drew(seat)).state
    except FacilitatorError:
        pass
    else:
        yield Drew(seat)
        need = rules.get_next_action(after)
        if not (isinstance(need, AwaitMove) and need.seat == seat):  # nothing was left to draw
            return
    # In some games a seat only says that it lacks a card.
    no = list_spellings("read.bare.lacks")[0]
    yield read_move(rules, f"{seat} {no}", state) if rules.make_prompt(state).seeks else Pass(seat)


def _read_draw_and_play(rules: Rules[Any], text: str, state: PublicState) -> tuple[Event, ...] | None:
    """Return a draw and the next move for a line such as ``dr 7b`` or ``draw 3 7b``, or None for other lines."""
    words = _split_words(without_i(text, [seat.name for seat in state.seats]))
    begins = (at for at, word in enumerate(words[:-1]) if word in list_spellings("read.bare.draw"))
    begin = next(begins, None)
    if begin is None:
        return None
    for end in (begin + 2, begin + 1):
        try:
            if end < len(words) and (events := _read_after_draw(rules, words, end, state)) is not None:
                return events
        except Unfinished:
            raise
        except FacilitatorError:
            continue
    return None


def _read_after_draw(
    rules: Rules[Any], words: Sequence[str], end: int, state: PublicState
) -> tuple[Event, ...] | None:
    """Return the draw in the words before `end` and the move in the others, or None if there is no draw."""
    drawn = _read_part(rules, " ".join(words[:end]), state)
    if not drawn or not all(isinstance(event, Drew) for event in drawn):
        return None
    try:
        return (*drawn, *_read_part(rules, " ".join(words[end:]), _apply_events(rules, state, drawn)))
    except Unfinished as move:
        move.completions = tuple((word, (*drawn, *events)) for word, events in move.completions)
        raise


def _split_words(text: str) -> list[str]:
    """Return the words of a typed line, such as ``["dr", "7b", "8g"]`` for ``dr7b and 8g``.

    The word for a draw is separated from a card after it. "and" is left out, except at the start of the line.
    """
    draws = sorted(list_spellings("read.bare.draw"), key=len, reverse=True)
    words = [part for word in text.split() for part in _split_draw(word, draws)]
    return words[:1] + [word for word in words[1:] if word not in list_spellings("read.and")]


def _split_draw(word: str, draws: Sequence[str]) -> tuple[str, ...]:
    """Return a word such as ``dr7b`` in two parts. Any other word is returned as a single part."""
    if word in draws:
        return (word,)
    begin = next((draw for draw in draws if word.startswith(draw)), "")
    return (begin, word.removeprefix(begin)) if begin else (word,)


def _require_declaration(rules: Rules[Any], state: PublicState, event: Event) -> None:
    """Raise `Unfinished` if a card needs a declared colour or suit that was not typed, such as a wild."""
    if not isinstance(event, Play) or event.named is not None:
        return
    try:
        rules.apply(state, event)
    except CommandError as error:
        if legal := _list_declared_plays(rules, state, event):
            unfinished = Unfinished(error.problem, error.remedy)
            slots = {"seat": event.seat, "card": rules.kinds.describe(event.card)}
            unfinished.question = sentence("ask.declaration", naming=rules.kinds.naming, **slots)
            unfinished.completions = legal
            raise unfinished from None
    except FacilitatorError:
        pass


def _list_declared_plays(
    rules: Rules[Any], state: PublicState, event: Play
) -> tuple[tuple[str, tuple[Event, ...]], ...]:
    """Return the colours or suits that may be declared with this card, each with the complete play."""
    plays = [Play(event.seat, event.card, named, event.more) for named in rules.about.lot]
    return tuple(
        (rules.kinds.describe_named(str(end.named)), (end,)) for end in plays if can_happen(rules, state, end)
    )


def find_no_card(rules: Rules[Any], state: PublicState) -> tuple[Event, ...] | None:
    """Return the draw and pass of a person who plays no card, or None if the rules forbid this."""
    need = rules.get_next_action(state)
    if not isinstance(need, AwaitMove) or need.seat is None:
        return None
    events = tuple(_read_no_card(rules, need.seat, state))
    return events if len(events) > 1 and can_happen(rules, state, *events) else None


def match_completion(rules: Rules[Any], text: str, events: Sequence[Event]) -> int:
    """Return the index of the complete event to which a typed answer belongs.

    Args:
        rules: Game rules.
        text: Typed answer: a colour, a suit, an end of the row, or the name of the first seat.
        events: Possible complete events. They differ only in the colour, suit, end or first seat.

    Raises:
        CommandError: The answer is not possible.
    """
    starts = [event.first for event in events if isinstance(event, Start)]
    if starts:
        return starts.index(match_beginning(text, starts) or find_seat(text, starts))
    named = rules.kinds.parse_named(text)
    return next(at for at, play in enumerate(events) if isinstance(play, Play) and play.named == named)


def _apply_events(rules: Rules[Any], state: PublicState, events: tuple[Event, ...]) -> Any:
    for event in events:
        state = rules.apply(state, event).state
    return state


def _awaits_person(state: PublicState, need: NextAction) -> bool:
    """Return whether the next action is a move of a person or of the whole table."""
    if isinstance(need, AwaitMove | ShowHand):
        return not any(seat.virtual and seat.name == need.seat for seat in state.seats)
    return isinstance(need, GameOver)
