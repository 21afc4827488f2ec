"""Construction of prompts, table descriptions and public-state descriptions for front ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from facilitator.games.events import Drew, Kinds, Lacks, Pass, Play, Start
from facilitator.games.rules import AwaitMove, GameOver, Select, Zones, can_happen, describe_codes
from facilitator.games.seats import name_pile
from facilitator.i18n import group_cards, join_names, tally_faces, use_table_names
from facilitator.i18n.catalogue import list_spellings, sentence
from facilitator.instructions.instruction import Instruction
from facilitator.instructions.simulate import SimulatedTable
from facilitator.instructions.text_table import count_by_kind, list_layers, open_faces, owners
from facilitator.instructions.written_faces import write_card
from facilitator.operations.definitions import TOP_ROW, Draw, Heading, Look, Mixing, Put, Reveal
from facilitator.operations.faces import DECK, DISCARDS, SLEEVES, Face
from facilitator.operations.steps import Kind
from facilitator.play.announcements import dealing
from facilitator.play.attempt import Attempt, AttemptLog
from facilitator.play.commands import Input, TapOffer, answer_taps, card_of, event_tap, event_taps, spellings
from facilitator.play.journal import RUN, JournalEntry, list_live_entries, measure_entries
from facilitator.play.progress import GameProgress
from facilitator.play.prompt import (
    Asked,
    CardGroup,
    ChoiceOption,
    ChoicePrompt,
    EndPrompt,
    FaceUpPlaces,
    Likely,
    MovePrompt,
    OpeningPrompt,
    Prompt,
    PromptLine,
    Result,
    Setting,
    StepPrompt,
    TableNow,
    TurnHead,
)
from facilitator.play.stop import RECOVERY
from facilitator.play.turn_starts import get_turn_numbers
from facilitator.protocols.forms import get_form
from facilitator.protocols.layout import Layout
from facilitator.protocols.wallet import MASK_PLACE

# ----------------------------------------------------------------------------------------------------
# Prompts: step of an attempt, move of a person, start and end of the game.


class SupplyNotes(Protocol):
    """Interface for messages about extra cards that the table must prepare."""

    def contents(self) -> str:
        """Return the cards to prepare before the first event, as text."""

    def warning(self, layout: Layout, attempt: Attempt) -> str:
        """Return the additional cards to prepare before an attempt, as text. May be empty."""

    def note_hands(self, hands: Sequence[tuple[str, int]]) -> str:
        """Return the additional cards to prepare for new seats, as text. May be empty."""


class Prompter:
    """Builder of a game's prompts.

    Turn headings, warnings, and the offer of another wording appear in a single prompt. The builder remembers
    which texts have appeared. Texts about the public state are cached, because the steps of an attempt do not
    change this state.
    """

    def __init__(
        self, game: GameProgress, minutes: Callable[[Attempt], float], box: SupplyNotes | None
    ) -> None:
        self._game, self._minutes, self._box = game, minutes, box
        self._facts: tuple[object, str, str] | None = None
        self._headed: tuple[int, bool, str] | None = None
        self._head: TurnHead | None = None
        self._heads = self._runs = 0
        self._run: Attempt | None = None
        self._offered = False

    def prompt(self, number: int, own: Asked | None = None) -> Prompt:
        """Return the current prompt.

        Args:
            number: Prompt number.
            own: Question that the host must answer before the game continues, if any.
        """
        game = self._game
        attempt, begun = game.attempt, self._runs
        step = self.make_step_prompt(attempt) if attempt is not None else None
        head = self._turn_head()
        facts, short = self._describe_state()
        now = own or step or make_question(game, self._box.contents if self._box is not None else str)
        warning = offer = ""
        if step is not None and game.plan is not None and game.plan.layout is not None:
            warning = self._warn_of_lack(game.plan.layout) if step.number == 1 else ""
            offer = self._offer_brief() if self._runs > begun else ""
        return Prompt(number, now, head, facts, short, warning, offer)

    def _warn_of_lack(self, layout: Layout) -> str:
        """Return a warning if the box lacks extra cards for the attempt in progress."""
        attempt = self._game.attempt
        return self._box.warning(layout, attempt) if self._box is not None and attempt is not None else ""

    def _offer_brief(self) -> str:
        """Return the offer of brief wording, once in a game."""
        if self._offered or not self._game.offers_brief:
            return ""
        self._offered = True
        return sentence("offer.brief")

    def make_step_prompt(self, attempt: Attempt) -> StepPrompt:
        """Return the prompt for the current step of an attempt."""
        if attempt is not self._run:
            self._run, self._runs = attempt, self._runs + 1
        return make_step_prompt(self._game, attempt, self._runs, self._minutes(attempt))

    def _describe_state(self) -> tuple[str, str]:
        state, rules = self._game.state, self._game.rules
        if self._facts is None or self._facts[0] is not state:
            self._facts = state, rules.describe_state(state), rules.describe_state(state, short=True)
        return self._facts[1:]

    def _turn_head(self) -> TurnHead | None:
        """Return the turn heading, as it was at the start of the turn."""
        game = self._game
        if game.turn is None or game.recovering:
            return None
        need = game.next_action
        again = isinstance(need, AwaitMove | Select) and need.again
        headed = (game.state.n - again, game.drawing_lot, game.turn_code)
        if self._headed != headed or self._head is None:
            self._headed, self._heads = headed, self._heads + 1
            self._head = _make_turn_head(game, game.turn, self._heads)
        return self._head

    def describe_new_seat(self, virtual: bool) -> Iterator[str]:
        """Yield the sentences about cards to prepare after somebody has taken a seat.

        Args:
            virtual: Whether a virtual player has taken the seat.
        """
        game = self._game
        if self._box is not None and any(seat.virtual for seat in game.state.seats):
            yield self._box.note_hands(get_turn_numbers(game).hands)
        if virtual and game.truth is None:
            yield sentence("seats.script")

    def read_anew(self) -> None:
        """Let the next prompt show the turn heading again, because the turn restarts."""
        self._headed = None


def _make_turn_head(game: GameProgress, seat: str, number: int) -> TurnHead:
    plan, are_columns_kept, of, chosen = game.plan, False, "", ""
    if plan is not None and plan.chosen is not None:
        chosen = game.kinds.describe(plan.chosen)
    if game.attempt is not None and plan is not None and plan.layout is not None:
        are_columns_kept = bool(plan.layout.are_columns_kept)
        of = plan.layout.seat if get_form(plan.form).asks else ""
    return TurnHead(number, seat, are_columns_kept, of, chosen, game.kinds.naming, game.turn_code)


def make_step_prompt(game: GameProgress, attempt: Attempt, number: int, minutes: float) -> StepPrompt:
    """Return the prompt for an attempt's current step.

    Args:
        game: Progress of the game.
        attempt: Attempt in progress.
        number: Number of the attempt.
        minutes: Remaining minutes of the attempt.
    """
    step, kinds, ask = attempt.step, game.kinds, attempt.ask
    entry, table = attempt.look_ahead()
    shown = entry.shown
    lines, pressed = _group_card_lists(step.instructions, kinds), attempt.movements_done
    is_only_counted = attempt.rest_of_step.is_only_counted
    movement = None if step.is_whole else pressed
    return StepPrompt(
        run=number,
        number=attempt.number,
        total=attempt.total,
        heading=_find_heading(attempt),
        wording=step.wording,
        lines=lines if step.is_whole else lines[pressed : pressed + 1],  # as in `Attempt.lines`
        all_lines=lines,
        times=None if is_only_counted else step.times,
        movement=movement,
        again=attempt.done_already,
        ask=ask,
        spelled=tuple(spellings(ask, kinds)) if ask else (),
        reason=step.reason,
        ops=step.ops,
        surface=dict(attempt.surface),
        shown=shown,
        revealed_cards=_find_revealed(attempt, shown, table) if shown and table else None,
        minutes=minutes,
        ahead=attempt.foresight,
        duel=attempt.rest_of_step.duel,
        is_only_counted=is_only_counted,
        recovering=game.recovering,
        layers=list_layers(step.ops, attempt.surface, movement) if step.speech.voice.sleeves else (),
        simulated_dot=_describe_dot(attempt, None if is_only_counted else movement) if table else "",
    )


def _describe_dot(attempt: Attempt, movement: int | None) -> str:
    """Return the sentence about the dot of a duel in a rehearsal, at the movement that turns the wallet over."""
    for number, op in enumerate(attempt.hand_operations):
        if isinstance(op, Look) and len(op.ends) > 1 and op.step and movement in (None, number):
            shown = attempt.look_ahead(op)[0].shown
            return sentence(f"said.dot.{shown[0]}", n=op.step.number) if shown else ""
    return ""


def _find_heading(attempt: Attempt) -> Heading:
    """Return the heading of the current step. A step with several piles has the last pile's heading."""
    inside = [op for op in attempt.step.ops if isinstance(op, Heading)]
    return inside[-1] if inside and attempt.step.kind is Kind.LINK else attempt.heading


