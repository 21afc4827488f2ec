"""A printed turn folder read back from its PDF, and hands that follow it: no program is asked.

The text is taken apart by what is printed alone; hands that know sentences (`naive_reader`) do its acts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import pypdfium2

from facilitator.instructions.instruction import phase_title
from facilitator.operations.faces import TO_CARD, TO_TAB
from facilitator.operations.purposes import Phase
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.drawing.render import pdf
from facilitator.table_files.load import Table
from naive_reader import Reader
from reading_things import Card, Column, Ways
from reading_truth import Thing

# ----------------------------------------------------------------------------------------------------
# What is printed, taken apart.

SELDOM, LOT, WRONG, ALONE = (
    "Rare cases",
    "If the card leaves a choice, chance decides",
    "Something went wrong",
    "To play on without the program",
)
QUESTION = "If a person plays +4"
DOER = re.compile(r"(?:^|(?<=[.:] ))(Everyone|Helpers|Host|Two people): ")
ENDS = re.compile(r"(Played|Drawn and played|Drawn and kept|No card played): ([^.]*)\.")
SAID = {"αβ": "α β", "βα": "β α", TO_CARD: "the other side", TO_TAB: "the tab's side"}
ANSWERS = rf"(?:{'|'.join(SAID.values())})"
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
        if found := self._taken(
            r"(?:IF ([^:]*): do|Do) this again from step (\w+), as long as there is another one\. "
            r"Its earlier answers no longer count\."
        ):
            self.again = found[1] or "", found[2]
        if found := self._taken(r"But if (.*?: \d+[a-z](?:; .*?: \d+[a-z])*)\."):
            pairs = (pair.rpartition(": ") for pair in found[1].split("; "))
            self.instead = [(when, name) for when, _, name in pairs]
        if found := self._taken(r"Everything else is as in step (\w+)\."):
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
    """A folder, read back: the letters by whose number they are, the acts by their names, the last page's lines.

    ``seats``: what virtual seats are called in the turn of each, where there are several; ``question``: how a
    covered hand is asked; ``ways``: the letters of the way home after each act, ``home``: what these are.
    """

    letters: Mapping[str, str]
    seats: Mapping[str, Mapping[str, str]]
    acts: dict[str, PrintedAct]
    lot: Sequence[PrintedAct]
    question: str
    ways: Mapping[int, str]
    home: Mapping[str, PrintedAct]
    alone: str


def printed(table: Table) -> Printed:
    """Print a table's folder, and read it back."""
    (document,), _ = build(table, SheetOptions(), ["script"])
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf(document))]
    lines = [
        line.strip(" !")
        for page in pages
        for line in page.partition(f"{table.name} Turn script ·")[0].splitlines()
    ]
    names = [seat.name for seat in table.seats]
    picture = {"?", "??", "α", "β", "d", "deck", "!", *names, *(name[0] for name in names), *"VWXYZ"}
    lines = [line for line in lines if not {*line.split()} <= picture]
    at, alone = lines.index("Lay out"), lines.index(ALONE)
    letters = dict(re.findall(r"(?<!\S)(\w) = (.*?)(?= \w = |$)", "  ".join(lines[:at])))
    turns = [re.fullmatch(r"(\w+)'s turn: (.*)\.", line) for line in lines[:at]]
    main, lot, question = _acts(lines[at : lines.index(WRONG)])
    for act in (*main.values(), *lot.values()):
        act.read()
    return Printed(
        {key: said.partition("  ")[0].strip() for key, said in letters.items()},
        {
            turn[1]: {who: letter for letter, who in re.findall(r"(\w+) is (\w+)", turn[2])}
            for turn in turns
            if turn
        },
        main,
        [*lot.values()],
        question,
        *_homeward(lines[lines.index(WRONG) : alone]),
        " ".join(lines[alone:]),
    )


