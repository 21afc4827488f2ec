"""The turn folder followed by hand: ten virtual turns by the printed pages' own text, with no program.

The text is read back from the PDF and taken apart by what is printed alone; hands that know sentences
(`naive_reader`) do its acts.  After every turn the cards lie as the rules on its last page have it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NamedTuple

import pypdfium2
import pytest
from test_sheets_folder import TABLES

from facilitator.machine.faces import SLEEVES, TO_CARD
from facilitator.machine.parts import Phase
from facilitator.sheets.build import Wish, build
from facilitator.sheets.drawing.render import pdf
from facilitator.telling.instruction import phase_title
from naive_reader import Reader
from reading_things import CannotDo, Caught, Ways
from reading_truth import Thing

# ----------------------------------------------------------------------------------------------------
# What is printed, taken apart.

SELDOM, LOT, WRONG, ALONE = (
    "Seldom: done otherwise, or besides",
    "If something is left to chance with the card",
    "Something went wrong",
    "If the program is gone",
)
QUESTION = "If a person plays +4"
DOER = re.compile(r"(?:^|(?<=[.:] ))(Everyone|Helpers|Host|Two people): ")
ENDS = re.compile(r"(Played|Drawn and played|Drawn and kept|None played): ([^.]*)\.")
ANSWERS = r"(?:α β|β α|yes|no)"
ACTS = r"\d+[a-z]?(?:(?:, | or )\d+[a-z]?)*"


class Told(NamedTuple):
    """Who does what, and the checks with their answers, by how the turn went where they differ."""

    doer: str
    text: str
    checks: tuple[tuple[str, Mapping[str, str]], ...]


@dataclass
class PrintedAct:
    """One act as it is printed."""

    name: str
    words: str
    when: str = ""
    told: list[Told] = field(default_factory=list)
    instead: list[tuple[str, str]] = field(default_factory=list)
    again: tuple[str, str] | None = None
    rest: str = ""

    def read(self) -> None:
        """Take its words apart."""
        if found := self._taken(r"(?:IF ([^:]*): again|Again) from (\w+), as long as there is one more\."):
            self.again = found[1] or "", found[2]
        if found := self._taken(r"But if (.*?: \d+[a-z](?:; .*?: \d+[a-z])*)\."):
            pairs = (one.rpartition(": ") for one in found[1].split("; "))
            self.instead = [(when, name) for when, _, name in pairs]
        if found := self._taken(r"The rest as in (\w+)\."):
            self.rest = found[1]
        head, *parts = DOER.split(self.words)
        self.when, _, bare = head.strip().rpartition(":")
        parts = [*(["", bare] if bare.strip() else []), *parts]
        self.told = [_told(doer, words) for doer, words in zip(parts[::2], parts[1::2], strict=True)]

    def _taken(self, pattern: str) -> re.Match[str] | None:
        found = re.search(pattern, self.words)
        if found:
            self.words = f"{self.words[: found.start()]} {self.words[found.end() :]}".strip()
        return found


def _told(doer: str, words: str) -> Told:
    text, *checks = re.split(r"\bCHECK\b", words)
    sentences = re.split(r"(?<=[.?]) ", text.strip())
    asked = next((n for n, one in enumerate(sentences) if one.endswith("?") or "?" in one), len(sentences))
    return Told(doer, " ".join(sentences[:asked]).strip(" ."), tuple(map(_check, checks)))


def _check(words: str) -> tuple[str, Mapping[str, str]]:
    question, _, rest = words.strip().partition("?")
    ends = dict(ENDS.findall(rest))
    return f"{question}?", ends or {"": rest.strip().partition(". ")[0].rstrip(".")}


class Printed(NamedTuple):
    """A folder, read back: the letters by whose number they are, the acts by their names, the last page's lines."""

    letters: Mapping[str, str]
    acts: Mapping[str, PrintedAct]
    lot: Sequence[PrintedAct]
    alone: str


