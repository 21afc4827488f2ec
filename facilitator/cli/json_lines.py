"""Print a game as JSON lines for other programs, in the format that the guide documents."""

from __future__ import annotations

from dataclasses import asdict
from typing import assert_never

from facilitator.cli import output
from facilitator.play import prompt as prompts
from facilitator.play.messages import FixMessage, Remark, RunLine, VoidMessage


class JsonScreen:
    """Screen for other programs. It prints JSON objects, one per line."""

    def __init__(self) -> None:
        self._mark = ""  # check code of the present virtual turn

    def turn(self, prompt: prompts.Prompt, head: prompts.TurnHead) -> None:
        """Store the check code of a virtual turn. The following lines about the turn contain it as `mark`."""
        self._mark = head.check_code

    def introduce_words(self, step: prompts.StepPrompt, owner: str) -> None:
        """Print nothing. Programs do not need pictures."""

    def show_step(self, step: prompts.StepPrompt) -> None:
        """Print a line for a step."""
        rare = {key: value for key, value in _rare_keys(step, self._mark).items() if value}
        output.json_line({"step": _usual_keys(step) | rare})

    def tell(self, item: prompts.Message) -> None:
        """Print a message. For an event, print the event and the new state on two lines."""
        match item:
            case FixMessage():
                output.json_line(item.to_json())
                output.json_line({"state": item.state})
            case prompts.HostMessage(text) | Remark(text):
                output.json_line({"note": text.strip()})
            case prompts.Explained(step):
                output.json_line({"note": " ".join(step.reason)})
            case prompts.History():
                output.json_line({"history": [asdict(line) for line in item.lines]})
            case prompts.TableNow():
                output.json_line({"table": _table(item)})
            case RunLine():
                output.json_line({"run": asdict(item) | {"mark": self._mark}})
            case VoidMessage():
                output.json_line({"void": item.to_json()})
            case prompts.Announced():
                output.json_line({"event": item.event})
                output.json_line({"state": item.state})
            case _:
                assert_never(item)

    def choices(self, item: prompts.ChoicePrompt) -> None:
        """Print the options of a question.

        Options after a mistake include their duration and the information that they reveal.
        """
        if item.mistake is not None:
            ways = [*map(_way_to_json, item.options)]
            output.json_line({"oops": {"happened": item.mistake.text, "ways": ways}})
        elif item.kind == "happened":
            output.json_line({"oops": {"choices": item.texts}})
        else:
            output.json_line({item.kind: {"question": item.question, "choices": item.texts}})

    def show_result(self, result: prompts.Result) -> None:
        """Print the result of the game."""
        output.json_line({"result": asdict(result)})


def _way_to_json(way: prompts.ChoiceOption) -> dict[str, object]:
    """Return an option after a mistake, with its duration and leak."""
    minutes = None if way.minutes is None else round(way.minutes, 1)
    return {"way": way.text, "minutes": minutes, "gives": way.gives, "bits": dict(way.leak.bits)}


def _usual_keys(step: prompts.StepPrompt) -> dict[str, object]:
    """Return the JSON keys and values that a step always has."""
    said = [line.instruction for line in step.lines]
    checked = [instruction for instruction in said if instruction.check]
    return {
        "number": step.number,
        "label": step.labels[0],
        "stage": step.title,
        "op": step.op,
        "text": " ".join(f"{instruction.verb} {instruction.text}." for instruction in said),
        "check": " ".join(instruction.check for instruction in checked) or None,
        "expected": " ".join(f"{instruction.expected}." for instruction in checked) or None,
        "seen": list(step.shown) or None,
        "minutes_left": round(step.minutes, 1),
        "ops": len(step.hand_operations),
    }


def _rare_keys(step: prompts.StepPrompt, mark: str) -> dict[str, object]:
    """Return a step's optional JSON keys and values. The caller removes keys with empty values."""
    label = step.label
    return {
        "labels": step.labels if len(step.labels) > 1 else (),
        "part": label.part and label.part._asdict(),
        "run": label.run if label.run > 1 else 0,
        "class": label.rank if label.rank > 1 else 0,
        "mark": mark,
        "duel": step.duel,
        "round": step.times is not None and {"times": step.times},
        "cards": [face for line in step.lines for face in line.instruction.cards],
        "ask": step.ask,
        "done": step.again,
    }


def _table(item: prompts.TableNow) -> dict[str, object]:
    """Return the visible table, with the area, number, row and name of each card.

    The name of a face-down card is null.
    """
    return {
        "seat": item.seat,
        "since": item.since,
        "cards": [[*place, item.up.get(place)] for place in sorted(item.surface)],
        "laid": dict(item.laid),
        "counts": [{"kind": kind, "count": count, "open": up} for kind, count, up in item.counts],
        "remarks": list(item.remarks),
        "facts": item.facts,
    }
