"""What a stranger meets first: a rehearsal that teaches, words behind ?, screens that are not scrolled away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, redirect_stdout, suppress
from io import StringIO
from pathlib import Path

import pytest

from facilitator.cli.guide import chapters
from facilitator.cli.input_lines import LineQuestion
from facilitator.cli.loop import LeaveTable, TableLoop
from facilitator.cli.play import GameSeries
from facilitator.cli.text_view import TextScreen, toolbar
from facilitator.cli.tutorial import Tutorial
from facilitator.i18n.catalogue import set_language
from facilitator.play.prompt import StepPrompt
from facilitator.play.session import Session
from facilitator.table_files.load import Table, make_table, sample
from programs import Typist

SEATS = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]
LINES = 24
"""Of a terminal as it opens."""


def table(**keys: object) -> Table:
    split = {"pool": "split", "pool_deck": "compact-27"}
    return make_table({"seats": SEATS, "protocol": "wallet", "hand_size": 2, **split, **keys})


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("COLUMNS", "80")
    set_language(request.param)
    yield request.param
    set_language("en")


def played(made: Table, typed: list[str], lesson: Tutorial | None = None, seed: int | None = None) -> str:
    """Return all that a terminal shows of a game of which so much is typed."""
    with closing(Session.open(made, None, seed, lambda run: 3.0)) as session, StringIO() as out:
        with redirect_stdout(out), suppress(LeaveTable):
            TableLoop(session, TextScreen(toolbar=True), Typist(typed), lesson=lesson).play()
        return out.getvalue()


def test_a_first_rehearsal_begins_with_a_tutorial(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the pictures mean stands before it, what to have ready too; Enter alone plays on."""
    file, host = tmp_path / "friday.yaml", Typist([""] * 30)
    sitting = GameSeries(table(), file, None, 3, host, None, 3, json=False, again="")
    assert sitting.play() == 0
    out, err = capsys.readouterr()
    told = " ".join(out.split())
    assert not err
    assert "This is a rehearsal with simulated cards." in told
    assert "This rehearsal ends after 3 turns." in told
    assert "Answered: the other side." in told
    assert told.count("Answered: ") == told.count("Answered: the "), "Vera plays: says the card"
    assert told.index("What the words mean") < told.index("LAY OUT")
    assert told.index("Have ready: the wallet") < told.index("LAY OUT")
    assert "Codes to type: 0R (red 0), SR (red skip), RR (red reverse), +R (red draw two), " in told
    assert any("Enter: let the rehearsal answer" in question for question in host.asked)


