"""Whole turns to be told: layouts, runs by name, rehearsed games, and a walk of the turn folder beside play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from facilitator.games.uno import cards as uno
from facilitator.games.uno.names import CARDS
from facilitator.i18n.catalogue import Either, Listed, Phrase, Value
from facilitator.i18n.symbolic_numbers import Letters, Size
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import InstructionParts
from facilitator.instructions.merging import AttemptStep, Merged, MergedStep, build_attempt_steps
from facilitator.instructions.speech import Speech, Voice
from facilitator.instructions.wording import split_into_steps
from facilitator.operations.definitions import CHOSEN, COLUMN, Draw, Encode, Heading, Move, Op, get_answers
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, DISCARDS, TO_CARD, TO_TAB, marker
from facilitator.operations.perform import Recipe, operations
from facilitator.operations.steps import ALL, DRAWN, HAND, PAIRS, Factor, Kind, labels_of
from facilitator.play.attempt import Attempt, Selection
from facilitator.play.journal import ANSWER, JournalEntry
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage, RunLine
from facilitator.play.turn_cases import encode_pairs
from facilitator.protocols.forms import FORMS, example_layout, get_form
from facilitator.protocols.knockout import knockout, knockout_any
from facilitator.protocols.layout import Layout, class_code
from facilitator.protocols.lottery import simple_lot
from facilitator.protocols.published import build_published
from facilitator.protocols.recovery import LABELS, build_recovery, is_decided
from facilitator.protocols.wallet import wallet
from facilitator.sheets.turn_script import UNDRAWN, RecoveryGuide, names_of
from facilitator.sheets.turns import EveryTurn, select_printed_steps, unify_wallet_ending
from facilitator.table_files.load import Table
from sure import sure

# ----------------------------------------------------------------------------------------------------
# What several tests share: small layouts, whole rehearsed games.


def small_layout(sizes: tuple[int, ...], valid: int, may_draw: bool = True) -> Layout:
    """A layout of distinct cards a, b, c…, the first ``valid`` of them valid; the last size is the deck's."""
    names = [*"VABCDEF"[: len(sizes) - 1], DECK]
    cards = tuple("abcdefghijklmnopqrstuvwxyz"[: sum(sizes)])
    code = class_code(cards, frozenset(cards[:valid]))
    return Layout(tuple(zip(names, sizes, strict=True)), cards, code, may_draw)


class Scripted:
    """Answers of a script, in the order of the questions; when it runs out, the first that is asked for."""

    def __init__(self, *script: str) -> None:
        self._script = iter(script)

    def __call__(self, op: Op) -> str:
        if not (choices := get_answers(op)):
            return ""
        said = next(self._script, choices[0])
        assert said in choices
        return said


def all_cards(game: Match) -> Counter[str]:
    """Every play card of a rehearsal, wherever it lies."""
    table = sure(game.truth).table
    lying = [face for face in table.faces.values() if face in uno.KINDS]
    return Counter(lying) + Counter(card for hand in table.hands.values() for card in hand)


def go_on(game: Match) -> None:
    """Give a rehearsal its next input as it is: an operation at a time, whatever is told of it."""
    assert game.truth is not None
    if game.attempt is not None:
        game.replay(JournalEntry(0, "", ANSWER, {"said": game.attempt.truth}, False))
    else:
        game.submit(game.find_likely_event())


def play_through(table: Table, seed: int) -> Counter[str]:
    """Play a rehearsal to its end: at every event it compares the public state with the cards."""
    game = Match.open(table, None, seed)
    counts = Counter[str]()
    while not game.is_over:
        go_on(game)
        for item in game.news:
            if isinstance(item, RunLine):
                counts[item.form] += 1
                counts["none"] += item.outcome == "none"
        counts["events"] += sum(isinstance(item, EventMessage) for item in game.news)
        game.news.clear()
    assert not sure(game.truth).table.hands[str(game.state.to_json()["winner"])]
    game.close()
    return counts


