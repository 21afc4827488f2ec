"""Virtual turns: the choice of a protocol for a virtual player's next action (paper §3.2).

A turn is a short sequence of attempts: a selection, possibly a second selection after "none", and possibly a
random draw, for example of a colour. Each attempt's outcome is converted to public events.

`plan_next` returns the plan of the attempt that an action requires. `conclude_plan` returns the events that
its outcome causes. Some actions need no attempt because their result is already public knowledge
(`explain_shortcut`, `explain_no_layout`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from facilitator.errors import CommandError, ProtocolBug, TableError
from facilitator.games.events import VIRTUAL_HAND, Drew, Event, Give, Lacks, Leave, Play, SitDown, Start
from facilitator.games.masks import UNIFORM, Masks, TopState, masks_of
from facilitator.games.rules import (
    Effect,
    GiveBlind,
    HandQuestion,
    Motion,
    Moved,
    NextAction,
    PublicState,
    RandomDraw,
    Rules,
    Select,
    Zone,
    conclude_selection,
    get_order,
    list_result_events,
    require_selection,
)
from facilitator.i18n.catalogue import refusal, sentence
from facilitator.instructions.speech import Voice
from facilitator.operations.faces import DECK, DISCARDS, SLEEVES, Face
from facilitator.operations.perform import Outcome
from facilitator.play.attempt import LOT_FORM, Selection
from facilitator.protocols.forms import CHALLENGE, CONCEALED, Coding, Form, get_form
from facilitator.protocols.labels import in_attempt
from facilitator.protocols.layout import Layout, class_code
from facilitator.protocols.lottery import simple_lot
from facilitator.table_files.model import Table, game_of, get_style, state_before

IN_ORDER = "knockout"
"""Form for a virtual player with preferences, if the table's form does not support an order."""


@dataclass(frozen=True, slots=True)
class TurnPolicy:
    """Settings for a table's virtual turns.

    Attributes:
        rules: Rules of the game.
        form: Name of the table's form.
        before: Public state before the first event.
        conceal: Whether the layout includes the discard pile.
        styles: Virtual players with preferences, each with a style.
        later: Style of virtual players who come later.
        masks: Masks of the printed deck. `None` if the form uses no masks.
    """

    rules: Rules[Any]
    form: str
    before: PublicState
    conceal: bool = False
    styles: tuple[tuple[str, str], ...] = ()
    masks: Masks | None = None
    later: str = UNIFORM

    @classmethod
    def from_table(cls, table: Table) -> TurnPolicy:
        """Return the settings for a table.

        Raises:
            CommandError: A virtual player's style needs another printed deck.
        """
        rules = game_of(table)
        styles = tuple((seat.name, seat.style) for seat in table.virtual if seat.style != UNIFORM)
        before, masks = state_before(table), None
        if table.virtual and not get_form(table.protocol).columns:
            masks = masks_of(rules, before, [seat.style for seat in table.virtual], table.conceal)
        later = get_style(table, "")
        return cls(rules, table.protocol, before, table.conceal, styles, masks, later)

    @property
    def chains(self) -> bool:
        """True if consecutive virtual turns can use the same columns."""
        return get_form(self.form).chains and not self.conceal

    def style(self, seat: str) -> str:
        """Return the style of a seat."""
        return dict(self.styles).get(seat, self.later)


def check_new_seat(table: Table, event: Event) -> None:
    """Raise `CommandError` if an event adds a virtual player to a table whose table file has none."""
    if isinstance(event, Leave | SitDown) and event.hand == VIRTUAL_HAND and not table.virtual:
        raise CommandError(*refusal("refused.seats.virtual"))


