"""Somebody who knows the English sentences and nothing else leaves the table as the operations do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from pypdfium2 import PdfDocument

import table_reader
from drawings import table_of
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Instruction, phase_title
from facilitator.instructions.speech import Speech, Voice
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Heading, Op
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, is_mask
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, run_stages
from facilitator.operations.purposes import Phase
from facilitator.operations.steps import Kind
from facilitator.play.attempt import StepRenderer
from facilitator.protocols.forms import FORMS, VARIANTS, example_layout
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import Repair, build_recovery, insert_repairs, plan_repair
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.drawing.render import pdf
from running import perform
from sure import sure, sure_of
from table_reader.grammar import NotUnderstood
from table_reader.judge import Decided, Fault, Judge, Scene, Step, Witness
from table_reader.reader import Heard, Open, Reader
from table_reader.things import CannotDo, Caught

PEOPLE = ("Ana", "Ben")
VERA = {"name": "Vera", "virtual": True}
MASKS = ("blue 3", "red 5", "any card")
ALL = {**VARIANTS, **FORMS}
KNOCKOUT = {Kind[n] for n in "ROUND RESULT CARD CHAMPION DECK_CARD SHOWN DRAWN ASIDE BACK".split()}
LOTTERY = {Kind[n] for n in "ROW_PAIR COVER_ROW BRING ORDER SWAP_ROW READ_ROW CARRY BACK".split()}
SCOPE = {"knockout": KNOCKOUT, "published": LOTTERY}
"""Steps that the reader knows, by form; of the wallet all.

