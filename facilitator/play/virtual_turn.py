"""The turn of a virtual seat: which protocol carries out the next action of a game. Source: paper §3.2.

A turn is a short series of attempts: a selection, perhaps a second one after "none", and a random draw if something
is left to chance. The outcome of each attempt becomes public events.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from facilitator.errors import CommandError, ProtocolBug, TableError
from facilitator.games.events import Drew, Event, Give, Lacks, Play, Start
from facilitator.games.masks import Masks, TopState, masks_of
from facilitator.games.registry import get_game
from facilitator.games.rules import (
    Effect,
    GiveBlind,
    HandQuestion,
    Motion,
    Moved,
    PublicState,
    RandomDraw,
    Rules,
    Select,
    Zone,
)
from facilitator.i18n.catalogue import refusal, sentence
from facilitator.instructions.speech import Voice
from facilitator.operations.faces import DECK, DISCARDS, SLEEVES, Face
from facilitator.operations.perform import Outcome
from facilitator.play.attempt import LOT_FORM, Selection
from facilitator.protocols.forms import CHALLENGE, CONCEALED, Coding, Form, get_form
from facilitator.protocols.labels import in_attempt
from facilitator.protocols.layout import Layout, class_code, uniform_code
from facilitator.protocols.lottery import simple_lot
from facilitator.table_files.model import state_before

if TYPE_CHECKING:
    from facilitator.table_files.model import Table


UNIFORM = "uniform"
"""The style of a seat that prefers no card."""
IN_ORDER = "knockout"
"""The form for a seat whose style prefers some cards, if the table's own form has no order."""


@dataclass(frozen=True, slots=True)
class TurnPolicy:
    """Settings for the virtual turns of a table.

    Attributes:
        rules: Rules of the game.
        form: Name of the table's form.
        before: Public state before the first event.
        conceal: Whether the discard pile joins the layout.
        styles: Styles of the seats that do not play uniformly, by seat.
        classes: Largest number of priority classes that the rules use.
        masks: Masks of the printed deck. `None` if the form uses none.
    """

    rules: Rules[Any]
    form: str
    before: PublicState
    conceal: bool = False
    styles: tuple[tuple[str, str], ...] = ()
    classes: int = 1
    masks: Masks | None = None

    @classmethod
    def from_table(cls, table: Table) -> TurnPolicy:
        """Return the settings of a table file.

        Raises:
            CommandError: A seat has a style that the game does not have, or the printed deck does not fit it.
        """
        styles = []
        rules = get_game(table.game)
        for seat in table.virtual:
            if seat.style != UNIFORM:
                if rules.about.styles is None:
                    raise CommandError(*refusal("refused.style", game=rules.about.name, seat=seat.name))
                styles.append((seat.name, seat.style))
        before, masks = state_before(table), None
        if table.virtual and not get_form(table.protocol).columns:
            masks = masks_of(rules, before, [seat.style for seat in table.virtual], table.conceal)
        classes = rules.about.classes.get(table.rules, 1)
        return cls(rules, table.protocol, before, table.conceal, tuple(styles), classes, masks)

    @property
    def chains(self) -> bool:
        """Whether consecutive virtual turns may use the same columns."""
        return get_form(self.form).chains and not self.conceal

    def style(self, seat: str) -> str:
        """Return the style of a seat."""
        return dict(self.styles).get(seat, UNIFORM)

    def forms(self) -> list[str]:
        """Return the names of all forms that this table may use."""
        own = get_form(self.form)
        found = [own]
        if self.styles:
            found.append(get_ordered_form(own))
        if self.classes > 1 and own.classed:
            found.append(get_class_form(own))
        if self.rules.make_quick_reference(self.before).questions:
            found.append(get_form(CHALLENGE))
        names = [*(form.name for form in found), *(form.single for form in found if form.single)]
        return [CONCEALED[name] if self.conceal else name for name in dict.fromkeys(names)]


def require_selection(rules: Rules[Any], state: PublicState) -> Select:
    """Return the selection that the virtual seat must make.

    Raises:
        ProtocolBug: It need not make one.
    """
    if not isinstance(need := rules.get_next_action(state), Select):
        raise ProtocolBug("a virtual seat's turn", repr(need), "Please report this.")
    return need


