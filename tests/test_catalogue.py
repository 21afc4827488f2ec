"""The catalogue has every sentence that is asked for and no other; its slots are filled; a language may be added."""

from __future__ import annotations

import ast
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from math import prod
from operator import add, mul, sub
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st

import facilitator.i18n
from drawings import table_of
from facilitator.errors import ProtocolBug
from facilitator.games.registry import get_game, list_games
from facilitator.games.seats import name_draw_pile
from facilitator.games.stacking import STACKS
from facilitator.games.uno.options import DRAW_FOURS, DRAWS, ENDS, JUMPS
from facilitator.i18n import catalogue
from facilitator.i18n.catalogue import template
from facilitator.i18n.symbolic_numbers import Size
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction, InstructionParts, Verb, phase_title
from facilitator.instructions.wording import split_into_steps
from facilitator.mistakes.bounds import Leakage, LeakKind
from facilitator.mistakes.kinds import Mistake, OtherIncident
from facilitator.mistakes.options import CarryOn, RepairInPlace
from facilitator.operations.faces import POOL, SLEEVES
from facilitator.operations.purposes import Phase
from facilitator.planning.extra_cards import get_route_key
from facilitator.play import mistake_questions
from facilitator.play.prompt import MovePrompt, StepPrompt
from facilitator.play.session import COMMANDS
from facilitator.protocols.forms import FORMS, describe_form, title_of
from facilitator.protocols.recovery import Repair
from facilitator.sheets.build import CONTENTS, EVERY, ON_REQUEST
from facilitator.sheets.card_making import ROUTES
from facilitator.sheets.stocks import USES
from facilitator.sheets.turn_script import list_rule
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import PROTOCOLS
from facilitator.table_files.model import ONLY, Printer, SeatKeys, Table
from facilitator.verification.shapes import Aspect
from sessions import opened, small
from test_house import FILES
from told import EQUIPMENT, ON_PAPER, readers, runs, speaks
from turns import PEOPLE, run

WORDS = Path(facilitator.i18n.__file__).parent
CATALOGUES = {
    language: [entry for path in sorted(WORDS.glob(f"{language}/*.po")) for entry in polib.pofile(str(path))]
    for language in catalogue.LANGUAGES
}
KEYS = {entry.msgid for entry in CATALOGUES[catalogue.ENGLISH]}

# ----------------------------------------------------------------------------------------------------
# What is asked for, wherever something is told.


class Asked(NamedTuple):
    """Every key that was asked for, and what was said with it; in full; what that is without a language."""

    keys: frozenset[str]
    told: frozenset[InstructionParts]
    full: frozenset[InstructionParts]
    texts: frozenset[str]


@cache
def asked() -> Asked:
    """Tell all runs, one from its middle too, to one person and to two; and on paper every turn of some tables.

    Where people share a pool with virtual players, every fourth run is told.
    """
    keys, told, full, texts = set[str](), set[InstructionParts](), set[InstructionParts](), set[str]()

    def noted(key: str, n: int = 1) -> str:
        keys.add(key)
        return template(key, n)

    with pytest.MonkeyPatch.context() as patched:
        for reader in readers():
            patched.setattr(reader, "template", noted)
        for how, one in instructions():
            told.add(one.parts)
            if how is Wording.FULL:
                full.add(one.parts)
            texts |= {one.text, one.check, one.question}
        texts |= {*map(phase_title, Phase)}
        at_the_table()
        assert all(noted(f"{key}.{get_route_key(route)}") for route in ROUTES for key in ("how", "kit"))
        assert all(noted(key) for use in USES for key in (f"sheet.{use}", f"{use}.line"))
        assert all(noted(f"cover.{aspect}") for aspect in Aspect)
        piles = {"pile": "Vera's draw pile", "people": "people's draw pile"}
        assert all(catalogue.sentence(key, host="Ana", **piles) for key in alone())
        zones = ("trick", "row", "rows")
        assert all(catalogue.sentence(f"lies.{zone}") for zone in ("discards", *zones))
        assert all(catalogue.sentence(f"folder.end.{zone}") for zone in zones)
        assert name_draw_pile(POOL, ("V", "W"), "label.draw_pile").words()
        sheets = [sheet for sheet in EVERY if sheet not in (CONTENTS, *ON_REQUEST)]
        assert all(catalogue.sentence(f"contents.{sheet}", host="Ana") for sheet in sheets)
        for turns, said in select_printed_steps():
            told.add(said)
            texts |= {part.words(letters=turns.letters) for part in said if part is not None}
    return Asked(frozenset(keys), frozenset(told), frozenset(full), frozenset(texts))