The reader does not know how stirred bit cards are turned up and sorted (Kind.SORT).
"""


@dataclass(frozen=True)
class Turn:
    """A virtual turn as it is said at a table.

    Attributes:
        form: Name of the form.
        sizes: Numbers of cards of the virtual player, of people, and of the draw pile.
        playable: Number of playable cards.
        until: Whether cards are drawn until one is playable.
        people: People at the table.
        seed: Seed of the deal and of the shuffles.
        cut: Number of operations after which everything is put back, or 0.
        doubt: Whether the drawn card is slid in again, because eyes saw no dot.
    """

    form: str
    sizes: tuple[int, ...]
    playable: int
    until: bool = False
    people: tuple[str, ...] = PEOPLE
    seed: int = 1
    cut: int = 0
    doubt: bool = False

    @property
    def layout(self) -> Layout:
        layout = example_layout(self.sizes, self.playable, ALL[self.form])
        names = {"V": "Vera", "A": "Ana", "B": "Ben"}
        hands = tuple((names.get(owner, owner), n) for owner, n in layout.hands)
        return replace(layout, hands=hands, until=self.until)

    @property
    def wallet(self) -> bool:
        return self.form.startswith("wallet")

    def told(self) -> tuple[Scene, list[Step]]:
        """Return what the table has, and the steps with what their operations do."""
        layout, cards = self.layout, list(self.layout.cards)
        Random(self.seed).shuffle(cards)
        left = iter(cards)
        hands = {owner: [next(left) for _ in range(n)] for owner, n in layout.hands}
        recipe = (
            _slid_again(ALL[self.form].recipe(layout), hands) if self.doubt else ALL[self.form].recipe(layout)
        )
        witness, done = Witness(hands, self.seed), list[Op]()

        def do(op: Op) -> str:
            done.append(op)
            return witness(op)

        perform(run_stages(_given_up(layout, recipe, self.cut) if self.cut else recipe), do)
        pool = ("Vera",) if self.wallet else ()
        speech = replace(Speech(Voice(self.people, pool=pool)), masks=MASKS)
        cut = self.cut + 1  # one heading more
        parts = (done[:cut], done[cut:]) if self.cut else (done,)
        steps, at = list[Step](), 0
        for part in parts:
            for cue in StepRenderer(speech, Wording.FULL).render_steps(part):
                end = at + len(cue.ops)
                answer = next((one for one in reversed(witness.answers[at:end]) if one), "")
                lights = frozenset(face for faces in witness.lights[at:end] for face in faces)
                heard = tuple(map(_heard, cue.instructions))
                orders = tuple(witness.orders[at:end])
                before, after = witness.states[at], witness.states[end]
                steps.append(Step(cue.kind, heard, end - at, before, after, orders, answer, lights))
                at = end
        return self._scene(done, witness), steps

    def _scene(self, done: Sequence[Op], witness: Witness) -> Scene:
        fits = dict[str, frozenset[str]]()
        for op, state in zip(done, witness.states, strict=False):
            if isinstance(op, ops.Look):
                mask = next(face for face in state.faces.values() if is_mask(face))
                fits[MASKS[int(mask.split()[1]) - 1]] = frozenset(op.fits)
        deck = "vera's draw pile" if self.wallet else "draw pile"
        zones = {
            deck if owner == DECK else f"{owner.casefold()}'s hand": owner for owner, _ in self.layout.hands
        }
        return Scene((*self.people, "Vera"), MASKS, fits, zones)


def _slid_again(recipe: Recipe, hands: dict[str, list[str]]) -> Recipe:
    """Return a run in which the drawn card is taken out and slid in again before the look at it."""
    done, table = list[Op](), Witness(deepcopy(hands), 1)

    def do(op: Op) -> str:
        done.append(op)
        return table(op)

    perform(run_stages(recipe), do)
    at = next(at for at, op in enumerate(done) if isinstance(op, ops.Look) and op.drawn)
    repair = sure(plan_repair(Repair.SLIDE_AGAIN, done[:at], done[at]))
    return insert_repairs(recipe, [repair])


def _heard(one: Instruction) -> Heard:
    return Heard(one.text, one.check, one.expected, one.question)


def _given_up(layout: Layout, recipe: Recipe, cut: int) -> Recipe:
    """Return a run of which so many operations are done, and then everything is put back."""

    def steps(known: Outcome) -> Steps[Outcome]:
        done, surface, going = list[Op](), VisibleTable(), run_stages(recipe)
        op = next(going)
        while True:
            answer = yield op
            done.append(op)
            surface.note(op, answer)
            if len(done) == cut:
                break
            op = going.send(answer)
        yield from run_stages(build_recovery(layout, surface, done))
        return known

    return (Stage(Heading(next(iter(recipe)).heading.part), steps),)


class Followed:
    """A turn that a reader follows step by step, while a judge compares.

    Attributes:
        steps: The steps in scope, in order.
        before: For each of them the reader as it was before the step.
    """

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.scene, steps = turn.told()
        scope, back = SCOPE.get(turn.form), 0
        self.steps, self.before = list[Step](), list[Reader | None]()
        for step in steps:
            back += step.size
            homeward = bool(turn.cut) and back > turn.cut + 1 and bool(self.steps)
            if step.heard and (scope is None or step.kind in scope or homeward):
                self.steps.append(step)

    def judge(self) -> Judge:
        # a hand of two is not stirred, but its losers are: people know the word from other turns
        return Judge(self.scene, self.turn.seed, frozenset({"stir"} if self.turn.sizes[0] == 2 else ()))

    def go(self, start: int = 0, old: str = "", new: str = "") -> None:
        """Follow the turn from one of its steps on, with one text replaced by another."""
        judge = self.judge()
        reader = self.before[start] if start else None
        reader, last = deepcopy(reader), self.steps[start - 1] if start else None
        for step in self.steps[start:]:
            if reader is None or (last is not None and last.after is not step.before):
                reader = judge.begin(step)
            if not old:
                self.before.append(deepcopy(reader))
            last, reader.strict = step, bool(old)
            heard = tuple(one._replace(text=one.text.replace(old, new)) if old else one for one in step.heard)
            try:
                judge.follow(reader, step._replace(heard=heard))
            except Exception as fault:
                fault.add_note(f"{self.turn}: {step.kind}: {[one.text for one in heard]}")
                raise


@cache
def followed(turn: Turn) -> Followed:
    """Return a turn that was followed to its end."""
    told = Followed(turn)
    told.go()
    return told


def follow(turn: Turn) -> None:
    """Let the reader do the steps of a turn that it knows, and the judge compare."""
    Followed(turn).go()


TURNS = (
    *(
        Turn("wallet", sizes, playable)
        for sizes in ((1, 2, 2), (2, 2, 2), (3, 2, 2), (7, 2, 3))
        for playable in (0, 3, 5)
    ),
    *(Turn("wallet", (m, 2, 3), 1, until=True, seed=seed) for m in (1, 3) for seed in (1, 2, 3)),
    *(
        Turn(f"wallet-{n}-classes", (m, 2, 2), playable)
        for n in (2, 3)
        for m in (1, 2, 4)
        for playable in (0, 2, 6)
    ),
    *(Turn(f"wallet-{rule}", (m, 2, 2), 2) for rule in ("any", "top") for m in (1, 2, 4)),
    *(Turn("wallet", (m, 2, 2), 0, people=("Ana",)) for m in (1, 2, 4)),
    *(
        Turn("knockout", sizes, playable)
        for sizes in ((1, 2, 2), (2, 2, 2), (3, 2, 2), (7, 2, 3))
        for playable in (0, 3, 5)
    ),
    *(Turn("knockout", (m, 2, 3), 1, until=True, seed=seed) for m in (1, 3) for seed in (1, 2)),
    *(Turn("knockout", (m, 2, 2), 2, people=("Ana",)) for m in (2, 3)),
    *(Turn("published", sizes, playable) for sizes in ((2, 2, 2), (3, 2, 2)) for playable in (0, 2, 7)),
    *(Turn("published", (m, 2, 2), 2, people=("Ana",)) for m in (2, 3)),
    *(
        Turn(form, (4, 2, 2), 4, seed=seed)
        for form in ("wallet", "knockout", "published")
        for seed in (2, 4, 6)
    ),
)


@pytest.mark.parametrize("turn", TURNS, ids=str)
@pytest.mark.every(5)
def test_a_reader_leaves_the_table_as_the_operations_do(turn: Turn) -> None:
    follow(turn)


HOMEWARD = (
    Turn("wallet", (3, 2, 2), 0),
    Turn("wallet", (1, 2, 3), 0, until=True),
    Turn("wallet-2-classes", (3, 2, 2), 1),
    Turn("knockout", (3, 2, 2), 0),
    Turn("published", (2, 2, 2), 1),
)


@pytest.mark.parametrize("turn", HOMEWARD, ids=str)
@pytest.mark.every(2)
def test_a_recovery_from_every_step_returns_all_cards(turn: Turn) -> None:
    _, steps = turn.told()
    scope, size, at = SCOPE.get(turn.form), sum(step.size for step in steps), 0
    for step in steps:
        at += step.size
        if at < size and (scope is None or step.kind in scope):
            follow(replace(turn, cut=at))


def test_a_drawn_card_without_a_visible_dot_is_inserted_again() -> None:
    turn = Followed(Turn("wallet", (3, 2, 2), 0, doubt=True))
    kinds = [step.kind for step in turn.steps]
    judge, reader = turn.judge(), turn.judge().begin(turn.steps[0])
    for step in turn.steps:
        if step.kind is Kind.TOP_AGAIN:
            reader.table.wallet.slots[0].full = False
            (look,) = turn.steps[kinds.index(Kind.DRAWN_LOOK)].heard
            assert reader.hear(look) == "none"
        judge.follow(reader, step)
    assert Kind.TOP_AGAIN in kinds


@dataclass
class PrintedStep:
    """A step of the wording sheet: its label, when it is done, what is printed, and where to go on."""

    label: str
    when: str
    heard: list[Heard]
    again: str = ""
    onward: str = ""


LABEL = re.compile(r"(\d+)[a-z]?(?:–[a-z])? (?=[A-Z])")
"""The label of a step of the protocol, or of some of them ("10c–g"), at the beginning of a line."""


def read_sheet(protocol: str) -> list[PrintedStep]:
    """Print a table's wording sheet and read its steps, in order."""
    table = table_of(*PEOPLE, VERA, protocol=protocol, **({"pool": "split"} if protocol == "wallet" else {}))
    (document,), _ = build(table, SheetOptions(), ["wording"])
    pages = [page.get_textpage().get_text_range() for page in PdfDocument(pdf(document))]
    lines = [
        line.strip()
        for page in pages
        for line in page.partition(f"{table.name} The turn in full")[0].splitlines()
    ]
    found, heads, at = list[str](), {phase_title(phase) for phase in Phase}, 0
    for line in lines:
        label = LABEL.match(line)
        if label and abs(int(label[1]) - at) <= 1:
            at = int(label[1])
            found.append(line)
        elif found and line not in heads:
            found[-1] += f" {line}"
    return [_printed_step(*text.split(" ", 1)) for text in found]


