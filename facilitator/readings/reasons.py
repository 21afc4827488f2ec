"""What ``?`` says of an act: what it is for, in a sentence, and the slip that happens most."""

from __future__ import annotations

from facilitator.machine import operations as ops
from facilitator.machine.parts import Part
from facilitator.readings.grouping import Kind, OpGroup

Reason = tuple[str, str]

_REASONS: dict[Kind, Reason] = {
    Kind.LAY: (
        "Every card that could be meant lies on the table, and only its marker knows whose it is.",
        "A card turned the other way up: its back gives it away through every scramble.",
    ),
    Kind.MARK: (
        "The marker travels with the card and brings it home.",
        "Two owners' markers exchanged: no count finds it, so a second reader checks.",
    ),
    Kind.COVER: (
        "What was seen must not be followed through the scramble.",
        "Cards pushed out of their order: left stays left.",
    ),
    Kind.SCRAMBLE: (
        "From here on nobody may know which pile is whose, or where a seen card lies.",
        "One person mixing while the others watch: everyone has a hand in it.",
    ),
    Kind.CARDS: (
        "The cards may be seen, because nobody knows whose they are.",
        "A marker turned over with its card: then stop and say so.",
    ),
    Kind.PAIRS: (
        "The pair says secretly whether its card fits: β α fits, α β does not.",
        "A pair the wrong way round: no count finds it, so a second reader says them back.",
    ),
    Kind.OWNERS: (
        "Now the owners may be seen, because nobody knows which card is which.",
        "A card or pair turned over with the marker: then stop and say so.",
    ),
    Kind.TAKE: (
        "The virtual hand lies apart in an order of chance, each card with its own pair.",
        "A pair left behind, or piles put into another order than they lay in.",
    ),
    Kind.ROUND: (
        "A challenger that fits wins, one that does not leaves the champion where it is; nobody learns which.",
        "Left and right exchanged: the left card goes onto the challenger, the right one onto the champion.",
    ),
    Kind.DUEL: (
        "A challenger that fits carries β itself and wins; one that does not has given β to the champion.",
        "Left and right exchanged: the left card goes onto the challenger, the right one onto the champion.",
    ),
    Kind.RESULT: (
        "Only this pair is read: it says whether the card fits, and nothing about the others.",
        "Reading it upside down: left to right as the host sees it.",
    ),
    Kind.CARD: ("This card was chosen by chance among those that fit.", "Another card turned over with it."),
    Kind.ASIDE: ("The card played lies apart.", "The card put back among the others."),
    Kind.DRAWN: (
        "The deck's order is unknown to all, so its leftmost card is a fair draw.",
        "The drawn card looked at: it joins the hand unseen.",
    ),
    Kind.BACK: (
        "What was not chosen goes home unseen; what the pairs said stays unknown.",
        "Pairs turned over in place: they would show what each hand holds.",
    ),
    Kind.HAND_OVER: (
        "The next turn is virtual too and goes on with what lies here.",
        "A card without its marker: every column needs one before the next scramble.",
    ),
    Kind.COLOUR: ("Chance alone says which it is.", "A card of the game taken for one of these."),
}


_ANSWER: Reason = (
    "This pair answers for the whole hand: β α, there is such a card in it; α β, there is none.",
    "The champion's card turned over, as in a turn: it stays covered, or it is seen.",
)


def reason(group: OpGroup) -> Reason:
    """Return why a group of operations is there, and its common slip."""
    if any(isinstance(op, ops.Heading) and op.part is Part.ANSWER for op in group.ops):
        return _ANSWER
    if group.kind is not Kind.OTHER:
        return _REASONS[group.kind]
    match group.acts[0]:
        case ops.Rearrange():
            return (
                "The order makes the next exchange change what it must.",
                "Two cards exchanged, or one turned over.",
            )
        case ops.Scramble():
            return (
                "Nobody may know whether the two changed places.",
                "One exchange in sight of both people: it is none, and the open cards then tell who fits.",
            )
        case ops.Put():
            return "The row needs open cards that everyone has seen.", "β and α the other way round."
        case ops.Move() | ops.Sort():
            return "Each covered card goes exactly where the next act needs it.", "Left and right exchanged."
        case ops.Reveal() | ops.Choose():
            return (
                "Only what is named is seen; it says nothing about a hand.",
                "One card too many turned over.",
            )
        case ops.Collect() | ops.Return():
            return _REASONS[Kind.BACK]
        case _:
            return _REASONS[Kind.COVER]