def alone() -> Iterator[str]:
    """Yield what the log, and the folder's last page, may say of each game: by its rule sets, and by house rules."""
    house = {"draw": DRAWS, "stacking": STACKS, "jump_in": JUMPS, "wild_draw_four": DRAW_FOURS}
    house |= {"end_on_action": ENDS, "pool": ("shared", "split")}
    rules = [(game, rules) for game in list_games() for rules in get_game(game).about.rules]
    yield from (f"alone.{game}" for game in list_games())
    yield from (catalogue.find_closest_key("log.lines", path) for path in (*rules, ("a game from outside",)))
    both = [(game, f"{one}.{protocol}") for game, one in rules for protocol in PROTOCOLS]
    rules += [(game, protocol) for game in list_games() for protocol in PROTOCOLS]
    own = [
        (game, f"{key}.{option}") for game in list_games() for key, some in house.items() for option in some
    ]
    yield from filter(catalogue.has, (f"alone.{game}.{way}" for game, way in (*rules, *both, *own)))
    yield from filter(
        catalogue.has, (f"{key}.{game}" for key in ("mask.tonight", "alone.turn") for game in list_games())
    )


def at_the_table() -> None:
    """Ask for every word a host can say, with its button; and for what a session says as it is played."""
    for command in COMMANDS:
        assert command.words or command.name in ("say", "event", "rest", "pick")
        assert command.takes in (None, str) or catalogue.refusal(f"refused.{command.name}", line="x")
        for places, what in ((command.helps, "help"), (command.taps, "tap")):
            for place in places:
                for ways in ((place,), (place, "face"), (place, "drawn"), (place, "wallet")):
                    catalogue.sentence(
                        catalogue.find_closest_key(f"{what}.{command.name}", ways), card="7R", cards="7R, 2B"
                    )
    of_mistakes()
    session, repaired = opened(small("wallet", hand_size=2), None, 1), None
    while not session.is_over:
        now = session.get_prompt().asked
        if not isinstance(now, MovePrompt):
            assert session.offers(now)
        if isinstance(now, StepPrompt) and session.match.offers_brief:
            for wording in Wording:
                session.take(wording)
        if isinstance(now, StepPrompt) and session.match.way_out == "doubt.drawn" and not repaired:
            for repaired in Wording:
                assert session.take(repaired).refused is None
                assert session.take("doubt").refused is None
                assert session.get_prompt().asked
                session.rehearse()
        session.rehearse()
    assert session.get_prompt().asked


def of_mistakes() -> None:
    """Ask for what may have happened, for the ways on, and for what is given away."""
    for what in (*Mistake, *OtherIncident):
        assert mistake_questions.name_incident(what)
    for kept in (*Mistake, OtherIncident.SHOWN):
        assert mistake_questions.describe_option(CarryOn(), kept)
    assert all(
        mistake_questions.describe_option(RepairInPlace(repair), Mistake.CARD_SEEN) for repair in Repair
    )
    assert all(mistake_questions.leak_words(Leakage(gives, (("V", 1.0),))) for gives in LeakKind)
    assert all(map(mistake_questions.advice, mistake_questions.ADVICE))


def instructions() -> Iterator[tuple[Wording, Instruction]]:
    whole = [ops for _, ops in runs()]
    begun = [run("full-deck")[done:] for done in range(1, len(run("full-deck")), 8)]
    for equipment in EQUIPMENT:
        for people, pool in ((PEOPLE, ()), (PEOPLE[:1], ()), (PEOPLE, ("V",)), (PEOPLE, ("V", "W"))):
            voice = speaks(equipment, people, pool)
            both = (Wording.BRIEF, Wording.FULL)
            usual = people is PEOPLE and not pool
            some = whole[::4] if pool else whole if people is PEOPLE else whole[::2]
            told = [(ops, how) for ops in some for how in (Wording if usual else both)]
            told += [(ops, how) for ops in begun if usual for how in both]
            cues = (cue for ops, how in told for cue in split_into_steps(ops, voice, how))
            for cue in {(cue.group, cue.wording): cue for cue in cues}.values():
                yield from ((cue.wording, instruction) for instruction in cue.instructions)
                assert not cue.instructions or all(cue.reason)