CHECKED = re.compile(r"(.*?\?) ((?:[A-Z][a-z ]*: [^.]*\. ?)+|[^.(]*(?:\([^)]*\))?)\.? ?(.*)")
"""A question, its answer or its answers, and the next sentences."""


def _printed_step(label: str, text: str) -> PrintedStep:
    text, _, again = text.partition(" The next pile: i is one more, again from step ")
    text, _, onward = text.partition(" Go to step ")
    found = re.match(r"I[Ff] ([^:]*): ", text)
    when = found[1] if found else ""
    head, *checks = text[found.end() if found else 0 :].split(" CHECK ")
    heard = list[Heard]()
    for part in checks:
        read = CHECKED.match(part)
        assert read is not None, part
        heard.append(Heard(head, read[1], read[2]))
        head = read[3]
    asked = re.search(r"(?:Which|Where) [^?]*\?.*", head)
    rest, question = (head[: asked.start()].strip(), asked[0]) if asked else (head, "")
    if rest or not heard:
        heard.append(Heard(rest))
    heard[-1] = heard[-1]._replace(question=question.partition("?")[0] + "?" * bool(question))
    return PrintedStep(label, when, heard, again.partition(".")[0], onward.partition(".")[0])


SAID = {
    "other": "the dot was on the other side",
    "tab": "the dot was on the tab's side",
    "βα": "β α",
    "αβ": "α β",
}


