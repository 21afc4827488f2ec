"""The command `guide`: show the chapters of the guide, and a reference that is generated from the code."""

from __future__ import annotations

import json
import pydoc
from collections.abc import Iterator
from importlib import resources
from itertools import chain
from typing import Any

from facilitator.cli import output
from facilitator.cli.output import WORDS_OF_FORMS
from facilitator.errors import CommandError
from facilitator.i18n.catalogue import (
    ENGLISH,
    get_language,
    get_system_language,
    refusal,
    sentence,
    set_language,
)

REFERENCE, TABLE = "reference", "table"
ORDER = (
    *("tutorial", "evening", "mistakes", "why", "paper", "plan", "screen", TABLE, "games", "events"),
    *("proof", "contributing"),
)
"""Chapters in the order in which to read them."""


def chapters() -> dict[str, str]:
    """Return all chapters as Markdown, in reading order. The first line of each chapter is its title.

    If a chapter has no translation, its English text is returned.
    """
    folder = resources.files("facilitator") / "guide"
    found = {"events": describe_events()}
    note = "" if get_language() == ENGLISH else "\n" + sentence("guide.english") + "\n"
    for place in (folder, *([folder / get_language()] if get_language() != ENGLISH else [])):
        for file in place.iterdir() if place.is_dir() else ():
            if file.name.endswith(".md"):
                title, _, text = file.read_text(encoding="utf-8").partition("\n")
                found[file.name.removesuffix(".md")] = f"{title}\n{note if place is folder else ''}{text}"
    found[TABLE] = "\n\n".join([found[TABLE].rstrip(), _head("guide.settings"), *_keys()]) + "\n"
    return dict(sorted(found.items(), key=lambda chapter: ORDER.index(chapter[0])))


def topics() -> tuple[str, ...]:
    """Return the topics of the guide."""
    return (*chapters(), REFERENCE)


def describe_events() -> str:
    """Return the chapter about the events of all games as Markdown."""
    from facilitator.games.registry import describe_game_events as told

    parts = []
    for game, lines in told():
        parts += [f"## `{game}`", "\n".join(f"- {line}" for line in lines)]
    return "\n\n".join(("# " + sentence("guide.events"), sentence("guide.events.keys"), *parts)) + "\n"


def show_guide(topic: str | None, commands: Any) -> None:
    """Show a chapter. Without a topic, list all chapters. A terminal shows one page at a time.

    Args:
        topic: Chapter name.
        commands: Commands of the program, as typer objects.

    Raises:
        CommandError: There is no such chapter.
    """
    set_language(get_system_language())
    found = chapters()
    if topic is None:
        for name, text in found.items():
            output.say(f"{name:<13}{text.splitlines()[0].removeprefix('# ')}")
        title = sentence("guide.reference")
        output.say(f"{REFERENCE:<13}{title}")
        output.say(sentence("guide.show"))
        return
    wanted = topic.lower()
    if wanted == REFERENCE:
        pydoc.pager(render_reference(commands))
    elif wanted in found:
        pydoc.pager(found[wanted])
    else:
        raise CommandError(*refusal("guide.wrong", topics=", ".join(topics()), found=topic))


def print_schema(topic: str | None) -> None:
    """Print the JSON schema of a table file.

    Args:
        topic: Topic that the user typed. Only the topic of table files has a schema.

    Raises:
        CommandError: The topic is missing or has no schema.
    """
    set_language(get_system_language())
    if topic is None or topic.lower() != TABLE:
        raise CommandError(*refusal("guide.schema"))
    from facilitator.table_files.schema import make_schema

    output.say(json.dumps(make_schema(), indent=2, ensure_ascii=False))


def render_reference(commands: Any) -> str:
    """Return the reference of commands, exit codes and terms as Markdown."""
    parts = [f"# {sentence('guide.reference')}", _head("guide.commands"), *_commands(commands)]
    parts += [_head("guide.codes"), sentence("guide.codes.said")]
    words = dict.fromkeys(chain.from_iterable(WORDS_OF_FORMS.values()))
    return "\n\n".join([*parts, _head("guide.words"), *map(sentence, words)]) + "\n"


def _head(key: str) -> str:
    return f"## {sentence(key)}"


def _commands(commands: Any) -> Iterator[str]:
    for name, command in commands.commands.items():
        lines = [f"### facilitator {name}", "", str(command.help or "").strip(), ""]
        for param in command.params:
            typed = (
                ", ".join(param.opts)
                if param.param_type_name == "option"
                else str(param.metavar or param.name)
            )
            lines.append(f"- `{typed}`: {getattr(param, 'help', '')}")
        yield "\n".join(lines)


def _keys() -> Iterator[str]:
    from facilitator.table_files.load import comment_of
    from facilitator.table_files.model import Table
    from facilitator.table_files.yaml import one_line

    for key, field in Table.model_fields.items():
        default = "" if field.is_required() else f" {one_line(field.default)}"
        yield f"```\n{comment_of(key)}{key}:{default}\n```"