# ----------------------------------------------------------------------------------------------------
# A walk of the turn folder beside play: every act that is told is looked up there, with its sizes put in.


BOTH = (Wording.BRIEF, Wording.FULL)
UNDRAWN_NAMES = {name for label in UNDRAWN[1:] for name in label.names}
GIVING_BACK = {LABELS["apart"].text, LABELS["home"].text}


class Folders:
    """A table's folders in both wordings, to walk through."""

    def __init__(self, table: Table, wordings: Sequence[Wording] = BOTH, homes: bool = False) -> None:
        self.table, self.turns = table, EveryTurn(table)
        self.told = {wording: self.turns.merge_steps(wording) for wording in wordings}
        self.lots = {wording: self.turns.lot(wording) for wording in wordings}
        self.acts, self.stops, self.finished = 0, 0, set[str]()
        self.home = self.turns.merge_recoveries(self.told[Wording.BRIEF], Wording.BRIEF) if homes else None
        self.rows = self._list_rows() if homes and self.turns.columns else []

    def _list_rows(self) -> list[tuple[set[str], list[str]]]:
        """Return the rows of the red page: labels of a turn, and the labels of the steps that put the cards back."""
        told = self.told[Wording.BRIEF]
        rows = RecoveryGuide(sure(self.home), told, names_of(told)).rows
        return [({*chain(*spans)}, way.split()) for way, spans in rows.items()]

    def walk(self, seed: int, most: int = 10**6) -> int:
        """Play a rehearsal, its first runs or all, and look every act up; return how many runs."""
        game, runs = Match.open(self.table, None, seed), 0
        while not game.is_over and runs < most:
            run, plan = game.attempt, game.plan
            if run is None or plan is None:
                go_on(game)
                continue
            if plan.layout is not None:
                there = dict(plan.layout.hands)
                begun = dict(self.turns.layout(plan.seat).hands)
                self.finished |= {owner for owner in begun if owner != DECK and owner not in there}
            while game.attempt is run:
                go_on(game)
            runs += 1
            for wording in self.told:
                if plan.layout is not None and get_form(plan.form).asks:
                    self.asked(run, wording)
                else:
                    self._found(run, plan, wording)
        game.close()
        return runs

    def asked(self, run: Attempt, wording: Wording) -> None:
        """See that a question goes as its half page says: the usual acts up to the answer, then all goes home."""
        folder = self.told[wording]
        usual = folder.list_possible_steps({**folder.usual_facts, Factor.CLASSES: encode_pairs(1)})
        kinds = list(dict.fromkeys(act.first.step.kind for act in usual))
        told = split_into_steps(run.ops, run.telling.speech, wording)
        real = [cue.kind for cue in told if cue.instructions]
        at = real.index(Kind.RESULT)
        before = kinds[: kinds.index(Kind.RESULT)]
        assert [kind for kind in before if kind in real] == list(dict.fromkeys(real[:at]))
        assert set(before) - set(real) <= {Kind.ROUND}  # one card fights nobody
        assert set(real[at + 1 :]) == {Kind.BACK}
        assert self.turns.questions
        self.acts += len(real)

    def _found(self, run: Attempt, plan: Selection, wording: Wording) -> None:
        """Find a run's acts in the folder, each after the one before, or back where the folder says so."""
        typed = iter(run.typed)
        answers = ["" if isinstance(op, Heading) else next(typed) for op in run.ops]
        folder = self.told[wording] if plan.layout is not None else sure(self.lots[wording])
        at: MergedStep | None = None
        known = self._known(plan, run.ops)
        for heard in self._acts(plan, run.ops, answers, wording):
            here = [one for one in folder.steps if says(one, heard, known)]
            assert here, (plan.form, [one.text for one in heard.step.instructions])
            assert at is None or reached(folder, at, here), (
                at.number,
                here[0].number,
                heard.step.instructions,
            )
            at = here[0]
            self.acts += 1
        if wording is Wording.BRIEF and self.home is not None and plan.layout is not None:
            self._homeward(plan, answers, folder, known)

    def _homeward(self, plan: Selection, answers: Sequence[str], folder: Merged, known: Letters) -> None:
        """Give a run up after each of its acts, in play's own way: the folder's way home from there is the same."""
        layout = self.turns.rename_seats(plan.seat, sure(plan.layout))
        ops = tuple(operations(get_form(plan.form).recipe(layout), Scripted(*filter(None, answers))))
        speech, surface = self.turns.speech(layout), lies(layout)
        names = names_of(folder)
        done, at = list[Op](), "0"
        told = split_into_steps(ops, speech, Wording.BRIEF)
        heard = iter(build_attempt_steps(told, answers, VisibleTable(surface)))
        for cue in told:
            if not self.turns.columns and is_decided(cue.ops):
                break
            for op in cue.ops:
                surface.note(op, answers[len(done)])
                done.append(op)
            if not cue.instructions:
                continue
            key = next(heard)
            if not select_printed_steps([key]):  # a tick: the duels' act holds
                continue
            # A step may be told in two stages, such as turning up the markers.
            same_stage = (act for act in folder.steps if act.first.part is key.part)
            at = next(names[act] for act in same_stage if says(act, key, known))
            so_far = {**known, DRAWN: sum(isinstance(op, Draw) for op in done)}
            back = tuple(operations(build_recovery(layout, surface, tuple(done))))
            homeward = split_into_steps(back, speech, Wording.BRIEF)
            if self.rows:
                told_labels = labels_of([part for cue in homeward for part in cue.group.parts])
                rows = [row for labels, row in self.rows if labels_of(key.step.group.parts)[-1] in labels]
                assert any(lists_steps(row, told_labels) for row in rows), (at, rows, told_labels)
            for act in build_attempt_steps(homeward, [""] * len(back), VisibleTable(surface)):
                if act.step.group.parts[0].label in UNDRAWN:  # one sentence without numbers
                    continue
                here = [home_act for home_act in sure(self.home).steps if says(home_act, act, so_far)]
                stops = [folder.steps[int(dict(run)[Factor.STOP]) - 1] for act in here for run in act.runs]
                printed = {names[stop] for stop in stops}
                assert at in printed, (at, [one.text for one in act.step.instructions])
            self.stops += 1

    def _known(self, plan: Selection, ops: Sequence[Op]) -> Letters:
        """Return the numbers of a run by their names."""
        if plan.layout is None:
            return {}
        layout = self.turns.rename_seats(plan.seat, plan.layout)
        hands = {marker(owner): size for owner, size in layout.hands}
        drawn = sum(isinstance(op, Draw) or left_the_deck(op) for op in ops)
        return {**hands, HAND: int(layout.m), ALL: int(layout.k), PAIRS: int(layout.pairs), DRAWN: drawn}

    def _acts(
        self, plan: Selection, ops: Sequence[Op], answers: Sequence[str], wording: Wording
    ) -> tuple[AttemptStep, ...]:
        """Return the acts as the folder tells them: the run itself, told on paper."""
        layout = plan.layout or self.turns.layout(self.turns.virtual[0])
        recipe = plan.recipe
        if plan.layout is not None:
            layout = self.turns.rename_seats(plan.seat, plan.layout)
            recipe = get_form(plan.form).recipe(layout)
        again = tuple(operations(recipe, Scripted(*filter(None, answers))))
        assert [type(op) for op in again] == [type(op) for op in ops]
        again = tuple(unify_wallet_ending(again, layout))
        told = split_into_steps(again, self.turns.speech(layout), wording)
        return select_printed_steps(build_attempt_steps(told, answers, lies(layout)))