def ask_last_done(game: GameProgress) -> ChoicePrompt | None:
    """Return the question about the last completed movement after a restart, or `None` if it is unnecessary.

    The question is unnecessary in three cases: each prompt confirms a single movement, the step was done
    before an undo, or the program itself moves the cards in a rehearsal.
    """
    attempt = game.attempt
    if attempt is None or game.truth is not None or attempt.done_already:
        return None
    movements, step = [one.text for part in attempt.movements for one in part.instructions], attempt.step
    if len(movements) < 2 or (not step.is_whole and len(step.instructions) == len(movements)):
        return None
    options = (ChoiceOption(text, done) for done, text in enumerate((sentence("resume.none"), *movements)))
    return ChoicePrompt("resume", sentence("resume.question"), tuple(options))


def _group_card_lists(instructions: Sequence[Instruction], kinds: Kinds) -> tuple[PromptLine, ...]:
    """Return the lines of a prompt: instructions whose card lists are grouped by colour or suit."""
    return tuple(PromptLine(line, _groups(line.cards, kinds) if line.cards else ()) for line in instructions)


def _groups(cards: Sequence[Face], kinds: Kinds) -> tuple[CardGroup, ...]:
    groups = group_cards(cards, kinds.group).items()
    return tuple(CardGroup(name, len(group), tally_faces(map(write_card, group))) for name, group in groups)