def select_printed_steps() -> Iterator[tuple[EveryTurn, InstructionParts]]:
    vera, udo = {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}
    several, published = (("Ana", vera, udo), "several pairs"), (("Ana", "Ben", vera), "published")
    wallet = (EQUIPMENT[0], (("Ana", "Ben", vera), "wallet"))
    for equipment, (seats, name) in ((SLEEVES, published), wallet, *((each, several) for each in EQUIPMENT)):
        table = table_of(*seats, hand_size=2, equipment=equipment, **ON_PAPER[name])
        turns = EveryTurn(table, by_name=name == "published")
        assert bool(list_rule(turns)) == (name != "wallet")
        for how in (Wording.BRIEF, Wording.FULL):
            told = turns.merge_steps(how)
            # no sheet tells it in full
            home = turns.merge_recoveries(told, how).steps if how is Wording.BRIEF else ()
            yield from ((turns, said) for act in (*told.steps, *home) for said in act.parts)


def phrases(value: catalogue.Value | None) -> Iterator[catalogue.Phrase]:
    """Every phrase in one."""
    match value:
        case catalogue.Phrase(_, slots):
            yield value
            for _, content in slots:
                yield from phrases(content)
        case catalogue.Listed(items) | catalogue.Either(items):
            for item in items:
                yield from phrases(item)
        case _:
            return


def test_the_catalogue_has_exactly_the_used_messages() -> None:
    assert len(asked().told) > 500
    assert asked().keys - KEYS == set()
    assert KEYS - asked().keys - spelled_out() == set()


def spelled_out() -> set[str]:
    """The keys that stand whole in the code: each is asked for where it stands."""
    pages = [*(WORDS.parent / "web" / "static").glob("*.*"), *(WORDS.parent.parent / "scripts").rglob("*.js")]
    code = "".join(path.read_text(encoding="utf-8") for path in (*FILES.values(), *pages))
    of_tables = {f"key.{key}" for key in Table.model_fields} | {f"why.{key}" for key in ONLY}
    of_tables |= {f"key.seats.{key}" for key in SeatKeys.model_fields}
    of_tables |= {f"key.printers.{key}" for key in Printer.model_fields}
    of_tables |= {f"form.{form}" for form in PROTOCOLS} | {f"title.{form}" for form in FORMS}
    of_tables |= {f"verb.{verb.name.lower()}" for verb in Verb}
    of_tables |= {f"new.own.{key}{end}" for key in Table.model_fields for end in ("", ".why")}
    of_tables |= {f"{what}.{each}" for what in ("new.choice", "plan.equipment") for each in EQUIPMENT}
    of_tables |= {f"n.{count}" for count in ("void", "stops", "retyped")}
    of_tables |= {f"setup.before.{put}.{each}" for put in ("columns", "mat") for each in EQUIPMENT}
    of_tables |= {f"label.{part}" for part in ("duel", "pile")} | {"setup.before.wallet"}
    of_tables |= {f"puzzle.{kind}.title" for kind in ("duel", "solitaire")}
    of_tables |= {f"log.{kind}" for kind in ("run", "mend", "give-up", "voided", "note", "oops")}
    of_tables |= {key for key in KEYS if key.startswith("new.") and f'"{key.removesuffix(".why")}"' in code}
    quoted = set(re.findall(r'"(?=([\w.+ -]+)")', code))
    return (KEYS & quoted) | of_tables | of_games()


def of_games() -> set[str]:
    """The keys of games, whose parts are facts that a law tells, codes of cards and sorts of events."""
    code = "".join(path.read_text(encoding="utf-8") for name, path in FILES.items() if ".games" in name)
    keys = {entry.msgid for entry in polib.pofile(str(WORDS / "en" / "games.po"))}
    parts = {part for key in keys for part in key.split(".")}
    told = {part for part in parts if part in code or part.replace("_", " ") in code}
    return {key for key in keys if {*key.split(".")} <= told}


def test_a_message_missing_in_all_languages_is_reported_as_a_bug() -> None:
    with pytest.raises(ProtocolBug, match="no_such_key"):
        catalogue.template("no_such_key")


def test_every_slot_is_filled() -> None:
    found = [one for said in asked().told for part in said for one in phrases(part)]
    assert [
        one.key for one in found if {name for name, _ in one.slots} != {*catalogue.slots_of(one.key)}
    ] == []
    assert {name for one in found for name, value in one.slots if not catalogue.render_value(value)} == set()


def test_no_rendered_text_contains_a_slot_or_a_key() -> None:
    """Nor two spaces, nor a space before a comma, nor what Python writes for nothing."""
    assert len(asked().texts) > 500
    assert [text for text in asked().texts if ODD.search(text)] == []


