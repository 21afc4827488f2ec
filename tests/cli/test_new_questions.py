"""`facilitator new` at a terminal: its questions, its proposals, and every way to leave them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pexpect
import pytest

from facilitator.cli import app as program
from facilitator.cli import new as questions
from facilitator.cli.new import ask_all
from facilitator.errors import CommandError
from facilitator.games.records import GameRecord, Setup
from facilitator.games.uno.game import UnoHouse
from facilitator.i18n.catalogue import get_system_language, set_language, template
from facilitator.planning.choices import Option, propose_options
from facilitator.planning.forecast import GAMES, simulate_games
from facilitator.table_files.load import Table, load_table, write_table
from programs import ENV, RUNNER, files
from test_catalogue import KEYS

pytestmark = pytest.mark.usefixtures("folder")


def asked(*arguments: str, columns: int = 60) -> pexpect.spawn[str]:
    return pexpect.spawn(
        sys.executable,
        ["-m", "facilitator", "new", *arguments],
        dimensions=(24, columns),
        encoding="utf-8",
        timeout=60,
        env=ENV,
    )


def plain(seen: str) -> str:
    """What was on the screen, without colours."""
    return re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", seen)


def converse(child: pexpect.spawn[str], *answers: str) -> str:
    """Answer the questions in turn; return all that was on the screen."""
    seen = ""
    for answer in answers:
        child.expect("\n> ")
        seen += child.before or ""
        child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    return plain(seen + (child.before or ""))


FIRST = ("", "", "", "", "", "")
"""An evening of two hours, a printer and decks, two people and the host one of them, UNO, one virtual player."""


Typed = Callable[..., str]
KNOWN: dict[tuple[object, ...], tuple[Option, ...]] = {}


def proposed(
    table: Table, minutes: int, tell: object, forms: Sequence[str], equipment: Sequence[str]
) -> tuple[Option, ...]:
    """What is proposed, worked out once for all tests."""
    key = table.model_dump_json(), minutes, *forms, *equipment
    if key not in KNOWN:
        KNOWN[key] = propose_options(table, minutes, None, forms, equipment)
    return KNOWN[key]


def few_games(setup: Setup, count: int | None = None) -> list[GameRecord]:
    """A tenth of the games that are played in thought: what is asked and said is the same."""
    return simulate_games(setup, count or GAMES // 10)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Answer the questions in turn, within this process, and write table.yaml; return all that was shown."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr("facilitator.planning.choices.propose_options", proposed)
    monkeypatch.setattr("facilitator.planning.forecast.simulate_games", few_games)

    def answer(*answers: str) -> str:
        left = list(answers)
        monkeypatch.setattr("builtins.input", lambda prompt: left.pop(0))
        write_table("table.yaml", ask_all(Path("table.yaml"), "table"))
        assert not left
        return plain("".join(capsys.readouterr()))

    return answer


def test_enter_takes_what_is_in_brackets(typed: Typed) -> None:
    """The first proposal: a wallet that fits the evening, with its price in a line, and a table like any other."""
    seen = typed(*FIRST, "", "", "", "")
    table = load_table("table.yaml")
    assert [(seat.name, seat.virtual) for seat in table.seats] == [
        ("Ana", False),
        ("Ben", False),
        ("Vera", True),
    ]
    assert (table.name, table.rules, table.protocol, table.helpers) == ("table", "paper", "wallet", 2)
    assert table.track == "virtual"
    assert "We know the rules; help us with Vera" in " ".join(seen.split())
    told = " ".join(seen.split())
    assert re.search(
        r" 1 about \d*[05] minutes, a virtual turn [123] \(the first \d\)\. wallet: print 5 sheets with 27 cards; "
        rf"{table.hand_size} cards for each player\.",
        told,
    )
    assert "None of them reveals more than the card that is played" in told
    assert [line for line in seen.splitlines() if len(line) > 60] == []
    assert told.count("or back]") == 9, "at every question but the first"


def test_an_evening_is_typed_as_people_say_it(typed: Typed) -> None:
    seen = " ".join(typed("tonight", "30 h", "3h30", "", "3", "", "sevens", "", "", "", "").split())
    assert '"tonight" is not a length from 1 minute to 24 hours. Write it in minutes, for example 120' in seen
    assert '"30 h" is not a length from 1 minute to 24 hours.' in seen
    assert "in 210 minutes" in seen
    assert {questions.parse_minutes(length) for length in ("90", "90 min", "1h30", "1:30", "1.5 hours")} == {
        90
    }


def test_what_does_not_fit_the_evening_is_never_proposed(typed: Typed) -> None:
    """It goes back, and back again, to how long the evening is."""
    seen = " ".join(
        typed(
            "5",
            "",
            "",
            "",
            "",
            "",
            "back",
            "back",
            "back",
            "back",
            "back",
            "120",
            "",
            "",
            "",
            "",
            "",
            "1",
            "",
            "",
            "",
        ).split()
    )
    told = re.search(r"Nothing fits 5 minutes: the shortest game takes about (\d+)\.", seen)
    assert told
    assert int(told[1]) > 5
    assert "ways to play in 5 minutes" not in seen


@pytest.mark.parametrize(
    ("names", "seats"),
    [
        ("Tom, Sue", ["Tom", "Sue", "Vera*"]),
        ("Tom, Sue, Udo", ["Tom", "Sue", "Udo*"]),
        ("Tom, Udo:virtual, Sue", ["Tom", "Udo*", "Sue"]),
    ],
)
def test_names_are_taken_plainly(names: str, seats: list[str], typed: Typed) -> None:
    """The virtual ones last where nobody is marked; a question mark explains, and the question comes again."""
    seen = " ".join(typed(*FIRST, "?", "1", "", "", names).split())
    assert [seat.name + "*" * seat.virtual for seat in load_table("table.yaml").seats] == seats
    assert "Write, for example" not in seen
    assert "returns to the previous question" in seen


def test_every_question_goes_back_to_the_one_before(typed: Typed) -> None:
    """What was answered there counts no more."""
    typed("back", "", "back", "240", "decks", "back", "both", "3", "back", "3", "no", "back", "", "", "back", "",
          "2", "back", "2", "1", "back", "1", "", "back", "", "", "back", "", "")  # fmt: skip
    table = load_table("table.yaml")
    assert (table.game, len(table.people), len(table.virtual), table.protocol) == ("uno", 3, 2, "wallet")


def test_other_rules_are_said_in_minutes(typed: Typed) -> None:
    seen = " ".join(typed(*FIRST, "1", "paper", "draw", "").split())
    assert load_table("table.yaml").track == "all"
    assert re.search(r" 1 about \d+ minutes", seen)
    chosen, changed = re.findall(r"With these answers a game takes about (\d+) minutes", seen)
    assert changed != chosen


def test_another_proposal_is_taken_by_its_number(typed: Typed) -> None:
    seen = " ".join(typed("600", "", "2", "", "uno", "1", "0", "9", "3", "", "", "").split())
    assert 'not "0". Write, for example, 1.' in seen
    assert 'not "9". Write, for example, 1.' in seen
    told = re.search(r" 3 about \d+ minutes[^.]*\. (\w+): [^;]*; (\d+) cards for each", seen)
    table = load_table("table.yaml")
    assert told is not None
    assert (table.hand_size, table.protocol) == (int(told[2]), told[1])


def test_own_asks_for_each_thing_with_second_tries(typed: Typed) -> None:
    seen = typed(
        "soon", "0", "150", "", "eleven", "2", "", "go", "", "2", "own", "Friday", "both", "split", "",
        "99", "many", "5", "glue", "sleeves", "9", "3", "", "letter", "", "", "Ana, Vera:virtual, deck:virtual, Zoë",
        "Ana, Vera:virtual, Zoë", "Ana, Vera:virtual, Udo:virtual, Zoë",
    )  # fmt: skip
    for words in (
        '"soon" is not a length',
        '"0" is not a length',
        'not "eleven"',
        "not a word of the game",
        "not 99",
        '"many"',
        '"glue"',
    ):
        assert words in " ".join(seen.split()), words
    assert "not 2 human and 1 virtual player" in " ".join(seen.split())
    table = load_table("table.yaml")
    assert [(seat.name, seat.virtual) for seat in table.seats] == [
        ("Ana", False),
        ("Vera", True),
        ("Udo", True),
        ("Zoë", False),
    ]
    assert (table.name, table.hand_size, table.helpers, table.paper) == ("Friday", 5, 3, "Letter")
    assert (table.pool, table.pool_deck, table.equipment) == ("split", "compact-27", "sleeves")
    assert [line for line in seen.splitlines() if len(line) > 60] == []
    assert "The table file" not in seen, "there is none yet"


@pytest.mark.parametrize(
    "answers",
    [
        ("own", "", "", "", "", "", "", "back", "1", "", "", ""),  # one deck for all, in envelopes
        ("1", "official", "", ""),  # official UNO goes on to 500 points
    ],
)
def test_what_takes_longer_than_the_evening_is_warned_of(answers: tuple[str, ...], typed: Typed) -> None:
    seen = " ".join(typed(*FIRST, *answers).split())
    told = re.search(
        r"With these answers a game takes about (\d+) minutes; nine games in ten are over in \d+. Careful: your "
        r"evening has only 120",
        seen,
    )
    assert told
    assert int(told[1]) > 120
    assert load_table("table.yaml").protocol == "wallet"


def test_rules_that_do_not_go_with_the_proposal_are_not_offered(typed: Typed) -> None:
    """Back at the proposals, the same rules can be had with one deck for everybody."""
    seen = " ".join(
        typed(*FIRST, "2", "kpgut", "back", "own", "", "shared", "", "", "", "", "", "kpgut",
                 "jump_in: plays on, scores: match", "scores: session", "").split()
    )  # fmt: skip
    assert "Which rules: ours, paper, official? [" in seen
    assert "Which rules: paper, official, kpgut? [" in seen
    assert seen.count("You can't have kpgut with pool: split. Type back, choose own") == 2, (
        "shown, then typed"
    )
    assert "With rules: kpgut the others play on after the first empty hand" in seen
    assert "With these answers a game takes about" in seen
    table = load_table("table.yaml")
    assert (table.rules, table.pool, table.scores) == ("kpgut", "shared", "session")
    assert table.jump_in == "turn stays", "what was refused is not kept"


def test_a_rule_set_comes_with_all_it_has(typed: Typed) -> None:
    """Points over many hands too: with a split pool every deck is gathered by itself."""
    seen = " ".join(
        typed(*FIRST, "3", "official", "stacking: + on +, stacking: D on D, nonsense", "stacking", "").split()
    )
    assert "plays without it" not in seen
    assert "nonsense is not" in seen
    table = load_table("table.yaml")
    assert (table.rules, table.scores, table.wild_draw_four) == ("official", "match", "challenge")
    assert table.stacking == ("+ on +", "D on D")


def test_every_house_rule_offered_is_a_key_with_a_sentence(typed: Typed) -> None:
    seen = typed("300", "", "2", "", "uno", "0", "", ", ".join(offer.key for offer in UnoHouse.offers), "")
    table = load_table("table.yaml")
    assert {offer.key for offer in UnoHouse.offers} == set(UnoHouse.keys)
    for offer in UnoHouse.offers:
        assert f"  {offer.key}" in seen
        assert offer.meaning.split(";")[0][:20] in seen
        assert getattr(table, offer.key) == offer.value


@pytest.mark.parametrize("game", ["hearts", "sevens", "dominoes"])
def test_other_games_are_asked_about_what_they_have(game: str, typed: Typed) -> None:
    seats = {"hearts": [], "sevens": [""], "dominoes": [""]}[game]
    seen = typed("600", "", "3", "", game, *seats, "", "usual", "")
    assert "stacking" not in seen
    assert (load_table("table.yaml").game, load_table("table.yaml").rules) == (game, "usual")


def test_a_game_that_seats_fewer_is_refused(typed: Typed) -> None:
    seen = " ".join(typed("", "", "8", "", "hearts", "uno", "0", "", "", "").split())
    assert "At most 4 people can play hearts, and you are 8." in seen
    assert len(load_table("table.yaml").seats) == 8


def test_a_table_of_people_is_told_what_works_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left = ["", "", "", "", "", "0", "", "", "Ana, Ben"]
    monkeypatch.setattr("builtins.input", lambda prompt: left.pop(0))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    questions.new(Path("ours.yaml"))
    seen = " ".join(plain("".join(capsys.readouterr())).split())
    assert not load_table("ours.yaml").virtual
    assert "This table has no virtual players" in seen
    assert "ways to play" not in seen
    commands = re.findall(r"facilitator (\w+ ours.yaml)", seen)
    assert [command.split()[0] for command in commands] == ["plan", "print", "play"]
    for command in commands:
        assert RUNNER.invoke(program.app, command.split(), input="q\n").exit_code == 0, command


@pytest.mark.parametrize("language", ["de_DE.UTF-8"])
def test_a_german_system_is_asked_in_german(
    language: str, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    set_language(get_system_language())
    seen = " ".join(typed("90", "zurück", "", "", "", "", "", "", "", "", "", "").split())
    assert "Wie lang ist euer Abend?" in seen
    assert "Bögen mit 27 Karten drucken; 7 Karten für jeden" in seen
    assert "Wer spielt, im Uhrzeigersinn?" in seen
    assert (load_table("table.yaml").language, load_table("table.yaml").track) == ("de", "virtual")
    assert "Wir kennen die Regeln, helft uns mit Vera" in seen
    assert "# Karten" not in seen
    assert "# Alle Einstellungen: facilitator guide table" in Path("table.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("answers", "key"), [(0, "d"), (9, "c")])
@pytest.mark.every(2)
def test_leaving_writes_nothing(folder: Path, answers: int, key: str) -> None:
    """At the first question and at the names."""
    child = asked()
    for answer in [""] * answers:
        child.expect("\n> ")
        child.sendline(answer)
    child.expect("\n> ")
    child.sendcontrol(key)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert plain(child.before or "").split()[-1] == "Stopped."
    assert files(folder) == []


def test_leaving_while_games_are_played_writes_nothing(folder: Path) -> None:
    child = asked()
    for answer in FIRST:
        child.expect("\n> ")
        child.sendline(answer)
    child.expect(r"of \d+ ways to play")
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert files(folder) == []


@pytest.mark.parametrize(
    ("typed_at", "found"),
    [
        (("just a printer",), ("protocol", "wallet")),
        (("", "2 people"), ("people", 2)),
        (("", "people: 3"), ("people", 3)),
        (("", "", "No"), ("helpers", 3)),
        (("", "", "", "uno please"), ("game", "uno")),
        (("", "", "", "", "", "1", "rules: official"), ("rules", "official")),
        (("", "", "", "", "", "1", "official rules"), ("rules", "official")),
        (("", "", "", "", "", "published, please"), ("protocol", "published")),
        (("", "", "", "", "", "own", "", "split please", "the compact-27"), ("pool_deck", "compact-27")),
    ],
)
def test_an_answer_may_have_words_around_it(
    typed: Typed, typed_at: tuple[str, ...], found: tuple[str, object]
) -> None:
    seen = typed("", *typed_at, *[""] * (8 if "own" in typed_at else 9 - len(typed_at)))
    made = load_table("table.yaml")
    assert "Write, for example" not in seen
    assert {"people": len(made.people), **made.model_dump()}[found[0]] == found[1]


def test_each_question_says_what_its_answers_mean(typed: Typed) -> None:
    """Whatever is refused changes nothing, and says what to type."""
    own = ["?", "", "?", "split", *["?", ""] * 6]
    seen = typed(
        "?", "", "?", "cards", "", "?", "some", "", "?", "maybe", "", "?", "chess", "", "?", "", "?", "own", *own,
        "?", "x", *["", "?"] * 2, "",
    )  # fmt: skip
    keys = {key for key in KEYS if key.startswith("new.") and key.endswith(".why")} - {"new.names.why"}
    assert [key for key in keys if template(key) not in " ".join(seen.split())] == []
    assert sum(seen.count(words) for words in (' not "some"', "called chess", ' not "x"')) == 3
    assert load_table("table.yaml").rules == "paper"


def test_a_folder_that_is_not_there_is_said_before_anything_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(CommandError, match="No such file or directory"):
        questions.new(Path("nowhere") / "friday.yaml")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("things", "methods"),
    [
        ("printer", ["wallet"]),
        ("decks", ["knockout", "published"]),
        ("both", ["wallet", "knockout", "published"]),
    ],
)
def test_only_ways_to_play_with_the_hosts_things_are_proposed(
    things: str, methods: list[str], typed: Typed
) -> None:
    """The paper's own form is the last, even if it is longer than the evening. Who has envelopes buys no sleeves."""
    seen = " ".join(typed("100", things, "", "", "", "", "1", "", "", "").split())
    proposals = re.findall(
        r" \d about \d+ minutes, a virtual turn \d+ \(the first \d+\)\. (\w[\w-]*): ([^.]*)\.", seen
    )
    assert list(dict.fromkeys(form for form, _ in proposals)) == methods
    longer = re.findall(
        r" (\d+) minutes, [^.]*\. published: [^.]*\.( This is longer than your evening\.)?", seen
    )
    assert len(longer) == ("published" in methods)
    assert all(bool(words) == (int(minutes) > 100) for minutes, words in longer)
    if things == "decks":
        assert not [price for _, price in proposals if "sleeves" in price]
    assert load_table("table.yaml").protocol == methods[0]