def plan_selection(
    state: PublicState, policy: TurnPolicy, standing: bool = False, grown: bool = False
) -> Selection:
    """Return the plan of a selection, in the form that fits the seat's style and hand.

    Args:
        state: Public state.
        policy: Settings for the virtual turns.
        standing: Whether the columns of the last attempt still lie on the table (linked turns).
        grown: Plan it as if the seat had drawn a card.
    """
    need = require_selection(policy.rules, state)
    layout = replace(layout_of(state, policy, grown), standing=standing)
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
    """Return the plan of a selection with a printed deck.

    The priority that needs no mask also contains all cards that the seat cannot hold.

    Args:
        layout: What is laid out.
        policy: Settings for the virtual turns.
        asked: The priorities with their masks, the best first.
    """
    here, form = frozenset(layout.cards), get_form(policy.form)
    if asked[-1][0] is None:
        rest = here.difference(*(kinds for _, kinds in asked[:-1]))
        asked = [*asked[:-1], (None, rest)]
    left = [rank for rank, (_, kinds) in enumerate(asked) if kinds & here] or [0]
    masked = [state is not None for state, _ in asked]
    found = [asked[rank] for rank in classes_asked(masked, left, layout.m)]
    code = class_code(layout.cards, *(kinds for _, kinds in found))
    layout = replace(layout, code=code, classes=len(found))
    masks = tuple(state.name for state, _ in found if state is not None)
    return Selection(layout.seat, form.name, form.recipe(layout), layout, masks=masks)


def classes_asked(masked: Sequence[bool], left: Sequence[int], m: int) -> Sequence[int]:
    """Return the classes of a printed deck that an attempt asks for, the best being 0.

    It asks for none if all cards that are left need no mask, or if a single card is played whatever it is.

    Args:
        masked: Whether each class needs a mask.
        left: Classes of which some cards may be left.
        m: Number of cards in the hand.
    """
    return left if masked[left[0]] and (m > 1 or masked[left[-1]]) else ()


def can_keep_layout(state: PublicState, rules: Rules[Any], outcome: Outcome) -> bool:
    """Return whether the next turn is virtual too and can use the same layout.

    This is so after a played card if nothing else touches a hand or the draw pile in between.
    """
    if outcome.card is None or outcome.unseen:
        return False
    need = require_selection(rules, state)
    follows = rules.conclude_attempt(state, need, outcome.card, outcome.drawn)
    if isinstance(follows, RandomDraw):  # whatever is drawn must let the turn pass on alike
        ways = [rules.conclude_attempt(state, follows, face, outcome.drawn) for face in follows.faces]
    else:
        ways = [follows]
    return all(_passes_on(state, rules, need, way) for way in ways if not isinstance(way, RandomDraw))


def _passes_on(state: PublicState, rules: Rules[Any], need: Select, follows: tuple[Event, ...]) -> bool:
    """Return whether the columns can stay for the next turn after these events."""
    effects = list[tuple[Event, Sequence[Effect]]]()
    after = state
    for event in follows:
        try:
            after, happened = rules.apply(after, event)
        except TableError:  # the events are only imagined, so a card may be impossible
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
    """Return whether the next turn is virtual and finds every other hand and the draw pile untouched.

    Args:
        rules: Rules of the game.
        before: Public state before the turn.
        need: The selection of this turn.
        effects: Events of the turn, each with its effects.
        after: Public state after these events.
    """
    if not isinstance(follower := rules.get_next_action(after), Select):
        return False
    if not any(isinstance(event, Play) for event, _ in effects):
        return False  # a card that was only shown goes back to its hand
    zone, left = rules.get_shared_deck(before, need.seat).zone, rules.get_shared_deck(after, follower.seat)
    if left.zone != zone or left.deck == 0:
        return False
    kept = {*rules.find_zones(before).decks, *(seat.name for seat in before.seats)}
    return all(
        _harmless(motion, need.seat, zone if isinstance(event, Drew) else None, kept)
        for event, happened in effects
        for one in happened
        for motion in one.motions
    )


def _harmless(motion: Motion, seat: str, drew: Zone | None, kept: Collection[Zone]) -> bool:
    """Return whether a motion is the seat's own play or draw, or touches no hand and no deck.

    Any other draw needs the draw pile, which still lies in columns.

    Args:
        motion: The motion.
        seat: The seat whose turn it was.
        drew: The deck from which it drew in the attempt, if it did.
        kept: All hands and decks.
    """
    if not isinstance(motion, Moved):
        return False
    if motion.source == seat or (drew is not None and (motion.source, motion.target) == (drew, seat)):
        return True
    return motion.source not in kept and motion.target not in kept


