"""Turns of a table for its sheets: names, letters, and every path through every attempt.

Theory of operation: a printed sheet must be correct for every turn, although hands, top card and player
change. `EveryTurn` therefore replaces everything variable:

- Cards are named by their bits, such as "a playable card", because the top card is unknown.
- Numbers are named by letters, such as m for the size of the hand.
- Several virtual players are named by capital letters, beginning with the current player (`NAMES`).

`EveryTurn.runs` then carries out attempts with example layouts: for every virtual player, every kind of
attempt, one or several cards in the hand, with and without drawing, with and without kept columns. For each
layout, `branches` returns answer scripts (lists of answers) that cover every path. `merge` combines all
attempts into one list of steps, which the turn script prints. `merge_recoveries` cancels an attempt after each
step in the same way, and combines the operations that return all cards to their owners.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product, takewhile

from facilitator.i18n.catalogue import has, phrase, sentence
from facilitator.i18n.symbolic_numbers import Letters
from facilitator.instructions.branches import Answers, branches
from facilitator.instructions.grouping import Wording
from facilitator.instructions.merging import AttemptStep, AttemptWithFacts, Merged, build_attempt_steps, merge
from facilitator.instructions.speech import FITS, Speech
from facilitator.instructions.wording import split_into_steps
from facilitator.operations.definitions import HandOperation, Op
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, marker
from facilitator.operations.perform import Outcome, Recipe, operations
from facilitator.operations.purposes import Phase
from facilitator.operations.steps import ALL, DRAWN, HAND, PAIRS, PILE_NUMBER, Factor, Kind, Step
from facilitator.play import turn_cases
from facilitator.play.turn_starts import TurnNumbers, plan_opening
from facilitator.play.virtual_turn import TurnPolicy, voice_for
from facilitator.protocols.forms import Coding, get_form
from facilitator.protocols.layout import Layout
from facilitator.protocols.lottery import simple_lot
from facilitator.protocols.recovery import build_recovery, is_decided
from facilitator.table_files.load import Table
from facilitator.table_files.model import game_of, get_masks, state_before

DECK_SIZE = 2
"""Number of cards from the draw pile in example layouts."""


LAST_PAGE, SCRIPT, SAME_PAGE = "page.last", "page.last.script", ""
"""Pages on which people look up the playable cards, as message keys: of the turn script, of another sheet, or of any
sheet that lists the cards itself.
"""


def worth_words(bits: turn_cases.Bits, page: str = LAST_PAGE) -> str:
    """Return the words for a card with these bits, such as "card that fits".

    Args:
        bits: Bits of the card, which say whether the card is playable and in which priority class.
        page: Page on which people look up the playable cards, such as `LAST_PAGE`.
    """
    if not any(bits):
        return sentence("worth.none")
    if len(bits) > 1:
        return sentence("worth.class", rank=bits.index(1) + 1)
    return sentence("worth.fits", page=phrase(page)) if page else sentence("worth.fits.here")


def list_mask_names(table: Table) -> tuple[str, ...]:
    """Return a name for the mask of each priority class, highest priority first.

    The names are correct for any top card. If a class always uses the same mask, the name is printed on this
    mask. Otherwise the name is a description, such as "of the top card".
    """
    ranks = _find_class_names(table)
    own = f"mask.tonight.{table.game}"
    tonight, second = sentence(own if has(own) else "mask.tonight"), sentence("mask.next")
    later = (ranks[rank] for rank in range(1, len(ranks)))
    return (tonight, *(next(iter(names)) if len(names) == 1 else second for names in later))


def _find_class_names(table: Table) -> dict[int, set[str]]:
    """Return the names of the masks that each priority class uses, by its rank, for every top card."""
    rules, masks = game_of(table), get_masks(table)
    ranks: defaultdict[int, set[str]] = defaultdict(set)
    assert rules.about.tops is not None
    for at in rules.about.tops.list_situations(state_before(table)):
        states = [state.name for state, _ in masks.find_classes(rules, at) if state is not None]
        for rank, name in enumerate(states):
            ranks[rank].add(name)
    return ranks


def letters_for(owners: Sequence[str], taken: str) -> dict[str, str]:
    """Return a letter for each owner: the first letter of the name, or the next free letter.

    >>> letters_for(["Ana", "Anton", "Kim"], "mk")
    {'Ana': 'a', 'Anton': 'b', 'Kim': 'c'}
    """
    free = [letter for letter in "abcdenpqrstuvwxyz" if letter not in taken]
    found: dict[str, str] = {}
    for owner in owners:
        found[owner] = next((letter for letter in free if letter == owner[:1].casefold()), free[0])
        free.remove(found[owner])
    return found


# ----------------------------------------------------------------------------------------------------


NAMES = "VWXYZABCDE"
"""Letters that replace the names of virtual players, in clockwise order from the current player."""


def unify_wallet_ending(ops: Iterable[Op], layout: Layout) -> list[Op]:
    """Return an attempt's operations, changed so that a wallet attempt always ends with the same printed step.

    A wallet attempt ends with the return of the losers' pile. Without losers it ends with the removal of the
    mask instead, which is therefore assigned to the step that returns the losers' pile.
    """
    none_aside = Step(Kind.MIX_BACK, shares=((layout.seat, layout.m - 1),))
    return [
        replace(op, step=replace(none_aside, label=op.step.label))
        if isinstance(op, HandOperation) and op.step is not None and op.step.kind is Kind.MASK_OFF
        else op
        for op in ops
    ]


def select_printed_steps(steps: Iterable[AttemptStep]) -> tuple[AttemptStep, ...]:
    """Return the steps of an attempt that the turn script prints: all steps, but only one wallet duel."""
    return tuple(
        step for step in steps if step.step.kind is not Kind.WALLET_DUEL or step.step.times is not None
    )


class EveryTurn:
    """All possible turns of a table, described by words that are correct for any top card and any hand.

    Attributes:
        table: The table.
        by_name: Whether the steps address people by name, so that only this table can use the sheets.
        list_page: Page on which people look up the playable cards, such as `LAST_PAGE`.
        columns: Whether cards are laid out in columns.
        masks: Name for the mask of each priority class. Empty if cards are laid out in columns.
        lookup: Lines that say which mask to use, if its name does not say it.
        virtual: Names of the virtual players.
        questions: Lines about questions to a virtual player, if the game has such questions.
        openings: First turn of each virtual player.
        owners: Letter for the number of cards of each owner, for example ``{"Ana": "a"}``.
        several: Whether any attempt uses several bit pairs per column.
    """

    def __init__(self, table: Table, by_name: bool = True, list_page: str = LAST_PAGE) -> None:
        self.by_name, self.list_page = by_name, list_page
        self.table, self._choice = table, TurnPolicy.from_table(table)
        self.columns = get_form(self._choice.form).columns
        self.masks = () if self.columns else list_mask_names(table)
        self.lookup = () if self.columns else get_masks(table).lookup
        self.virtual = tuple(seat.name for seat in table.virtual)
        self.questions = self._choice.rules.make_quick_reference(state_before(table)).questions
        self.openings = {seat: plan_opening(table, seat) for seat in self.virtual}
        self.owners = self._choose_letters()
        shapes = (shape for seat in self.virtual for shape in self.shapes(seat))
        self.several = self.columns and any(shape.coding is Coding.CLASSES for shape in shapes)

    def _choose_letters(self) -> dict[str, str]:
        there = dict.fromkeys(o for s in self.virtual for o, _ in self.rename_seats(s, self.layout(s)).hands)
        own = self.names(self.virtual[0])[self.virtual[0]]
        others = [owner for owner in there if owner not in (own, DECK)]
        taken = HAND + ALL + FITS + PILE_NUMBER + DRAWN + PAIRS
        return {own: HAND, **letters_for([DECK, *others], taken)}

    def layout(self, seat: str) -> Layout:
        """Return the layout of a virtual player's first turn."""
        layout = self.openings[seat].plan.layout
        assert layout is not None
        return layout

    def shapes(self, seat: str) -> tuple[turn_cases.Shape, ...]:
        """Return every kind of attempt that a virtual player's turn may contain, the usual kind first."""
        if not self.columns:
            return self._printed_shapes
        return turn_cases.shapes_of(self._choice, self.openings[seat])

    @cached_property
    def _printed_shapes(self) -> tuple[turn_cases.Shape, ...]:
        return turn_cases.printed_shapes(self.table, self._choice, self.openings[self.virtual[0]])

    @property
    def chains(self) -> bool:
        """True if the columns of a turn may stay on the table for the next turn."""
        return self._choice.chains and len(self.virtual) > 1

    @property
    def letters(self) -> Letters:
        """Printed letter or number for each number that changes from turn to turn, by its name."""
        owners = {marker(owner): letter for owner, letter in self.owners.items()}
        return {**owners, **({} if self.several else {PAIRS: 1})}

    # -- names ---------------------------------------------------------------------------------------

    def names(self, seat: str) -> dict[str, str]:
        """Return the printed name of each virtual player for the turns of one of them.

        The names are letters, such as V for the current player. A single virtual player keeps its name.

        Args:
            seat: Player whose turn it is.
        """
        if len(self.virtual) == 1:
            return {seat: seat}
        at = self.virtual.index(seat)
        return dict(zip((*self.virtual[at:], *self.virtual[:at]), NAMES, strict=False))

    def rename_seats(self, seat: str, layout: Layout) -> Layout:
        """Return a layout in which letters replace the names of the virtual players.

        The owners are in the same order for every player's turn. Owners without cards are listed with 0 cards.

        Args:
            seat: Player whose turn it is.
            layout: The layout.
        """
        names, there = self.names(seat), dict(layout.hands)
        hands = [(names.get(owner, owner), there.get(owner, 0)) for owner, _ in self.layout(seat).hands]
        if len(self.virtual) > 1:
            # A seat that has finished before one virtual seat's first turn may still play in another's.
            owners = (owner for other in self.virtual for owner, _ in self.layout(other).hands)
            order = [*NAMES, *dict.fromkeys(owners)]
            hands.sort(key=lambda hand: order.index(hand[0]))
        return replace(layout, hands=tuple(hands))

    def speech(self, layout: Layout) -> Speech:
        """Return the object that puts the steps of an attempt with this layout into words."""
        worth = {face: worth_words(bits, self.list_page) for face, bits in layout.code}
        voice = replace(
            voice_for(self.table), describe=lambda face: worth.get(face, face), by_name=self.by_name
        )
        return Speech(
            voice,
            lambda face: (worth[face],),
            paper=True,
            letters=self.letters,
            masks=self.masks,
            list_page=phrase(self.list_page or SCRIPT),
        )

    def describe_moment(self, known: TurnNumbers) -> tuple[dict[str, int], dict[Factor, str]]:
        """Return what is known about the current turn.

        Returns:
            Value of each known number that changes from turn to turn, and the conditions that the turn meets,
            such as its player and whether the hand has one card.
        """
        seat = self.virtual[known.seat]
        layout = self.rename_seats(seat, known.layout or replace(self.layout(seat), hands=known.hands))
        numbers = {marker(owner): n for owner, n in layout.hands}
        m, k = known.hands[0][1], sum(size for _, size in known.hands)
        settled = turn_cases.get_factor_values(layout)
        facts = {Factor.SEAT: self.whose(seat), Factor.HAND: settled[Factor.HAND]}
        if known.layout is not None:
            numbers |= self._count_classes(layout)
            here = {bits for _, bits in layout.code}
            words = (shape.words for shape in self.shapes(seat) if here <= {*shape.patterns})
            facts[Factor.CLASSES] = next(words, turn_cases.encode_pairs(int(known.layout.pairs)))
            facts[Factor.BEFORE] = settled[Factor.BEFORE]
        return {**numbers, HAND: m, ALL: k}, facts

    def _count_classes(self, layout: Layout) -> dict[str, int]:
        """Return the number of cards for each letter of a priority class, such as ``{"f": 2, "g": 1}``.

        If attempts of this table can differ in their number of bit pairs, `PAIRS` is a key, too.
        """
        code = dict(layout.code)
        worth = [code[face] for face in layout.cards if face in code]
        fitting = sorted({bits for bits in worth if any(bits)}, reverse=True)
        pairs = {PAIRS: int(layout.pairs)} if self.several else {}
        return {at: worth.count(bits) for at, bits in zip(FITS, fitting, strict=False)} | pairs

    def whose(self, seat: str) -> str:
        """Return the words that say whose turn it is, such as "V = Vera"."""
        return f"{self.names(seat)[seat]} = {seat}"

    # -- steps of all turns --------------------------------------------------------------------------

    def merge_steps(self, wording: Wording) -> Merged:
        """Return the combined steps of all turns."""
        forms = {frozenset(shape.form.name for shape in self.shapes(seat)) for seat in self.virtual}
        return merge(self.runs(wording), (Factor.SEAT,) if len(forms) > 1 else ())

    def merge_usual_steps(self, wording: Wording, phases: Collection[Phase] = tuple(Phase)) -> Merged:
        """Return the combined steps of the first kind of turn in `runs` that has a step in one of the phases.

        Args:
            wording: Wording of the steps.
            phases: Phases, such as `Phase.KNOCKOUT`.
        """
        runs = self.runs(wording)
        first = next(run for run in runs if any(step.heading.part.phase in phases for step in run.steps))
        return merge([first, *takewhile(lambda run: run.facts == first.facts, runs)])

    def runs(self, wording: Wording) -> Iterator[AttemptWithFacts]:
        """Yield every path through every kind of attempt, beginning with the usual attempt.

        Yields:
            Steps of the path, with the conditions under which it occurs.
        """
        for seat, shape, laid in self._iter_attempts():
            plain = {Factor.SEAT: self.whose(seat), Factor.CLASSES: shape.words}
            for layout in self._iter_layouts(laid):
                values = turn_cases.get_factor_values(layout)
                facts = plain | {factor: values[factor] for factor in self._find_differing_factors(layout)}
                for steps in self.iter_paths(shape.form.recipe(layout), layout, wording):
                    yield AttemptWithFacts(steps, facts)

    def _iter_attempts(self) -> Iterator[tuple[str, turn_cases.Shape, Layout]]:
        """Yield every kind of attempt of every virtual player, with an example layout.

        The player with the most kinds of attempts comes first.
        """
        for seat in sorted(self.virtual, key=lambda seat: -len(self.shapes(seat))):
            for shape, (hand, m) in product(self.shapes(seat), turn_cases.HANDS.items()):
                if hand in shape.hands:
                    yield seat, shape, self._make_layout(seat, shape, m)

    def iter_paths(
        self, recipe: Recipe, layout: Layout, wording: Wording
    ) -> Iterator[tuple[AttemptStep, ...]]:
        """Yield the steps of every path through an attempt."""
        speech, kept_faces_up = self.speech(layout), {place: face != "?" for place, face in layout.kept_cards}
        for script in branches(recipe):
            answer = Answers(script)
            ops = unify_wallet_ending(operations(recipe, answer), layout)
            worded = split_into_steps(ops, speech, wording)
            yield select_printed_steps(build_attempt_steps(worded, answer.given, VisibleTable(kept_faces_up)))

    def lot(self, wording: Wording) -> Merged | None:
        """Return the combined steps of a random draw, or `None` if the game has no random draws.

        A random draw selects, for example, the colour after a wild card.
        """
        faces = self._choice.rules.about.lot
        if not faces:
            return None
        layout = self.layout(self.virtual[0])
        recipe = simple_lot(faces)
        paths = self.iter_paths(recipe, replace(layout, are_columns_kept=False), wording)
        return merge(AttemptWithFacts(steps, {}) for steps in paths)

    def merge_recoveries(self, turn: Merged, wording: Wording) -> Merged:
        """Return the combined steps of all recoveries: one recovery after each step of a turn.

        The value of `Factor.STOP` is the number of the last step before the recovery, such as "12".

        Args:
            turn: Steps of the turn.
            wording: Wording of the recovery steps.
        """
        return merge(self._iter_recoveries(turn, wording))

    def _iter_recoveries(self, turn: Merged, wording: Wording) -> Iterator[AttemptWithFacts]:
        number = {step.key: step.number for step in turn.steps}
        for _, shape, laid in self._iter_attempts():
            layout = next(self._iter_layouts(laid))
            for over in (None, _has_found_card)[: 1 + self.chains]:
                stays = replace(layout, hands_over=over)
                recipe = shape.form.recipe(stays)
                yield from self._iter_recoveries_of_attempt(recipe, stays, wording, number)

    def _iter_recoveries_of_attempt(
        self, recipe: Recipe, layout: Layout, wording: Wording, number: dict[object, int]
    ) -> Iterator[AttemptWithFacts]:
        """Yield the recoveries from an attempt that is stopped after any of its steps.

        Args:
            recipe: Operations of the attempt.
            layout: Layout of the attempt.
            wording: Wording of the recovery steps.
            number: Number of each step, by its key.
        """
        speech, seen = self.speech(layout), set[object]()
        for script in branches(recipe):
            answer = Answers(script)
            worded_steps = split_into_steps(list(operations(recipe, answer)), speech, wording)
            heard = iter(build_attempt_steps(worded_steps, answer.given, VisibleTable()))
            surface, done = VisibleTable(), list[Op]()
            for step in worded_steps:
                if not self.columns and is_decided(step.ops):
                    break  # The page of a wallet has no room for more.
                for op in step.ops:
                    surface.note(op, answer.given[len(done)])
                    done.append(op)
                at = number.get(next(heard).key, 0) if step.instructions else 0
                path = len(done), tuple(answer.given[: len(done)])
                if at and path not in seen:
                    seen.add(path)
                    back = list(operations(build_recovery(layout, surface, done)))
                    worded = split_into_steps(back, speech, wording)
                    steps = build_attempt_steps(worded, [""] * len(back), VisibleTable(surface))
                    yield AttemptWithFacts(steps, {Factor.STOP: str(at)})

    def _make_layout(self, seat: str, shape: turn_cases.Shape, m: int) -> Layout:
        """Return an example layout for a kind of attempt, with a card of each priority class.

        Args:
            seat: Player whose turn it is.
            shape: Kind of attempt.
            m: Number of cards in the player's hand.
        """
        base = self.rename_seats(seat, self.layout(seat))
        (own, _), *others = base.hands
        rest = ((owner, DECK_SIZE if owner == DECK else len(shape.patterns)) for owner, _ in others)
        hands = ((own, m), *rest)
        faces = {f"kind {bits}": bits for bits in shape.patterns}
        k = max(sum(size for _, size in hands), len(faces))
        cards = tuple(sorted([*faces, *[*faces][-1:] * (k - len(faces))]))
        code, classes = tuple(faces.items()), len(shape.patterns[0])
        return replace(base, hands=hands, cards=cards, code=code, classes=classes)

    def _find_differing_factors(self, layout: Layout) -> Sequence[Factor]:
        """Return the conditions that depend on the layout, such as whether the hand has one card."""
        draws = any(owner == DECK for owner, _ in layout.hands)
        linked = (Factor.BEFORE, Factor.AFTER) if self.chains else ()
        return Factor.HAND, *((Factor.DRAW,) if draws else ()), *linked

    def _iter_layouts(self, layout: Layout) -> Iterator[Layout]:
        """Yield variants of a layout, with different values for drawing a card and for linked turns.

        The first variant has no linked turns.
        """
        draws = Factor.DRAW in self._find_differing_factors(layout)
        linked = (False, True)[: 1 + self.chains]
        layout = replace(layout, until=layout.until and draws)
        for draw, are_columns_kept, stays in product((True, False)[not draws :], linked, linked):
            over = _has_found_card if stays else None
            yield replace(layout, may_draw=draw, are_columns_kept=are_columns_kept, hands_over=over)


def _has_found_card(known: Outcome) -> bool:
    """Return whether an attempt found a card to play."""
    return known.card is not None
