"""The laws of the house that are counted: names, inheritance, circles, chains, arrows, members, privates, sentences.

Where a law does not hold yet, today's figure stands here as a ratchet: it may fall, and is lowered when it does.
They are ratchets for an idea, not walls: where one would cut an idea apart, the idea stays and the figure says so.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from polib import pofile

from facilitator.games.rules import Rules
from test_house import FILES, ROOT, imports, named, room, tree

CHAIN = 20
"""Modules in the longest chain of imports, as wanted."""
ARROWS_A_FILE = 3.5
"""Most imports per module within its package. A package that is cut by idea, as ``play`` is, has more of them."""
MEMBERS = 19
"""What a game provides, as wanted."""
SHARED_FUNCTIONS = 20
"""Names that public functions of two modules share, at most."""
PARTICIPLES = 20
"""Public functions and methods that are named by a bare participle, at most."""
IRREGULAR = set(
    "told said shown drawn known done made given taken seen held kept laid sent found begun gone chosen written"
    " spoken asked left hidden lost won met born bound".split()
)
NOUNS_IN_ED = {"seed", "need", "speed", "feed", "red", "deed", "bed", "embed", "proceed"}
CLASS_LINES, METHODS = 300, 30
SENTENCES = 85
"""Pieces of English outside ``i18n``, where all of them are to stand."""
MODULES = {module for module, path in FILES.items() if path.name != "__init__.py"}


def arrows(module: str) -> set[str]:
    """The modules of ours that one imports, lazily and for types, too; packages are none."""
    return {target for target in imports()[module] if target in MODULES and target != module}


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    """Every class at the top of a module."""
    for module in FILES:
        yield from ((module, node) for node in tree(module).body if isinstance(node, ast.ClassDef))


def circles() -> list[list[str]]:
    """Modules that import each other, round about: each as its way round."""
    done, found = set[str](), list[list[str]]()

    def visit(module: str, way: list[str]) -> None:
        if module in way:
            found.append(way[way.index(module) :])
        elif module not in done:
            for target in sorted(arrows(module)):
                visit(target, [*way, module])
            done.add(module)

    for module in sorted(MODULES):
        visit(module, [])
    return found


def type_names(node: ast.stmt) -> list[str]:
    """Return the classes, type aliases and CamelCase constants that a statement of a module defines."""
    match node:
        case ast.ClassDef(name=name):
            names = [name]
        case ast.Assign(targets=targets):
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            names = [name]
        case _:
            names = []
    return [name for name in names if name[0].isupper() and not name.isupper()]


def is_public_function(node: ast.AST) -> bool:
    """Return whether a node defines a function or a method whose name has no leading underscore."""
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_")


def is_participle(name: str) -> bool:
    """Return whether a name consists of one participle, such as "drawn", and so says neither verb nor object."""
    return (
        "_" not in name
        and name not in NOUNS_IN_ED
        and (name in IRREGULAR or (name.endswith("ed") and len(name) > 4))
    )


def shared_names(where: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the names that several modules define, with these modules."""
    return {name: modules for name, modules in where.items() if len(set(modules)) > 1}


def test_one_public_name_has_one_meaning() -> None:
    """Classes, aliases and constants have a name of their own; so have public functions, with few exceptions."""
    types, functions = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for module in FILES:
        for node in tree(module).body:
            for name in type_names(node):
                types[name].append(module)
            if isinstance(node, ast.FunctionDef) and is_public_function(node):
                functions[node.name].append(module)
    assert shared_names(types) == {}
    assert len(shared_names(functions)) <= SHARED_FUNCTIONS, shared_names(functions)


def test_functions_are_named_by_a_verb_and_its_object() -> None:
    """Bare participles are counted: they name neither what a function does nor what it returns."""
    nodes = (node for module in FILES for node in ast.walk(tree(module)))
    names = [node.name for node in nodes if isinstance(node, ast.FunctionDef) and is_public_function(node)]
    assert len(names) > 1000
    found = sorted(filter(is_participle, names))
    assert len(found) <= PARTICIPLES, found