def follow_sheet(turn: Turn, first: str, last: str, end: Kind) -> None:
    """Let the reader follow the wording sheet, or some of its steps; the judge compares the table at the end."""
    told, sheet = Followed(turn), read_sheet(turn.form)
    judge, steps = told.judge(), told.steps
    reader = judge.begin(steps[0])
    reader.printed = True
    ending = max(at for at, step in enumerate(steps) if step.kind is end)
    orders = [order for step in steps[: ending + 1] for order in step.orders]
    reader.luck = Decided(orders, turn.seed)
    m, a, d = turn.sizes[:3]
    values = {"m": m, "a": a, "b": 0, "d": d, "k": sum(turn.sizes), "i": 1}
    answers, drawn, kept = dict[str, str](), False, False
    done = set[str]()  # a step that is printed twice is done once for each answer
    labels = [step.label for step in sheet]
    number, behind = labels.index(first), len(labels) - labels[::-1].index(last)
    while number < behind:
        step = sheet[number]
        number += 1
        if not _is_due(step.when, answers, values) or (step.when and step.heard[0].text in done):
            continue
        done.add(step.heard[0].text)
        ways = "Drawn and kept" if kept else "Drawn and played" if drawn else "Played"
        said = reader.perform([_with_numbers(one, values, ways, turn) for one in step.heard])
        if said in SAID:
            answers[step.label] = SAID[said]
            done.clear()
        drawn |= "draw pile" in step.heard[0].text and not step.heard[0].text.startswith("Give")
        kept |= (
            "to Vera's hand, face down, without" in step.heard[0].text
            or "give the card" in step.heard[0].text
        )
        kept |= "into Vera's hand" in step.heard[0].text
        if step.again and values["i"] < values["m"]:
            values["i"] += 1
            done.clear()
            number = next(at for at, label in enumerate(labels) if re.match(rf"{step.again}(?![a-z])", label))
        number = labels.index(step.onward, number) if step.onward else number
    judge.compare(reader.table, steps[ending].after)
    assert not reader.table.wrong
    assert not reader.table.zone("played")
    assert all(card.up for card in reader.table.zone("discard pile"))
    assert not sure_of(Decided, reader.luck).orders


