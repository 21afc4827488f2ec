"""What eyes answer to a question about a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from table_reader.grammar import NotUnderstood
from table_reader.hands import Hands
from table_reader.things import ENDS, CannotDo

Answer = Callable[..., str]
_DIGITS = {
    word: str(n) for n, word in enumerate("zero one two three four five six seven eight nine ten".split())
}


def agrees(said: str, expected: str) -> bool:
    """Return whether an answer is one of the expected answers."""
    plain = re.sub(r"\([^)]*\)|[“”.]", "", expected.casefold()).strip()
    return _plain(said) in {_plain(option) for option in (plain, *plain.split(" or "))}


def _plain(words: str) -> Sequence[str]:
    parts = re.split(r",? and |, ", re.sub(r"\bthe |\bon ", "", words.casefold().strip(" .,“”")))
    return tuple(sorted(" ".join(_DIGITS.get(word, word) for word in part.split()) for part in parts))


def _say(yes: bool) -> str:
    return "yes" if yes else "no"


def _mask(hands: Hands) -> str:
    mask = hands.table.wallet.mask
    return mask.face.replace("_", " ") if mask and mask.up else ""


def _dots(hands: Hands) -> str:
    return "one" if hands.table.wallet.dot else "none"


def _last_dot(hands: Hands) -> str:
    wallet = hands.table.wallet
    tab = next((slot for slot in wallet.slots if slot.thing.kind == "tab"), None)
    if not wallet.dot or tab is None:
        return "none"
    return "tab" if wallet.dot == tab.end else "other"


def _card_end(hands: Hands) -> str:
    """Nobody sees at which end a single card is, unless a tab is in the other end."""
    wallet = hands.table.wallet
    end = wallet.cards[0].end if len(wallet.slots) > 1 else hands.pick("the end of a single card", *ENDS)
    return _say(wallet.dot == end)


def _odd(hands: Hands) -> str:
    wallet = hands.table.wallet
    return _say(any(slot.to_windows != wallet.windows_down or not slot.full for slot in wallet.slots))


def _loose(hands: Hands) -> str:
    cards = [*hands.table.zone("kept"), *(card for card in hands.shown if card.kind == "bit card")]
    faces = [card.face for card in dict.fromkeys(cards)]
    return ", ".join(f"{faces.count(face)} {face}" for face in {*faces})


def _pair(hands: Hands) -> str:
    """Return an open pair, from left to right."""
    shown = [card for card in hands.shown if card.kind == "bit card"]
    spots = [pile.spots for pile in hands.table.all_piles() if {"left", "right"} <= {*pile.spots}]
    rows = [[one["left"], one["right"]] for one in spots]
    rows.append([card for _, card in sorted(hands.table.row.items()) if card in shown])
    for row in rows:
        if len(row) == 2 and {*row} <= {*shown}:
            return row[0].face + row[1].face
    raise CannotDo("no pair is open")


def _stacks(hands: Hands) -> str:
    return " or ".join(sorted({str(len(cards)) for _, cards in hands.table.stacks}))


def _carried(hands: Hands) -> str:
    spots = hands.table.pile.spots if hands.table.pile else {}
    return _say({"left", "right"} <= {*spots} and not (spots["left"].up or spots["right"].up))


def _show_middle(hands: Hands) -> str:
    """Return what the cards on the third and fourth places of the row show."""
    cards = [hands.table.row.get(place) for place in (3, 4)]
    return " ".join(card.face if card is not None and card.up else "nothing" for card in cards)


def _shares(hands: Hands, counts: Iterable[tuple[str, int]]) -> str:
    owners = [
        (zone.removesuffix("'s hand"), n) for zone, n in counts if "hand" in zone or "draw pile" in zone
    ]
    return ", ".join(f"{owner} {n}" for owner, n in owners)


def _row(hands: Hands) -> str:
    return str(len(hands.table.row) or len(hands.table.zone("pile")))


def _laid(zone: str) -> Answer:
    return lambda hands: str(hands.table.laid.get(zone, 0))


def _put_away(hands: Hands) -> str:
    """Return how many cards were laid into the box, with those that lie stirred beside it."""
    boxed, stirred = hands.table.laid.get("box", 0), len(hands.table.zone("stirred"))
    return str(boxed + stirred)


def _stirred(hands: Hands) -> str:
    """Return how many cards were stirred and still lie beside the box."""
    return str(len(hands.table.zone("stirred")))


QUESTIONS: Sequence[tuple[str, Answer]] = (
    (r"what does the mask say", _mask),
    (r"^how many cards are there", lambda hands: str(len(hands.table.zone("pile")))),
    (r"how many cards are in the row", _row),
    (r"does (?:a|its) face show", _odd),
    (r"how many black dots are there", _dots),
    (r"is the dot at the card's (?:arrow|end|side)", _card_end),
    (r"where is the black dot", _last_dot),
    (r"how many cards did you lay on the losers", _laid("losers")),
    (
        r"is any playing card of the piles face up",
        lambda hands: _say(any(card.up for card in hands.table.at("card"))),
    ),
    (r"is the wallet empty", lambda hands: _say(not hands.table.wallet.slots)),
    (r"is anything left in the rails", lambda hands: _say(hands.table.wallet.mask is not None)),
    (r"is any drawn card left on the table", lambda hands: _say(bool(hands.table.zone("apart")))),
    (
        r"which card is it",
        lambda hands: next((one.face for one in hands.shown if one.kind != "bit card"), "none"),
    ),
    (r"how many (?:more )?cards did \w+ get|how many more cards does \w+ have", _laid("given")),
    (r"how many cards does (\w+) have", lambda hands, name: str(len(hands.table.zone(f"{name}'s hand")))),
    (
        r"how many cards does each owner have",
        lambda hands: _shares(hands, [(zone, len(hands.table.zone(zone))) for zone in hands.table.laid]),
    ),
    (r"how many cards did each owner get", lambda hands: _shares(hands, hands.table.laid.items())),
    (r"count the columns: (\d+)", lambda hands, n: _say(len(hands.table.zone("pile")) == int(n))),
    (r"how many cards are in each stack", _stacks),
    (r"what (?:did|do) (?:the two loose cards|they) show", _loose),
    (r"which (?:one )?is on the left", _pair),
    (r"what does the pair show", lambda hands: " ".join(card.face for card in hands.it if card.up)),
    (
        r"is every card of the row of six face down",
        lambda hands: _say(not any(one.up for one in hands.table.row.values())),
    ),
    (
        r"what do the third and fourth cards show, and are both bit cards of pile \d+ face down",
        lambda hands: f"{_show_middle(hands)}, {_carried(hands)}",
    ),
    (r"are both bit cards of pile \d+ face down", _carried),
    (r"how many (?:bit cards|markers) (?:are there|did you put away)", _put_away),
    (r"how many bit cards did you stir", _stirred),
)
"""Questions, and how eyes answer them."""


def find_answer(question: str) -> Answer:
    """Return how a question is answered.

    Raises:
        NotUnderstood: Nobody knows what is asked.
    """
    for pattern, answer in QUESTIONS:
        if found := re.search(pattern, question.casefold()):
            groups = found.groups()
            return lambda hands: answer(hands, *groups)
    raise NotUnderstood(question)