@pytest.mark.parametrize("form", ["published", "published-2023", "knockout"])
def test_a_method_is_taken_by_its_name(form: str, typed: Typed) -> None:
    """Also a method that is not in the list, because the host has only a printer."""
    seen = typed("", "printer", "", "", "", "", form, "", "", "")
    assert "Not understood" not in seen
    assert load_table("table.yaml").protocol == form


def test_a_method_that_the_game_does_not_have_is_refused_by_its_name(typed: Typed) -> None:
    seen = " ".join(typed("600", "", "2", "", "sevens", "", "wallet", "1", "", "").split())
    assert "protocol: knockout" in seen
    assert load_table("table.yaml").protocol != "wallet"


def test_a_game_that_cannot_be_played_with_the_hosts_things_leads_back(typed: Typed) -> None:
    seen = " ".join(
        typed("600", "printer", "2", "", "sevens", "", "back", "back", "back", "back", "both", "2", "", "sevens", "",
              "", "", "").split()
    )  # fmt: skip
    assert "sevens can't be played with only what you have" in seen
    assert load_table("table.yaml").game == "sevens"


def test_rules_that_a_method_cannot_serve_are_not_offered(typed: Typed) -> None:
    """Neither a rule set nor a house rule."""
    seen = " ".join(typed(*FIRST, "published", "", "", "").split())
    assert "Which rules: paper, ours? [" in seen
    assert "jump_in a person" in seen
    assert "wild_draw_four a wild" not in seen


def test_a_host_who_does_not_play_is_one_more_helper(typed: Typed) -> None:
    typed("", "", "2", "no", "", "", "1", "", "", "")
    assert load_table("table.yaml").helpers == 3
