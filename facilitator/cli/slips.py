"""How a mistake's choices look: what may have happened, and the ways on with what each costs."""

from __future__ import annotations

from facilitator.cli import show
from facilitator.planning.clock import minutes_in_words
from facilitator.play.slips import WaysOn, WhatHappened


def show_choices(asked: WhatHappened | WaysOn) -> None:
    """Show numbered choices, a line or two each."""
    if isinstance(asked, WhatHappened):
        for number, one in enumerate(asked.choices, 1):
            show.wrap(one.text, indent=f"{number:>6}  ")
        return
    show.wrap(f"{asked.choice.text}:", indent="        ")
    for number, way in enumerate(asked.ways, 1):
        show.wrap(way.text, indent=f"{number:>6}  ", style="act")
        show.wrap(f"{_takes(way.minutes)}{way.gives}", indent="        ", style="check")


def _takes(minutes: float | None) -> str:
    if minutes is None:
        return ""
    return f"{minutes_in_words(minutes)} more; " if minutes > 0 else "no time lost; "


def json_choices(asked: WhatHappened | WaysOn) -> None:
    """Show the same as a JSON line."""
    show.json_line({"oops": _json(asked)})


def _json(asked: WhatHappened | WaysOn) -> dict[str, object]:
    if isinstance(asked, WhatHappened):
        return {"choices": [one.text for one in asked.choices]}
    ways = [
        {
            "way": way.text,
            "minutes": None if way.minutes is None else round(way.minutes, 1),
            "gives": way.gives,
            "bits": dict(way.leak.bits),
        }
        for way in asked.ways
    ]
    return {"happened": asked.choice.text, "ways": ways}
