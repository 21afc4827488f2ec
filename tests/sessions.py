"""Tables, and games as a front-end has them: opened, typed into by one who errs or never does, where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, get_args

from facilitator.errors import TableError
from facilitator.games.events import Kinds, Show
from facilitator.games.registry import get_game, list_games
from facilitator.games.rules import AwaitMove, ShowHand
from facilitator.operations.definitions import COLUMN, Op, get_answers, places_of
from facilitator.operations.faces import NONE, AnswerKind, classify_answers, get_drawn_name
from facilitator.planning.pace import AttemptClock, Pace
from facilitator.play import prompt
from facilitator.play.history import summarize_game
from facilitator.play.journal import ANSWER, GIVE_UP, REMARKS, VOID, JournalEntry, list_live_entries
from facilitator.play.match import Match
from facilitator.play.messages import Remark
from facilitator.play.session import Session
from facilitator.protocols.forms import list_offered_forms
from facilitator.protocols.recovery import is_decided
from facilitator.table_files.load import Table, check, make_table
from facilitator.table_files.model import StyleName
from sure import sure, sure_of

VERA, UDO = {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}
POOL = {"pool": "split", "pool_deck": "compact-27", "hand_size": 2}
TABLES: Mapping[str, Mapping[str, Any]] = {
    "knockout": {"seats": ["Ana", VERA], **POOL},
    "two virtual seats in a row": {"seats": [VERA, "Ana", UDO], **POOL, "equipment": "sleeves"},
    "one deck": {"seats": ["Ana", "Ben", VERA]},
    "published": {"seats": ["Ana", VERA], **POOL, "protocol": "published", "conceal": True},
    "a challenge": {"seats": ["Ana", VERA, "Ben"], "rules": "official", "scores": "none", "hand_size": 3},
    "hearts": {"game": "hearts", "seats": ["Ana", "Ben", "Cem", VERA]},
    "kpgut": {"seats": ["Ana", VERA, "Ben"], "rules": "kpgut", "hand_size": 3},
    "a style": {"seats": ["Ana", {**VERA, "style": "attacker"}], **POOL},
}
"""Of every kind that differs for what is taken back, put right and led home."""


def small(form: str = "knockout", **keys: object) -> Table:
    return make_table({"seats": ["Ana", VERA], **POOL, "protocol": form, **keys})


def opened(table: Table, path: Path | None, seed: int | None = None) -> Session:
    return Session.open(table, path, seed, AttemptClock(table, Pace).minutes)


def short(said: str, ask: Sequence[str], kinds: Kinds) -> str:
    """Return the keystrokes for an answer: ``a``, ``b``, ``red``, ``7R``, ``none``."""
    match classify_answers(ask):
        case _ if said == NONE:
            return said
        case AnswerKind.PAIR:
            return "a" if said == ask[0] else "b"
        case AnswerKind.LOT:
            return kinds.describe_named(get_drawn_name(said))
        case AnswerKind.CARD | AnswerKind.ARROW:
            return said


def right(session: Session) -> str:
    """The line somebody types who never errs."""
    now, game = session.get_prompt().asked, session.match
    if isinstance(now, prompt.StepPrompt) and now.ask:
        return short(sure(game.attempt).look().answer, now.ask, game.rules.kinds)
    return ""


def possible(session: Session) -> list[str]:
    """The lines that may be typed where nobody knows the cards: each answer, or all that a person could do."""
    game = session.match
    if game.attempt is not None:
        return [*game.attempt.ask] or [""]
    need = game.next_action
    if isinstance(need, ShowHand):
        shared = game.rules.get_shared_deck(game.state, need.seat)
        size = dict(shared.hands)[need.seat]
        hands = (shared.cards[at : at + size] for at in range(len(shared.cards) - size + 1))
        return [game.rules.codec.text(Show(need.seat, hand)) for hand in hands]
    stock = (
        game.rules.get_shared_deck(game.state, need.seat)
        if isinstance(need, AwaitMove) and need.seat is not None
        else None
    )
    moves = (
        game.rules.list_moves(game.state, stock.cards if stock else ()) if isinstance(need, AwaitMove) else ()
    )
    return [game.rules.codec.text(move) for move in moves]


def go(session: Session, presses: int) -> Session:
    for _ in range(presses):
        assert session.take(right(session)).refused is None
    return session


def said(session: Session, line: str) -> str:
    """Type a line that is taken; return what was said."""
    reply = session.take(line)
    assert reply.refused is None, reply.refused
    return " ".join(item.text for item in reply.messages if isinstance(item, prompt.HostMessage | Remark))


def undone_as_far_as_it_goes(game: Match) -> TableError:
    """Take back one input after the other, and return why no more."""
    while True:
        try:
            game.undo()
        except TableError as refused:
            return refused


def count_voids(game: Match) -> int:
    """Return the number of turns that were declared void and still count."""
    return summarize_game(game.past_inputs)["void"]


def settled(game: Match) -> bool:
    """Return whether the attempt in progress has its result, so that it must be finished."""
    return game.attempt is not None and not game.recovering and is_decided(game.attempt.log.ops)


class Mark(NamedTuple):
    """Where a game stands, as far as was typed."""

    state: object
    typed: tuple[str, ...] | None
    seat: str
    form: str


def mark(game: Match) -> Mark:
    typed = None if game.attempt is None else tuple(game.attempt.typed)
    plan = game.plan
    return Mark(game.state, typed, plan.seat if plan else "", plan.form if plan else "")


def shown(session: Session) -> prompt.TableNow:
    """What lies on the table, when over nothing; but for the steps within an operation, which are not kept."""
    return replace(session.table_now(), since="", remarks=())


def seen(session: Session, whole: bool = False) -> tuple[object, ...]:
    """What a host is asked, and what lies there; ``whole``: how far the act at hand is done, too, which is not kept.

    No numbers of sessions are in it, nor what a rehearsal knows.
    """
    now, game = session.get_prompt(), session.match
    asked = now.asked
    if isinstance(asked, prompt.StepPrompt):
        pressed = sure(game.attempt).movements_done
        told = (asked.title, asked.total, asked.minutes, asked.all_lines, asked.ops, asked.surface)
        step = (asked.number, asked.lines, asked.ask, asked.question, asked.again) if whole else ()
        return now.facts, now.short, told, asked.number - pressed, step
    if isinstance(asked, prompt.OpeningPrompt | prompt.MovePrompt):
        return now.facts, now.short, asked.question, asked.likely if whole else None
    return now.facts, now.short, asked


def straight(session: Session) -> Session:
    """The same game at a real table, by one who only ever typed what still counts.

    A turn that is declared void after it came to its end leads nothing home; straight, its cards still lie there.
    One that is given up where nothing was typed yet that counts, but hands were on, leads home; straight, nothing.
    One that is stopped after something was taken back, which hands had done, is so straight, too.
    """
    game = session.match
    other, (home, on_the_way, by_hand) = Match.open(game.table, None), led_home(game)
    for entry in list_live_entries(game.journal.entries):
        if entry.derived or entry.kind in REMARKS or (entry.input in home and other.attempt is None):
            continue
        if entry.input in on_the_way and not other.recovering:
            continue
        if entry.input in by_hand and other.attempt is not None:
            undone, count = by_hand[entry.input][len(other.attempt.typed) :], len(other.inputs)
            while len(other.inputs) < count + len(undone):
                other.answer(undone[len(other.inputs) - count])
            while len(other.inputs) > count:
                other.undo()
        other.replay(entry)
        while entry.input in home and other.recovering and other.attempt is not None:
            other.answer(other.attempt.ask[0] if other.attempt.ask else "")
    other.change_wording(game.wording)
    return declined(Session(other, AttemptClock(game.table, Pace).minutes))


def declined(session: Session) -> Session:
    """Return a reopened session past the question which movement was done last: none of them."""
    if isinstance(session.get_prompt().asked, prompt.ChoicePrompt):
        assert session.take("").refused is None
    return session


def led_home(game: Match) -> tuple[set[int], set[int], dict[int, list[str]]]:
    """The inputs that declared a turn void, and led nothing home; those typed on a way home; answers by a stop."""
    found, on_the_way, by_hand = set[int](), set[int](), dict[int, list[str]]()
    if all(entry.kind not in (VOID, GIVE_UP) for entry in game.journal.entries):
        return found, on_the_way, by_hand
    again = Match.open(game.table, None, game.seed)
    for entry in game.journal.entries:
        if not entry.derived:
            if entry.kind == ANSWER and again.recovering:
                on_the_way.add(entry.input)
            if entry.kind in (VOID, GIVE_UP) and again.front is not None:
                done = (one for one in again.front.entries if one.ticked)
                by_hand[entry.input] = [one.answer if get_answers(one.op) else "" for one in done]
            again.replay(entry)
            if entry.kind == VOID and not again.recovering:
                found.add(entry.input)
    return found, on_the_way, by_hand


# ----------------------------------------------------------------------------------------------------
# Every kind of table there is, by what is registered: games, their rules, forms, pools, discards, styles.


PEOPLE = ("Ana", "Ben", "Cem", "Dan", "Eve")
LOOSER: tuple[Mapping[str, Any], ...] = (
    {},
    {"scores": "none"},
    {"scores": "none", "wild_draw_four": "any"},
    {"scores": "none", "wild_draw_four": "any", "stacking": []},
)
"""House rules to give up where a rule set as it stands does not go with a form or a pool: the first that do."""


def every_table() -> dict[str, Table]:
    """Return each table that can be, by what it is; whatever no table can have is left out."""
    return {name: table for name, keys in _keys() if (table := made(keys)) is not None}


def made(keys: Mapping[str, Any]) -> Table | None:
    """Return the table of these keys, without the house rules that do not go with them; None where none can be."""
    tables = (check({**keys, **looser})[0] for looser in LOOSER)
    return next((table for table in tables if table is not None), None)


def _keys() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for game in list_games():
        law = get_game(game)
        seats = [VERA, *PEOPLE][: max(3, law.about.seats[0])]
        size = {"hand_size": 3} if "hand_size" in law.about.choices else {}
        plain = {"game": game, "seats": seats, "wording": "brief", **size}
        for rules, form, pool, conceal in product(
            law.about.rules, list_offered_forms(), ("shared", "split"), (False, True)
        ):
            keys = {**plain, "rules": rules, "protocol": form, "pool": pool, "conceal": conceal}
            deck = {"pool_deck": "compact-27"} if pool == "split" else {}
            yield " ".join((game, rules, form, pool, *["concealed"] * conceal)), {**keys, **deck}
        for rules, style in product(law.about.rules, get_args(StyleName)[1:]):
            styled = [{**VERA, "style": style}, *seats[1:]]
            yield f"{game} {rules} {style}", {**plain, "rules": rules, "seats": styled}


# ----------------------------------------------------------------------------------------------------
# What tests of the table file share: the example of the design, and seats that will do.


DESIGN_EXAMPLE = """\
name: Friday
game: uno              # uno | sevens | hearts | dominoes | eights
rules: paper           # paper | official | kpgut
seats:                 # clockwise
  - Ana
  - {name: Vera, virtual: true, style: uniform}   # or attacker, saver, finisher
  - Ben
