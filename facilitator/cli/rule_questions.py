"""The questions of `facilitator new` about rules and house rules, and what they do to the length of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from facilitator.cli import show
from facilitator.cli.answers import Answers, Refused, asked, problems
from facilitator.errors import CommandError

if TYPE_CHECKING:
    from facilitator.games.base import Rules
    from facilitator.planning.proposals import Proposal

BACK = "back"
_USUAL_RULES = {"paper": "as the research paper has them", "usual": "what most tables play"}


class ToProposals(Exception):
    """The host wants to see the proposals again."""


def ask_rules(data: Answers, law: Rules[Any], chosen: Proposal | None) -> None:
    """Put rules and house rules into `data`, each said in a sentence; what cannot be combined is refused.

    ``chosen``: the proposal taken, whose minutes are by the plain rules.

    Raises: Back for the proposals again.
    """
    from facilitator.games.registry import house_of

    house = house_of(law.name)
    if len(law.rules) > 1:
        told = _USUAL_RULES if house is None else house.rule_sets
        for name in law.rules:
            show.wrap(f"{told[name]}.", f"  {name:<9}")
        keys = () if house is None else house.keys

        def rules(text: str) -> Answers:
            return _settled(data, {"rules": _not_back(text)}, keys)

        data.update(asked(f"By which rules: {', '.join(law.rules)}?", law.rules[0], rules))
    if house is None:
        return
    from facilitator.table.house import filled

    usual = filled(data)
    offers = [one for one in house.offers if usual[one.key] != one.value]
    show.wrap("House rules that go with them:")
    for offer in offers:
        show.wrap(f"{offer.meaning}.", f"  {offer.key:<15}")

    def options(text: str) -> Answers:
        return _combined(data, _options({one.key: one.value for one in house.offers}, _not_back(text)))

    question = "Which of them, with commas, e.g. jump_in, draw? Or none"
    data.update(asked(question, "none", options))
    _tell_longer(data, chosen)


def _not_back(text: str) -> str:
    if text.lower() == BACK:
        raise ToProposals
    return text


def _settled(data: Answers, answer: Answers, keys: Sequence[str]) -> Answers:
    """Return rules that go with all before them, without those of their house rules that do not, each said.

    Raises: Refused with the reasons where other keys than these are at odds.
    """
    from facilitator.table.house import USUAL

    without = {str(at): one for at, one in problems({**data, **answer}) if at in keys}
    settled = _combined(data, {**answer, **{key: USUAL[key] for key in without}})
    for key, one in without.items():
        told = (
            f"{answer['rules']} has {key}: {one.found} too. This table cannot have that and plays without it."
        )
        show.wrap(f"{told} {one.todo}")
    return settled


def _combined(data: Answers, answer: Answers) -> Answers:
    """Return an answer that goes with all before it; raises Refused with the reasons."""
    if wrong := problems({**data, **answer}):
        again = f" Or write {BACK} for the proposals."
        raise Refused([CommandError(one.expected, one.found, f"{one.todo}{again}") for _, one in wrong])
    return answer


def _options(offered: dict[str, Any], text: str) -> Answers:
    """Return house rules typed as `key` or `key: value`; raises CommandError for one that is not offered."""
    found: Answers = {}
    for part in text.split(","):
        key, colon, value = (word.strip() for word in part.partition(":"))
        key = key.lower().replace(" ", "_")
        if key in ("", "none") and not colon:
            continue
        if key not in offered:
            raise CommandError(
                f"one of {', '.join(offered)}", key or part, "Write them with commas, or none."
            )
        found[key] = _value(value, offered[key], found.get(key)) if colon else offered[key]
    return found


def _value(text: str, offered: object, before: object) -> object:
    """Return a value as a table has it: a truth, one more of a list, or a word."""
    if isinstance(offered, bool):
        return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
    if isinstance(offered, tuple):
        return (*(before if isinstance(before, tuple) else ()), text)
    return text


def _tell_longer(data: Answers, chosen: Proposal | None) -> None:
    """Say how much longer or shorter these rules make a game, and the minutes that were proposed."""
    from facilitator.planning.longer import is_plain, longer
    from facilitator.table.load import make_table

    table = make_table(data)
    if not is_plain(table):
        show.wrap("One moment: some games by these rules, and by the plain ones.", style="hint")
    if found := longer(table):
        usual = chosen.option.times.per_game.median if chosen is not None and found.sure else None
        instead = "" if usual is None else f": about {found.times * usual:.0f} minutes, not {usual:.0f}"
        show.wrap(f"By these rules a game is {found.words()}{instead}.")