def _find_revealed(attempt: Attempt, shown: tuple[Face, ...], table: SimulatedTable) -> FaceUpPlaces | None:
    """Return the face-up cards after the current step of a rehearsal.

    After an undo, the simulated table may be at a later step. The result then contains only the cards that
    the current step has revealed.
    """
    op = attempt.hand_operations[-1] if attempt.ask else attempt.ops[-1]
    if not attempt.done_already:
        return FaceUpPlaces(op, dict(table.surface), dict(table.face_up()))
    if not isinstance(op, Reveal | Look):
        return None
    up = dict(zip(op.places, shown, strict=True)) if isinstance(op, Reveal) else {}
    return FaceUpPlaces(op, {**attempt.surface, **dict.fromkeys(up, True)}, up)


def make_question(game: GameProgress, contents: Callable[[], str]) -> OpeningPrompt | MovePrompt | EndPrompt:
    """Return the prompt of a game in which no attempt is in progress.

    Args:
        game: Progress of the game.
        contents: Function that returns the cards to prepare, as text.
    """
    if game.is_over:
        return EndPrompt(sentence("end.question"))
    rules, state, seat = game.rules, game.state, game.turn
    asked = rules.make_prompt(state)
    setting = None if state.n else Setting(contents(), f"{dealing(game.table)} {describe_codes(rules.kinds)}")
    likely = _find_likely(game)
    if seat is None:
        example, names = use_table_names(asked.example, game.table.names_people_first), tuple(game.names)
        return OpeningPrompt(asked.question, names, example, likely, setting, asked.heading)
    holds = game.truth.get_hand(seat) if game.truth is not None else ()
    cards = (play.card for play in rules.list_moves(state, rules.kinds.cards) if isinstance(play, Play))
    words = (*dict.fromkeys(cards), *_list_cardless_moves(game))
    ordered = tuple(sorted(holds, key=rules.kinds.order))
    return MovePrompt(seat, asked.question, words, ordered, likely, setting)


def answer_offers(game: GameProgress, now: Asked) -> tuple[TapOffer, ...]:
    """Return a button for each accepted answer to a prompt."""
    match now:
        case StepPrompt(ask=()):
            return (TapOffer("done", Input("done"), (now.done_label,)),)
        case StepPrompt():
            return tuple(answer_taps(now.ask, game.rules.kinds))
        case MovePrompt() | OpeningPrompt():
            return _event_offers(game, now)
        case EndPrompt():
            return ()  # only commands answer this prompt
        case _:
            labels = [": ".join(filter(None, (option.text, option.gives))) for option in now.options]
            return tuple(TapOffer(f"pick {n}", Input("pick", n), (text,)) for n, text in enumerate(labels, 1))


