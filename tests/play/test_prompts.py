"""What a prompt asks: one answer counts, typed or tapped, and it holds all that a screen shows."""

from __future__ import annotations

import pytest

from facilitator.errors import CommandError
from facilitator.games.events import Drew, Pass, Play
from facilitator.i18n.catalogue import set_language
from facilitator.planning.pace import AttemptClock, Pace
from facilitator.play.attempt import Attempt
from facilitator.play.commands import Input
from facilitator.play.match import Match
from facilitator.play.prompt import (
    Announced,
    EndPrompt,
    Explained,
    HostMessage,
    MovePrompt,
    OpeningPrompt,
    StepPrompt,
)
from facilitator.play.session import QUICKEST, Session
from facilitator.table_files.load import sample
from sessions import entries, opened, rehearsed, short, table, to_an_act
from sure import sure, sure_of

# -- one answer a prompt -------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["", "note once", "u", "stop", "brief", Input("done"), Input("undo")])
def test_a_second_tap_is_not_a_second_answer(typed: str | Input) -> None:
    session = rehearsed(wording="full")
    to_an_act(session)
    session.rehearse()
    number = session.get_prompt().number
    assert session.take(typed, number).refused is None
    assert session.get_prompt().number == number + 1
    before, asked = entries(session), session.get_prompt()
    reply = session.take(typed, number)
    assert isinstance(reply.refused, CommandError)
    assert reply.anew
    assert (entries(session), session.get_prompt()) == (before, asked)


def test_inputs_that_change_nothing_keep_the_prompt_number() -> None:
    session = rehearsed()
    to_an_act(session)
    number, before = session.get_prompt().number, entries(session)
    for typed in ("?", "??", "state", "xyzzy", "q", "void", "note"):
        session.take(typed, number)
        assert session.get_prompt().number == number
    assert entries(session) == before


def test_an_enter_faster_than_a_person_is_ignored() -> None:
    session = rehearsed()
    to_an_act(session)
    prompt, before = session.get_prompt(), entries(session)
    reply = session.take("", prompt.number, QUICKEST / 2)
    assert (reply.refused, reply.anew, len(reply.messages)) == (None, False, 1)
    assert entries(session) == before
    assert session.get_prompt() is prompt
    session.take("", prompt.number, QUICKEST)
    assert session.get_prompt().number == prompt.number + 1


# -- what a prompt holds -------------------------------------------------------------------------------


def test_typed_and_tapped_inputs_have_the_same_effect() -> None:
    """An event, an answer, a word: as text and as data."""
    typed, tapped = rehearsed(), rehearsed()
    for _ in range(120):
        now, game = typed.get_prompt().asked, tapped.match
        match now:
            case EndPrompt():
                break
            case StepPrompt(ask=ask) if ask:
                said = sure(game.attempt).look().answer
                typed.take(short(said, ask, game.rules.kinds))
                tapped.take(Input("say", said))
            case StepPrompt():
                typed.take("")
                tapped.take(Input("done"))
            case OpeningPrompt(likely=likely) | MovePrompt(likely=likely):
                typed.take(sure(likely).text)
                tapped.take(Input("event", sure(likely).event))
    assert entries(typed) == entries(tapped)
    assert len(entries(typed)) > 40


def test_an_unsuitable_tap_is_rejected() -> None:
    session = rehearsed()
    opening = session.get_prompt()
    early: tuple[Input, ...] = (Input("say", "αβ"), Input("stop"), Input("void", "why"))
    for early_input in early:
        assert session.take(early_input).refused is not None
        assert session.get_prompt() is opening
    act = to_an_act(session, ask=True)
    before = entries(session)
    late: tuple[Input, ...] = (Input("done"), Input("say", "7R and more"), Input("event", Play("Ana", "7R")))
    for late_input in late:
        assert session.take(late_input).refused is not None
    assert session.get_prompt().asked is act
    assert entries(session) == before


