"""The house: which room imports from which, what its rooms say of themselves."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import resolve_name
from pathlib import Path

import pytest

import facilitator

ROOT = Path(facilitator.__file__).parent
TOP = {"__init__", "__main__", "errors", "signals", "installing"}
UNO = "facilitator.games.uno"


def named(path: Path) -> str:
    """The dotted name of a module's file."""
    return ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")


FILES = {named(path): path for path in sorted(ROOT.rglob("*.py"))}


@cache
def tree(module: str) -> ast.Module:
    """A module as Python reads it; none is read before a test asks, for every worker of a run imports this file."""
    return ast.parse(FILES[module].read_text(encoding="utf-8"))


def imported(module: str) -> Iterator[str]:
    """The modules of the project that a module imports, wherever in it: at its top, in a function, for types.

    Or names, as "module:NAME", to be imported when that is asked for.
    """
    package = module if FILES[module].name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in FILES)
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                whole = f"{source}.{alias.name}"
                if whole in FILES or source in FILES:
                    yield whole if whole in FILES else source
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            whole, named, _ = f"{package}.{node.value}".partition(":")
            if named and whole in FILES:
                yield whole


@cache
def imports() -> dict[str, set[str]]:
    """Every module of the project, with those that it imports."""
    return {module: set(imported(module)) for module in FILES}


def room(module: str) -> str:
    """The room of a module: the name that follows the package's own."""
    return [*module.split("."), "__init__"][1]


def ground_up() -> list[str]:
    """The rooms as the package's docstring lists them."""
    return re.findall(r"^(\w+)  +\S", facilitator.__doc__ or "", re.MULTILINE)


def between() -> dict[str, dict[str, list[str]]]:
    """Room by room, the rooms it imports from, each with the imports that do."""
    arrows: dict[str, dict[str, list[str]]] = {room(module): {} for module in FILES}
    for module, targets in imports().items():
        for target in sorted(targets):
            if room(module) != room(target):
                arrows[room(module)].setdefault(room(target), []).append(f"{module} imports {target}")
    return arrows


@pytest.mark.parametrize("module", [name for name, path in FILES.items() if b">>> " in path.read_bytes()])
def test_doctests_pass(module: str) -> None:
    found = doctest.testmod(import_module(module))
    assert found.failed == 0
    assert found.attempted > 0


def test_imports_are_recognised() -> None:
    assert "facilitator.table_files.load" in imports()["facilitator.planning.plan"]  # for types only
    assert "facilitator.games.hearts" in imports()["facilitator.games.registry"]  # when it is asked for
    assert "facilitator.errors" in imports()["facilitator.games.dealt"]
    assert sum(map(len, imports().values())) > len(FILES)


def test_the_package_docstring_lists_every_package_once() -> None:
    rooms = ground_up()
    assert len(rooms) == len(set(rooms))
    assert set(rooms) == {room(module) for module in FILES} - {"__init__", "__main__"}


def test_no_package_imports_from_a_package_above_it() -> None:
    floor = {name: at for at, name in enumerate(["__init__", *ground_up(), "__main__"])}
    upward = [
        said
        for here, targets in between().items()
        for there, lines in targets.items()
        if floor[there] > floor[here]
        for said in lines
    ]
    assert upward == []


def reached(start: str) -> set[str]:
    """The modules that are imported once one is, lazily too; with each the packages it lies in."""
    found, waiting = set[str](), [start]
    while waiting:
        module = waiting.pop()
        if module and module not in found:
            found.add(module)
            waiting += [module.rpartition(".")[0], *imports()[module]]
    return found


def test_every_module_is_used_by_the_program() -> None:
    """What judges the program, and no command needs, lives with the tests."""
    assert set(FILES) - reached("facilitator.__main__") == set()
    assert reached("facilitator.errors") == {"facilitator", "facilitator.errors"}


def test_the_top_folder_contains_only_known_modules() -> None:
    assert {path.stem for path in ROOT.glob("*.py")} == TOP
    assert all((path / "__init__.py").exists() for path in ROOT.iterdir() if any(path.glob("*.py")))