def _event_offers(game: GameProgress, now: MovePrompt | OpeningPrompt) -> tuple[TapOffer, ...]:
    """Return a button for each event. In a rehearsal, the first button enters the simulated event."""
    events = event_taps(game.rules, game.state)
    if now.likely is None:
        return events
    likely = event_tap(game.rules, now.likely.event)
    word = now.likely.text
    if isinstance(now, OpeningPrompt) and not now.heading and likely.face:
        word = sentence("tap.begins", card=" ".join(likely.path[:2]), seat=likely.path[2])
    first = TapOffer("done", Input("done"), (word,), likely.face, likely.group)
    return (first, *(event for event in events if event.path != first.path))


def summarize_result(game: GameProgress, entries: Sequence[JournalEntry]) -> Result:
    """Return the current result of a game.

    Args:
        game: Progress of the game.
        entries: All journal entries.
    """
    rows, need = list_live_entries(entries), game.next_action
    won = tuple(need.winners) if isinstance(need, GameOver) else ()
    turn_start = max((past_input.turn_start for past_input in game.past_inputs), default=0)
    return Result(
        winner=join_names(won) if won else None,
        over=game.is_over,
        events=game.state.n,
        runs=sum(entry.kind == RUN for entry in rows),
        mark=game.check_code(turn_start) if turn_start else "",
        winners=won,
        minutes=sum(measure_entries(entries)) / 60 if game.truth is None else 0,
    )


def _find_likely(game: GameProgress) -> Likely | None:
    if game.truth is None:
        return None
    event = game.find_likely_event()
    if isinstance(event, Start):
        return Likely(event, f"{event.card} {event.first}" if event.card else event.first)
    return Likely(event, game.rules.codec.text(event))


_BARE = {Drew: "read.bare.draw", Pass: "read.bare.pass", Lacks: "read.bare.lacks"}


def _list_cardless_moves(game: GameProgress) -> list[str]:
    """Return the possible moves that name no card, in the current language."""
    rules, state = game.rules, game.state
    words = []
    for move in rules.list_moves(state, ()):
        if can_happen(rules, state, move):
            key = _BARE.get(type(move))
            words.append(list_spellings(key)[0] if key else rules.codec.text(move))
    return words


# ----------------------------------------------------------------------------------------------------
# Cards that must be on the table now, according to the attempt logs.


def has_cards_out(game: GameProgress) -> bool:
    """Return whether cards of an attempt may be on the table."""
    front = game.front
    if front is None:
        return False
    done = (entry.ticked or entry.pressed for entry in front.entries if not isinstance(entry.op, Heading))
    return bool(front.start) or any(done)


def table_now(game: GameProgress) -> TableNow:
    """Return the description of the cards that must be on the table."""
    facts = game.rules.describe_state(game.state)
    front = game.front
    if front is None or not has_cards_out(game):
        return TableNow("", "", {}, {}, (), (), (), facts)
    surface = front.surface(finished=front.closed)
    done = front.entries if front.closed else front.entries[:-1]
    up = open_faces([(entry.op, entry.answer if entry.ticked else "") for entry in done], surface)
    pool = game.voice.pool
    names = {DECK: name_pile(pool).words(), DISCARDS: name_pile(pool, "discards").words()}
    laid = tuple((names.get(owner, owner), count) for owner, count in _list_owners(game, front))
    lying = dict(surface)
    lying.pop(MASK_PLACE, None)  # the mask is on the wallet, and mentioned in the remarks
    since, remarks = _name_progress(game, front), _remarks(game, front)
    return TableNow(front.seat, since, lying, up, laid, count_by_kind(surface), remarks, facts)


def _list_owners(game: GameProgress, front: AttemptLog) -> tuple[tuple[str, int], ...]:
    """Return the owners of the cards on the table.

    During a recovery, the cards of earlier attempts are included.
    """
    way = _list_recovered(front)
    if front.are_columns_kept or way[0].are_columns_kept:
        way = [*(done for done in game.logs if done is not front and done.closed and not done.home), *way]
    return owners([op for done in way for op in (done.ops if done.closed else done.ops[:-1])])


def _list_recovered(front: AttemptLog) -> list[AttemptLog]:
    """Return an attempt after all attempts that it goes back from, earliest first."""
    way = [front]
    while (earlier := way[0].back_from) is not None:
        way.insert(0, earlier)
    return way