def _is_due(when: str, answers: dict[str, str], values: dict[str, int]) -> bool:
    for condition in filter(None, when.split(" and ")):
        if found := re.fullmatch(r"i ([<=]) m", condition):
            if (values["i"] < values["m"]) is not (found[1] == "<"):
                return False
        else:
            said, _, step = condition.rpartition(" in step ")
            step, _, _ = step.partition(" with the ")  # drawn card, or champion
            if answers.get(step) != said:
                return False
    return True


def _with_numbers(one: Heard, values: dict[str, int], ways: str, turn: Turn) -> Heard:
    """Replace letters by numbers, and the mask for the top discard by its name."""

    def number(found: re.Match[str]) -> str:
        times, letter, more = found.groups()
        other = str(values.get((more or "")[1:], (more or "0")[1:] or 0))
        return str(
            int(times or 1) * values[letter] + int(other) * (-1 if (more or "").startswith("−") else 1)
        )

    text = re.sub(r"\b()(m|(?<=pile )i)([−+]\d+)?\b", number, one.text)
    expected = dict(re.findall(r"([A-Z][a-z ]*): ([^.]*)", one.expected)).get(ways, one.expected)
    expected = re.sub(r"(?:Ben b, )", "", expected)
    expected = re.sub(r"(?<![a-zA-Z])(\d*)([mabdk])([−+](?:\d+|m))?(?=$|[,.])", number, expected)
    check = re.sub(r"(?<=pile )i\b", str(values["i"]), one.check)
    if "for the top discard" in text + expected:
        text, expected = text.replace("the mask for the top discard", "the mask “blue 3”"), "blue 3"
    return Heard(text, check, expected, one.question)


SHEETS = (
    ("wallet", "1", "7", Kind.MIX_BACK),
    ("knockout", "11a–e", "13c", Kind.BACK),
    ("published", "10b", "10h", Kind.CARRY),
)
"""Steps of each wording sheet that the reader knows, and the step after which tables are compared."""


@pytest.mark.parametrize(("form", "first", "last", "end"), SHEETS)
@pytest.mark.parametrize("playable", [0, 3, 7])
@pytest.mark.every(2)
def test_a_reader_of_the_wording_sheet_leaves_the_table_as_the_operations_do(
    form: str, first: str, last: str, end: Kind, playable: int
) -> None:
    follow_sheet(Turn(form, (3, 2, 2), playable), first, last, end)


def test_the_reader_stops_at_a_word_that_it_does_not_know() -> None:
    turn = Followed(Turn("wallet", (2, 2, 2), 0))
    reader = turn.judge().begin(turn.steps[0])
    with pytest.raises(NotUnderstood, match="juggle"):
        reader.hear(Heard("Ana, juggle the cards"))


def test_the_reader_knows_nothing_of_the_program() -> None:
    folder = Path(table_reader.__file__).parent
    for path in folder.glob("*.py"):
        assert path.name == "judge.py" or "facilitator" not in path.read_text(), path.name


