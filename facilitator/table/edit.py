"""Write a few keys into a table file, leaving every comment and every other line as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from facilitator.errors import CommandError, ProtocolBug
from facilitator.system.files import replace_whole
from facilitator.table.load import parse_table
from facilitator.table.yaml import one_line

if TYPE_CHECKING:
    from facilitator.table.load import Table

BOM = "\ufeff"
_COMMENT = re.compile(r"(?m)(?<=\s)#.*$")


def edited(text: str, changes: Mapping[str, object]) -> str:
    """Return a table file's text with these keys set: values replaced where they stand, new keys at the end."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode):
        raise CommandError(
            "a table file with keys and values", "something else", "Start from facilitator new."
        )
    there = {key.value: value for key, value in root.value}
    newline = "\r\n" if "\r\n" in text else "\n"
    cuts = [(*_span(there[key]), _plain(value)) for key, value in changes.items() if key in there]
    new = [f"{key}: {_plain(value)}" for key, value in changes.items() if key not in there]
    if new and root.flow_style:
        end = root.end_mark.index - 1
        cuts.append((end, end, "".join(f", {line}" for line in new)))
        new = []
    for start, end, value in sorted(cuts, reverse=True):
        pad = "" if text[start - 1 : start] in ("", " ", ",", "{") or end == start else " "
        kept = "".join(f"{newline}  {comment}" for comment in _COMMENT.findall(text[start:end]))
        text = text[:start] + pad + value + kept + text[end:]
    if not new:
        return text
    if text and not text.endswith("\n"):
        text += newline
    return text + "".join(line + newline for line in new)


def _plain(value: object) -> str:
    return one_line(list(value) if isinstance(value, tuple) else value)


def _span(node: yaml.Node) -> tuple[int, int]:
    """Return where a value begins and ends; a list one item a line ends with its last item, not its comments."""
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.SequenceNode) and not node.flow_style and node.value:
        end = _span(node.value[-1])[1]
    return start, end


def apply_changes(path: Path, changes: Mapping[str, object], wanted: Table) -> None:
    """Write the keys into the table file, whole or not at all, if the result reads as the table ``wanted``.

    Raises: CommandError if the file cannot be read or written; ProtocolBug, leaving the file, if it would not
    say what was chosen.
    """
    try:
        raw = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as err:
        raise CommandError("a table file", f"{path}: {err}", "Check its name and rights.") from None
    bom = BOM if raw.startswith(BOM) else ""
    text = edited(raw.removeprefix(BOM), changes)
    table = parse_table(text, str(path), path.stem)
    if table != wanted:
        raise ProtocolBug(
            "the file to say what was chosen", "something else", "Nothing was written; edit it by hand."
        )
    try:
        replace_whole({path.resolve(): (bom + text).encode("utf-8")})
    except OSError as err:
        todo = "Check the folder's rights."
        raise CommandError("a place to write the table", f"{path}: {err.strerror}", todo) from None
