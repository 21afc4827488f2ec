"""Terminal and page at one game: whichever answers, the same is kept, and each hears of the other."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

import pytest
from served import Hours, session_of, small

from facilitator.cli.input_lines import Elsewhere, LineQuestion
from facilitator.cli.json_lines import JsonScreen
from facilitator.cli.loop import TableLoop
from facilitator.errors import FacilitatorError, JournalError
from facilitator.games.events import Caught
from facilitator.games.rules import read_move
from facilitator.play.clients import Client, Clients
from facilitator.play.commands import Input, TapOffer
from facilitator.play.prompt import HostMessage, StepPrompt
from facilitator.play.session import Session
from facilitator.web.page_data import Json, PageState, Tapped
from sessions import entries, short


class Table:
    """A rehearsal that a terminal and two pages drive, by chance; everybody reads the cards rightly."""

    def __init__(self, seed: int, pages: float, session: Session | None = None) -> None:
        self.session = session or session_of(small(), 8)
        desks = Clients(self.session)
        self.terminal = desks.add_client()
        self.rooms = [PageState(desks, Hours(), 0.0), PageState(desks, Hours(), 0.0)]
        self.chance, self.pages = random.Random(seed), pages
        self.tapped = self.refused = 0
        self.interactive = True

    def right(self) -> str:
        """The answer somebody gives who never errs."""
        now, run = self.session.get_prompt().asked, self.session.match.attempt
        return run.look().answer if isinstance(now, StepPrompt) and now.ask and run is not None else ""

    def tap(self) -> None:
        """A page answers; another that shows the prompt before is refused."""
        number, answer = self.session.get_prompt().number, self.right()
        room = self.rooms[self.chance.randrange(2)]
        assert room.tap(Tapped(room.prompt_id(number), f"say {answer}" if answer else "done"))["taken"]
        self.tapped += 1
        room = self.rooms[self.chance.randrange(2)]
        self.refused += room.tap(Tapped(room.prompt_id(number), "done"))["refused"]

    def ask(self, question: LineQuestion) -> str:
        """The terminal's turn to answer, unless a page does."""
        while self.chance.random() < self.pages and not self.session.is_confirmed_over:
            self.tap()
        if self.terminal.inbox:
            raise Elsewhere
        now, law = self.session.get_prompt().asked, self.session.match.rules
        answer = self.right()
        return short(answer, now.ask, law.kinds) if isinstance(now, StepPrompt) and answer else answer


def played(seed: int, pages: float) -> tuple[Table, list[tuple[str, dict[str, object]]]]:
    table = Table(seed, pages)
    evening = TableLoop(table.terminal, JsonScreen(), table, now=Hours())
    assert evening.play()
    return table, entries(table.session)


@pytest.fixture(autouse=True)
def _quiet(capsys: pytest.CaptureFixture[str]) -> None:
    """What the terminal prints is not looked at here."""