WRONG = (
    ("wallet", "Vera's draw pile", "the draw pile"),
    ("wallet", "on top of the champion", "under the champion"),
    ("wallet", "on the black dot's side of the line", "on the left"),
    ("wallet", "out of the other end, face down", "out of the other end, face up"),
    ("wallet", "with its windows down", "with its windows up"),
    ("wallet", "Pull the card out, face up", "Pull the card out, face down"),
    ("knockout", "take the challenger's left bit card", "take the challenger's right bit card"),
    ("knockout", "on the champion's playing card", "on the challenger's own playing card"),
    ("knockout", "β on the left, α on the right", "α on the left, β on the right"),
    ("knockout", "loose card is the β", "loose card is the α"),
    ("knockout", "the upper one below it", "the lower one below it"),
    ("knockout", "loose card, playing card, left bit card", "playing card, loose card, left bit card"),
    ("knockout", "the leftmost column of the draw pile", "the leftmost column of Ana's hand"),
    ("knockout", "into the box, sorted into α and β", "into the box"),
    ("published", "lift the second card", "lift the third card"),
    ("published", "between the fourth and the fifth card", "between the third and the fourth card"),
    ("published", "onto the first three places", "onto the last three places"),
    ("published", "Take the two cards on the right back", "Take the two cards on the left back"),
    ("published", "lay the α that is face up on the third", "lay the β that is face up on the third"),
    ("published", "Turn over the first two cards on the left", "Turn over the first two cards on the right"),
)
"""Sentences that say something else: the form, the words, and the words instead."""


@pytest.mark.parametrize(("form", "words", "instead"), WRONG, ids=[instead for _, _, instead in WRONG])
def test_a_sentence_that_says_something_else_is_noticed(form: str, words: str, instead: str) -> None:
    turns = (followed(Turn(form, (3, 2, 2), playable)) for playable in (0, 2, 5, 7))
    assert any(
        is_noticed(turn, at, one.text, one.text.replace(words, instead))
        for turn in turns
        for at, step in enumerate(turn.steps)
        for one in step.heard
        if words in one.text
    )


# ----------------------------------------------------------------------------------------------------
# Each phrase is left out in turn.


def cut_after(turn: Turn, kind: Kind) -> Turn:
    """Return a turn of which everything is put back after the first step of some kind."""
    _, steps = turn.told()
    last = next(number for number, step in enumerate(steps) if step.kind is kind)
    return replace(turn, cut=sum(step.size for step in steps[: last + 1]))


NOTICED = (NotUnderstood, CannotDo, Caught, Open, Fault)
TRIED = (
    Turn("wallet", (3, 2, 2), 0),
    Turn("wallet", (3, 2, 2), 5),
    Turn("wallet", (2, 2, 2), 3),
    Turn("wallet", (1, 2, 3), 1, until=True, seed=2),
    Turn("wallet-2-classes", (4, 2, 2), 2),
    Turn("knockout", (3, 2, 2), 0),
    Turn("knockout", (3, 2, 2), 5),
    Turn("published", (3, 2, 2), 2),
    Turn("wallet", (3, 2, 2), 0, cut=10),
    cut_after(Turn("wallet", (3, 2, 2), 0), Kind.LAST_LOOK),
    Turn("wallet", (1, 2, 3), 0, until=True),
)
"""Turns in which phrases are left out."""
EXPLAINS = re.compile(
    r"In a duel|the black dot shows|at the end|"
    r"This card is the champion|is left|We call|has lost|give it a new one|can be played|"
    r"it doesn't matter|plays it|it is out|are the token|it reads|face up cross|cards on the right stay|"
    r"with your other hand|With the other hand|with flat hands|in front of you|(?:are|is) the pile|"
    r"it is the champion now$|duels?$|"
    r"^(?:First )?(?:Ana|Ben)$",
    re.IGNORECASE,
)
"""Phrases that only explain: nothing moves, hides or looks if they are left out."""
PREPOSITION = (
    r"(?:in|into|at|on|onto|to|from|over|under|between|with|without|until|while|like|where|so that|out of)"
)
WHOLE = re.compile(
    r"[αβ] on the left, [αβ] on the right|third and fourth places|from left to right|side by side|"
    r"(?:again )?the leftmost(?: of them)? on top(?: and the rightmost at the bottom)?|"
    r"without (?:looking|turning)[^.,:;]*?(?= and |[.,:;]|$)"
)
"""Phrases that are left out as a whole."""
GLUE, UNGLUE = str.maketrans({" ": "_", ",": "‚"}), str.maketrans({"_": " ", "‚": ","})
PHRASES = (
    re.compile(r"[^.;]+(?:[.;] |$)"),
    re.compile(r"[^.;,:]+(?:[,:] |(?=[.;]|$))"),
    re.compile(r",? and [^.;,:]+"),
    re.compile(rf",? {PREPOSITION}\b[^.;,:]*?(?=[.;,:]| {PREPOSITION}\b| and |$)"),
    re.compile(r",? face (?:down|up)"),
)


