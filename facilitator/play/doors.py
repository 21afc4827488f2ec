"""How a virtual hand is asked: which kinds may lie in the row, and which doors tell of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from facilitator.games.asking import asking_at
from facilitator.games.base import Game
from facilitator.games.facts import Facts
from facilitator.machine.faces import Face
from facilitator.protocols.forms import Form
from facilitator.protocols.layout import Layout


def as_asked(form: Form, layout: Layout, state: Facts, law: Game[Any], lacks: Collection[Face]) -> Layout:
    """Return the layout for cards tried one by one, if the form does; ``lacks``: kinds that cannot be asked.

    Raises: CommandError, ProtocolBug, as `asking_at` and `Asking.opened`.
    """
    if form.lays:
        return replace(layout, lone=form.tries)
    code = tuple((face, bits) for face, bits in layout.code if face not in lacks)
    first = frozenset(face for face, bits in code if bits[0])
    doors = asking_at(law, state, layout.seat).opened(first, (face for face, _ in code))
    return replace(layout, code=code, lone=True, doors=doors)