def _choose_code(layout: Layout, state: PublicState, policy: TurnPolicy, need: Select) -> tuple[Form, Layout]:
    """Return the form to use, and the layout with the coding of this form.

    A hand of one card needs no priorities. A priority of which no card remains is left out, because everybody can
    count it.
    """
    classes = in_style(policy.rules, policy.style(layout.seat), state, need.classes)
    form = form_for(policy, layout.seat, len(classes))
    if form.coding is not Coding.ELSE_ANY:
        classes = tuple(one for one in classes if one & frozenset(layout.cards))
        if len(classes) < 2 or layout.m == 1:
            return form_for(policy, layout.seat, 1), layout
    code = class_code(layout.cards, *classes)
    return form, replace(layout, code=code, classes=len(classes))


def form_for(policy: TurnPolicy, seat: str, classes: int) -> Form:
    """Return the form of a seat's attempts for so many priority classes: 1 if every playable card is as good."""
    form = get_form(policy.form)
    if policy.rules.about.styles is not None and policy.style(seat) != UNIFORM:
        form = get_ordered_form(form)
    if classes > 1:
        form = get_class_form(form)
    return get_form(CONCEALED[form.name]) if policy.conceal else form


def in_style(
    rules: Rules[Any], style: str, state: PublicState, classes: tuple[frozenset[Face], ...]
) -> tuple[frozenset[Face], ...]:
    """Return the priorities of a selection in the order of a seat's style, the best first."""
    styles = rules.about.styles
    if styles is None or style == UNIFORM:
        return classes
    return tuple(kinds & liked for kinds in classes for liked in styles.order_kinds(style, state))


def get_class_form(form: Form) -> Form:
    """Return the form that plays a card with the best priority: this form, or its replacement."""
    return get_form(form.classed)


def get_ordered_form(form: Form) -> Form:
    """Return the form for a seat whose style has an order: this form, or its replacement."""
    return form if form.orders else get_form(IN_ORDER)


def plan_next(
    state: PublicState,
    need: Select | RandomDraw | HandQuestion | GiveBlind,
    policy: TurnPolicy,
    standing: bool,
) -> Selection:
    """Return the plan of the attempt that an action needs.

    Args:
        state: Public state.
        need: The action.
        policy: Settings for the virtual turns.
        standing: Whether the columns of the last attempt still lie on the table.
    """
    if isinstance(need, RandomDraw):  # a random draw that does not follow a selection
        return plan_lot(need)
    if isinstance(need, HandQuestion):
        return plan_question(state, need, policy)
    return plan_selection(state, policy, standing)


def plan_lot(draw: RandomDraw) -> Selection:
    """Return the plan of a random draw, such as the colour after a black card (paper §3.2)."""
    return Selection(draw.seat, LOT_FORM, simple_lot(draw.faces), chosen=draw.chosen, drawn=draw.drawn)


def layout_of(state: PublicState, policy: TurnPolicy, grown: bool = False) -> Layout:
    """Return the layout for the seat whose turn it is: its hand first, the others clockwise, the draw pile last.

    If the discard pile is concealed, it joins the layout as one more hand, so that the whole deck is on the table
    (paper §4, end). With a split pool, only the virtual players' cards are laid out.
    """
    need = require_selection(policy.rules, state)
    hands, cards = collect_hands(state, policy, need.seat, grown)
    return Layout(hands, cards, uniform_code(cards, need.all_kinds), need.may_draw, until=need.until)


def collect_hands(
    state: PublicState, policy: TurnPolicy, seat: str, grown: bool = False
) -> tuple[tuple[tuple[str, int], ...], tuple[Face, ...]]:
    """Return the owners in an attempt about a hand with their numbers of cards, and all these cards together."""
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
    """Return the public events that follow from the outcome of an attempt, or the random draw that comes first."""
    if isinstance(
        alone := rules.get_next_action(state), RandomDraw | HandQuestion
    ):  # what follows no selection
        return rules.conclude_attempt(state, alone, outcome.card, 0)
    need = require_selection(rules, state)
    if plan.chosen is None:
        return rules.conclude_attempt(state, need, outcome.card, outcome.drawn)
    after = rules.conclude_attempt(state, need, plan.chosen, plan.drawn)
    assert isinstance(after, RandomDraw)
    return rules.conclude_attempt(state, after, outcome.card, plan.drawn)


# ----------------------------------------------------------------------------------------------------
# A question about a hand that nobody may look at.