def test_any_interleaving_gives_the_same_journal(full: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """A whole game from the terminal alone, from pages alone, and mixed; the terminal tells the same events."""
    _, alone = played(0, 0.0)
    told = events(capsys)
    for seed in range(60 if full else 2):
        table, mixed = played(seed, (0.5, 1.0, 0.2, 0.8)[seed % 4])
        assert mixed == alone
        assert table.refused == table.tapped > 10
        assert events(capsys) == told


def events(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line for line in capsys.readouterr().out.splitlines() if line.startswith('{"event"')]


def two() -> tuple[Session, Client, Client, list[str]]:
    """A session, two desks of it, and who was woken."""
    session, woken = session_of(small()), list[str]()
    desks = Clients(session)
    one, other = (desks.add_client(partial(woken.append, name)) for name in ("one", "two"))
    return session, one, other, woken


def test_each_client_is_notified_of_other_clients_inputs() -> None:
    session, one, other, woken = two()
    reply = one.take("", 1, called="the first card")
    assert woken == ["two"]
    heard = other.take_news()
    assert [(item.called, item.reply) for item in heard] == [("the first card", reply)]
    assert other.take_news() == one.take_news() == ()
    assert one.get_prompt() is other.get_prompt() is session.get_prompt()


def test_inputs_that_change_nothing_notify_nobody() -> None:
    _, one, other, woken = two()
    assert one.take("xyzzy", 1).refused is not None
    assert one.take("??", 1).refused is None
    assert one.take("", 99).refused is not None
    assert (other.take_news(), woken) == ((), [])


def test_what_ends_the_game_at_a_page_ends_it_at_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    session, one, other, woken = two()
    broken = JournalError("There is no disk.", "Find one.")

    def fail(*_: object) -> None:
        raise broken

    monkeypatch.setattr(session, "take", fail)
    with pytest.raises(JournalError):
        other.take("", 1)
    assert woken == ["one"]

    class Waiting:
        interactive = True

        def ask(self, question: LineQuestion) -> str:
            raise Elsewhere if one.inbox else EOFError

    with pytest.raises(JournalError) as caught:
        TableLoop(one, JsonScreen(), Waiting()).play()
    assert caught.value is broken


def reading(table: Table) -> tuple[int, list[str]]:
    """Come to a prompt that asks what is seen: its number, and the answers there are, the right one first."""
    while not (isinstance(now := table.session.get_prompt().asked, StepPrompt) and now.ask):
        table.session.rehearse()
    right = table.right()
    return table.session.get_prompt().number, [right, *(answer for answer in now.ask if answer != right)]


def tapped(table: Table, answer: str, page: str, room: int = 0, device: str = "") -> Json:
    prompt = table.rooms[room].prompt_id(table.session.get_prompt().number)
    return table.rooms[room].tap(Tapped(prompt, f"say {answer}", page=page, device=device))


def words(table: Table, answer: str) -> str:
    """Return the words of the button for an answer."""
    offers = table.session.offers(table.session.get_prompt().asked)
    return next(" ".join(offer.path) for offer in offers if offer.key == f"say {answer}")


def two_readers(**keys: object) -> Table:
    return Table(0, 1.0, session_of(small(readers=2, **keys), 8))


def test_an_answer_is_accepted_after_two_pages_read_the_same() -> None:
    table = two_readers()
    number, (right, *_) = reading(table)
    assert tapped(table, right, "one")["said"] == [
        "This is the first answer (screen 1). Now somebody else looks, "
        "and answers at another screen or at the terminal."
    ]
    assert not tapped(table, right, "one")["taken"]  # the same page is no second reader
    assert table.session.get_prompt().number == number
    assert tapped(table, right, "tab")["taken"]
    assert table.session.get_prompt().number == number + 1


def test_a_page_and_the_terminal_count_as_two_readers() -> None:
    table = two_readers()
    while not (isinstance(now := table.session.get_prompt().asked, StepPrompt) and now.expected_count):
        table.session.rehearse()
    number = table.session.get_prompt().number
    assert table.terminal.take(now.expected_count, number, 9.0).messages
    assert table.session.get_prompt().number == number
    assert table.rooms[0].tap(Tapped(table.rooms[0].prompt_id(number), "done", page="one"))["taken"]
    assert table.session.get_prompt().number == number + 1


def test_two_different_readings_are_shown_everywhere_and_logged() -> None:
    table = two_readers()
    number, (right, wrong, *_) = reading(table)
    tapped(table, wrong, "one")
    read = f"(screen 1: {words(table, wrong)}; the terminal: {words(table, right)})"
    told = f"Your two answers differ {read}. Look at the cards again, both of you, and answer again."
    assert table.terminal.take(Input("say", right), number).messages == (HostMessage(told),)
    for room in table.rooms:
        assert json.loads(room.state())["news"] == [told]
    assert entries(table.session)[-1] == ("note", {"text": f"Two answers differed {read}."})
    assert not tapped(table, right, "one")["taken"]  # both look again
    assert tapped(table, right, "tab")["taken"]


@pytest.mark.parametrize(
    ("first", "second", "read_by", "warns"),
    [
        (("a", "phone"), ("b", "phone"), "screen 1; screen 1", True),
        (("a", "phone"), ("b", "tablet"), "screen 1; screen 2", False),
        (("a", ""), ("b", ""), "screen 1; screen 2", False),  # a browser that keeps no id
    ],
)
def test_two_readings_name_their_readers_and_warn_if_they_share_a_device(
    first: tuple[str, str], second: tuple[str, str], read_by: str, warns: bool
) -> None:
    table = two_readers()
    _, (right, wrong, *_) = reading(table)
    warning = ["Both answers came from one device. Two people should look, each with their own eyes."] * warns
    for page, device in (first, second):
        tapped(table, wrong if page == "a" else right, page, device=device)
    assert json.loads(table.rooms[1].state())["news"][1:] == warning
    told = f"Two people read {words(table, right)} ({read_by})."
    for page, device in (first, second):
        tapped(table, right, page, device=device)
    for room in table.rooms:
        assert json.loads(room.state())["news"][: 1 + warns] == [told, *warning]


def notices(table: Table) -> list[str]:
    return [(json.loads(room.state())["notice"] or {"text": ""})["text"] for room in table.rooms]


@pytest.mark.parametrize("at_terminal", [False, True])
def test_a_late_answer_that_differs_is_shown_on_every_screen(at_terminal: bool) -> None:
    """Whether the page or the terminal was first; every screen shows it once, and the record keeps one answer."""
    table = Table(0, 1.0, session_of(small(), 8))
    number, (right, wrong, *_) = reading(table)
    late = Tapped(table.rooms[1].prompt_id(number), f"say {wrong}", page="b", device="tablet")
    taken, not_taken = words(table, right), words(table, wrong)
    if at_terminal:
        table.terminal.take(right, number, 9.0)
    else:
        tapped(table, right, "a", device="phone")
    kept = entries(table.session)
    assert table.rooms[1].tap(late)["refused"]
    taker, reader = ("the terminal", "screen 1") if at_terminal else ("screen 1", "screen 2")
    told = (
        f"Two different answers came in. The first one counts: “{taken}” ({taker}). "
        f"The other one doesn't count: “{not_taken}” ({reader}). "
        "If the other one is right, undo the last entry and answer again."
    )
    assert notices(table) == [told, told]
    assert [heard.notice for heard in table.terminal.take_news()][-1] == told
    assert table.rooms[1].tap(late)["refused"]
    assert entries(table.session) == kept
    assert table.session.get_prompt().number == number + 1


def test_a_late_line_at_the_terminal_is_shown_on_every_screen() -> None:
    table = Table(0, 1.0, session_of(small(), 8))
    number, (right, wrong, *_) = reading(table)
    tapped(table, right, "a")
    assert table.terminal.take(wrong, number, 9.0).refused is not None
    assert [f"“{wrong}” (the terminal)" in notice for notice in notices(table)] == [True, True]


def test_a_late_equal_answer_is_not_shown() -> None:
    table = Table(0, 1.0, session_of(small(), 8))
    number, (right, *_) = reading(table)
    tapped(table, right, "a")
    late = Tapped(table.rooms[0].prompt_id(number), f"say {right}", page="b")
    assert table.rooms[0].tap(late)["refused"]
    assert table.terminal.take("", number).refused is not None
    assert notices(table) == ["", ""]


def test_an_answer_to_a_prompt_of_an_earlier_start_is_rejected() -> None:
    """After a restart the numbers begin again, but a page that shows the prompt before it answers nothing."""
    first, again = (Table(0, 1.0, session_of(small(), 8)) for _ in range(2))
    for number in range(1, 4):
        old, new = first.rooms[0].prompt_id(number), again.rooms[0].prompt_id(number)
        kept = entries(again.session)
        refused = again.rooms[0].tap(Tapped(old, "done"))
        assert refused["refused"]
        assert "restarted" in refused["said"][0]
        assert entries(again.session) == kept
        first.session.rehearse()
        again.session.rehearse()
        assert again.rooms[0].tap(Tapped(new, "done"))["refused"]


def test_a_terminal_alone_and_a_word_ask_for_one_reader() -> None:
    table = two_readers()
    number, (right, *_) = reading(table)
    assert Clients(table.session).add_client().take(Input("say", right)).anew
    assert table.session.get_prompt().number == number + 1
    table = two_readers()
    _, (right, *_) = reading(table)
    assert table.terminal.take("readers").messages == (HostMessage("From now on one answer is enough."),)
    assert tapped(table, right, "one")["taken"]


@pytest.mark.parametrize("house", [{}, {"wild_draw_four": "last"}])
def test_exactly_the_offered_events_are_accepted(house: dict[str, object], full: bool) -> None:
    """At the people's turns of a game: what can be tapped is what the law takes, card by card."""
    session, turns = session_of(small(hand_size=4, **house)), 0
    law = session.match.rules
    while turns < (60 if full else 2) and not session.is_over:
        prompt = session.get_prompt()
        if not isinstance(prompt.asked, StepPrompt):
            offered = {offer.face for offer in session.offers(prompt.asked) if offer.face}
            taken = {face for face in set(law.kinds.cards) if may(law, session.match.state, face)}
            assert offered == taken
            for offer in session.offers(prompt.asked):
                if offer.input.name == "event":
                    state, said = session.match.state, offer.input.argument
                    for event in said if isinstance(said, tuple) else (said,):
                        state = law.apply(state, event).state
            keys = [offer.key for offer in session.offers(prompt.asked)]
            paths = [offer.path for offer in session.offers(prompt.asked)]
            assert (len(set(keys)), len(set(paths))) == (len(keys), len(paths))
            turns += 1
        session.rehearse()
    assert turns > 1


def test_calls_out_of_turn_are_offered_when_the_rules_allow_them() -> None:
    made = small(rules="official", pool="shared", seats=["Ana", "Ben"], pool_deck="compact-27")
    session = session_of(made, None)
    session.take("7R Ana")
    assert not any(isinstance(call.input.argument, Caught) for call in calls(session))
    session.take("1r")  # one card left, and UNO was not said
    (call,) = [call for call in calls(session) if isinstance(call.input.argument, Caught)]
    assert call.path == ("Ana forgot UNO",)
    assert session.take(call.input).refused is None


def calls(session: Session) -> tuple[TapOffer, ...]:
    return session.offers(session.get_prompt().asked)


def may(law: Any, state: Any, face: str) -> bool:
    """Whether a card can be told now: alone, or with a colour or a seat."""
    for more in ("", " red", " Ana", " with Ben", " with Vera", " with Ana"):
        try:
            law.apply(state, read_move(law, face + more, state))
        except FacilitatorError:
            continue
        return True
    return False