# ----------------------------------------------------------------------------------------------------
# What people write, and what the program reads; other languages.


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_compiled_catalogues_match_their_sources(language: str) -> None:
    """Run scripts/catalogues after an edit."""
    compiled = polib.mofile(str(WORDS / f"{language}.mo"))
    said = {entry.msgid: (entry.msgstr, entry.msgstr_plural) for entry in compiled}
    assert said == {entry.msgid: (entry.msgstr, entry.msgstr_plural) for entry in CATALOGUES[language]}


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_translations_have_the_same_messages_and_slots_as_english(language: str) -> None:
    entries = CATALOGUES[language]
    keys = [entry.msgid for entry in entries]
    assert len(keys) == len(set(keys))
    assert [key for key in keys if key not in KEYS] == []
    for entry in entries:
        assert not entry.obsolete
        assert "fuzzy" not in entry.flags
        for text in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            assert text, entry.msgid
            assert {name for _, name, _, _ in Formatter().parse(text) if name} <= {
                *catalogue.slots_of(entry.msgid)
            }


def test_headers_and_flags_are_complete() -> None:
    """Run scripts/catalogues after an edit: it completes them."""
    command = [sys.executable, str(WORDS.parent.parent / "scripts" / "catalogues"), "--check"]
    assert subprocess.run(command, capture_output=True, encoding="utf-8").stdout == ""


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_msgfmt_finds_no_error_in_a_catalogue(language: str, tmp_path: Path) -> None:
    """With the English message in place of its key, as translators see it: it has the placeholders to compare.

    Without gettext on the machine, the placeholders are compared here.
    """
    english = {entry.msgid: entry for entry in CATALOGUES[catalogue.ENGLISH]}
    whole = polib.POFile(wrapwidth=10**6)
    whole.metadata = polib.pofile(str(WORDS / language / "sheets.po")).metadata
    for entry in CATALOGUES[language]:
        source = english[entry.msgid]
        one = source.msgstr_plural[0] if source.msgid_plural else source.msgstr
        many = source.msgstr_plural[1] if source.msgid_plural else ""
        if not entry.msgid.startswith(("read.", "word.")):
            plural = entry.msgstr_plural
            whole.append(
                polib.POEntry(
                    msgctxt=entry.msgid, msgid=one, msgid_plural=many, flags=entry.flags,
                    msgstr="" if plural else entry.msgstr, msgstr_plural=plural,
                )
            )  # fmt: skip
            theirs = {name for text in (entry.msgstr, *plural.values()) for name in placeholders(text)}
            assert theirs == {*placeholders(one), *placeholders(many)}, entry.msgid
    whole.save(str(tmp_path / "whole.po"))
    if found := shutil.which("msgfmt"):
        checked = [[found, "-c", "-o", "/dev/null", str(tmp_path / "whole.po")]]
        checked += [
            [found, "--check-header", "-o", "/dev/null", str(path)] for path in WORDS.glob(f"{language}/*.po")
        ]
        for command in checked:
            assert subprocess.run(command, capture_output=True, encoding="utf-8").stderr == ""


def placeholders(text: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(text) if name)