@cache
def printed(name: str) -> Printed:
    """Print a table's folder, and read it back."""
    (document,), _ = build(TABLES[name], Wish(), ["folder"])
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf(document))]
    lines = [line.strip() for page in pages for line in page.partition("Small Turn folder ·")[0].splitlines()]
    names = [seat.name for seat in TABLES[name].seats]
    picture = {"?", "??", "α", "β", "d", "deck", "!", *names, *(one[0] for one in names), *"VWXYZ"}
    lines = [line for line in lines if not {*line.split()} <= picture]
    at, alone = lines.index("Lay out"), lines.index(ALONE)
    letters = dict(re.findall(r"(?<!\S)(\w) = (.*?)(?= \w = |$)", "  ".join(lines[:at])))
    main, lot = _acts(lines[at : lines.index(WRONG)])
    for act in (*main.values(), *lot.values()):
        act.read()
    return Printed(
        {key: said.partition("  ")[0].strip() for key, said in letters.items()},
        main,
        [*lot.values()],
        " ".join(lines[alone:]),
    )


def _acts(lines: Sequence[str]) -> tuple[dict[str, PrintedAct], dict[str, PrintedAct]]:
    """Return the acts of the turn, and those of a lot: they begin with their numbers, in order, or with letters."""
    main, lot, tab = dict[str, PrintedAct](), dict[str, PrintedAct](), ""
    into, current = main, PrintedAct("", "")
    for line in lines:
        if line in {SELDOM, LOT, *map(phase_title, Phase)} or line.startswith(QUESTION):
            tab, into, current = line, lot if line == LOT else main, PrintedAct("", "")
            continue
        name, _, words = line.partition(" ")
        numbers = [one for one in main if one.isdigit()]
        starts = {SELDOM: r"\d+[a-z]", LOT: r"[A-Z]"}.get(tab, str(len(numbers) + 1))
        if re.fullmatch(starts, name):
            current = into[name] = PrintedAct(name, words)
        else:
            current.words += f" {line}"
    return main, lot


# ----------------------------------------------------------------------------------------------------
# Hands that follow it.


class Line(NamedTuple):
    """What the naive reader takes for an instruction."""

    doer: str
    text: str
    check: str
    expected: str
    cards: tuple[str, ...]


