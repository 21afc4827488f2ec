"""The table of words: each stands there once, and the parser, help, completion and buttons are readings of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from facilitator.games.registry import get_game, list_games
from facilitator.i18n import catalogue
from facilitator.operations.faces import TO_CARD, TO_TAB
from facilitator.play import commands
from facilitator.play import session as house
from facilitator.play.names import command_in
from facilitator.play.prompt import HostMessage, MovePrompt, StepPrompt
from facilitator.play.session import COMMANDS, Command, Session
from facilitator.table_files.load import make_table
from facilitator.web.page_data import view
from sessions import VERA, go, opened, rehearsed, said, small, to_an_act

CHEER = Command(
    "cheer",
    lambda session: session.match.note("everybody cheered"),
    commands.GAME,
    helps=commands.GAME,
    completes=commands.GAME,
    taps=commands.ACT,
)
"""A new word: a row, and its sentences."""
SENTENCES = {"help.cheer": "cheer: keep that everybody cheered.", "tap.cheer": "everybody cheers"}


@pytest.fixture
def cheering(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row more in the table and its entries in the catalogue: the two files that a new word touches."""
    sentence, spelled = catalogue.sentence, catalogue.list_spellings
    monkeypatch.setattr(house, "COMMANDS", (*COMMANDS, CHEER))
    monkeypatch.setattr(house, "sentence", lambda key, **more: SENTENCES.get(key) or sentence(key, **more))
    monkeypatch.setattr(
        house, "list_spellings", lambda key: ("cheer", "hooray") if key == "word.cheer" else spelled(key)
    )


@pytest.mark.usefixtures("cheering")
def test_a_new_command_is_accepted_completed_explained_and_offered() -> None:
    session = rehearsed()
    act = to_an_act(session)
    assert session.read("Hooray") == session.read("cheer") == commands.Input("cheer")
    assert "cheer" in session.words(act)
    assert SENTENCES["help.cheer"] in said(session, "??")
    (button,) = [offer for offer in session.offers(session.get_prompt().asked) if offer.key == "cheer"]
    assert (button.path, button.aside) == (("everybody cheers",), True)
    assert "cheer" in {offer["key"] for offer in view(session)["offers"]}
    for word in ("cheer", button.input):
        size = len(session.match.journal.entries)
        assert session.take(word).refused is None
        assert session.match.journal.entries[size].body == {"text": "everybody cheered"}
    while not isinstance(now := session.get_prompt().asked, MovePrompt):
        session.rehearse()
    assert "cheer" in session.words(now)
    assert SENTENCES["help.cheer"] in said(session, "??")
    assert "cheer" not in {offer.key for offer in session.offers(now)}


def test_a_word_has_one_meaning_at_a_prompt() -> None:
    for kind in commands.PromptKind:
        words = [word for command in COMMANDS if kind in command.where for word in command.words]
        assert len(words) == len(set(words)), kind


def test_every_offered_command_is_accepted_and_has_texts() -> None:
    for command in COMMANDS:
        assert {*command.helps, *command.completes, *command.taps} <= {*command.where}
        assert command.words or not command.completes
        for kind in command.helps:
            assert catalogue.template(catalogue.find_closest_key(f"help.{command.name}", (kind,)))
        for kind in command.taps:
            assert catalogue.template(catalogue.find_closest_key(f"tap.{command.name}", (kind,)))