def left_the_deck(op: Op) -> bool:
    return isinstance(op, Move) and op.target[0].area == CHOSEN and op.source[0].area == COLUMN


def lies(layout: Layout) -> VisibleTable:
    return VisibleTable({place: face != "?" for place, face in layout.kept_cards})


def says(act: MergedStep, heard: AttemptStep, known: Letters) -> bool:
    """Tell whether an act of the folder says what was heard, with its numbers put in: nothing has to be added to it.

    Which cards fit tonight, and who has none, the folder cannot say.
    """
    if act.first.step.kind is not heard.step.kind or len(act.parts) != len(heard.step.instructions):
        return False
    if act.first.step.kind is Kind.PAIRS:
        return act.identity == (heard.step.kind, heard.part) and _pairs(act.first) == _pairs(heard)
    told = [instruction.parts for instruction in heard.step.instructions]
    return all(covers(one, other, known) for one, other in zip(act.parts, told, strict=True))


def _pairs(heard: AttemptStep) -> int:
    return heard.step.group.parts[0].of


def covers(said: InstructionParts, other: InstructionParts, known: Letters) -> bool:
    """Tell whether a sentence holds all of another: the same keys, and every number by its letters."""
    return all(
        (one is None) == (two is None) and (one is None or two is None or within(two, one, known))
        for one, two in zip(said, other, strict=True)
    )


