"""The table of words: each stands there once, and the parser, help, completion and buttons are readings of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from facilitator.games.registry import games
from facilitator.play import session as house
from facilitator.play.commands import ACT, GAME, Input, PromptKind
from facilitator.play.prompt import ActPrompt, MovePrompt, Saying
from facilitator.play.session import COMMANDS, Command, Session
from facilitator.table.load import make_table
from facilitator.table.model import RESERVED
from facilitator.web.view import view
from facilitator.words import catalogue
from sessions import VERA, go, opened, rehearsed, said, small, to_an_act

CHEER = Command(
    "cheer",
    ("cheer", "hooray"),
    lambda session: session.match.note("everybody cheered"),
    GAME,
    helps=GAME,
    completes=GAME,
    taps=ACT,
)
"""A new word: a row, and its sentences."""
SENTENCES = {"help.cheer": "cheer: keep that everybody cheered.", "tap.cheer": "everybody cheers"}


@pytest.fixture
def cheering(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row more in the table and its entries in the catalogue: the two files that a new word touches."""
    sentence = catalogue.sentence
    monkeypatch.setattr(house, "COMMANDS", (*COMMANDS, CHEER))
    monkeypatch.setattr(house, "sentence", lambda key, **more: SENTENCES.get(key) or sentence(key, **more))


@pytest.mark.usefixtures("cheering")
def test_a_new_word_is_typed_completed_explained_and_tapped() -> None:
    session = rehearsed()
    act = to_an_act(session)
    assert session.read("Hooray") == session.read("cheer") == Input("cheer")
    assert "cheer" in session.words(act)
    assert SENTENCES["help.cheer"] in said(session, "??")
    (button,) = [one for one in session.offers(session.now().asked) if one.key == "cheer"]
    assert (button.path, button.aside) == (("everybody cheers",), True)
    assert "cheer" in {one["key"] for one in view(session)["offers"]}
    for word in ("cheer", button.input):
        size = len(session.match.journal.entries)
        assert session.take(word).refused is None
        assert session.match.journal.entries[size].body == {"text": "everybody cheered"}
    while not isinstance(now := session.now().asked, MovePrompt):
        session.rehearse()
    assert "cheer" in session.words(now)
    assert SENTENCES["help.cheer"] in said(session, "?")
    assert "cheer" not in {one.key for one in session.offers(now)}


def test_a_word_means_one_thing_where_it_is_taken() -> None:
    for kind in PromptKind:
        words = [word for one in COMMANDS if kind in one.where for word in one.words]
        assert len(words) == len(set(words)), kind


def test_whatever_is_offered_is_taken_there_and_has_its_sentences() -> None:
    for one in COMMANDS:
        assert {*one.helps, *one.completes, *one.taps} <= {*one.where}
        assert one.words or not one.completes
        for kind in one.helps:
            assert catalogue.template(catalogue.closest(f"help.{one.name}", (kind,)))
        for kind in one.taps:
            assert catalogue.template(catalogue.closest(f"tap.{one.name}", (kind,)))


def test_what_is_completed_is_read_as_what_it_says() -> None:
    """At acts with and without a question, at the start and at moves, in a run that is led home too."""
    seen = set()
    for session in everywhere():
        kind = session.kind
        seen.add(kind)
        for one in COMMANDS:
            if kind in one.completes and one.fits(session) and one.takes is None:
                assert one.word in session.words(session.now().asked)
                assert session.read(one.word).name == one.name
    assert seen == {*PromptKind}


def everywhere() -> Iterator[Session]:
    """A session wherever something is asked."""
    session = opened(small(seats=[VERA, "Ana"]), None, 4)
    yield session
    to_an_act(session)
    yield session
    to_an_act(session, ask=True)
    yield session
    session.take("oops")
    yield session
    session.take("")
    session.take("stop")
    yield session
    while not session.over:
        session.rehearse()
    yield session


def test_a_word_that_something_follows_is_no_seats_name() -> None:
    """Else what that seat does would be read as the word."""
    assert {word for one in COMMANDS if one.takes is not None for word in one.words} <= RESERVED


@pytest.mark.parametrize("game", games())
def test_the_help_names_cards_of_the_game(game: str) -> None:
    seats = ["Ana", "Ben", "Cem", VERA]
    session = opened(make_table({"game": game, "seats": seats}), None, 1)
    text = said(session, "??")
    law = session.match.law
    assert law.about.picture[0][0] in text
    assert ("a face" in text) == law.about.turns_first
    assert "{" not in text


def test_the_help_is_a_screen_of_lines() -> None:
    session = go(rehearsed(), 0)
    act = to_an_act(session)
    assert isinstance(act, ActPrompt)
    lines = [item.text for item in session.take("??").told if isinstance(item, Saying)]
    assert 10 < len(lines) < 20
    assert max(map(len, lines)) < 150