def plan_question(state: PublicState, need: HandQuestion, policy: TurnPolicy) -> Selection:
    """Return the plan of an attempt that asks whether a hand has one of some cards."""
    layout = question_layout(state, need, policy)
    form = get_form(CONCEALED[CHALLENGE] if policy.conceal else CHALLENGE)
    return Selection(need.seat, form.name, form.recipe(layout), layout)


def question_layout(state: PublicState, need: HandQuestion, policy: TurnPolicy) -> Layout:
    """Return the layout of a question: its hand first, the others clockwise, the draw pile last."""
    hands, cards = collect_hands(state, policy, need.of)
    return Layout(hands, cards, uniform_code(cards, need.kinds), may_draw=False)


# ----------------------------------------------------------------------------------------------------
# What everybody can count, so that no layout is needed.


def explain_shortcut(state: PublicState, policy: TurnPolicy) -> str | None:
    """Return why the outcome is "none" without a layout, or `None` if a layout is needed.

    The result must be public, and the form must allow it. This holds only while a card can be drawn from the
    draw pile, because a reshuffle would bring playable cards back.
    """
    need, layout = require_selection(policy.rules, state), layout_of(state, policy)
    drawn_on = need.may_draw and (need.until or not layout.can_draw)
    if get_form(policy.form).literal or drawn_on or need.again or not layout.has_public_result:
        return None
    return sentence("shortcut.draws" if need.may_draw else "shortcut", seat=layout.seat)


def explain_no_layout(state: PublicState, need: HandQuestion, policy: TurnPolicy) -> str | None:
    """Return why a question is answered without a layout: no such card remains. `None` if a layout is needed."""
    public = question_layout(state, need, policy).has_public_result
    return sentence("shortcut.asked", seat=need.of) if public else None


# ----------------------------------------------------------------------------------------------------
# The first turn at a table, from which counts are taken.


def first_turn(table: Table, seat: str | None = None) -> Selection:
    """Return the attempt of the first turn of ``seat``, or of the first virtual seat if it is None."""
    return plan_selection(
        find_first_state(table, seat or table.virtual[0].name), TurnPolicy.from_table(table)
    )


def find_first_state(table: Table, seat: str, laid_out: TurnPolicy | None = None) -> Any:
    """Return the public state in which a virtual seat has the first turn, right after the deal.

    Args:
        table: Settings of the table.
        seat: The virtual seat.
        laid_out: If given, only a turn that needs a layout with these settings.
    """
    rules, before = get_game(table.game), state_before(table)
    for events in rules.list_openings(before, seat):
        state = before
        with suppress(TableError):  # such a beginning cannot be
            for event in events:
                state = rules.apply(state, event).state
            if isinstance(rules.get_next_action(state), Select) and not (
                laid_out and explain_shortcut(state, laid_out)
            ):
                return state
    raise ProtocolBug("a first turn", f"none for {seat}", "Report this table.")


def find_opening(table: Table, seat: str) -> Selection | None:
    """Return the plan of the attempt with which a virtual seat opens a game that turns over no first card.

    The seat leads first, or it is the last one that is asked for the first card. No card has left a hand before.
    """
    policy, state = TurnPolicy.from_table(table), state_before(table)
    rules = policy.rules
    for _ in range(4 * len(table.seats)):
        need = rules.get_next_action(state)
        if isinstance(need, Select) and need.seat == seat:
            return plan_selection(state, policy)
        events: Sequence[Event] = (
            (Lacks(need.seat),) if isinstance(need, Select) else rules.list_moves(state, ())
        )
        if isinstance(need, GiveBlind):
            events = (Give(need.seat, need.to, need.count),)
        events = [
            one for one in events if not isinstance(one, Start) or (one.card, one.first) == (None, seat)
        ]
        if not events:
            return None
        state = rules.apply(state, events[0]).state
    return None


def first_layout(table: Table) -> Layout:
    """Return the layout of the first turn."""
    layout = first_turn(table).layout
    assert layout is not None  # only a lot has none
    return layout


def voice_for(table: Table) -> Voice:
    """Return the voice of a table, which knows its people, its equipment and its decks."""
    people = tuple(seat.name for seat in table.people)
    kinds = get_game(table.game).kinds
    sleeves = table.equipment == SLEEVES
    pool = tuple(seat.name for seat in table.virtual) if table.pool != "shared" else ()
    return Voice(people, sleeves, kinds.describe, kinds.naming, kinds.describe_named, pool)