def within(part: Value, whole: Value, known: Letters) -> bool:
    """Tell whether a slot's content is one of those that may stand there, with these numbers put in."""
    match part, whole:
        case Phrase("home.one"), Phrase("home.all"):
            return True  # where one owner has every card, each marker names this owner
        case _, Either(items):
            return any(within(part, item, known) for item in items)
        case Phrase(key, slots), Phrase(other, others):
            return key == other and all(
                within(one, two, known) for (_, one), (_, two) in zip(slots, others, strict=True)
            )
        case Listed(items), Listed(others):
            return all(any(within(item, other, known) for other in others) for item in items)
        case Size(), Size():
            return (part.terms, part.plus) == (whole.terms, whole.plus) or whole.words(known) == str(
                int(part)
            )
        case _:
            return part == whole


def lists_steps(row: Sequence[str], told: Sequence[str]) -> bool:
    """Tell whether a row of the red page has the steps that are told, in order, and gives cards back only once."""
    printed = [label for label in told if label and label not in UNDRAWN_NAMES]
    return [label for label in row if label in printed] == printed and not {*row} >= GIVING_BACK


def reached(folder: Merged, at: MergedStep, here: Sequence[MergedStep]) -> bool:
    """Tell whether the folder leads from an act to one of these: onward, or back by what some act says."""
    backs = [act.again for act in folder.steps if act.again is not None and act.number >= at.number]
    return any(act.number > at.number or any(back.number <= act.number for back in backs) for act in here)


# ----------------------------------------------------------------------------------------------------


PEOPLE = ("Ana", "Ben")
UNO_WORDS = (uno.describe, "colour", uno.color_word)


def speech(equipment: str, people: tuple[str, ...] = PEOPLE) -> Speech:
    if equipment == "sleeves":
        return Speech(Voice(people, True, *UNO_WORDS, pool=("Vera",)), CARDS.traits)
    return Speech(Voice(people, False, *UNO_WORDS), CARDS.traits, masks=("yellow 5",))


def full_deck(m: int = 7) -> Layout:
    """The first turn of two people and Vera: 107 cards on the table, a green 9 on top."""
    cards = list(uno.DECK)
    cards.remove("9G")
    hands = (("Vera", m), ("Ana", 7), ("Ben", 7), (DECK, 93 - m))
    return Layout(hands, tuple(cards), class_code(cards, uno.list_playable_kinds("9G", "G")))


def split_pool(m: int = 7) -> Layout:
    """The small pool; a yellow 5 from the people's deck lies on top."""
    cards = uno.POOLS["compact-27"]
    return Layout((("Vera", m), (DECK, 27 - m)), cards, class_code(cards, uno.list_playable_kinds("5Y", "Y")))