@pytest.mark.parametrize("typed", [["", "", "", "q"], ["", "", "", "", "", "", "u", "q"]])
def test_a_reopened_tutorial_continues(
    typed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Enter alone answers, after an undo too; the table as it is now names the mask once, and no real cards."""

    def seated(host: Typist) -> str:
        kept = tmp_path / "friday.game"
        GameSeries(table(), tmp_path / "friday.yaml", kept, 3, host, None, 3, json=False, again="").play()
        out, err = capsys.readouterr()
        assert not err
        return " ".join(out.split())

    left, host = seated(Typist([*typed])), Typist([""] * 30)
    told = seated(host)
    assert "leave everything as it lies" not in left
    assert ("With real cards: " in left) == ("u" in typed)
    assert any("Enter: let the rehearsal answer" in question for question in host.asked)
    assert "look at the cards, and do" not in told
    assert "The mask in the wallet: " in told
    assert "mask 1" not in told.replace("1 mask", "")


def test_before_a_rehearsal_begins_help_is_short() -> None:
    told = played(table(), ["?", "q"], Tutorial("Ana"), 3)
    assert told.startswith("Enter: begin;")
    assert "first top card" not in told
    assert "the first top card" in played(table(), ["?", "q"])


def test_the_bottom_line_of_a_duel_fits_the_screen(language: str) -> None:
    with closing(Session.open(table(language=language, hand_size=7), None, 3, lambda run: 7.0)) as session:
        longest, duels = 0, 0
        while duels < 6:
            prompt = session.get_prompt()
            if isinstance(prompt.asked, StepPrompt) and prompt.asked.duel:
                line, duels = toolbar(prompt.asked, prompt.short).strip(), prompt.asked.duel[0]
                longest = max(longest, len(line))
                assert line.lower().count("duel") == 1, line
            session.rehearse()
    assert longest < 80


def test_enter_answers_questions_only_in_the_first_virtual_turn() -> None:
    """Afterwards, as at a real table, it is no answer, and that is said."""
    lesson, seen = Tutorial(), list[bool]()
    with closing(Session.open(table(), None, 3, lambda run: 3.0)) as session:
        while len(seen) < 3:
            now = session.get_prompt()
            asks = session.match.attempt is not None and bool(session.match.attempt.ask)
            led = lesson.answers(now, session.result().runs)
            if asks and (not seen or seen[-1] != led):
                seen.append(led)
                refused = session.take("").refused
                assert refused is not None
                assert "Enter alone is not enough" in str(refused)
                if not seen[-1]:
                    break
            session.rehearse()
    assert seen == [True, False]


@pytest.mark.parametrize("protocol", ["wallet", "knockout"])
@pytest.mark.parametrize("word", ["?", "??"])
def test_an_explanation_fits_one_and_a_half_screens(word: str, protocol: str, language: str) -> None:
    """With the act that comes after it again; each word that leads out of a turn has one line."""
    made = table(protocol=protocol, language=language)
    shown = played(made, ["7R Vera", word]).splitlines()
    without = played(made, ["7R Vera"]).splitlines()
    told = shown[len(without) :]
    assert len(told) < LINES + 12, "a sentence or two of the act need more than half a screen"
    words = {"en": ("oops", "void", "stop"), "de": ("ups", "ungültig", "stopp")}[language]
    for typed in (*words, *[{"en": "doubt", "de": "zweifel"}[language]] * (protocol == "wallet")):
        assert sum(f"{typed}" in line for line in told) == 1, typed
    assert not (protocol == "wallet" and any("o (oops)" in line for line in told)), "o is an answer there"


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"protocol": "knockout", "equipment": "sleeves"},
        {"protocol": "published", "equipment": "envelopes"},
    ],
)
def test_the_reason_of_every_step_fits_one_and_a_half_screens(keys: dict[str, object], language: str) -> None:
    """Its question stands below it; of a duel that is counted there is how it goes."""
    longest, counted = 0, False
    made = table(language=language, hand_size=4, **keys)
    with closing(Session.open(made, None, 15, lambda run: 3.0)) as session:
        while session.result().runs < 1:
            now = session.get_prompt().asked
            if isinstance(now, StepPrompt):
                with redirect_stdout(StringIO()) as out:
                    for item in session.take("?").messages:
                        TextScreen(toolbar=True).tell(item)
                longest = max(longest, out.getvalue().count("\n"))
                counted |= now.is_only_counted
            session.rehearse()
    assert longest < LINES + 12, "a duel of five sentences needs more than a screen"
    assert counted == ("protocol" not in keys or keys["protocol"] == "knockout")


def test_leaving_an_unsaved_rehearsal_mentions_no_cards_and_no_saved_game() -> None:
    """No cards, and no game that goes on: at a real table they stay as they lie."""
    told = played(table(), [*[""] * 6, "q"], Tutorial("Ana"), seed=3)
    assert "LAY" in told
    assert "lie on the table" not in told


def test_a_chapter_that_is_in_english_only_says_so(language: str) -> None:
    said = "Dieses Kapitel gibt es bisher nur auf Englisch."
    assert (said in chapters()["proof"]) == (language == "de")
    assert said not in chapters()["tutorial"]


def test_a_first_rehearsal_asks_for_no_enter_before_automatic_moves() -> None:
    """Its words are shown once, with their names, before the first step."""
    told = played(table(), [""] * 40, Tutorial("Ana"), seed=3)
    assert "Ben plays" in told
    assert "Enter: Ana" in told
    assert "Enter: Ben" not in told
    assert told.count("What the words mean") == 1
    assert told.index("Rehearsal, duel 1: the dot is on the ") < told.index("Pinch the winner's end"), (
        "at its question"
    )
    for name in ("mask", "window", "dot", "champion", "notch", "NONE tab", "lid"):
        assert re.search(rf"(?m)^ *:.*{name}", told)


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_a_first_rehearsal_shows_a_screen_at_a_time_up_to_its_first_step(seed: int, language: str) -> None:
    """What it is comes first, then the words with their pictures; 40 lines with the line at the bottom."""
    screens, pages = list[str](), StringIO()

    class Reader(Typist):
        def ask(self, question: LineQuestion) -> str:
            screens.append(pages.getvalue() + question.prompt)
            pages.truncate(pages.seek(0))
            return super().ask(question)

    made = sample("demo").model_copy(update={"language": language})
    set_language(language)
    with redirect_stdout(pages):
        GameSeries(made, None, None, seed, Reader([""] * 30), None, None, json=False, again="").play()
    words = {"en": "What the words mean", "de": "Was die Wörter bedeuten"}[language]
    first = next(number for number, screen in enumerate(screens) if words in screen)
    assert first > 0
    assert "Vera" in screens[0]
    assert all(screen.count("\n") + 3 <= 40 for screen in screens[: first + 1])


def test_undo_in_a_first_rehearsal_undoes_the_users_own_move() -> None:
    """What was taken back is not played again by itself, or the same move would be taken back for ever."""
    found = []
    for typed in range(55, 60):  # then people move, one after the other
        said = played(table(), [*[""] * typed, "u", "u", "q"], Tutorial("Ana"), 3)
        back = [line for line in said.splitlines() if "Taken back: Ben" in line or "Taken back: Ana" in line]
        assert len(back) == len({*back})
        found.append(len(back))
    assert max(found) == 2


@pytest.mark.parametrize(("typed", "lesson"), [(["?"], None), (["", "??"], Tutorial("Ana"))])
def test_help_says_that_a_rehearsal_is_not_saved(typed: list[str], lesson: Tutorial | None) -> None:
    said = " ".join(played(table(), [*typed, "q"], lesson, 3).split())
    assert "q: leave. This rehearsal is not saved." in said
    assert said.count("draw lots for who starts") == (lesson is None), "not again after the help"
    assert "save and leave" not in said