class ByHand:
    """A table with a folder and no program: ``seat`` is the virtual one; ``classes``: what fits, the best first."""

    def __init__(self, folder: Printed, hands: Mapping[str, Sequence[str]], seed: int, sleeves: bool) -> None:
        self.folder, self.seat = folder, next(iter(hands))
        self.held = {
            owner: [Thing(f"{f} {owner}{n}", f) for n, f in enumerate(own)] for owner, own in hands.items()
        }
        self.seed, self.sleeves = seed, sleeves

    def turn(self, classes: Sequence[frozenset[str]], facts: set[str]) -> str:
        """Do a virtual turn; return the card that was played, if one was."""
        self.hands = Reader(self.held, self.seed, Ways(), self.sleeves, ("Ana", "Ben"))
        self.seed += 1
        there = {owner.casefold(): len(cards) for owner, cards in self.held.items()}
        self.listed = tuple(card.face for own in self.held.values() for card in own)
        self.of_deck = {*self.held.get("deck", ())}
        fits = [sum(card in one for card in self.listed) for one in classes]
        owners = {key: self._owner(words) for key, words in self.folder.letters.items()}
        self.numbers = {key: there[owner] for key, owner in owners.items() if owner in there}
        self.numbers |= {"k": len(self.listed), "x": 0, "i": 1, "p": len(classes)}
        self.numbers |= dict(zip("fgh", fits, strict=False))
        self.classes, self.facts, self.read = classes, facts, list[tuple[str, str]]()
        masks = ("of top card", "of top card, for next choice")
        self.hands.fits = dict(zip(masks, map(tuple, classes), strict=False)) | {
            "only wild draw four": ("d",)
        }
        self._walk()
        left = self.hands.aside
        self.hands.aside = []
        assert not self.hands.left, self.hands.left
        assert len(left) <= 1
        now = self.hands.hands
        self.held = {
            owner: [Thing(card.name, card.face) for card in now[owner.casefold()]] for owner in self.held
        }
        return left[0].face if left else ""

    def _owner(self, words: str) -> str:
        return words.removesuffix("'s hand").removeprefix("the ").casefold()

    def _walk(self) -> None:
        names = [*self.folder.acts]
        named = {name for act in self.folder.acts.values() for _, name in act.instead}
        names = sorted(
            (name for name in names if name not in named), key=lambda one: (int(one.rstrip("abcdefgh")), one)
        )
        at = 0
        while at < len(names):
            act = self.folder.acts[names[at]]
            other = next(
                (
                    name
                    for when, name in act.instead
                    if self.holds(f"If {when}" if when[0] not in "αβyn" else f"IF {when}")
                ),
                "",
            )
            act = self.folder.acts[other] if other else act
            at += 1
            if not self.holds(act.when):
                continue
            self._do(act)
            again = self.folder.acts[names[at - 1]].again
            if again is not None and self._more(*again):
                at = names.index(again[1])

    def _more(self, answers: str, back: str) -> bool:
        """Whether there is one more of what is gone through: a pile, to which it goes on, or a card of the deck."""
        if "pile i" in self.folder.acts[back].words:
            self.numbers["i"] += 1
            return self.numbers["i"] <= self.numbers["m"]
        if answers and self.read[-1][1] not in answers.split(" or "):
            return False
        return self._took() < len(self.of_deck)

    def _do(self, act: PrintedAct) -> None:
        told = act.told
        if again := re.match(r"the duels of (\d+) again", told[0].text):
            told = self.folder.acts[again[1]].told
        if act.rest:
            told = self._changed(self.folder.acts[act.rest].told, told)
        before = len(self.hands.said)
        lines = [line for one in told for line in self._lines(one)]
        duels = re.match(r"(\d+) duels?:", lines[0].text)
        for _ in range(int(duels[1]) if duels else 1):
            self.hands.follow(lines)  # type: ignore[arg-type]
        for answer in self.hands.said[before:]:
            self.read.append(
                (act.name, {"αβ": "α β", "βα": "β α"}.get(answer, {TO_CARD: "yes"}.get(answer, "no")))
            )

    @staticmethod
    def _changed(usual: Sequence[Told], other: Sequence[Told]) -> list[Told]:
        """Return the usual instructions with those in place of the likest that are worded otherwise."""
        found = list(usual)
        for one in other:
            words = Counter(one.text.split())
            like = max(
                range(len(found)),
                key=lambda n: (found[n].doer == one.doer, (words & Counter(found[n].text.split())).total()),
            )
            found[like] = Told(
                found[like].doer, one.text or found[like].text, one.checks or found[like].checks
            )
        return found

    def _lines(self, told: Told) -> Iterator[Line]:
        text = self._filled(told.text, "mkfghpxi")
        for number, kinds in enumerate(self.classes, 1):
            every = " and ".join(f"every {face}" for face in sorted({*self.listed} & kinds)) or "every -"
            for said in (f"every card of class {number}", *(["every card that fits"] * (number == 1))):
                text = re.sub(said, every, text, flags=re.IGNORECASE)
        checks = [(self._filled(question, "mkfghpxi"), self._answer(ends)) for question, ends in told.checks]
        checks = checks or [("", "")]
        yield Line(told.doer, text, *checks[0], self.listed)

    def _answer(self, ends: Mapping[str, str]) -> str:
        if "" in ends:
            return self._filled(ends[""], "".join(self.numbers))
        played, drawn = bool(self.hands.aside), self._took()
        self.numbers["x"] = drawn
        end = (
            ("Drawn and played" if drawn else "Played")
            if played
            else "Drawn and kept"
            if drawn
            else "None played"
        )
        return self._filled(ends[end], "".join(self.numbers))

    def _took(self) -> int:
        """How many cards left the deck: what lies aside was one of them, or of the hand."""
        there = [*self.hands.aside, *self.hands.hands[self.seat.casefold()]]
        return sum((card.name, card.face) in self.of_deck for card in there)

    def _filled(self, text: str, letters: str) -> str:
        """Put tonight's numbers in."""
        term = rf"\d*p?[{letters}]"
        more = rf"(?:[−+](?:{term}|\d+))*"
        return re.sub(rf"(?<![\w'’-]){term}{more}(?![\w'’-])", lambda found: str(self._sum(found[0])), text)

    def _sum(self, words: str) -> int:
        total = 0
        for sign, times, letters in re.findall(r"([−+]?)(\d*)([a-z]*)", words):
            if times or letters:
                value = int(times or 1)
                for letter in letters:
                    value *= self.numbers[letter]
                total += -value if sign == "−" else value
        return total

    # -- when an act is done -------------------------------------------------------------------------

    def holds(self, when: str) -> bool:
        """Tell whether a condition holds, as it is printed."""
        if found := re.search(r" \(([^():]*): ([^()]*)\)", when):
            there = self._fact(found[1])
            fact = re.search(r"\S+ [<=] \S+$", when[: found.start()])
            assert fact is not None
            when = when[: fact.start()] + (found[2] if there else fact[0]) + when[found.end() :]
        if found := re.search(r" ?\(not if (.*)\)", when):
            never = found[1]
            each = [self._facts(one) for one in never.split(" or if ")]
            if any(each):
                return False
            when = when[: found.start()]
        if when.startswith("Not if "):
            return not any(map(self._facts, when.removeprefix("Not if ").split(" or if ")))
        if when.startswith("IF "):
            asked, *facts = when.removeprefix("IF ").split(" and ")
            return self._asked(asked) and all(map(self._facts, facts))
        parts = when.removeprefix("If ").split(" and ")
        return not when or all(
            self._asked(one) if re.match(ANSWERS, one) else self._facts(one) for one in parts
        )

    def _asked(self, asked: str) -> bool:
        led: dict[str, list[str]] = {}
        for answers, acts in re.findall(rf"({ANSWERS}(?: or {ANSWERS})*) in ({ACTS})", asked):
            for act in re.split(", | or ", acts):
                led[act] = answers.split(" or ")
        assert led, asked
        last = next(((act, answer) for act, answer in reversed(self.read) if act in led), None)
        if last is None:
            return asked.endswith("where nothing is asked") and not self.read
        return last[1] in led[last[0]]

    def _facts(self, words: str) -> bool:
        """All of these, each of which may be one of several."""
        return all(any(map(self._fact, one.split(" or "))) for one in re.split(", | and ", words))

    def _fact(self, fact: str) -> bool:
        if found := re.fullmatch(r"([a-z]) ([<=>]) (\S+)", fact):
            one, other = self.numbers[found[1]], self._sum(found[3])
            return {"<": one < other, "=": one == other, ">": one > other}[found[2]]
        return fact in self.facts


