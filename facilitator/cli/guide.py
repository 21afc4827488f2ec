"""`facilitator guide`: the chapters on everything that the README leaves out."""

from __future__ import annotations

import pydoc
from importlib import resources

from facilitator.cli import show
from facilitator.errors import CommandError
from facilitator.words.catalogue import sentence


def chapters() -> dict[str, str]:
    """Return the text of every chapter by its topic, as Markdown that begins with its title."""
    folder = resources.files("facilitator") / "guide"
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    found = {
        file.name.removesuffix(".md"): file.read_text(encoding="utf-8")
        for file in files
        if file.name.endswith(".md")
    }
    return dict(sorted({**found, "events": events()}.items()))


def events() -> str:
    """Return the chapter of every event of every game, as Markdown, as the games themselves know them."""
    from facilitator.games.registry import reference

    parts = []
    for game, rules, lines in reference():
        parts += [f"## `{game}`, `rules: {rules}`", "\n".join(f"- {line}" for line in lines)]
    return "\n\n".join(("# " + sentence("guide.events"), *parts)) + "\n"


def guide(topic: str | None) -> None:
    """Show a chapter, a page at a time on a terminal; without a topic, list them.

    Raises `CommandError` for a topic there is none of.
    """
    found = chapters()
    if topic is None:
        for name, text in found.items():
            show.say(f"{name:<10}{text.splitlines()[0].removeprefix('# ')}")
        show.say("Show one: facilitator guide TOPIC")
        return
    if topic.lower() not in found:
        raise CommandError(f"one of {', '.join(found)}", topic, "facilitator guide alone lists them.")
    pydoc.pager(found[topic.lower()])
