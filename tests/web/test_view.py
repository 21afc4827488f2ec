"""What the page is told: public facts, at every prompt of every game, and files that hold no word from elsewhere."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from served import session_of, small

import facilitator.web
from facilitator.games.decks import CARDS, TILES
from facilitator.games.uno.cards import KINDS as UNO
from facilitator.i18n import catalogue
from facilitator.operations.faces import ALPHA, BETA
from facilitator.pictures.objects import Picture, TableCard
from facilitator.pictures.svg import to_svg
from facilitator.play.commands import Input
from facilitator.play.prompt import EndPrompt, MovePrompt, StepPrompt
from facilitator.play.session import Session
from facilitator.play.stop import can_cancel
from facilitator.table_files.load import make_table, sample
from facilitator.web.page_data import draw_faces, find_played_card, table_to_json, view
from facilitator.web.server import TYPES
from picture_reader import WalletPicture
from shapes_read import read_svg
from sure import sure

STATIC = Path(facilitator.web.__file__).parent / "static"


@pytest.mark.parametrize("name", ["demo", "duel", "five", "sevens", "hearts", "dominoes"])
@pytest.mark.every(2)
def test_every_prompt_is_shown(name: str) -> None:
    session = session_of(sample(name), 15)
    kinds = set()
    for _ in range(30 if name == "demo" else 12):
        shown = view(session)
        assert json.loads(json.dumps(shown)) == json.loads(json.dumps(view(session)))
        assert shown["prompt"] == session.get_prompt().number
        kinds.add(shown["kind"])
        here = [offer for offer in shown["offers"] if not offer["aside"]]
        assert here
        assert all(offer["path"] and all(offer["path"]) for offer in shown["offers"])
        if shown["act"] is not None:
            act = shown["act"]
            assert shown["who"] == act["lines"][0]["doer"]
            ticked = getattr(session.get_prompt().asked, "is_only_counted", False)
            assert len(act["pictures"]) == len(act["full"] if ticked else act["lines"])
            assert all(group for group in act["pictures"])
        session.rehearse()
    assert "act" in kinds


def test_the_page_offers_a_stop_only_if_it_is_carried_out_and_then_asks() -> None:
    """The same fact decides as at a terminal: not once the result was seen, nor while the cards are put back."""
    session = session_of(sample("published-split"), 3)
    asks = set[tuple[bool, bool]]()
    while (True, True) not in asks or (False, True) not in asks:
        shown = view(session)
        if session.match.attempt is not None:
            stops = [offer["sure"] for offer in shown["offers"] if offer["key"] == "stop"]
            can_stop = can_cancel(session.match.attempt.log)
            assert stops == [True] * can_stop
            asks.add((can_stop, shown["void"]))
        assert {offer["key"] for offer in shown["offers"] if offer["sure"]} <= {"stop"}
        session.rehearse()
    session = session_of(sample("published-split"), 3)
    while session.match.attempt is None or len(session.match.attempt.ops) < 12:
        session.rehearse()
    session.take(Input("stop"))
    assert session.match.recovering
    assert not view(session)["void"]


def test_a_played_card_is_shown_as_soon_as_it_is_announced() -> None:
    session = session_of(sample("demo"), 15)
    while not (card := find_played_card(session.rehearse().messages)):
        pass
    assert (card, isinstance(session.get_prompt().asked, StepPrompt)) == ("SB", True)
    assert view(session, card=card)["played"]["words"] == "blue skip"


@pytest.mark.parametrize(
    ("winners", "english", "german"),
    [
        ((), "", ""),
        (("Tom and Jerry",), "Tom and Jerry wins", "Tom and Jerry gewinnt"),
        (("Ana", "Ben", "Vera"), "Ana, Ben and Vera win", "Ana, Ben und Vera gewinnen"),
    ],
)
def test_the_end_names_who_won(
    winners: tuple[str, ...], english: str, german: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By how many they are, not by a word in their names."""
    session = session_of(small(protocol="wallet", pool="split", hand_size=1))
    while not isinstance(session.get_prompt().asked, EndPrompt):
        session.rehearse()
    won = replace(session.result(), winners=winners)
    monkeypatch.setattr(Session, "result", lambda _: won)
    for language, said in (("en", english), ("de", german)):
        monkeypatch.setattr(catalogue, "_spoken", language)
        shown = view(session)
        assert shown["heading"] == said or not winners
        assert shown["who"] == said.rpartition(" ")[0]