def test_modules_have_no_circular_imports() -> None:
    assert circles() == []


def test_classes_inherit_from_at_most_one_project_class() -> None:
    bases = {node.name: [b.id for b in node.bases if isinstance(b, ast.Name)] for _, node in classes()}
    errors = {node.name for module, node in classes() if module == "facilitator.errors"}

    @cache
    def depth(name: str) -> int:
        return 1 + max((depth(base) for base in bases[name] if base in bases and base != name), default=0)

    deep = sorted(name for name in bases if depth(name) > 2 and name not in errors)
    assert deep == []


def count_code_lines(node: ast.ClassDef, lines: list[str]) -> int:
    """Return the number of lines of a class without docstrings, comments and empty lines."""
    docs = {
        number
        for part in ast.walk(node)
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
        for number in range(part.lineno, (part.end_lineno or part.lineno) + 1)
    }
    code = [lines[n - 1].strip() for n in range(node.lineno, (node.end_lineno or 0) + 1) if n not in docs]
    return sum(line != "" and not line.startswith("#") for line in code)


def test_a_large_class_says_why_it_is_large() -> None:
    silent = []
    for module, node in classes():
        lines = Path(FILES[module]).read_text(encoding="utf-8").splitlines()
        methods = sum(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in node.body)
        large = methods > METHODS or count_code_lines(node, lines) > CLASS_LINES
        if large and "because" not in (ast.get_docstring(node) or ""):
            silent.append(node.name)
    assert silent == []


def test_the_longest_chain_of_imports_does_not_grow() -> None:
    @cache
    def chain(module: str) -> int:
        return 1 + max(map(chain, arrows(module)), default=0)

    assert max(map(chain, MODULES)) <= CHAIN


def test_imports_within_a_package_do_not_grow() -> None:
    files = Counter(room(module) for module in MODULES)
    inside = Counter(room(one) for one in MODULES for other in arrows(one) if room(one) == room(other))
    busy = {
        name: round(inside[name] / count, 2)
        for name, count in files.items()
        if count > 3 and inside[name] / count > ARROWS_A_FILE
    }
    assert busy == {}


def test_the_interface_of_a_game_does_not_grow() -> None:
    members = {name for name in (*vars(Rules), *Rules.__annotations__) if not name.startswith("_")}
    assert len(members) <= MEMBERS, sorted(members)


def sentences(module: str) -> int:
    """Return the number of texts of four words or more that are neither a docstring nor the help of an option."""
    nodes = [*ast.walk(tree(module))]
    said = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    said |= {id(node.value) for node in nodes if isinstance(node, ast.keyword) and node.arg == "help"}
    return sum(
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and " " in node.value  # a key of the catalogue has no spaces
        and id(node) not in said
        and len(re.findall(r"[^\W\d_]{2,}", node.value)) >= 4
        for node in ast.walk(tree(module))
    )


def test_english_text_outside_the_catalogues_does_not_grow() -> None:
    assert sum(sentences(module) for module in FILES if room(module) != "i18n") <= SENTENCES


def test_modules_that_render_steps_contain_no_english_text() -> None:
    """Its sentences stand in the catalogue."""
    for module in (
        "instructions.speech",
        "instructions.sentences",
        "instructions.wording",
        "operations.steps",
    ):
        assert sentences(f"facilitator.{module}") == 0
    assert len(pofile(str(ROOT / "i18n" / "en" / "instructions.po"))) > 300


def test_the_counters_of_these_tests_find_something() -> None:
    assert named(Path(FILES["facilitator.errors"])) == "facilitator.errors"
    assert "facilitator.operations.definitions" in arrows("facilitator.operations.effects")
    assert sum(map(sentences, FILES)) > 40
    assert len([*classes()]) > 300