def _name_progress(game: GameProgress, front: AttemptLog) -> str:
    """Return words for how far the current attempt has come, such as "before step 11a"."""
    attempt = game.attempt
    if attempt is None or attempt.log is not front or front.closed:
        return sentence("table.stand")
    if len(attempt.ops) < len(front.entries):
        return sentence("table.taken_back")
    key = "table.before_home" if front.form == RECOVERY else "table.before"
    return sentence(key, label=attempt.label)


def _remarks(game: GameProgress, front: AttemptLog) -> tuple[str, ...]:
    laid = sum(isinstance(op, Put) and op.places == (MASK_PLACE,) for op in front.ops[:-1])
    masks = game.plan.masks[:laid] if game.plan is not None else ()
    now, keys = front.entries[-1], ["table.mask"] * bool(masks)
    if not front.closed and now.pressed:
        keys.append("table.mixing" if isinstance(now.op, Mixing) else "table.begun")
    keys += _list_equipment_remarks(game)
    if any(place.row == TOP_ROW and is_up for place, is_up in front.surface(finished=front.closed).items()):
        keys.append("table.loose")
    if any(isinstance(op, Draw) for op in front.ops[:-1]):
        keys.append("table.drawn")
    return tuple(sentence(key, seat=front.seat, mask="".join(masks[-1:])) for key in keys)


# ----------------------------------------------------------------------------------------------------
# Summary of the public state: seats, sizes of hands, top card, colour and direction.


OPEN = 14
"""Maximum number of face-up cards in the summary."""


def _list_equipment_remarks(game: GameProgress) -> list[str]:
    """Return the keys of the remarks about sleeves or envelopes, and about everything that is not in use."""
    columns = get_form(game.table.protocol).columns
    rest = ["table.rest"] * columns + ["table.rest.cards"]
    return (
        ["table.sleeves", *rest] if game.table.equipment == SLEEVES else ["table.envelopes"] * columns + rest
    )


def glimpse(game: GameProgress) -> dict[str, Any]:
    """Return a summary of the public state as data.

    The data has these keys:

    - ``seats``: for each seat its ``name``, its number of ``cards`` (`None` if nobody enters that seat's turns),
      ``virtual`` (True for a virtual player), and ``turn`` (True for the player whose turn it is)
    - ``top``, ``color``, ``way``: top card, current colour and direction, or `None`
    - ``open``: other face-up cards. Of rows, only the lowest and the highest card of each suit
    - ``rows``: True if the face-up cards are the ends of rows
    """
    rules, state = game.rules, game.state
    facts, zones, kinds = rules.state_json(state), rules.find_zones(state), rules.kinds
    top, color, way = (facts.get(key) for key in ("top", "color", "direction"))
    table = facts.get("table")
    rows = table.get("rows") if isinstance(table, dict) else None
    lying = list_row_ends(rows) if isinstance(rows, dict) else [] if top else _list_open_cards(zones)
    sizes, turn = zones.sizes, game.turn
    seats = [
        {"name": seat.name, "virtual": seat.virtual, "cards": sizes.get(seat.name), "turn": seat.name == turn}
        for seat in state.seats
    ]
    return {
        "seats": seats,
        "top": asdict(card_of(top, kinds)) if isinstance(top, str) else None,
        "color": kinds.describe_named(color) if isinstance(color, str) else None,
        "way": way if isinstance(way, str) and top else None,
        "open": [asdict(card_of(face, kinds)) for face in lying[-OPEN:]],
        "rows": isinstance(rows, dict),
    }


def _list_open_cards(zones: Zones) -> list[Face]:
    """Return all face-up cards outside the discard pile."""
    return [card for zone, cards in zones.open.items() if zone != DISCARDS for card in cards]


def list_row_ends(rows: Mapping[str, list[str] | None]) -> list[Face]:
    """Return the lowest and the highest card of each row. Other cards can be added there.

    Args:
        rows: Ranks of these cards by suit, as in the public state of Sevens. `None` for an empty row.

    >>> list_row_ends({"H": ["5", "T"], "S": ["7", "7"], "C": None})
    ['5H', 'TH', '7S']
    """
    return [rank + suit for suit, ends in rows.items() for rank in dict.fromkeys(ends or ())]
