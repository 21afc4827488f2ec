"""Games as a front-end has them: opened, typed into by one who never errs, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from facilitator.evening.clock import Pace, RunClock
from facilitator.games.events import Show
from facilitator.games.rules import Ask, Kinds, ShowHand
from facilitator.machine.faces import NONE, AnswerKind, asked, named_by
from facilitator.play.journal import ANSWER, GIVE_UP, REMARKS, VOID, live
from facilitator.play.match import Match
from facilitator.play.news import Remark
from facilitator.play.prompt import ActPrompt, MovePrompt, OpeningPrompt, Saying, TableNow
from facilitator.play.session import Session
from facilitator.table.load import Table, make_table

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
    return Session.open(table, path, seed, RunClock(table, Pace).minutes)


def short(said: str, ask: Sequence[str], kinds: Kinds) -> str:
    """Return the keystrokes for an answer: ``a``, ``b``, ``red``, ``7R``, ``none``."""
    match asked(ask):
        case _ if said == NONE:
            return said
        case AnswerKind.PAIR:
            return "a" if said == ask[0] else "b"
        case AnswerKind.LOT:
            return kinds.describe_named(named_by(said))
        case AnswerKind.CARD:
            return said


def right(session: Session) -> str:
    """The line somebody types who never errs."""
    now, game = session.now().asked, session.match
    if isinstance(now, ActPrompt) and now.ask:
        assert game.run is not None
        return short(game.run.look().answer, now.ask, game.law.kinds)
    return ""


def possible(session: Session) -> list[str]:
    """The lines that may be typed where nobody knows the cards: each answer, or all that a person could do."""
    game = session.match
    if game.run is not None:
        return [*game.run.ask] or [""]
    need = game.need
    if isinstance(need, ShowHand):
        shared = game.law.stock(game.state, need.seat)
        size = dict(shared.hands)[need.seat]
        hands = (shared.cards[at : at + size] for at in range(len(shared.cards) - size + 1))
        return [game.law.text(Show(need.seat, hand)) for hand in hands]
    stock = game.law.stock(game.state, need.seat) if isinstance(need, Ask) and need.seat is not None else None
    moves = game.law.moves(game.state, stock.cards if stock else ()) if isinstance(need, Ask) else ()
    return [game.law.text(move) for move in moves]


def go(session: Session, presses: int) -> Session:
    for _ in range(presses):
        assert session.take(right(session)).refused is None
    return session


def said(session: Session, line: str) -> str:
    """Type a line that is taken; return what was said."""
    reply = session.take(line)
    assert reply.refused is None, reply.refused
    return " ".join(item.text for item in reply.told if isinstance(item, Saying | Remark))


class Mark(NamedTuple):
    """Where a game stands, as far as was typed."""

    state: object
    typed: tuple[str, ...] | None
    seat: str
    form: str


def mark(game: Match) -> Mark:
    typed = None if game.run is None else tuple(game.run.typed)
    plan = game.plan
    return Mark(game.state, typed, plan.seat if plan else "", plan.form if plan else "")


def shown(session: Session) -> TableNow:
    """What lies on the table, when over nothing; but for the steps within an operation, which are not kept."""
    return replace(session.table_now(), since="", remarks=())


def seen(session: Session, whole: bool = False) -> tuple[object, ...]:
    """What a host is asked, and what lies there; ``whole``: how far the act at hand is done, too, which is not kept.

    No numbers of sessions are in it, nor what a rehearsal knows.
    """
    now, game = session.now(), session.match
    asked = now.asked
    if isinstance(asked, ActPrompt):
        assert game.run is not None
        pressed = game.run.pressed
        told = (asked.title, asked.total, asked.minutes, asked.told, asked.ops, asked.surface)
        step = (asked.number, asked.lines, asked.ask, asked.question, asked.again) if whole else ()
        return now.facts, now.short, told, asked.number - pressed, step
    if isinstance(asked, OpeningPrompt | MovePrompt):
        return now.facts, now.short, asked.question, asked.likely if whole else None
    return now.facts, now.short, asked


def straight(session: Session) -> Session:
    """The same game at a real table, by one who only ever typed what still counts.

    A turn that is declared void after it came to its end leads nothing home; straight, its cards still lie there.
    One that is given up where nothing was typed yet that counts, but hands were on, leads home; straight, nothing.
    One that is declared void from before its last step, which hands had done, is so straight, too.
    """
    game = session.match
    other, (home, on_the_way, ended) = Match.open(game.table, None), led_home(game)
    for entry in live(game.journal.entries):
        if entry.derived or entry.kind in REMARKS or (entry.input in home and other.run is None):
            continue
        if entry.input in on_the_way and not other.recovering:
            continue
        if entry.input in ended:
            other.answer()
            other.undo()
        other.replay(entry)
        while entry.input in home and other.recovering and other.run is not None:
            other.answer(other.run.ask[0] if other.run.ask else "")
    other.tell_in(game.wording)
    return Session(other, RunClock(game.table, Pace).minutes)


def led_home(game: Match) -> tuple[set[int], set[int], set[int]]:
    """The inputs that declared a turn void, and led nothing home; those typed on a way home; those after its end."""
    found, on_the_way, ended = set[int](), set[int](), set[int]()
    if all(entry.kind not in (VOID, GIVE_UP) for entry in game.journal.entries):
        return found, on_the_way, ended
    again = Match.open(game.table, None, game.seed)
    for entry in game.journal.entries:
        if not entry.derived:
            if entry.kind == ANSWER and again.recovering:
                on_the_way.add(entry.input)
            if (
                entry.kind == VOID
                and again.plan is not None
                and again.front is not None
                and again.front.closed
            ):
                ended.add(entry.input)
            again.replay(entry)
            if entry.kind == VOID and not again.recovering:
                found.add(entry.input)
    return found, on_the_way, ended