def test_a_real_game_shows_only_known_faces() -> None:
    """Acts of a real run: a face in a picture is one the program told to lay, or a question mark."""
    session = session_of(small(), None)
    assert session.take("7R Vera").refused is None
    acts = 0
    while isinstance(now := session.get_prompt().asked, StepPrompt):
        shown = sure(view(session)["act"])
        assert shown["sight"] == ""
        for drawn in (svg for group in shown["pictures"] for svg in group):
            assert not any(shape.tint for shape in read_svg(drawn)), "a card of the game is tinted"
        acts += 1
        answer = "β α" if now.ask and now.ask[0] in ("αβ", "βα") else now.ask[0] if now.ask else ""
        assert session.take(answer).refused is None
    assert acts > 5
    assert view(session)["holds"] == []
    assert not isinstance(now, MovePrompt) or now.likely is None


def test_a_duel_in_movements_shows_bit_cards_only_when_they_are_turned_over() -> None:
    session = session_of(small(), None)
    assert session.take("walk").refused is None
    assert session.take("7R Vera").refused is None
    verbs = []
    while isinstance(now := session.get_prompt().asked, StepPrompt):
        shown = sure(view(session)["act"])
        if now.label.part is not None and now.label.part.name == "duel" and now.movement is not None:
            verbs.append(shown["lines"][0]["verb"])
            written = {shape.text for svg in shown["pictures"][0] for shape in read_svg(svg)}
            assert ({ALPHA, BETA} <= written) == (len(verbs) % 5 in (2, 0))
        answer = "α β" if now.ask and now.ask[0] in ("αβ", "βα") else now.ask[0] if now.ask else ""
        assert session.take(answer).refused is None
    assert verbs
    assert verbs == ["TAKE", "LAY", "LAY", "SCRAMBLE", "REVEAL"] * (len(verbs) // 5)


def test_the_helpers_named_in_steps_change_from_turn_to_turn() -> None:
    session = session_of(sample("demo"), 15)
    doers: dict[int, set[str]] = {}
    while len(doers) < 4 or isinstance(session.get_prompt().asked, StepPrompt):
        if isinstance(now := session.get_prompt().asked, StepPrompt):
            shown = view(session)
            doers.setdefault(now.run, set()).update(line["doer"] for line in shown["act"]["lines"])
            assert shown["who"] in doers[now.run]
        session.rehearse()
    assert all(len(some) == 2 for some in doers.values()), "the same two throughout a turn"
    assert set.union(*doers.values()) == {"Ana", "Ben and Ana", "Ana and Ben"}


def test_the_last_look_has_picture_buttons_and_a_button_to_restart() -> None:
    """The dot at either end of a wallet in which one card lies; up to there a button begins the turn again."""
    session = session_of(small(protocol="wallet"), None)
    assert session.take("7R Vera").refused is None
    while not isinstance(now := session.get_prompt().asked, StepPrompt) or not now.ask:
        assert "doubt" in {offer["key"] for offer in view(session)["offers"]}
        assert not any(offer["picture"] for offer in view(session)["offers"])
        assert session.take("").refused is None
    offers = {one["key"]: one["picture"] for one in view(session)["offers"]}
    assert offers["doubt"] == ""
    dots = {key: WalletPicture(read_svg(offers[key])) for key in ("say opposite", "say tab")}
    assert {key: (seen.dot, seen.tabs[0][0] < 0) for key, seen in dots.items()} == {
        "say opposite": ("right", True),
        "say tab": ("left", True),
    }


def test_the_page_shows_seats_colour_and_direction() -> None:
    session = session_of(small(), None)
    assert view(session)["top"] is None
    session.take("7R Ana")
    session.take("1r")
    shown = view(session)
    assert shown["top"] == {"face": "1R", "words": "red 1", "group": "red", "symbol": "1"}
    assert (shown["color"], shown["way"]) == ("red", "clockwise")
    assert shown["seats"][1] == {"name": "Ben", "virtual": False, "cards": 2, "turn": True}
    assert shown["seats"][0] == {"name": "Ana", "virtual": False, "cards": 1, "turn": False}
    session.take("rr")
    assert view(session)["way"] == "counterclockwise"
    session.take("u")
    session.take("w blue")
    assert view(session)["color"] == "blue"


def test_the_page_describes_the_table_in_words() -> None:
    session = session_of(small())
    assert "No cards of a virtual turn are on the table." in str(table_to_json(session))
    while not isinstance(session.get_prompt().asked, StepPrompt):
        session.rehearse()
    session.rehearse()
    assert "Vera's turn: before step 3" in str(table_to_json(session)["lines"])
    pictures: Any = table_to_json(session)["pictures"]
    (drawn,) = pictures
    assert drawn["note"] == ""
    assert drawn["svg"].count("<title>") == 1
    assert len(read_svg(drawn["svg"])) > 12


def test_hostile_names_are_text() -> None:
    """Whatever a seat is called arrives as it is, in data: the page makes text of it (`scripts/screen`)."""
    names = ["<script>alert()</script>", "נועה", "x" * 24]
    session = session_of(make_table({"seats": [*names, {"name": "Vera", "virtual": True}], "hand_size": 2}))
    assert [seat["name"] for seat in view(session)["seats"]][:3] == names


def test_the_page_inserts_only_text_and_loads_nothing_else() -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.iterdir())}
    assert {Path(name).suffix for name in sources} <= {*TYPES}
    for name, source in sources.items():
        outside = source.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|//\w+\.|@import|url\(", outside), name
        unsafe = r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function"
        assert not re.search(unsafe, source), name
    page = sources["index.html"]
    for key in ("page.too_old", "page.stuck"):  # no script can ask for these two
        for language in catalogue.LANGUAGES:
            catalogue.set_language(language)
            assert f'<p lang="{language}">{catalogue.sentence(key)}</p>' in page
    catalogue.set_language(catalogue.ENGLISH)
    assert not re.search(r"<script(?![^>]*src=)|<style| on\w+=| style=", page)
    assert sum(map(len, sources.values())) < 79_000