def classes(layout: Layout) -> Layout:
    """A wild draw four only if nothing else fits."""
    legal = frozenset(layout.playable)
    code = class_code(layout.cards, legal - {"D"}, frozenset({"D"}))
    return replace(layout, code=code, classes=2)


def concealed(layout: Layout) -> Layout:
    hands, cards = (*layout.hands, (DISCARDS, 1)), (*layout.cards, "9G")
    return replace(layout, hands=hands, cards=cards)


def chained(layout: Layout) -> Layout:
    """Vera's turn, then Nils's: what lies there stays for him."""
    (_, m), (_, rest) = layout.hands
    hands = (("Vera", m), ("Nils", 5), (DECK, rest - 5))
    return replace(layout, hands=hands, hands_over=lambda known: known.card is not None)


def answering(end: str) -> Callable[[Op], str]:
    """Every pair reads β α, every dot is at its card (``played``), or the other way round (``none``)."""
    wanted = {"played": ("βα", TO_CARD), "none": ("αβ", TO_TAB)}[end]

    def answer(op: Op) -> str:
        ask: tuple[str, ...] = getattr(op, "ask", ())
        return next((answer for answer in wanted if answer in ask), ask[0] if ask else "")

    return answer


def given_up(layout: Layout) -> Recipe:
    """The way back from the cards in sight, the pairs laid below them."""
    surface, done = VisibleTable(), list[Op]()
    for op in operations(knockout(layout), answering("none")):
        done.append(op)
        surface.note(op)
        if isinstance(op, Encode):
            break
    return build_recovery(layout, surface, done)


Runs = Mapping[str, tuple[Recipe, str]]
RUNS: Runs = {
    "full-deck": (knockout(full_deck()), "envelopes"),
    "full-deck-in-sleeves": (knockout(full_deck()), "sleeves"),
    "split-27": (knockout(split_pool()), "sleeves"),
    "one-card": (knockout(split_pool(1)), "sleeves"),
    "two-cards": (knockout(full_deck(2)), "envelopes"),
    "any": (knockout_any(split_pool()), "envelopes"),
    "two-classes": (knockout(classes(split_pool())), "envelopes"),
    "concealed": (knockout(concealed(full_deck())), "envelopes"),
    "chained": (knockout(chained(split_pool())), "sleeves"),
    "standing": (knockout(replace(split_pool(6), are_columns_kept=True)), "sleeves"),
    "until-playable": (knockout(replace(split_pool(), until=True)), "envelopes"),
    "published": (build_published(split_pool(2)), "sleeves"),
    "given-up": (given_up(split_pool(3)), "envelopes"),
    "wallet": (wallet(split_pool()), "envelopes"),
    "colour": (simple_lot(tuple(uno.COLORS)), "envelopes"),
}


def run(name: str, end: str = "played") -> list[Op]:
    return list(operations(RUNS[name][0], answering(end)))


def every_run() -> Iterator[tuple[str, list[Op], Speech]]:
    for name, (_, equipment) in RUNS.items():
        for end in ("played", "none"):
            yield f"{name}, {end}", run(name, end), speech(equipment)
    for name, form in FORMS.items():
        if not form.played:
            continue  # nobody tells it
        layout = example_layout((3, 2, 4), 4, form)
        for end in ("played", "none"):
            ops = list(operations(form.recipe(layout), answering(end)))
            yield f"{name}, {end}", ops, Speech(Voice(PEOPLE))
            yield f"{name}, {end}, sleeves", ops, Speech(Voice(PEOPLE, True))
    for name, ops in recoveries():
        yield name, ops, speech("envelopes")


def recoveries() -> Iterator[tuple[str, list[Op]]]:
    """Giving up the knockout on the small pool after each of its operations."""
    layout = split_pool(3)
    done: list[Op] = []
    surface = VisibleTable()
    for op in operations(knockout(layout), answering("none")):
        done.append(op)
        surface.note(op)
        if surface:
            yield (
                f"giving up after {len(done)}",
                list(operations(build_recovery(layout, surface, done), answering("none"))),
            )