@pytest.mark.parametrize(("language", "draw", "skip"), [("en", "draw", "pass"), ("de", "ziehen", "passen")])
def test_the_prompt_lists_the_possible_moves_of_a_person(language: str, draw: str, skip: str) -> None:
    """Cards by their names, for pads or to complete; drawing and passing in the language of the table."""
    session, seen = rehearsed(7, "dominoes"), 0
    set_language(language)
    while seen < 12 and not session.is_over:
        now = session.get_prompt()
        if isinstance(now.asked, MovePrompt):
            seen += 1
            assert sure(now.head).seat == now.asked.seat
            match sure(now.asked.likely).event:
                case Play(card=card):
                    assert card in now.asked.words
                    assert card in now.asked.holds
                case Drew():
                    assert draw in now.asked.words
                case Pass():
                    assert skip in now.asked.words
        session.rehearse()
    assert seen == 12 or session.is_over


def test_a_step_prompt_contains_everything_that_a_screen_shows() -> None:
    """Doer and sentence, its check, why and slip, the picture's places, the round's tally, the minutes left."""
    session = rehearsed(wording="brief")
    acts = list[StepPrompt]()
    run = to_an_act(session).run
    while isinstance(now := session.get_prompt().asked, StepPrompt) and now.run == run:
        if not now.is_only_counted:
            acts.append(now)
        session.rehearse()
    assert [act.number for act in acts] == list(range(1, len(acts) + 1))
    assert acts[-1].total == len(acts)
    assert [act.times for act in acts if act.times] == [2]
    assert all(act.lines and all(act.reason) and act.title for act in acts)
    minutes = [act.minutes for act in acts]
    assert minutes == sorted(minutes, reverse=True)
    assert minutes[-1] > 0
    assert [act.question for act in acts if act.ask]
    assert all(act.revealed_cards is not None for act in acts if act.ask)
    assert all(before.surface for before in acts[1:])
    listed = [line for act in acts for line in act.all_lines if line.instruction.cards]
    assert listed
    for line in listed:
        assert sum(group.count for group in line.groups) == len(line.instruction.cards)


def test_why_explains_the_current_step() -> None:
    session = rehearsed()
    opening = session.take("?")
    assert all(isinstance(item, HostMessage) for item in opening.messages)
    act = to_an_act(session)
    assert session.take("?").messages == (Explained(act, session.match.table.protocol, "stop"),)


def test_the_turn_heading_is_updated_after_a_stop() -> None:
    session = rehearsed()
    to_an_act(session)
    head = sure(session.get_prompt().head)
    session.rehearse()
    assert session.get_prompt().head == head
    session.take("stop")
    assert session.get_prompt().head is None  # on the way back
    while session.get_prompt().head is None:
        session.rehearse()
    again = sure(session.get_prompt().head)
    assert again.number == head.number + 1
    assert again.seat == head.seat


def test_an_event_is_announced_with_its_state() -> None:
    session = rehearsed()
    (told,) = (item for item in session.rehearse().messages if isinstance(item, Announced))
    assert told.state.items() >= session.public().items()
    assert told.event == session.match.rules.codec.json(told.message.event)


def test_missing_extra_cards_are_announced_once_per_attempt() -> None:
    """What was told to be made is told once, however often its act is shown."""

    class Small:
        def __init__(self) -> None:
            self.asked: list[Attempt] = []

        def contents(self) -> str:
            return "nothing"

        def warning(self, layout: object, run: Attempt) -> str:
            self.asked.append(run)
            return "Make more." if len(self.asked) == 1 else ""

        def note_hands(self, hands: object) -> str:
            return ""

    game = Match.open(table("uno"), None, 3)
    session = Session(game, AttemptClock(game.table, Pace).minutes, Small())
    opening = sure_of(OpeningPrompt, session.get_prompt().asked)
    assert sure(opening.setting).box == "nothing"
    to_an_act(session)
    assert [session.get_prompt().warning for _ in range(2)] == ["Make more."] * 2
    session.take("?")
    assert session.get_prompt().warning == ""


def test_an_undone_answer_is_asked_again_with_its_cards() -> None:
    """The cards still lie open, so a rehearsal draws them again."""
    made = sample("published-split")
    session = opened(made, None, 3)
    while not (isinstance(now := session.get_prompt().asked, StepPrompt) and now.ask):
        session.rehearse()
    session.rehearse()
    session.take("undo")
    again = sure_of(StepPrompt, session.get_prompt().asked)
    assert (again.again, again.ask, again.shown) == (True, now.ask, now.shown)
    assert tuple(sure(again.revealed_cards).up.values()) == now.shown