def test_completions_are_accepted_as_inputs() -> None:
    """At acts with and without a question, at the start and at moves, in a run that is led home too."""
    seen = set()
    for session in everywhere():
        kind = session.dialog.kind
        seen.add(kind)
        for command in COMMANDS:
            if kind in command.completes and command.fits(session.dialog) and command.takes is None:
                assert command.words[0] in session.words(session.get_prompt().asked)
                assert session.read(command.words[0]).name == command.name
    assert seen == {*commands.PromptKind}


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
    while not session.is_over:
        session.rehearse()
    yield session


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_a_seat_name_that_contains_a_command_is_recognised(language: str) -> None:
    """In the table's language and in English; after some commands anything may follow."""
    catalogue.set_language(language)
    typed = {word: f"{word} Ana" if row.takes else word for row in COMMANDS for word in row.words if word}
    catalogue.set_language(catalogue.ENGLISH)
    assert len(typed) > 25
    assert [name for name in typed.values() if not command_in(name, language)] == []
    assert [command_in(name, language) for name in ("lock", "Ana", "Undo Ben")] == ["lock", "", ""]


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_no_typed_word_has_two_meanings(language: str) -> None:
    """Only the word that leaves a menu is used again, because no other command is read there."""
    catalogue.set_language(language)
    meanings = {(word, row.name) for row in COMMANDS if row.name != "nothing" for word in row.words if word}
    meanings |= {
        (word, move) for move in ("draw", "pass") for word in catalogue.list_spellings(f"read.bare.{move}")
    }
    assert [word for word, n in Counter(word for word, _ in meanings).items() if n > 1] == []


def test_german_tables_accept_german_and_english_commands() -> None:
    catalogue.set_language("de")
    session = opened(small(seats=[VERA, "Ana"]), None, 4)
    to_an_act(session)
    pairs = {"rückgängig": "undo", "z": "u", "zurück 3": "back 3", "ups": "oops"}
    pairs |= {"Notiz Karte fiel": "note Karte fiel"}
    pairs |= {"wieder 2": "redo 2", "tisch": "table", "voll": "full", "ende": "q"}
    pairs |= {
        "ungültig zwei Paare": "void zwei Paare",
        "stopp": "stop",
        "hilfe": "help",
        "zähle 7R": "count 7R",
    }
    for own, english in pairs.items():
        assert session.read(own) == session.read(english), own
    help_ = said(session, "hilfe")
    assert all(word in help_ for word in ("stopp", "rückgängig", "notiz", "verlauf", "kurz, voll, einzeln"))
    to_an_act(session, ask=True)
    assert "Look" not in said(session, "stand")
    while not isinstance(session.get_prompt().asked, MovePrompt):
        session.rehearse()
    last = session.take("z")
    assert isinstance(last.messages[0], HostMessage)
    assert last.messages[0].text.startswith("Zurückgenommen: ")


def test_the_keys_of_the_language_answer_the_last_look() -> None:
    ask = (TO_CARD, TO_TAB)
    kinds = get_game("uno").kinds
    assert [commands.read_answer(said, ask, kinds) for said in ("o", "T", "other")] == [
        TO_CARD,
        TO_TAB,
        TO_CARD,
    ]
    catalogue.set_language("de")
    typed = [commands.read_answer(said, ask, kinds) for said in ("a", "o", "andere", "s")]
    assert typed == [TO_CARD, TO_CARD, TO_CARD, TO_TAB]
    assert commands.format_question("Welche?", ask, commands.spellings(ask, kinds)) == (
        "Welche?  Tippt [a] die andere Seite  [s] die Seite des Streifens"
    )


@pytest.mark.parametrize("game", list_games())
def test_the_help_names_cards_of_the_game(game: str) -> None:
    seats = ["Ana", "Ben", "Cem", VERA]
    session = opened(make_table({"game": game, "seats": seats}), None, 1)
    text = said(session, "??")
    law = session.match.rules
    assert law.about.picture[0][0] in text
    assert "{" not in text


def test_the_help_fits_one_screen() -> None:
    session = go(rehearsed(), 0)
    act = to_an_act(session)
    assert isinstance(act, StepPrompt)
    lines = [item.text for item in session.take("??").messages if isinstance(item, HostMessage)]
    assert 10 < len(lines) < 20
    assert max(map(len, lines)) < 160


# -- arguments of commands are read as people write them ----------------------------------------------


@pytest.mark.parametrize("line", ["30", "30 min", "30min", "30 minutes", "30 Minuten"])
def test_minutes_may_be_typed_with_a_unit(line: str) -> None:
    assert commands.read_time(line) == 30


@pytest.mark.parametrize("line", ["min", "30 cards", "x"])
def test_other_words_are_not_read_as_minutes(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (the session builds the message)
        commands.read_time(line)


def test_a_colon_may_follow_the_number_of_an_entry() -> None:
    assert commands.read_fix("2: 7b") == commands.read_fix("2 7b") == (2, "7b")