# ----------------------------------------------------------------------------------------------------
# Ten turns, and what comes of them.


class Rules:
    """The rules of the last page, as they stand there: the list, what fits, and what is played first."""

    def __init__(self, alone: str) -> None:
        self.alone = alone
        words = alone.partition("cross them out as they are seen")[2]
        self.cards = [word.casefold() for word in words.split() if re.fullmatch(r"[0-9SR+][RYGB]|W|D", word)]
        for said in (
            "the SAME COLOUR as the top card",
            "the SAME number or SYMBOL",
            "BLACK: wild, wild draw four",
        ):
            assert said in alone

    def classes(self, top: str, colour: str, hand: int) -> list[frozenset[str]]:
        """Return the kinds that fit, what is played first before what is played next."""
        fits = {
            card for card in self.cards if card in "wd" or card[1] == colour or card[0] == top[0] not in "wd"
        }
        found = re.findall(r"Vera(?: with (?:fewer than )?(\d+)[^,]*)?, of what fits: ([^.]*)\.", self.alone)
        sizes = [(int(size or 0), said) for size, said in found]
        said = next((said for size, said in sizes[:1] if hand >= size), sizes[-1][1] if sizes else "any card")
        return [frozenset(fits & one) for one in self._parts(said)]

    def _parts(self, said: str) -> Iterator[set[str]]:
        left = {*self.cards}
        for words in said.split("; else "):
            but = re.search(r"any (?:other )?card but (.*)", words)
            here = (
                left - self._named(but[1]) if but else self._named(words) if "any" not in words else {*left}
            )
            left -= here
            yield here

    def _named(self, words: str) -> set[str]:
        return {*words.casefold().replace("all black", "w d").split()}