def deletions(text: str) -> Iterator[tuple[str, str]]:
    """Yield each phrase of some sentences, and the sentences without it."""
    found = dict[str, str]()
    text = WHOLE.sub(lambda whole: whole[0].translate(GLUE), text)
    for pattern in PHRASES:
        for match in pattern.finditer(text):
            phrase = match[0].strip(" ,:.;")
            phrase = phrase.translate(UNGLUE)
            rest = f"{text[: match.start()]} {text[match.end() :]}".translate(UNGLUE)
            rest = re.sub(r"\s+", " ", re.sub(r"\sand\s*(?=[.,;:]|$)", "", rest))
            rest = re.sub(r"\s+([.,;:])", r"\1", rest).strip(" ,:;")
            if rest and " " in phrase and not EXPLAINS.search(phrase):
                found.setdefault(rest, phrase)
    yield from ((phrase, rest) for rest, phrase in found.items())


def unnoticed(texts: Sequence[str] = ()) -> tuple[int, list[tuple[str, str, str]]]:
    """Leave out each phrase of some sentences, or of all; return how many were tried, and those nobody noticed."""
    turns = list(map(followed, TRIED))
    places, alike = dict[str, list[tuple[Followed, int]]](), dict[str, str]()
    for turn in turns:
        for at, step in enumerate(turn.steps):
            for one in step.heard:
                if alike.setdefault(re.sub(r"\d+", "2", one.text), one.text) != one.text:
                    continue  # only a number differs
                places.setdefault(one.text, [])
                if turn not in [other for other, _ in places[one.text]]:
                    places[one.text].append((turn, at))
    tried, left = 0, list[tuple[str, str, str]]()
    for text, where in places.items():
        if texts and not any(some in text for some in texts):
            continue
        for phrase, rest in deletions(text):
            tried += 1
            if not any(is_noticed(turn, at, text, rest) for turn, at in where):
                left.append((phrase, text, rest))
    return tried, left


def is_noticed(turn: Followed, start: int, text: str, rest: str) -> bool:
    """Return whether something goes wrong in a turn if a text is replaced."""
    try:
        turn.go(start, text, rest)
    except NOTICED:
        return True
    return False


def test_a_phrase_that_is_left_out_is_noticed(full: bool) -> None:
    """At least 95 of 100, or of a few sentences in the usual run."""
    tried, left = unnoticed(
        () if full else ("Spread", "Put the lid", "Lift the lid", "Pinch", "put a finger")
    )
    assert len(left) <= 0.05 * tried, "\n".join(f"{phrase!r} of {text!r}" for phrase, text, _ in left)
