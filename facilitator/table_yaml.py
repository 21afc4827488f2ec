"""YAML as a host writes it: plain values, each with its line, and one-line values to write back."""

from __future__ import annotations

import contextlib

import yaml

class _Document:
    """A YAML text as plain values, remembering on which line each was found and how it was written."""

    def __init__(self, root: yaml.Node) -> None:
        self.places: dict[Path_, tuple[int, str]] = {}
        self.problems: list[tuple[int, Problem]] = []
        self._seen: set[int] = set()
        self.value = self._plain(root, ())

    def place(self, at: Path_) -> tuple[int, str]:
        """Line and wording of the value at a path, or of the nearest thing around it."""
        while at and at not in self.places:
            at = at[:-1]
        return self.places.get(at, (1, ""))

    def _plain(self, node: yaml.Node, at: Path_) -> object:
        line = node.start_mark.line + 1
        self.places[at] = (line, str(node.value) if isinstance(node, yaml.ScalarNode) else "")
        if id(node) in self._seen:
            todo = "Write the value out again instead of *name."
            self._blame(line, at, "every value written out", "an alias (*)", todo)
            return None
        self._seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            return [self._plain(item, (*at, number)) for number, item in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return self._keys(node, at)
        return _scalar(node.tag, str(node.value))

    def _keys(self, node: yaml.MappingNode, at: Path_) -> dict[str, object]:
        found: dict[str, object] = {}
        lines: dict[str, int] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self._blame(line, at, "a word before the colon", "a list or mapping", "Write key: value.")
                continue
            key = str(key_node.value)
            if key in lines:
                todo = f"It is on line {lines[key]} and on line {line}; keep one."
                self._blame(line, (*at, key), "each key once", "it twice", todo)
                continue
            lines[key] = line
            found[key] = self._plain(value_node, (*at, key))
            if value_node.start_mark.line == key_node.start_mark.line or not found[key]:
                self.places[(*at, key)] = (line, self.places[(*at, key)][1])
        return found

    def _blame(self, line: int, at: Path_, expected: str, found: str, todo: str) -> None:
        self.problems.append((line, Problem(at, expected, found, todo)))


def _scalar(tag: str, text: str) -> object:
    """What a word of YAML means here: a truth, a whole number, a number, nothing, or itself."""
    match tag.rpartition(":")[2]:
        case "bool":
            return {"yes": True, "true": True, "on": True}.get(text.lower(), False)
        case "null":
            return None
        case "int" | "float" as kind:
            with contextlib.suppress(ValueError):
                return int(text) if kind == "int" else float(text)
    return text


def _yaml(value: object) -> str:
    """A value as YAML on one line, quoted where YAML would read it as something else."""
    text: str = yaml.safe_dump(
        value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10**6
    )
    return text.removesuffix("\n").removesuffix("...").rstrip("\n")


