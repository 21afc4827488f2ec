"""Wrong inputs at every kind of prompt, with the program's answers, in English and German.

The golden files are read aloud: each answer says what happened and why, then what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest

from facilitator.i18n.catalogue import set_language
from facilitator.operations.faces import AnswerKind, classify_answers
from facilitator.play.commands import PromptKind
from facilitator.play.session import Session
from facilitator.table_files.load import make_table
from golden_files import GOLDEN, check_golden

VERA = {"name": "Vera", "virtual": True}
MOST_STEPS = 900

pytestmark = pytest.mark.golden


def is_step(session: Session) -> bool:
    """Return whether a step without a question or count is asked for."""
    attempt = session.match.attempt
    return attempt is not None and not attempt.ask and not get_count(session)


def get_count(session: Session) -> str:
    """Return the number that the current step asks for, or ""."""
    return getattr(session.get_prompt().asked, "expected_count", "")


def asks_for(kind: AnswerKind) -> Callable[[Session], bool]:
    """Return a test of whether an answer of this kind is asked for."""

    def asks(session: Session) -> bool:
        attempt = session.match.attempt
        return attempt is not None and bool(attempt.ask) and classify_answers(attempt.ask) is kind

    return asks


def is_move(session: Session) -> bool:
    """Return whether a person is asked for a move."""
    match = session.match
    return match.attempt is None and match.state.n > 0 and session.dialog.kind is PromptKind.MOVE


def is_later_move(session: Session) -> bool:
    """Return whether a person is asked for a move after some cards were played."""
    return is_move(session) and session.match.state.n > 2


class Talk:
    """A conversation of wrong inputs and answers, as lines of a golden file."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    @contextmanager
    def open(self, title: str, seed: int = 3, **keys: Any) -> Iterator[Session]:
        """Open a rehearsal and write its title."""
        set_language(keys.get("language", "en"))
        table = make_table({"seats": ["Ana", VERA, "Ben"], "protocol": "knockout", **keys})
        self.lines += ["", f"== {title}"]
        with closing(Session.open(table, None, seed, lambda _: 3.0)) as session:
            yield session

    def type(
        self,
        session: Session,
        where: Callable[[Session], bool] | None,
        *typed: str | Callable[[Session], str],
    ) -> None:
        """Go to the first prompt that the test accepts, and write the answers to wrong inputs."""
        for _ in range(MOST_STEPS if where else 0):
            if where is None or where(session):
                break
            session.rehearse()
        asked, state = session.get_prompt().asked, session.match.state
        top = getattr(state, "top", "") or " ".join(getattr(state, "discards", ())[-1:])
        heading = getattr(asked, "question", "") or getattr(asked, "title", "")
        self.lines.append(f"-- {session.match.turn or ''} ({top or '-'}) {heading}".rstrip())
        number = session.get_prompt().number
        for one in typed:
            line = one if isinstance(one, str) else one(session)
            refused = session.take(line).refused
            assert refused is not None, (line, heading)
            assert session.get_prompt().number == number
            self.lines += [f"> {line}".rstrip(), f"  {refused.problem}", f"  {refused.remedy}"]


def unplayable(session: Session) -> str:
    """Return a card that the virtual seat in turn cannot show now."""
    attempt = session.match.attempt
    assert attempt is not None
    return next(card for card in ("3G", "5Y", "8B", "2R") if card not in attempt.ask)


def test_wrong_inputs_in_english_are_answered_as_a_person_would() -> None:
    talk = Talk()
    with talk.open("UNO, knockout", hand_size=4) as game:
        talk.type(game, None, "start", "Ana", "7R Zoe", "Ana plays 7R", "blorp")
        talk.type(game, is_move, "kittens", "7", "draw blue", "+", "Ana plays 7R", "zoe plays 7R", "red")
        talk.type(game, is_move, "b 7r", "ben uno", "7b 7g", "7r red", "7r, kittens", "7r, w", "x 7r")
        talk.type(game, is_move, "fix", "fix 1", "fix 99 7r", "fix 1 kittens", "fix 1 +r")
        talk.type(game, is_move, "3g", "pass", "Ben juggles", "draw 5", "correct", "correct Ana 99: counted")
        talk.type(
            game, is_move, "back", "back 999", "redo", "redo x", "doubt", "stop", "void x", "note", "count"
        )
        talk.type(game, is_step, "7R", "no", "void", "correct Ana 3: counted", "count 7R")
        talk.type(game, lambda session: bool(get_count(session)), "1000", "many")
        talk.type(game, asks_for(AnswerKind.PAIR), "7R", "x", "")
        talk.type(game, asks_for(AnswerKind.CARD), unplayable, "none", "kittens", "stop", "")
        game.take("oops")
        talk.type(game, None, "99", "a card fell")
        game.take("1")
        talk.type(game, None, "7", "maybe")
    with talk.open(
        "UNO, wallet", protocol="wallet", pool="split", pool_deck="compact-27", hand_size=4
    ) as game:
        talk.type(game, asks_for(AnswerKind.ARROW), "yes", "7R", "none")
        talk.type(game, asks_for(AnswerKind.CARD), unplayable, "10")
    with talk.open("Eights", game="eights", hand_size=4) as game:
        talk.type(game, None, "8C Ana")
        talk.type(game, is_move, "3c", "8c 3", "7", "red 7")
    with talk.open("Hearts", game="hearts", seats=["Ana", VERA, "Ben", "Cem"]) as game:
        talk.type(game, is_move, "Ana draws", "red 7")
        talk.type(game, is_later_move, "5d")
    with talk.open("Dominoes", game="dominoes", equipment="envelopes") as game:
        talk.type(
            game, lambda session: is_move(session) and session.match.state.turning, "7-7", "pass", "0-0"
        )
    with talk.open("Sevens", game="sevens", equipment="envelopes") as game:
        talk.type(game, None, "8D")
        talk.type(game, is_later_move, "KS", "7D")
    check_golden(GOLDEN / "wrong_inputs.en.txt", "\n".join(talk.lines).lstrip() + "\n")


def test_wrong_inputs_in_german_are_answered_in_german() -> None:
    talk = Talk()
    with talk.open("UNO, knockout", hand_size=4, language="de") as game:
        talk.type(game, None, "blorp")
        talk.type(
            game, is_move, "kätzchen", "Ana legt 7R", "3g", "berichtige Ana 99: gezählt", "zurück", "notiz"
        )
        talk.type(game, is_step, "7R")
        talk.type(game, asks_for(AnswerKind.PAIR), "x", "")
        talk.type(game, asks_for(AnswerKind.CARD), unplayable, "keine", "stopp")
        game.take("ups")
        talk.type(game, None, "99")
    check_golden(GOLDEN / "wrong_inputs.de.txt", "\n".join(talk.lines).lstrip() + "\n")
