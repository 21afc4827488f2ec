"""`facilitator guide`: the chapters on everything that the README leaves out."""

from __future__ import annotations

import pydoc
from importlib import resources

from facilitator.cli import show
from facilitator.errors import CommandError


def chapters() -> dict[str, str]:
    """Return the text of every chapter by its topic, as Markdown that begins with its title."""
    folder = resources.files("facilitator") / "guide"
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return {
        file.name.removesuffix(".md"): file.read_text(encoding="utf-8")
        for file in files
        if file.name.endswith(".md")
    }


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