EVERY = ("knockout", "sleeves", "attacker", "wallet, official", "until playable")
FULL = (
    *EVERY,
    "split pool in sleeves",
    "official",
    "published",
    "wallet",
    "published-2023",
    "concealed",
    "concealed, official",
    "concealed, in sleeves",
    "concealed, published",
    "concealed, published-2023",
    "attacker, official",
    "split pool in envelopes",
    "wallet, until playable",
    "wallet, attacker",
)
UNSEEN = "no card is to be drawn"


@pytest.mark.parametrize("name", FULL)
def test_ten_turns_by_the_page_alone_end_as_the_rules_say(name: str, full: bool) -> None:
    if not full and name not in EVERY:
        return
    table, folder = TABLES[name], printed(name)
    rules, chance, ends = Rules(folder.alone), Random(name), Counter[str]()
    wallet, again = name.startswith("wallet"), name.find("published") >= 0
    seats = [words.removesuffix("'s hand") for words in folder.letters.values() if words.endswith("'s hand")]
    own = next(words for letter, words in folder.letters.items() if letter == "m").removesuffix("'s hand")
    assert ("Then its turn is done again" in folder.alone) is again
    wanted = {"played", "none" if again else "drawn" if "until" in name else "kept"}
    while ends.total() < 10 or not {*ends} >= wanted:
        assert ends.total() < 60, ends
        cards = chance.sample(rules.cards, 15 if len(rules.cards) > 15 else len(rules.cards) - 1)
        hands = {own: [cards.pop() for _ in range(chance.randrange(1, 5))]}
        hands |= {seat: [cards.pop() for _ in range(2)] for seat in seats if seat != own}
        top = next(card for card in rules.cards if card not in "wd")
        hands |= {"deck": cards[2:]} | ({"discards": cards[:2]} if "conceal" in name else {})
        hand = ByHand(folder, hands, chance.randrange(99), table.equipment == SLEEVES and not wallet)
        colour = top[1]
        for _ in range(4):
            mine = hand.held[own]
            if not mine or not hand.held["deck"]:
                break
            classes = rules.classes(top, colour, len(mine))
            facts = {f"{len(classes)} pair{'s' * (len(classes) > 1)} a column", "nothing lies there yet"}
            facts |= {
                f"{len(classes)} mask{'s' * (len(classes) > 1)}",
                "everything goes home",
                f"{own} = Vera",
            }
            facts |= {UNSEEN if again else "a card may be drawn"}
            played, end = turn(hand, classes, facts)
            if end == "none" and again:  # as the last page has it: one card is drawn, and may be played
                mine = hand.held[own]
                mine.append(hand.held["deck"].pop(0))
                played, end = turn(hand, rules.classes(top, colour, len(mine)), facts)
            ends[end] += 1
            if played:
                top, colour = played, played[1:] or colour