def plan_selection(
    state: PublicState, policy: TurnPolicy, are_columns_kept: bool = False, grown: bool = False
) -> Selection:
    """Return the plan of a selection. Its form depends on the player's style and hand.

    Args:
        state: Public state.
        policy: Settings for virtual turns.
        are_columns_kept: Whether the previous attempt's columns are kept (linked turns).
        grown: Whether to plan for a hand with an additional card from the draw pile.
    """
    need = require_selection(policy.rules, state)
    layout = replace(layout_of(state, policy, grown), are_columns_kept=are_columns_kept)
    if policy.chains and sum(seat.virtual for seat in state.seats) > 1:
        layout = replace(layout, hands_over=cache(partial(can_keep_layout, state, policy.rules)))
    if policy.masks is not None:
        plan = _plan_wallet(layout, policy, policy.masks.find_classes(policy.rules, state))
        return replace(plan, recipe=in_attempt(plan.recipe, 1 + need.again))
    form, layout = _choose_code(layout, state, policy, need)
    recipe = in_attempt(form.recipe(layout), 1 + need.again)
    return Selection(layout.seat, form.name, recipe, layout)


def _plan_wallet(
    layout: Layout, policy: TurnPolicy, asked: Sequence[tuple[TopState | None, frozenset[Face]]]
) -> Selection:
    """Return the plan for selecting a virtual player's card with the wallet and the printed deck.

    Args:
        layout: Card layout.
        policy: Settings for virtual turns.
        asked: Sets of cards to look for, best set first. Each comes with the state of the top card for which
            its mask is made. Only the last set may have `None` instead: it accepts any card and needs no mask.
    """
    here, form = frozenset(layout.cards), get_form(policy.form)
    if asked[-1][0] is None:
        asked = _add_other_cards(asked, here)
    left = [rank for rank, (_, kinds) in enumerate(asked) if kinds & here] or [0]
    masked = [state is not None for state, _ in asked]
    found = [asked[rank] for rank in classes_asked(masked, left, layout.m)]
    code = class_code(layout.cards, *(kinds for _, kinds in found))
    layout = replace(layout, code=code, classes=len(found))
    masks = tuple(state.name for state, _ in found if state is not None)
    return Selection(layout.seat, form.name, form.recipe(layout), layout, masks=masks)


def _add_other_cards(
    asked: Sequence[tuple[TopState | None, frozenset[Face]]], cards: frozenset[Face]
) -> Sequence[tuple[TopState | None, frozenset[Face]]]:
    """Replace the last set of cards by all cards outside the other sets, also cards that the player cannot have."""
    *others, _ = asked
    return [*others, (None, cards.difference(*(kinds for _, kinds in others)))]


def classes_asked(masked: Sequence[bool], left: Sequence[int], m: int) -> Sequence[int]:
    """Return the numbers of the priority classes for which an attempt needs masks. Class 0 is the best.

    The result is empty if no remaining card needs a mask, or if the hand's only card is always played.

    Args:
        masked: For each class, whether the class needs a mask.
        left: Numbers of the classes that may have remaining cards.
        m: Number of cards in the hand.
    """
    return left if masked[left[0]] and (m > 1 or masked[left[-1]]) else ()


def can_keep_layout(state: PublicState, rules: Rules[Any], outcome: Outcome) -> bool:
    """Return whether the next turn is virtual and can use the same layout.

    The attempt must have played a card. Until the next turn, other hands and the draw pile must not change.
    """
    if outcome.card is None or outcome.unseen:
        return False
    need = require_selection(rules, state)
    follows = conclude_selection(rules, state, need, outcome.card, outcome.drawn)
    if isinstance(follows, RandomDraw):  # every possible result must allow the same layout
        ways = [list_result_events(follows, face) for face in follows.faces]
    else:
        ways = [follows]
    return all(_passes_on(state, rules, need, way) for way in ways)


def _passes_on(state: PublicState, rules: Rules[Any], need: Select, follows: tuple[Event, ...]) -> bool:
    """Return whether the columns can stay on the table for the next turn after these events."""
    effects = list[tuple[Event, Sequence[Effect]]]()
    after = state
    for event in follows:
        try:
            after, happened = rules.apply(after, event)
        except TableError:  # the events are hypothetical, so a card can be impossible
            return False
        effects.append((event, happened))
    return keeps_columns(rules, state, need, effects, after)