FRONT_DOORS = {*"session prompt commands names messages history mistake_questions clients puzzles".split()}
"""Modules of play that a front-end drives a game by, checks names with, or shows what it says, and the puzzles."""
AT_THE_TABLE = {"input_lines", "loop", "play", "text_view", "output"}
"""Modules of the command line that a game is played at."""


def test_a_front_end_uses_a_game_only_through_its_session() -> None:
    """No game, run or rule is in its hands; ``log`` and ``print --now`` read a record back."""
    allowed = {
        "facilitator.cli.log": {*FRONT_DOORS, "journal", "kept_games", "match", "salvage", "virtual_turn"},
        "facilitator.cli.printing": {"journal", "turn_starts", "salvage"},
        "facilitator.cli.coverage": {"turn_cases"},
        "facilitator.cli.play": {*FRONT_DOORS, "journal", "salvage"},
    }
    inside = [
        f"{module} imports {target}"
        for module, targets in imports().items()
        for target in sorted(targets)
        if room(module) in {"cli", "web"} and room(target) == "play"
        if target.rpartition(".")[2] not in allowed.get(module, FRONT_DOORS)
    ]
    assert inside == []


def attributes(path: Path) -> Iterator[ast.Attribute]:
    """The attributes that a file reads or sets."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return (node for node in nodes if isinstance(node, ast.Attribute))


def test_no_front_end_accesses_the_match_of_a_session() -> None:
    reading = [
        f"{module}:{node.lineno}"
        for module, path in FILES.items()
        if room(module) in {"cli", "web"}
        for node in attributes(path)
        if node.attr == "match"
    ]
    assert reading == []
    assert any(node.attr == "match" for node in attributes(FILES["facilitator.play.session"]))


def test_tests_access_only_public_attributes_of_sessions_and_matches() -> None:
    private = [
        f"{path.name}:{node.lineno} {ast.unparse(node)}"
        for path in sorted(Path(__file__).parent.rglob("*.py"))
        for node in attributes(path)
        if re.fullmatch(r"_[a-z]\w*", node.attr)
        if node.attr == "_game" or ast.unparse(node.value).rpartition(".")[2] in {"session", "game", "match"}
    ]
    assert private == []


def test_modules_that_show_a_game_contain_no_rules() -> None:
    at_the_table = {f"facilitator.cli.{name}" for name in AT_THE_TABLE}
    at_the_table |= {module for module in FILES if room(module) == "web"}
    assert at_the_table <= set(FILES)
    knowing = [
        f"{module} imports {target}"
        for module in sorted(at_the_table)
        for target in sorted(imports()[module])
        if room(target) == "games"
    ]
    assert knowing == []


def test_each_package_docstring_opens_with_one_sentence() -> None:
    silent = []
    for path in ROOT.rglob("__init__.py"):
        said = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n\n")[0]
        if path.parent != ROOT and not (said.endswith(".") and ". " not in said):
            silent.append(f"{named(path)}: {said}")
    assert silent == []


def test_only_games_import_uno() -> None:
    elsewhere = [
        f"{module} imports {target}"
        for module, targets in imports().items()
        for target in sorted(targets)
        if f"{target}.".startswith(f"{UNO}.") and room(module) != "games"
    ]
    assert elsewhere == []


def test_only_the_table_model_names_the_default_game() -> None:
    """No code outside the games says ``"uno"``, but for the table, which names the game where a file is silent."""
    saying = {
        module
        for module, path in FILES.items()
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Constant) and node.value == "uno" and room(module) != "games"
    }
    assert saying == {"facilitator.table_files.model"}


def test_no_test_is_skipped() -> None:
    """What a system lacks is done another way there, or said of it what is true."""
    skipping = [
        f"{path.name}:{node.lineno} {node.attr}"
        for path in sorted(Path(__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in {"skip", "skipif", "xfail", "importorskip"}
    ]
    assert skipping == []
