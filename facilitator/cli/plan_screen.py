"""The plan of an evening on a screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from facilitator.cli import show
from facilitator.cli.progress import BAR

if TYPE_CHECKING:
    from facilitator.planning.plan import EveningPlan


def screen(made: EveningPlan, name: str, full: bool) -> None:
    """Print the plan: 24 lines of 80 signs for a usual table."""
    for label, text in _facts(made):
        show.wrap(text, f"{label:<9}")
    _bars(made)
    show.wrap(_secrecy(made), f"{'SECRECY':<9}")
    if full:
        _details(made)
    else:
        show.wrap(f"More: --full.  What fits: facilitator plan {name} --evening 120", style="hint")


def _facts(made: EveningPlan) -> Iterator[tuple[str, str]]:
    from facilitator.games.registry import game_named
    from facilitator.supplies.box import counted
    from facilitator.supplies.needs import together
    from facilitator.supplies.shopping import holders
    from facilitator.wording import plural

    table, buy = made.table, made.shopping
    kinds = game_named(table.game).kinds
    seats = ", ".join(f"{seat.name}{' (virtual)' if seat.virtual else ''}" for seat in table.seats)
    pool = f"pool of {made.secrecy.hides_among}" if table.pool == "split" else "one deck"
    hands = plural(table.helpers, "pair") + " of hands"
    yield (
        "TABLE",
        f"{seats}; {plural(table.hand_size, 'card')} each; {table.protocol}, {pool}, {table.equipment}, {hands}",
    )
    plain = "no number of plain decks" if buy.plain_decks is None else plural(buy.plain_decks, "plain deck")
    classes = buy.plain_decks_marker_classes
    if classes and classes != buy.plain_decks:
        plain += f" ({classes} if a marker may be any of a set of kinds)"
    extras = together(made.needed, kinds)
    decks = plural(buy.play_decks, "play deck")
    yield "BUY", f"{decks}; {' and '.join(holders(table))}; {extras}; without printing {plain}"
    yield "EXTRAS", made.kits[table.extras].words()
    first = [replace(need, reserve=0) for need in made.needed if need.first]
    if first:
        yield "", counted(first, kinds)
    yield "SPACE", made.space.words()
    by_hands = ", ".join(f"{n}: {minutes:.0f}" for n, minutes in made.by_hands.items())
    yield (
        "PEOPLE",
        f"mean minutes of a virtual turn by pairs of hands: {by_hands} "
        f"({made.shares.shared:.0f} can be shared, {made.shares.alone:.0f} wait for one, "
        f"{made.shares.voice:.0f} by voice)",
    )
    turn, game, work = made.times.per_virtual_turn, made.times.per_game, made.times.person_minutes
    turns = made.games.virtual_turns
    if made.longer is not None:
        asked = f"; {made.questions.words()}" if made.questions else ""
        yield "RULES", f"by these rules a game is {made.longer.words()}{asked}"
    yield (  # last, for the stages of a turn are drawn below it
        "TIME",
        f"medians (and 90 %): a virtual turn {turn.median:.0f} min ({turn.p90:.0f}), {turns.median:.0f} "
        f"({turns.p90:.0f}) a game; a game {game.median:.0f} min ({game.p90:.0f}), of it {work.median / 60:.1f} "
        f"person-hours ({work.p90 / 60:.1f}) at virtual turns",
    )


def _bars(made: EveningPlan) -> None:
    """Draw the average virtual turn by stage."""
    most = max(made.stages.values(), default=0) or 1
    room = show.width() - 36
    for stage, minutes in made.stages.items():
        if minutes >= 0.15:
            bar = BAR * max(1, round(room * minutes / most))
            show.say(f"{'':<9}{stage:<18}{minutes:>5.1f} {bar}")


def _secrecy(made: EveningPlan) -> str:
    hidden = made.secrecy
    return (
        f"a virtual hand of {hidden.hand} hides among {hidden.hides_among} cards at the first turn; "
        "public: which cards those are, and all sizes"
    )


def _voice(made: EveningPlan) -> str:
    minutes = made.shares
    return (
        f"A virtual turn has {made.words_brief:.0f} words in brief wording, {made.words_full:.0f} in full; of its "
        f"mean minutes {minutes.voice:.1f} are by voice, {minutes.shared + minutes.alone:.1f} by one pair of hands. "
        "They add up: a sentence is read before its act, a round's once before its loop."
    )


def _things(made: EveningPlan) -> None:
    """Say what the cards must be, and who does what."""
    from facilitator.machine.faces import SLEEVES
    from facilitator.planning.people import roles
    from facilitator.supplies.shopping import holders
    from facilitator.wording.things import (
        EQUAL_FACES,
        FILLED_SAME_WAY,
        MARKED_SLEEVES,
        NO_MARK_BY_HAND,
        SWAPS,
        TOLD_BY,
    )

    show.rule("Things")
    show.wrap(EQUAL_FACES, "  ")
    show.wrap("The extra cards, by the ways to make them (table key extras):", "  ")
    for made_so in made.kits.values():
        show.wrap(f"{made_so.words()}.", "    ")
    show.wrap(f"Before a scramble: {FILLED_SAME_WAY}. A card lying the other way is marked through it.", "  ")
    if made.table.pool == "split":
        show.wrap(f"Pool cards are told by {TOLD_BY}; {NO_MARK_BY_HAND}.", "  ")
    if made.table.equipment == SLEEVES:
        show.wrap(f"{MARKED_SLEEVES}.", "  ")
    for opaque in holders(made.table)[1:]:
        show.wrap(f"Besides the sleeves: {opaque} {SWAPS}.", "  ")
    show.rule("People")
    for who, work in roles(made.table.helpers, len(made.table.people)):
        show.wrap(f"{who}: {work}.", "  ")


def _details(made: EveningPlan) -> None:
    from facilitator.machine.faces import DECK
    from facilitator.table.measures import SPEEDS

    _things(made)
    show.rule("Voice and hands")
    show.wrap(_voice(made), "  ")
    show.rule("Secrecy")
    for public in made.secrecy.public:
        show.wrap(f"{public}.", "  ")
    show.rule("A game")
    like = made.games
    for words, spread in (
        ("turns", like.turns),
        ("virtual turns", like.virtual_turns),
        ("of these with no card that fits", like.none_turns),
        ("cards in a virtual hand", like.hand_cards),
    ):
        show.say(f"  {words:<34}{spread.median:>5.0f}   90 %: {spread.p90:.0f}")
    most = ", ".join(f"θ-{owner} {n}" for owner, n in made.markers.items() if owner != DECK)
    show.wrap(f"Markers that are enough in 99 % of games: {most}.", "  ")
    show.wrap(f"From {like.games} games at rules level, all seats playing at random.", "  ", "facts")
    show.rule("Seconds")
    for act, speed in SPEEDS.items():
        used, origin = made.pace.seconds[act], made.pace.origin[act]
        other = "" if origin == "assumed" else f", {origin} {used:.2g} s"
        show.wrap(f"{speed.words}: assumed {speed.seconds:g} s{other}", f"  {act.value:<10} ")
    if made.learned.seconds:
        cut = made.learned.cut
        show.wrap(
            f"Yours are from {made.learned.stretches} steps of past games; {cut} pauses cut off.",
            "  ",
            "facts",
        )