def keeps_columns(
    rules: Rules[Any],
    before: PublicState,
    need: Select,
    effects: Sequence[tuple[Event, Sequence[Effect]]],
    after: PublicState,
) -> bool:
    """Return whether the next turn is virtual and can use the columns on the table.

    A card must have been played, and all other hands and the draw pile must be unchanged.

    Args:
        rules: Rules of the game.
        before: Public state before the turn.
        need: Selection of the turn.
        effects: Events of the turn with their effects.
        after: Public state after these events.
    """
    if not isinstance(follower := rules.get_next_action(after), Select):
        return False
    if not any(isinstance(event, Play) for event, _ in effects):
        return False  # a card that was only shown returns to its hand
    zone, left = rules.get_shared_deck(before, need.seat).zone, rules.get_shared_deck(after, follower.seat)
    if left.zone != zone or left.deck == 0:
        return False
    kept = {*rules.find_zones(before).decks, *(seat.name for seat in before.seats)}
    return all(_are_harmless(event, happened, need.seat, zone, kept) for event, happened in effects)


def _are_harmless(
    event: Event, happened: Sequence[Effect], seat: str, deck: Zone, kept: Collection[Zone]
) -> bool:
    drew = deck if isinstance(event, Drew) else None
    return all(_is_harmless(motion, seat, drew, kept) for effect in happened for motion in effect.motions)


def _is_harmless(motion: Motion, seat: str, drew: Zone | None, kept: Collection[Zone]) -> bool:
    """Return whether a card movement allows the columns to stay on the table.

    The player may play a card and draw a card in the attempt. Other movements must not change a hand or a
    deck.

    Args:
        motion: Card movement to check.
        seat: Seat whose turn it was.
        drew: Deck from which the player drew in the attempt, if any.
        kept: All hands and decks.
    """
    if not isinstance(motion, Moved):
        return False
    if motion.source == seat or (drew is not None and (motion.source, motion.target) == (drew, seat)):
        return True
    return motion.source not in kept and motion.target not in kept


def _choose_code(layout: Layout, state: PublicState, policy: TurnPolicy, need: Select) -> tuple[Form, Layout]:
    """Return the form of an attempt, and a layout with the bits that this form needs.

    A hand with a single card needs no priority classes. Classes without remaining cards are omitted.
    """
    classes = in_style(policy.rules, policy.style(layout.seat), state, need)
    form = form_for(policy, layout.seat, len(classes))
    if form.coding is not Coding.PLAYABLE_FIRST:
        classes = tuple(cards for cards in classes if cards & frozenset(layout.cards))
        if len(classes) < 2 or layout.m == 1:
            return form_for(policy, layout.seat, 1), layout
    code = class_code(layout.cards, *classes)
    return form, replace(layout, code=code, classes=len(classes))


def form_for(policy: TurnPolicy, seat: str, classes: int) -> Form:
    """Return the form for a player's attempts.

    Args:
        policy: Settings for virtual turns.
        seat: Seat name.
        classes: Number of priority classes. 1 means that all playable cards have the same priority.
    """
    form = get_form(policy.form)
    if policy.rules.about.styles and policy.style(seat) != UNIFORM:
        form = get_ordered_form(form)
    if classes > 1:
        form = get_form(form.classed)
    return get_form(CONCEALED[form.name]) if policy.conceal else form


def in_style(rules: Rules[Any], style: str, state: PublicState, need: Select) -> tuple[frozenset[Face], ...]:
    """Return a selection's priority classes, refined by a style's preferences, best class first."""
    if style == UNIFORM:
        return need.classes
    order = get_order(rules, style, rules.find_zones(state).sizes[need.seat])
    return tuple(kinds & liked for kinds in need.classes for liked in order)