def turn(hand: ByHand, classes: Sequence[frozenset[str]], facts: set[str]) -> tuple[str, str]:
    """Do a turn; see that the cards lie as the rules have it, and return what was played, and how it ended."""
    held = faces(hand)
    played = hand.turn(classes, facts)
    now, own = faces(hand), hand.seat
    card, best = (
        Counter([played] if played else []),
        next((one for one in classes if one & {*held[own]}), None),
    )
    drawn = held.get("deck", Counter()) - now.get("deck", Counter())
    assert all(now[owner] == cards for owner, cards in held.items() if owner not in (own, "deck"))
    assert held[own] + drawn == now[own] + card
    if best is not None:
        assert played in best
        assert not drawn
        return played, "played"
    if UNSEEN in facts:
        assert not played
        assert not drawn
        return "", "none"
    assert drawn
    assert bool(played) is any({*drawn} & one for one in classes)
    return played, "drawn" if played else "kept"


def faces(hand: ByHand) -> dict[str, Counter[str]]:
    return {owner: Counter(card.face for card in cards) for owner, cards in hand.held.items()}


@pytest.mark.parametrize("name", ["hearts", "hearts, published", "wallet, hearts"])
@pytest.mark.every(2)
def test_ten_tricks_by_the_page_alone_follow_suit(name: str) -> None:
    """Whoever leads plays any card, the others of the suit led if they can, else any card: one is always played."""
    folder, chance = printed(name), Random(name)
    suits = [
        suit
        for led, suit in re.findall(r"(\w+) led: all (\w+); else any other card", folder.alone)
        if led == suit
    ]
    cards = [word.casefold() for word in folder.alone.split() if re.fullmatch("[2-9TJQKA][CDHS]", word)]
    assert (len(suits), len(cards)) == (4, 52)
    seats = [words.removesuffix("'s hand") for words in folder.letters.values() if words.endswith("'s hand")]
    for number in range(10):
        here = chance.sample(cards, 12)
        hands = {seat: [here.pop() for _ in range(1 + (number + at) % 4)] for at, seat in enumerate(seats)}
        suit = chance.choice(suits)[0]
        led = {card for card in cards if card[1] == suit} if number % 3 else {*cards}
        classes = [frozenset(led), frozenset({*cards} - led)][: 1 + (len(led) < len(cards))]
        facts = {"2 pairs a column", "2 classes"} if len(classes) > 1 else {"1 pair a column", "1 class"}
        if len(classes) == 1 or len(hands[seats[0]]) == 1:
            facts |= {"any card may be played"}
        hand = ByHand(folder, hands, number, False)
        assert turn(hand, classes, facts)[1] == "played"


SABOTAGED = {
    ("knockout", "Drawn and kept: Vera m+1"): "Drawn and kept: Vera m",
    ("knockout", "IF β α in 9: Host"): "IF α β in 9: Host",
    ("sleeves", "IF α β in 11: Host"): "IF β α in 11: Host",
    ("wallet, official", "IF no in 13 or 15: Host"): "IF yes in 13 or 15: Host",
    ("published", "Others get α β"): "Others get β α",
}
"""What is printed on some tables' folders, and what would be false in its place."""


@pytest.mark.parametrize(("name", "said"), SABOTAGED)
def test_a_false_page_is_found(name: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    false = SABOTAGED[name, said]
    read = pypdfium2.PdfTextPage.get_text_range
    changed = []

    def printed_so(self: pypdfium2.PdfTextPage) -> str:
        words = " ".join(read(self).split(" "))
        pattern = r"(\s+)".join(map(re.escape, said.split()))
        found = re.search(pattern, words)
        changed.append(found is not None)
        return re.sub(pattern, false, words)

    printed.cache_clear()
    monkeypatch.setattr(pypdfium2.PdfTextPage, "get_text_range", printed_so)
    with pytest.raises((AssertionError, Caught, CannotDo, KeyError, IndexError)):
        test_ten_turns_by_the_page_alone_end_as_the_rules_say(name, True)
    printed.cache_clear()
    assert any(changed)