@pytest.fixture(params=catalogue.LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    catalogue.set_language(request.param)
    yield request.param
    catalogue.set_language(catalogue.ENGLISH)


WHOLE = tuple(sorted(path.stem for path in (WORDS / "en").glob("*.po")))
"""The rooms whose sentences every language has."""


@pytest.mark.parametrize("room", WHOLE)
def test_translations_are_divided_into_the_same_files(room: str) -> None:
    keys = [
        {entry.msgid for entry in polib.pofile(str(WORDS / of / f"{room}.po"))} for of in catalogue.LANGUAGES
    ]
    assert all(key == keys[0] for key in keys)


def test_every_language_distinguishes_singular_and_plural(language: str) -> None:
    cards = {"en": ("1 card", "27 cards"), "de": ("1 Karte", "27 Karten")}
    assert (catalogue.sentence("n.cards", n=1), catalogue.sentence("n.cards", n=27)) == cards[language]


# ----------------------------------------------------------------------------------------------------
# Whether hands can follow it.

ODD = re.compile(r"[{}_]|\w\.\w|\s\s|^\s|\s$|\s[;,.:]|\bNone\b(?! of|, or)|\w\(")


def test_texts_contain_no_internal_names_and_checks_are_questions(language: str) -> None:
    said = [part.words() for step in asked().told for part in step[:-1] if part is not None]
    assert [text for text in said if ODD.search(text)] == []
    asks = [part.words() for one in asked().told for part in (one.check, one.question) if part is not None]
    assert [text for text in asks if "?" not in text] == []


# ----------------------------------------------------------------------------------------------------
# Numbers that remember what they are made of.

NAMES = {"k": 27, "m": 7, "p": 3}
"""Three names, and what they stand for."""
WAYS: dict[str, Callable[[int, int], int]] = {"add": add, "sub": sub, "mul": mul}


def sizes() -> st.SearchStrategy[Size]:
    return st.sampled_from([Size.from_name(value, name) for name, value in NAMES.items()])


def meant(size: Size) -> int:
    """What it is by its terms."""
    return size.plus + sum(times * prod(NAMES[name] for name in names) for names, times in size.terms.items())


@given(sizes(), st.lists(st.tuples(st.sampled_from([*WAYS]), st.one_of(sizes(), st.integers(-3, 3)))))
def test_a_size_is_the_number_that_its_terms_make(first: Size, rest: list[tuple[str, int]]) -> None:
    size: int = first
    number = int(first)
    for way, other in rest:
        for left, right in ((size, other), (other, size)):
            size, number = WAYS[way](left, right), WAYS[way](int(left), int(right))
            assert isinstance(size, Size)
            assert number == size == meant(size)
            assert size.words(NAMES) == str(number).replace("-", "−")


@given(sizes(), sizes(), st.integers(-3, 3))
def test_a_size_can_be_sent_to_another_process(one: Size, other: Size, more: int) -> None:
    size = one * other - more
    again = pickle.loads(pickle.dumps(size))
    assert (again, again.terms, again.plus, again.words()) == (size, size.terms, size.plus, size.words())
    assert type(again) is Size


K, M, P = (Size.from_name(value, name) for name, value in NAMES.items())


@pytest.mark.parametrize(
    ("size", "words", "with_m", "with_letter"),
    [
        (K, "k", "k", "k"),
        (K - M, "k−m", "k−7", "k−h"),
        (M - 1, "m−1", "6", "h−1"),
        (2 * K + 2, "2k+2", "2k+2", "2k+2"),
        (1 - M, "1−m", "−6", "1−h"),
        (P * K * 2, "2pk", "2pk", "2pk"),
        (K * (2 * P + 1), "2pk+k", "2pk+k", "2pk+k"),
        (M * M, "mm", "49", "hh"),
        (M * K - M, "mk−m", "7k−7", "hk−h"),
        (M - M, "0", "0", "0"),
        (M * 0 + 4, "4", "4", "4"),
    ],
)
def test_a_size_is_rendered_like_a_formula(size: Size, words: str, with_m: str, with_letter: str) -> None:
    assert (size.words(), size.words({"m": 7}), size.words({"m": "h"})) == (words, with_m, with_letter)


def test_a_size_can_be_used_like_an_integer() -> None:
    assert len(("θ",) * M) == len([*range(M)]) == 7
    assert f"{M:>2}" == " 7"
    # equal as numbers, whatever they are made of
    assert {M: "m"}[Size.from_name(7, "h")] == {7: "m"}[M] == "m"


def test_german_writes_a_number_with_a_comma() -> None:
    assert catalogue.decimal("0.5") == "0.5"
    catalogue.set_language("de")
    assert catalogue.decimal("0.5") == "0,5"


def test_every_form_has_a_name_in_the_catalogue() -> None:
    for name in PROTOCOLS:
        assert name not in (describe_form(name), title_of(name))


def test_german_card_names_are_accepted_as_input() -> None:
    catalogue.set_language("de")
    kinds = get_game("hearts").kinds
    assert [kinds.parse(card) for card in kinds.cards] == [*kinds.cards]


@cache
def error_keys() -> set[str]:
    """Return the keys of errors that the code names in full."""
    found = set[str]()
    for path in Path(facilitator.i18n.__file__).parents[1].rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = {"refusal": 0, "build_error": 1}.get(node.func.id)
                if at is not None and len(node.args) > at and isinstance(key := node.args[at], ast.Constant):
                    found.add(str(key.value))
    return found


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_an_error_has_a_line_for_the_problem_and_one_for_what_to_do(language: str) -> None:
    catalogue.set_language(language)
    keys = error_keys()
    assert len(keys) > 200
    for key in keys:
        for n in (1, 2):
            problem, remedy = catalogue.template(key, n).split("\n")
            assert problem.strip(), key
            assert remedy.strip(), key