def get_ordered_form(form: Form) -> Form:
    """Return the form to use if the player has preferences: this form or its replacement."""
    return form if form.orders else get_form(IN_ORDER)


def plan_next(
    state: PublicState,
    need: Select | RandomDraw | HandQuestion | GiveBlind,
    policy: TurnPolicy,
    are_columns_kept: bool,
) -> Selection:
    """Return the plan of the attempt that an action requires.

    Args:
        state: Public state.
        need: Required action.
        policy: Settings for virtual turns.
        are_columns_kept: Whether the previous attempt's columns are kept.
    """
    if isinstance(need, RandomDraw):  # a random draw without a selection before it
        return plan_lot(need)
    if isinstance(need, HandQuestion):
        return plan_question(state, need, policy)
    return plan_selection(state, policy, are_columns_kept)


def plan_lot(draw: RandomDraw) -> Selection:
    """Return the plan of a random draw, such as a colour after a black card (paper §3.2)."""
    return Selection(draw.seat, LOT_FORM, simple_lot(draw.faces), chosen=draw.chosen, drawn=draw.drawn)


def layout_of(state: PublicState, policy: TurnPolicy, grown: bool = False) -> Layout:
    """Return the layout for the player whose turn it is.

    The player's hand comes first, then the other hands in clockwise order, and finally the draw pile. A
    concealed discard pile is an additional hand, so that the complete deck is on the table (paper §4, end).
    If the virtual players have a separate deck, the layout contains only their cards.
    """
    need = require_selection(policy.rules, state)
    hands, cards = collect_hands(state, policy, need.seat, grown)
    return Layout(hands, cards, class_code(cards, need.all_kinds), need.may_draw, until=need.until)


def collect_hands(
    state: PublicState, policy: TurnPolicy, seat: str, grown: bool = False
) -> tuple[tuple[tuple[str, int], ...], tuple[Face, ...]]:
    """Return the card owners in a layout with their numbers of cards, and all these cards.

    Args:
        state: Public state.
        policy: Settings for virtual turns.
        seat: Seat whose hand the attempt examines.
        grown: Whether to add a card from the draw pile to this hand.
    """
    rules = policy.rules
    stock = rules.get_shared_deck(state, seat)
    (first, own), *others = stock.hands
    hands, cards = [(first, own + grown), *others], stock.cards
    if stock.deck is not None:
        hands.append((DECK, stock.deck - grown))
    if policy.conceal:
        hands.append((DISCARDS, len(stock.discards)))
        cards = tuple(sorted((*cards, *stock.discards), key=rules.kinds.order))
    return tuple(hands), cards


def conclude_plan(
    rules: Rules[Any], plan: Selection, outcome: Outcome, state: PublicState
) -> tuple[Event, ...] | RandomDraw:
    """Return the public events that an outcome causes. If a random draw must come first, return the draw."""
    alone = rules.get_next_action(state)
    if isinstance(alone, RandomDraw | HandQuestion):  # an action without a selection before it
        return list_result_events(alone, outcome.card)
    need = require_selection(rules, state)
    if plan.chosen is None:
        return conclude_selection(rules, state, need, outcome.card, outcome.drawn)
    after = conclude_selection(rules, state, need, plan.chosen, plan.drawn)
    assert isinstance(after, RandomDraw)
    return list_result_events(after, outcome.card)


# ----------------------------------------------------------------------------------------------------
# Questions about a hidden hand.


def plan_question(state: PublicState, need: HandQuestion, policy: TurnPolicy) -> Selection:
    """Return the plan of an attempt that finds out whether a hand contains certain cards."""
    layout = question_layout(state, need, policy)
    form = get_form(CONCEALED[CHALLENGE] if policy.conceal else CHALLENGE)
    return Selection(need.seat, form.name, form.recipe(layout), layout)