def _acts(lines: Sequence[str]) -> tuple[dict[str, PrintedAct], dict[str, PrintedAct], str]:
    """Return the acts of the turn, and those of a lot: they begin with their numbers, in order, or with letters.

    And what is said of a question to a hand.
    """
    main, lot, tab = dict[str, PrintedAct](), dict[str, PrintedAct](), ""
    into, current, question = main, PrintedAct("", ""), PrintedAct("", "")
    for line in lines:
        if line in {SELDOM, LOT, *map(phase_title, Phase)} or line.startswith(QUESTION):
            tab, into, current = line, lot if line == LOT else main, PrintedAct("", "")
            current = question if line.startswith(QUESTION) else current
            continue
        name, _, words = line.partition(" ")
        numbers = [word for word in main if word.isdigit()]
        starts = {SELDOM: r"\d+[a-z]", LOT: r"[A-Z]"}.get(tab, str(len(numbers) + 1))
        if re.fullmatch(starts, name):
            current = into[name] = PrintedAct(name, words)
        else:
            current.words += f" {line}"
    return main, lot, question.words


def _homeward(lines: Sequence[str]) -> tuple[dict[int, str], dict[str, PrintedAct]]:
    """Return the letters after each act, and the acts these stand for."""
    text = " ".join(line for line in lines if line != WRONG).partition("If the result is already face up,")[0]
    head, *acts = re.split(r"(?<!\S)([A-Z]) (?=(?:Everyone|Helpers|Host|Two people): )", text)
    home = {name: PrintedAct(name, words.strip()) for name, words in zip(acts[::2], acts[1::2], strict=True)}
    for act in home.values():
        other = re.search(r"CHECK as in ([A-Z])\.", act.words)
        check = home[other[1]].words.partition("CHECK")[2] if other else ""
        act.words = re.sub(r"CHECK as in [A-Z]\.", f"CHECK{check}", act.words)
        act.read()
    ways = dict[int, str]()
    for some, letters in re.findall(r"(\d[\d–, ]*): ([A-Z](?: [A-Z])*)(?!\w)", head):
        for first, last in re.findall(r"(\d+)(?:–(\d+))?", some):
            ways |= dict.fromkeys(range(int(first), int(last or first) + 1), letters)
    return ways, home


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
    """A table with a folder and no program.

    ``held``: whose cards are which, by the seats' own names; ``row``: columns that stand from turn to turn, by their
    owners.  ``people``: whose cards are in no sleeves.
    """

    def __init__(
        self,
        folder: Printed,
        hands: Mapping[str, Sequence[str]],
        seed: int,
        sleeves: bool,
        people: Iterable[str],
    ) -> None:
        self.folder, self.people = folder, {*people}
        self.held = {
            owner: [Thing(f"{f} {owner}{n}", f) for n, f in enumerate(own)] for owner, own in hands.items()
        }
        self.row, self.seed, self.sleeves = list[tuple[str, Column]](), seed, sleeves
        self.classes, self.facts, self.numbers = list[frozenset[str]](), set[str](), dict[str, int]()
        self.done = set[str]()
        self.listed, self.read = tuple[str, ...](), list[tuple[str, str]]()

    def faces(self) -> dict[str, Counter[str]]:
        """Return the cards of everybody, those in standing columns too."""
        found = {owner: Counter(card.face for card in cards) for owner, cards in self.held.items()}
        for owner, column in self.row:
            found[owner][card_of(column).face] += 1
        return found

    def turn(
        self,
        seat: str,
        classes: Sequence[frozenset[str]],
        facts: set[str],
        stays: Callable[[str], bool] = lambda card: False,
        asked: str = "",
    ) -> str:
        """Do a virtual turn; return the card that was played, if one was.

        ``classes``: what fits, the best first; ``stays``: whether the columns do, by the card that was played;
        ``asked``: whose hand is asked in place of the virtual one: then no card is played, and the answer returned.
        """
        names = {owner: self.folder.seats.get(seat, {}).get(owner, owner) for owner in self.held}
        if asked:
            names[seat], names[asked] = asked, names[seat]
        self.seat, self.stays = names[asked or seat], stays
        self._begin(names)
        self._read_numbers(classes, {*facts, f"{names[seat]} = {seat}"})
        if asked:
            answer = self._asked_hand()
            self._kept_secret()
            self._home({name: owner for owner, name in names.items()}, False)
            return answer
        stood = self._walk()
        self._kept_secret()
        left = self.hands.aside
        self.hands.aside = []
        assert len(left) <= 1
        self._home({name: owner for owner, name in names.items()}, stood)
        return left[0].face if left else ""

    def take_back(self, owner: str, face: str) -> None:
        """Give a card that was shown back to its hand."""
        self.held[owner].append(Thing(f"{face} shown {self.seed}", face))

    def pile(self, owner: str, faces: Sequence[str]) -> None:
        """Lay a pile of cards there: a new deck, the discards."""
        self.held[owner] = [Thing(f"{face} {owner}{self.seed} {n}", face) for n, face in enumerate(faces)]

    @property
    def left(self) -> dict[str, int]:
        """How many cards everybody has, and the deck, while a turn is done."""
        left = {owner: len(self.before[name]) for owner, name in self.names.items()}
        own, drawn = next(owner for owner in left if self.names[owner] == self.seat), self._took()
        left[own] += drawn - len(self.hands.aside)
        return left | ({"deck": left["deck"] - drawn} if "deck" in left else {})

    @property
    def unseen(self) -> int:
        """How many cards went unseen to a hand, while a turn is done."""
        return self._took() - sum((card.name, card.face) in self.of_deck for card in self.hands.aside)

    def give_up(self, seat: str, classes: Sequence[frozenset[str]], facts: set[str], after: int) -> bool:
        """Begin a virtual turn, and after an act of this number go the way home that is printed for it.

        Return whether the act came up, and the result did not lie open before.
        """
        names = {owner: self.folder.seats.get(seat, {}).get(owner, owner) for owner in self.held}
        self.seat, self.stays = names[seat], lambda card: False
        self._begin(names)
        self._read_numbers(classes, {*facts, f"{names[seat]} = {seat}"})
        self._walk(lambda name: number(name) < after or name == str(after))
        if self.hands.aside or after not in map(number, self.done):
            return False
        for letter in self.folder.ways[after].split():
            self._do(self.folder.home[letter])
        self._kept_secret()
        assert not self.hands.aside
        self._home({name: owner for owner, name in names.items()}, False)
        return True

    def lot(self) -> str:
        """Let the lot decide, as its acts have it; return what it says."""
        self.hands = Reader({}, self.seed, Ways(), self.sleeves)
        self.seed += 1
        for act in self.folder.lot:
            self._do(act)
        assert not self.hands.lot
        return self.hands.said[-1].removeprefix("lot ").casefold()

    def _begin(self, names: Mapping[str, str]) -> None:
        """Take the cards up as they lie: in hands, or in the columns that stand."""
        own = next(owner for owner, name in names.items() if name == self.seat)
        held = {
            names[owner]: self.held[owner]
            for owner in (own, *(holder for holder in self.held if holder != own))
        }
        people = [names[owner] for owner in self.people if owner in names]
        self.names = names
        self.hands = Reader(held, self.seed, Ways(), self.sleeves, people)
        self.seed += 1
        self.before = {name: [*cards] for name, cards in held.items()}
        for owner, column in self.row:
            marker, card = column.spots["marker"], card_of(column)
            marker.face = f"θ-{names[owner]}"
            card.mixed = marker.mixed = 0
            self.hands.row.append(column)
            self.before[names[owner]].append(Thing(card.name, card.face))
        self.standing, self.row = bool(self.row), []

    def _read_numbers(self, classes: Sequence[frozenset[str]], facts: set[str]) -> None:
        there = {owner.casefold(): len(cards) for owner, cards in self.before.items()}
        laid = {self._owner(words) for words in self.folder.letters.values()} & {*there}
        laid |= {*there} if "k" in self.folder.letters else set()
        self.listed = tuple(
            card.face for owner, own in self.before.items() for card in own if owner.casefold() in laid
        )
        self.of_deck = {*self.before.get("deck", ())}
        fits = [sum(card in kinds for card in self.listed) for kinds in classes]
        owners = {key: self._owner(words) for key, words in self.folder.letters.items()}
        self.numbers = {key: there.get(owner, 0) for key, owner in owners.items() if key not in "kfghxip"}
        self.numbers |= {"k": len(self.listed), "x": 0, "i": 1, "p": len(classes)}
        self.numbers |= dict(zip("fgh", fits, strict=False))
        self.classes, self.read = [*classes], []
        self.facts = facts | {
            "the columns are already there" if self.standing else "no cards are laid out yet"
        }
        words = " ".join(line.text for act in self.folder.acts.values() for line in act.told)
        masks = dict.fromkeys(re.findall(r"[Tt]he mask ([^.;]*?) into the rails", words))
        named = [re.sub(r"\b(?:the|an?) ", "", mask) for mask in masks]
        self.hands.fits = dict(zip(named, map(tuple, classes), strict=False))

    def _home(self, names: Mapping[str, str], stood: bool) -> None:
        """See that all is home, or stands for the next turn with its markers."""
        assert stood or not self.hands.left, self.hands.left
        now = self.hands.hands
        self.held = {
            owner: [Thing(card.name, card.face) for card in now[name.casefold()]]
            for name, owner in names.items()
        }
        called = {f"θ-{name}".casefold(): owner for name, owner in names.items()}
        stand = [column for column in self.hands.row if column.cards]
        self.row = [(called[column.spots["marker"].face.casefold()], column) for column in stand]
        assert all(one.spots["marker"].up and len(one.cards) == 2 for _, one in self.row)
        assert sum(len(column.cards) for column in self.hands.columns) == 2 * len(self.row)

    def _kept_secret(self) -> None:
        """See that nobody saw a card but mixed, and not with its owner: of a wallet only what was played."""
        aside = {card.name for card in self.hands.aside}
        seen = {(name, mixed) for name, mixed in self.hands.sights if name not in aside}
        seen = seen if len(self.listed) > 1 else set()  # of a single card everybody knows which it is
        cards = {card.name for own in self.before.values() for card in own}
        for name, mixed in seen:
            if name in cards:
                assert mixed, f"{name} is seen"
                assert "k" in self.folder.letters, f"{name} is seen"
                assert (f"marker of {name}", mixed) not in seen, f"whose {name} is"

    def _asked_hand(self) -> str:
        """Ask a hand, as the half page on it says: return its answer, with what that means."""
        words = self.folder.question
        do, read = (
            re.search(r"Do steps 1 to (\d+) of", words),
            re.search(r"Step (\d+), the champion's own pair", words),
        )
        means: dict[str, str] = dict(re.findall(r"(β α|α β): (\w+: .*?\.)", words))
        assert do is not None
        assert read is not None
        assert "takes the place of the virtual hand" in words
        assert "Then give everything back, as after a turn in which no card is played." in words
        self.facts |= {"each column has 1 pair", "no card may be drawn"}
        self._walk(lambda name: number(name) <= int(do[1]))
        answer = next(answer for act, answer in reversed(self.read) if number(act) == int(read[1]))
        last = max(map(number, self.folder.acts))
        self._walk(lambda name: number(name) == last)
        return means[answer]

    def _owner(self, words: str) -> str:
        return (
            "deck"
            if words.endswith("draw pile")
            else words.removesuffix("'s hand").removeprefix("the ").casefold()
        )

    def _walk(self, counts: Callable[[str], bool] = lambda name: True) -> bool:
        """Do the acts in their order, those that count; return whether the columns stand at last."""
        named = {name for act in self.folder.acts.values() for _, name in act.instead}
        names = sorted(
            (name for name in self.folder.acts if name not in named and counts(name)),
            key=lambda name: (number(name), name),
        )
        at = 0
        while at < len(names):
            usual = self.folder.acts[names[at]]
            others = {when: name for when, name in usual.instead if self.holds(_as_said(when))}
            act = self.folder.acts[others[max(others, key=len)]] if others else usual
            at += 1
            if not self.holds(act.when):
                continue
            self._do(act)
            self.done.add(act.name)
            if usual.again is not None and self._more(*usual.again):
                at = names.index(usual.again[1])
                self.read = [look for look in self.read if number(look[0]) < number(names[at])]
        return any(column.cards for column in self.hands.row)

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
        if again := re.match(r"do the duels of step (\d+) again", told[0].text):
            told = self.folder.acts[again[1]].told
        if act.rest:
            told = self._changed(self.folder.acts[act.rest].told, told)
        before = len(self.hands.said)
        lines = [line for spoken in told for line in self._lines(spoken)]
        duels = re.match(r"(\d+) duels?:", lines[0].text)
        for _ in range(int(duels[1]) if duels else 1):
            self.hands.follow(lines)  # type: ignore[arg-type]
        self.read += [(act.name, SAID.get(answer, answer)) for answer in self.hands.said[before:]]

    @staticmethod
    def _changed(usual: Sequence[Told], other: Sequence[Told]) -> list[Told]:
        """Return the usual instructions with those in place of the likest that are worded otherwise."""
        found = list(usual)
        for thing in other:
            words = Counter(thing.text.split())
            like = max(
                range(len(found)),
                key=lambda n: (found[n].doer == thing.doer, (words & Counter(found[n].text.split())).total()),
            )
            found[like] = Told(
                found[like].doer, thing.text or found[like].text, thing.checks or found[like].checks
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
        """Return what is answered tonight; who has no card stands in no list."""
        said = self._said(ends).split(", ")
        return ", ".join(item for item in said if not item.startswith("0 θ-"))

    def _said(self, ends: Mapping[str, str]) -> str:
        if "" in ends:
            return self._filled(ends[""], "".join(self.numbers))
        played, drawn = bool(self.hands.aside), self._took()
        self.numbers["x"] = drawn
        end = (
            ("Drawn and played" if drawn else "Played")
            if played
            else "Drawn and kept"
            if drawn
            else "No card played"
        )
        return self._filled(ends[end], "".join(self.numbers))

    def _took(self) -> int:
        """How many cards left the deck: they are neither in it nor in its columns."""
        there = [
            *self.hands.hands.get("deck", ()),
            *map(card_of, filter(self.hands.has_card, self.hands.row)),
        ]
        return len(self.of_deck) - sum((card.name, card.face) in self.of_deck for card in there)

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
            each = [self._facts(condition) for condition in never.split(" or if ")]
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
            self._asked(part) if re.match(ANSWERS, part) else self._facts(part) for part in parts
        )

    def _asked(self, asked: str) -> bool:
        led: dict[str, list[str]] = {}
        for answers, acts in re.findall(rf"({ANSWERS}(?: or {ANSWERS})*) in step ({ACTS})", asked):
            for act in re.split(", | or ", acts):
                led[act] = answers.split(" or ")
        assert led, asked
        last = next(((act, answer) for act, answer in reversed(self.read) if act in led), None)
        if last is None:
            return asked.endswith("if there was no question") and not self.read
        return last[1] in led[last[0]]

    def _facts(self, words: str) -> bool:
        """All of these, each of which may be one of several."""
        return all(any(map(self._fact, fact.split(" or "))) for fact in re.split(", | and ", words))

    def _fact(self, fact: str) -> bool:
        if found := re.fullmatch(r"([a-z]) ([<=>]) (\S+)", fact):
            one, other = self.numbers[found[1]], self._sum(found[3])
            return {"<": one < other, "=": one == other, ">": one > other}[found[2]]
        if fact in ("the columns stay", "everything is given back"):
            stay = bool(self.hands.aside) and self.stays(self.hands.aside[0].face)
            return stay is (fact == "the columns stay")
        return fact in self.facts


def _as_said(when: str) -> str:
    """Return the condition of an act in another's place as acts begin with theirs."""
    return f"IF {when}" if re.match(ANSWERS, when) else f"If {when}"


def number(name: str) -> int:
    """Return the number of an act, other wordings included."""
    return int(name.rstrip("abcdefghijk"))


def card_of(column: Column) -> Card:
    """Return the play card of a column with its marker."""
    return column.inside[0] if column.inside else column.spots["card"]
