"""Corrections of a typed card: the entries after it are followed again, and no card moves.

A wrong card is often noticed some turns later. The cards on the table are right then, and only the record is
wrong. A fix replaces the card in the record. It is a new entry in the journal, like an undo, so check codes that
were read out stay valid. `follow_again` applies the events of all later entries to the corrected state. The fix
is refused if the table would have done something else: moved other cards, let somebody miss a turn, or led a
virtual turn with other masks or other piles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NoReturn

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.events import Event, Named, Play, Show, Start
from facilitator.games.rules import Effect, GiveBlind, HandQuestion, Mixed, Moved, RandomDraw, Select
from facilitator.i18n.catalogue import refusal
from facilitator.play.attempt import Selection
from facilitator.play.history import PastInput, Position
from facilitator.play.journal import EVENT
from facilitator.play.messages import EventMessage
from facilitator.play.progress import GameProgress
from facilitator.play.undo import find_input
from facilitator.play.virtual_turn import explain_no_layout, explain_shortcut, plan_next

_TURNS_ONLY = frozenset({"reverse"})
"""Keys of effects that move no cards and skip no turns."""


def find_fixed(game: GameProgress, number: int) -> tuple[int, Event]:
    """Return the index and the event of the entry to fix.

    Args:
        game: Progress of the game.
        number: Entry number in the history.

    Raises:
        CommandError: The history has no such entry, or the entry contains no typed card.
    """
    index = find_input(game.inputs, number, len(game.past_inputs))
    if game.inputs[index].kind != EVENT:
        raise CommandError(*refusal("refused.fix.kind", number=number))
    return index, game.rules.codec.of_json(game.inputs[index].body)


def list_right_cards(game: GameProgress, number: int) -> Iterator[tuple[str, Event]]:
    """Yield the cards that could have been typed instead, each with the corrected event.

    Args:
        game: Progress of the game.
        number: Entry number in the history.

    Raises:
        CommandError: The history has no such entry, or the entry contains no typed card.
    """
    index, typed = find_fixed(game, number)
    rules, state = game.rules, game.inputs[index].before.state
    named = [rules.kinds.describe_named(code) for code in rules.about.lot]
    ways = [[face, *(f"{face} {word}" for word in named)] for face in dict.fromkeys(rules.kinds.cards)]
    for way in [named] if isinstance(typed, Named) else ways:
        for said in way:
            with suppress(FacilitatorError):  # the rules forbid this card
                event = rules.codec.replace_card(typed, said)
                if event is None or event == typed:
                    continue
                rules.apply(state, event)
                yield said, event
                if said in rules.kinds.cards:
                    break  # this card needs no declaration


def follow_again(game: GameProgress, index: int, event: Event) -> tuple[list[PastInput], Any]:
    """Replace an event, apply all later events again, and return the new inputs and the new state.

    Args:
        game: Progress of the game, which is not changed. Its last input is the fix itself.
        index: Index of the wrong input in ``game.inputs``.
        event: The event that really happened.

    Raises:
        FacilitatorError: The event was impossible, or a later entry is now impossible.
        TableError: The players would have done something different at the table.
    """
    first, *later = game.inputs[index:-1]
    wrong, *caused = first.messages
    if game.truth is not None and _faces(wrong.event) != _faces(event):
        raise TableError(*refusal("refused.fix.rehearsal"))
    game.rules.apply(first.before.state, event)  # this error is about the card itself
    follower = _Follower(game, first.number, first.before.state)
    body, messages = game.rules.codec.json(event), (replace(wrong, event=event), *caused)
    inputs = (replace(first, body=body, messages=messages), *later)
    return [follower.follow(taken) for taken in inputs], follower.state


class _Follower:
    """Applies the events of a game again, beginning with a corrected state.

    Attributes:
        state: Corrected state so far.
    """

    def __init__(self, game: GameProgress, number: int, state: Any) -> None:
        """Prepare to apply all events from a corrected entry on.

        Args:
            game: Progress of the game.
            number: Number of the corrected entry in the history.
            state: State before the corrected entry.
        """
        self._game, self._number, self.state = game, str(number), state
        self._plan: Selection | None = None

    def follow(self, taken: PastInput) -> PastInput:
        """Apply the events of an input again, and return the input with new messages about them.

        Raises:
            TableError: An event is impossible now, or the players would have done something different at the
                table.
        """
        self._check_plan(taken.before)
        rules, recorded, found = self._game.rules, taken.before.state, list[EventMessage]()
        before = replace(taken.before, state=self.state)
        for item in taken.messages:
            if item.virtual and self._needs_layout(recorded) != self._needs_layout(self.state):
                self._reject("refused.fix.mask")
            recorded = item.state
            try:
                self.state, happened = rules.apply(self.state, item.event)
            except FacilitatorError as error:
                slots = {"entry": str(taken.number), "text": rules.codec.text(item.event)}
                why = {"why": error.problem, "number": self._number}
                raise TableError(*refusal("refused.fix.unfit", **why, **slots)) from None
            if _list_deeds(happened) != _list_deeds(item.happened):
                self._reject("refused.fix.moves")
            found.append(replace(item, state=self.state, happened=happened))
        return replace(taken, before=before, messages=tuple(found))

    def _check_plan(self, position: Position) -> None:
        """Raise `TableError` if an attempt in progress would have other masks or other piles after the fix."""
        old = position.plan
        if old is self._plan:
            return
        self._plan = old
        if old is None or old.chosen is not None:  # the colour of a card that was selected before
            return
        need = self._game.rules.get_next_action(self.state)
        if not isinstance(need, Select | RandomDraw | HandQuestion | GiveBlind) or need.seat != old.seat:
            self._reject("refused.fix.mask")
        new = plan_next(self.state, need, self._game.policy, position.are_columns_kept)
        if _describe_plan(new) != _describe_plan(old):
            self._reject("refused.fix.mask")

    def _needs_layout(self, state: Any) -> tuple[type, bool]:
        """Return the type of the next action, and whether the action needs cards on the table."""
        need, policy = self._game.rules.get_next_action(state), self._game.policy
        match need:
            case Select():
                return Select, explain_shortcut(state, policy) is None
            case HandQuestion():
                return HandQuestion, explain_no_layout(state, need, policy) is None
        return type(need), False

    def _reject(self, key: str) -> NoReturn:
        raise TableError(*refusal(key, number=self._number))


def _describe_plan(plan: Selection) -> tuple[object, ...]:
    """Return all parts of an attempt's plan that affect its steps."""
    layout = plan.layout and replace(plan.layout, hands_over=None)
    return plan.seat, plan.form, layout, plan.masks, plan.drawn, plan.chosen


def _list_deeds(effects: Sequence[Effect]) -> list[tuple[object, ...]]:
    """Return what effects do at the table: card movements without card names, and skipped turns."""
    deeds: list[tuple[object, ...]] = []
    for effect in effects:
        moves = tuple(
            replace(motion, faces=()) if isinstance(motion, Moved | Mixed) else motion
            for motion in effect.motions
        )
        if moves or effect.key not in _TURNS_ONLY:
            deeds.append((effect.key, moves))
    return deeds


def _faces(event: Event) -> tuple[str, ...]:
    match event:
        case Play(card=card, more=more):
            return (card, *more)
        case Start(card=card):
            return (card or "",)
        case Show(cards=cards):
            return cards
    return ()