def question_layout(state: PublicState, need: HandQuestion, policy: TurnPolicy) -> Layout:
    """Return the layout for a question: the examined hand, the other hands clockwise, then the draw pile."""
    hands, cards = collect_hands(state, policy, need.of)
    return Layout(hands, cards, class_code(cards, need.kinds), may_draw=False)


# ----------------------------------------------------------------------------------------------------
# Results that follow from public knowledge, without a layout.


def explain_shortcut(state: PublicState, policy: TurnPolicy) -> str | None:
    """Return a message if everybody knows that the virtual player has no playable card, else `None`.

    The message says that the helpers needn't lay out any cards.
    """
    # If the player draws, the draw pile must not be empty. A reshuffled pile could contain playable cards.
    need, layout = require_selection(policy.rules, state), layout_of(state, policy)
    drawn_on = need.may_draw and (need.until or not layout.can_draw)
    if get_form(policy.form).literal or drawn_on or need.again or layout.playable:
        return None
    return sentence("shortcut.draws" if need.may_draw else "shortcut", seat=layout.seat)


def explain_no_layout(state: PublicState, need: HandQuestion, policy: TurnPolicy) -> str | None:
    """Return the reason why a question about a hand needs no layout, or `None`.

    No layout is needed if the public state shows that no card of the wanted kind remains.
    """
    public = not question_layout(state, need, policy).playable
    return sentence("shortcut.asked", seat=need.of) if public else None


# ----------------------------------------------------------------------------------------------------
# First turn of a table, the basis of counts and times.


def first_turn(table: Table, seat: str | None = None) -> Selection:
    """Return the plan of the first turn.

    Args:
        table: Table settings.
        seat: Virtual player. By default, the first virtual player.
    """
    state = find_first_state(table, seat or table.virtual[0].name)
    return plan_selection(state, TurnPolicy.from_table(table))


def find_first_state(table: Table, seat: str) -> Any:
    """Return a public state after the deal in which a virtual player has the first turn and needs a layout."""
    before, policy = state_before(table), TurnPolicy.from_table(table)
    rules = policy.rules
    for events in rules.list_openings(before, seat):
        state = before
        with suppress(TableError):  # this start is impossible
            for event in events:
                state = rules.apply(state, event).state
            if isinstance(rules.get_next_action(state), Select) and not explain_shortcut(state, policy):
                return state
    raise ProtocolBug("a first turn", f"none for {seat}", "Report this table.")


def find_opening(table: Table, seat: str) -> Selection | None:
    """Return the plan of a virtual player's first attempt in a game that begins without a first card.

    The virtual player either leads, or is the last player who is asked for the first card. No cards have been
    played before. Return `None` if there is no such attempt.
    """
    policy, state = TurnPolicy.from_table(table), state_before(table)
    rules = policy.rules
    for _ in range(4 * len(table.seats)):
        need = rules.get_next_action(state)
        if isinstance(need, Select) and need.seat == seat:
            return plan_selection(state, policy)
        event = _choose_event(rules, state, need, seat)
        if event is None:
            return None
        state = rules.apply(state, event).state
    return None


def _choose_event(rules: Rules[Any], state: PublicState, need: NextAction, leader: str) -> Event | None:
    """Return an event that brings the game closer to the leader's first attempt, or None if there is none."""
    match need:
        case Select(seat):
            return Lacks(seat) if Lacks in rules.list_event_types(state) else None
        case GiveBlind(seat, to, count):
            return Give(seat, to, count)
        case _:
            wanted = Start(None, leader)
            moves = rules.list_moves(state, ())
            return next((move for move in moves if not isinstance(move, Start) or move == wanted), None)


def voice_for(table: Table) -> Voice:
    """Return the voice of a table: its people, its equipment, and game terms."""
    people = tuple(seat.name for seat in table.people)
    kinds = game_of(table).kinds
    sleeves = table.equipment == SLEEVES
    return Voice(people, sleeves, kinds.describe, kinds.naming, kinds.describe_named, table.pool_owners)