hand_size: 7
protocol: knockout  # knockout | published | published-2023
conceal: false         # discard pile joins the layout
pool: split            # shared | split (virtual seats draw from a small deck of their own)
pool_deck: compact-27  # full-108 | half-54 | compact-27 | a list of cards
equipment: sleeves     # envelopes | sleeves
helpers: 3             # pairs of hands that can work at once
extras: labels         # labels | slips | business cards | cards | plain (unlabelled decks)
paper: A4              # A4 | Letter
"""

S = "seats: [Ana, Ben]\n"


# ----------------------------------------------------------------------------------------------------
# Rehearsals as a front-end has them: opened at small tables, gone on to an act, and what is kept of them.


REHEARSED: dict[str, dict[str, object]] = {
    "uno": {"seats": ["Ana", "Ben", VERA], "hand_size": 3, "pool": "split", "pool_deck": "compact-27"},
    "dominoes": {"game": "dominoes", "seats": ["Ana", VERA], "hand_size": 4},
}


def table(name: str, **keys: object) -> Table:
    return make_table({**REHEARSED[name], **keys})


def session_of(game: Match) -> Session:
    return Session(game, AttemptClock(game.table, Pace).minutes)


def rehearsed(seed: int = 3, name: str = "uno", **keys: object) -> Session:
    return session_of(Match.open(table(name, **keys), None, seed))


def entries(session: Session) -> list[tuple[str, dict[str, object]]]:
    return bare(session.match.journal.entries)


def bare(rows: Sequence[JournalEntry]) -> list[tuple[str, dict[str, object]]]:
    return [(entry.kind, entry.body) for entry in rows]


def act_of(session: Session) -> object:
    """The wording, and the number of the act at hand among how many."""
    run = session.match.attempt
    return session.match.wording, None if run is None else (run.number - run.movements_done, run.total)


def to_an_act(session: Session, ask: bool = False) -> prompt.StepPrompt:
    """Rehearse up to an act; with ``ask``, one that asks something."""
    while True:
        now = session.get_prompt().asked
        if isinstance(now, prompt.StepPrompt) and bool(now.ask) >= ask:
            return now
        session.rehearse()


# ----------------------------------------------------------------------------------------------------
# What tests of a mistake told of share: an act to tell it at, what is offered there, a way that is taken.


MARKERS = 1
"""Of the columns' reveals the markers' is the second."""


def at(session: Session, kind: type[Op], before: int = 0) -> Session:
    """Go on to the act whose operation at hand is of a kind, after so many of them."""
    for _ in range(80):
        run = session.match.attempt
        if run is not None and isinstance(run.ops[-1], kind) and places_of(run.ops[-1])[0].area == COLUMN:
            if not before:
                return session
            before -= 1
        go(session, 1)
    raise AssertionError(f"no {kind} comes up")


def oops_offered(session: Session) -> dict[object, int]:
    assert session.take("oops").refused is None
    asked = sure_of(prompt.ChoicePrompt, session.get_prompt().asked)
    assert asked.kind == "happened"
    return {option.value: number for number, option in enumerate(asked.options, 1)}


def offered_now(session: Session) -> set[object]:
    found = set(oops_offered(session))
    session.take("")
    return found


def ways(session: Session, what: object) -> dict[type, tuple[int, prompt.ChoiceOption]]:
    assert session.take(str(oops_offered(session)[what])).refused is None
    asked = sure_of(prompt.ChoicePrompt, session.get_prompt().asked)
    assert asked.kind == "ways"
    found: dict[type, tuple[int, prompt.ChoiceOption]] = {}
    for number, one in enumerate(asked.options, 1):
        found.setdefault(type(one.value), (number, one))
    return found


def take(session: Session, what: object, way: type) -> prompt.ChoiceOption:
    number, one = ways(session, what)[way]
    assert session.take(str(number)).refused is None
    return one