APP = Path(__file__).parents[2] / "scripts" / "app"
NEWER = {
    "an arrow": r"=>",
    "let or const": r"\b(let|const)\b",
    "a template": r"`",
    "a class": r"\bclass\b(?=[^:\n]*\{)",
    "spread": r"\.\.\.(?=\w|\[|\$)",
    "async": r"\basync\b",
    "for await": r"\bfor await\b",
    "?.": r"\?\.(?=\D)",
    "??": r"\?\?(?!=)",
    "??=": r"\?\?=",
    "catch without a name": r"\bcatch \{",
    "\\p in a pattern": r"\\p\{",
    "1_000": r"\d_\d",
    "**": r"\w \*\* \w",
    "||= or &&=": r"(\|\||&&)=",
    "a private name": r"\bthis\.#",
    "a static block": r"\bstatic \{",
    "a look behind": r"\(\?<[=!]",
}
"""Syntax that is newer than ECMAScript 5, by a pattern that finds it."""


def newer(source: str) -> set[str]:
    """Return which newer syntax a script uses outside of its comments."""
    code = re.sub(r"(^|\s)//.*", "", source)
    return {name for name, pattern in NEWER.items() if re.search(pattern, code)}


def test_the_browser_check_uses_only_old_syntax_and_covers_every_script() -> None:
    paths = [*STATIC.glob("*.js"), *APP.glob("*.js")]
    used = {path.name: newer(path.read_text(encoding="utf-8")) for path in paths}
    assert used.pop("able.js") == set()
    probed = used.pop("syntax.js")
    assert {name: some - probed for name, some in used.items() if some - probed} == {}


def test_every_card_of_every_game_has_a_picture_on_the_page() -> None:
    """The picture of a card is the one that the pictures of the table show, and no two are alike."""
    faces = draw_faces()
    assert {*UNO, *CARDS.cards, *TILES.cards, ALPHA, BETA} <= {*faces}
    assert len({*faces.values()}) == len(faces)
    for face in ("7R", "TC", "3-5", "W"):
        of_table = to_svg(Picture((TableCard(0, 0, face),)), face).partition("</title>")[2]
        assert faces[face].partition("</title>")[2] == of_table


def test_rows_of_sevens_are_shown_by_suit_with_their_ends() -> None:
    session = session_of(sample("sevens"), 15)
    while len(session.glimpse()["open"]) < 5:
        session.rehearse()
    shown = session.glimpse()
    groups = [card["group"] for card in shown["open"]]
    assert shown["rows"]
    assert groups == sorted(groups)
    assert max(Counter(groups).values()) == 2
    assert not session_of(sample("hearts"), 15).glimpse()["rows"]
