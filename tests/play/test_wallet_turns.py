"""The wallet in play: whole rehearsed games, duels counted, last looks answered, doubts, and how it is said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from facilitator.errors import CommandError
from facilitator.games import hearts
from facilitator.games.rules import Select
from facilitator.games.uno.names import CARDS
from facilitator.i18n.catalogue import sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.speech import Speech, Voice
from facilitator.instructions.text_table import draw_table
from facilitator.instructions.wording import WordedStep, split_into_steps
from facilitator.mistakes.bounds import NOTHING
from facilitator.mistakes.kinds import Mistake
from facilitator.mistakes.options import RepairInPlace
from facilitator.operations.definitions import Look, Put, get_answers
from facilitator.operations.faces import NONE, TO_CARD, TO_TAB, Face
from facilitator.operations.perform import operations
from facilitator.operations.steps import Kind
from facilitator.play.attempt import LOT_FORM
from facilitator.play.commands import format_question, read_answer, spellings
from facilitator.play.messages import RunLine, VoidMessage
from facilitator.play.prompt import HostMessage, Reply, StepPrompt
from facilitator.play.session import Session
from facilitator.play.virtual_turn import TurnPolicy, plan_selection
from facilitator.protocols.wallet import wallet
from facilitator.table_files.load import Table, make_table
from facilitator.table_files.model import state_before
from facilitator.web.page_data import view
from picture_reader import WalletPicture
from sessions import VERA, count_voids, opened, said, take
from shapes_read import read_svg
from sure import sure, sure_of
from turns import split_pool

NILS, UDO = ({"name": name, "virtual": True} for name in ("Nils", "Udo"))
RULES = (
    *(("uno", rules) for rules in ("paper", "official")),
    *((game, rules) for game in ("hearts", "dominoes") for rules in ("paper", "usual")),
)


def table(game: str = "uno", rules: str = "paper", virtual: int = 1, **more: object) -> Table:
    """Four seats, up to three of them virtual."""
    seats = ["Ana", *("Ben", "Cem")[: 3 - virtual], *(VERA, NILS, UDO)[:virtual]]
    pool = {"pool": "split", "pool_deck": "compact-27", "hand_size": 4, "scores": "none"}
    keys = pool if game == "uno" else {}
    return make_table({"game": game, "rules": rules, "seats": seats, "protocol": "wallet", **keys, **more})


def small(**more: object) -> Table:
    return table(**{"virtual": 1, "wording": "brief", **more})  # type: ignore[arg-type]


def done(session: Session) -> Reply:
    """What the cards say."""
    reply = session.rehearse()
    assert reply.refused is None, reply.refused
    return reply


def kind(session: Session) -> Kind | None:
    run = session.match.attempt
    return None if run is None else run.step.kind


def to(session: Session, what: Kind) -> Session:
    """Go on to an act of a kind."""
    for _ in range(4000):
        if kind(session) is what and not session.match.recovering:
            return session
        assert not session.is_over
        done(session)
    raise AssertionError(what)


def found(what: Kind, **more: object) -> Session:
    """A rehearsal that comes to an act of a kind."""
    for seed in range(60):
        session = opened(small(**more), None, seed)
        while not session.is_over:
            if kind(session) is what:
                return session
            done(session)
    raise AssertionError(what)


# -- whole games ---------------------------------------------------------------------------------------


class Watched:
    """A rehearsed game to its end: each card that is played is of the best class that its hand has."""

    def __init__(self, at: Table, seed: int) -> None:
        self.session = opened(at, None, seed)
        self.runs, self.drawn = Counter[str](), 0
        self._best: frozenset[Face] | None = frozenset()
        self._fits: frozenset[Face] = frozenset()
        self._last: object = None

    def play(self) -> Watched:
        game = self.session.match
        while not self.session.is_over:
            plan = game.plan
            if plan is not None and plan is not self._last and plan.form == "wallet":
                self._last = plan
                self._begun()
            reply = done(self.session)
            if game.truth is not None and game.attempt is None:
                game.truth.agree(game.state)
            for line in (message for message in reply.messages if isinstance(message, RunLine)):
                self._ended(line)
        return self

    def _begun(self) -> None:
        game = self.session.match
        need, plan = sure_of(Select, game.next_action), sure(game.plan)
        laid = (face for face in sure(game.truth).table.faces.values() if face in game.rules.kinds.cards)
        held = frozenset((*sure(game.truth).get_hand(need.seat), *laid))
        self._best = next((kinds for kinds in need.classes if kinds & held), None)
        self._fits = need.all_kinds
        masks = sure(TurnPolicy.from_table(game.table).masks)
        here = frozenset(sure(plan.layout).cards) if need.may_draw else held
        fits = {state.name: state.fits for state in masks.states}
        for number, name in enumerate(plan.masks):
            asked = {face for face, bits in sure(plan.layout).code if any(bits) and bits.index(1) == number}
            before = {face for face, bits in sure(plan.layout).code if any(bits[:number])}
            assert (fits[name] & here) - before == (asked & here) - before, name

    def _ended(self, line: RunLine) -> None:
        self.runs["card" if line.outcome != NONE else NONE] += 1
        card = line.outcome.partition(",")[0]
        if "drawn" in line.outcome:
            self.drawn += 1
            assert self._best is None
            assert card in self._fits
        elif self._best is None:
            assert card == NONE
        else:
            assert card in self._best


@pytest.mark.parametrize(("game", "rules"), RULES)
@pytest.mark.every(3)
def test_wallet_games_end_and_play_the_best_card_of_each_hand(
    game: str, rules: str, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four seats, one to three of them virtual; state is truth after every event.  With --full 1,000 games."""
    monkeypatch.setattr(hearts, "LIMIT", 30 if full else 10)
    runs, drawn = Counter[str](), 0
    for seed in range(167 if full else 3):
        watched = Watched(table(game, rules, 1 + seed % 3), seed).play()
        runs += watched.runs
        drawn += watched.drawn
    assert runs["card"] > 10
    if game == "uno":
        assert runs[NONE]
        assert drawn


def test_draw_until_playable_goes_on_with_the_decks_top_card() -> None:
    drawn, seed = 0, 0
    while drawn < 9:
        session, seed = opened(table(draw="until playable"), None, seed), seed + 1
        while not session.is_over and drawn < 9:
            drawn += kind(session) is Kind.KEPT
            done(session)
    assert seed < 9


def test_if_any_card_may_be_played_no_mask_and_no_duel_is_needed() -> None:
    """A lead at Hearts by the paper's rules: the heap's top card is turned over."""
    session = found(Kind.TOP_CARD, game="hearts", rules="paper")
    run = sure(session.match.attempt)
    assert not any(isinstance(op, Put | Look) for op in run.foresight.all_ops)
    assert run.look().shown
    before = session.match.state.n
    while session.match.attempt is run:
        done(session)
    assert session.match.state.n > before


def test_the_priority_without_a_mask_contains_all_other_cards() -> None:
    """Also what everybody knows the seat not to hold: at Hearts, cards of a suit that it could not follow."""
    session, turns, last = opened(table("hearts", "paper"), None, 0), 0, None
    while not session.is_over and turns < 3:
        plan = session.match.plan
        if plan is not None and plan is not last and plan.layout is not None and plan.masks:
            last = plan
            law, state = session.match.rules, session.match.state
            masks = sure(TurnPolicy.from_table(session.match.table).masks)
            asked = masks.find_classes(law, state)
            known = frozenset(plan.layout.cards).difference(*(kinds for _, kinds in asked))
            if known and asked[-1][0] is None:
                turns += 1
                assert plan.layout.classes == len(plan.masks) + 1
                for face, bits in plan.layout.code:
                    assert bits[-1] == (not any(bits[:-1])), face
        done(session)
    assert turns == 3


def test_a_single_card_is_checked_for_each_priority_with_its_mask() -> None:
    """Officially a wild draw four is a class of its own, with a mask of its own, for one card too."""
    at = table(rules="official", hand_size=1)
    law, state = TurnPolicy.from_table(at).rules, state_before(at)
    for events in law.list_openings(state, "Vera"):
        for event in events:
            state = law.apply(state, event).state
        break
    plan = plan_selection(state, TurnPolicy.from_table(at))
    assert (sure(plan.layout).m, sure(plan.layout).classes) == (1, 2)
    assert plan.masks[1] == "only wild draw four"
    says_none = list(operations(plan.recipe, lambda op: TO_TAB if get_answers(op) else ""))
    assert [op.faces for op in says_none if isinstance(op, Put)][:2] == [("mask 1",), ("mask 2",)]


# -- duels are counted ---------------------------------------------------------------------------------


def test_the_table_now_shows_the_wallet_and_its_mask() -> None:
    session = to(opened(small(hand_size=5), None, 2), Kind.LAST_LOOK)
    now = session.table_now()
    lines = draw_table(now.surface, now.up)
    assert not any("mask" in line for line in lines)
    assert now.remarks[0].startswith("The mask in the wallet: ")
    assert "pile  ▒▒ × 4" in lines, "one pile, not four"
    assert any(line.strip().startswith("[ ▒▒ |") for line in lines)
    assert not any("envelope" in remark for remark in now.remarks)


# -- the last look -------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", [TO_CARD, TO_TAB])
def test_the_last_look_has_two_answers_of_one_word(said: str) -> None:
    """At a real table either is taken; after the other's arrow the deck's top card goes in."""
    session = opened(small(hand_size=3, seats=["Ana", VERA]), None, None)
    session.take("7R Vera")
    while kind(session) is not Kind.LAST_LOOK:
        assert session.take("").refused is None
    now = sure_of(StepPrompt, session.get_prompt().asked)
    assert set(now.ask) == {TO_CARD, TO_TAB}
    assert session.take("maybe").refused is not None
    assert session.take("").refused is not None
    paths = {offer.path[0] for offer in session.offers(now) if not offer.aside}
    assert len(paths) == 2
    assert session.take(said).refused is None
    assert kind(session) is (Kind.OUT if said == TO_CARD else Kind.LAST_ASIDE)
    if said == TO_TAB:
        session.take("")
        assert kind(session) is Kind.TOP_IN


def test_the_last_look_is_answered_with_the_side_of_the_dot() -> None:
    """Nobody can take "no" for "no dot": yes and no are not answers, and "none" leads to a doubt."""
    law, ask = TurnPolicy.from_table(small()).rules, (TO_TAB, TO_CARD)
    for word in ("o", "Other", "the other side"):
        assert read_answer(word, ask, law.kinds) == TO_CARD
    for word in ("t", "TAB", "the tab's side"):
        assert read_answer(word, ask, law.kinds) == TO_TAB
    for word in ("left", "no", "n", "none", "no dot", "two"):
        with pytest.raises(CommandError, match=r"[Tt]ype:? doubt"):
            read_answer(word, ask, law.kinds)
    assert format_question("Which?", ask, spellings(ask, law.kinds)) == (
        "Which?  Type [t] the tab's side  [o] the other side"
    )


def test_a_rehearsal_shows_the_dot_at_the_correct_side() -> None:
    """After an undo, too."""
    dots = set()
    for seed in range(12):
        session = opened(small(hand_size=3), None, seed)
        for _ in range(120):
            if session.is_over:
                break
            run, now = session.match.attempt, session.get_prompt().asked
            if (
                run is not None
                and isinstance(now, StepPrompt)
                and isinstance(run.hand_operations[-1], Look)
                and now.ask
            ):
                for typed in ([], ["t" if now.shown == (TO_TAB,) else "o", "u"]):
                    assert not [line for line in typed if session.take(line).refused]
                    assert sure_of(StepPrompt, session.get_prompt().asked).revealed_cards is not None
                    dot = WalletPicture(read_svg(sure(sure(view(session)["act"])["sight"]))).dot
                    assert dot == ("right" if now.shown == (TO_CARD,) else "left")  # the windows are up
                    dots.add(dot)
            done(session)
    assert dots == {"left", "right"}


@pytest.mark.parametrize("wording", ["full", "brief", "walk"])
def test_a_rehearsal_says_where_the_dot_is_before_its_question(wording: str) -> None:
    session, said = to(opened(small(hand_size=4), None, 2), Kind.WALLET_DUEL), list[str]()
    session.take(wording)
    log = sure(session.match.attempt).log
    while kind(session) is Kind.WALLET_DUEL:
        now = sure_of(StepPrompt, session.get_prompt().asked)
        if now.simulated_dot:
            assert "4c" in now.labels
            assert now.simulated_dot in view(session)["hints"]
            said.append(now.simulated_dot)
        session.take("")
    duels = [entry.shown for entry in log.entries if isinstance(entry.op, Look) and len(entry.op.ends) > 1]
    assert said == [sentence(f"said.dot.{end}", n=n) for n, shown in enumerate(duels, 1) for end in shown]
    assert len(said) == 3


# -- doubt ---------------------------------------------------------------------------------------------


BEFORE = (Kind.MASK, Kind.HEAP, Kind.FIRST_IN, Kind.WALLET_DUEL)


def doubted(session: Session, how: str = "doubt") -> Reply:
    """Doubt here, and follow the way home; the turn begins again, its hand as it was."""
    game = session.match
    assert game.truth is not None
    held, n, mark = sorted(game.truth.get_hand(sure(game.turn))), game.state.n, game.turn_code
    out = [face for place, face in game.truth.table.faces.items() if face in game.rules.kinds.cards]
    reply = session.take(how)
    assert reply.refused is None
    labels = list[str]()
    while game.recovering:
        labels += sure_of(StepPrompt, session.get_prompt().asked).labels
        done(session)
    assert sorted(labels) == sorted({*labels}), "each step is said once"
    assert sorted(game.truth.get_hand(sure(game.turn))) == sorted([*held, *out])
    assert (game.state.n, kind(session)) == (n, Kind.MASK)
    assert game.turn_code != mark
    assert set(game.truth.table.faces.values()) == {"mask 1"}, "laid anew"
    return reply


@pytest.mark.parametrize("what", BEFORE)
@pytest.mark.parametrize("wording", ["full", "brief", "walk"])
def test_before_the_last_look_one_word_restarts_the_turn(what: Kind, wording: str) -> None:
    session = to(opened(small(hand_size=5), None, 2), what)
    session.take(wording)
    now = sure_of(StepPrompt, session.get_prompt().asked)
    assert session.match.way_out == "doubt"
    assert "doubt" in {offer.key for offer in session.offers(now)}
    wrong = "99" if now.expected_count else "none"
    assert "type doubt" in str(session.take(wrong).refused), "as the CHECK says"
    told = [message.text for message in doubted(session).messages if isinstance(message, HostMessage)]
    assert told[0] == sentence("stop.nothing_told")
    # nothing lies there before the mask
    starts = "stop.then.anew" if what is Kind.MASK else "stop.first.wallet"
    assert told[1].splitlines()[1].startswith(f"1. {sentence(starts)}")
    assert not count_voids(session.match)


def test_the_turn_can_also_be_restarted_during_the_duels() -> None:
    for ticks in range(1, 4):
        session = to(opened(small(hand_size=5), None, 3), Kind.WALLET_DUEL)
        for _ in range(ticks):
            session.take("")
        doubted(session)


def test_the_expected_answer_of_a_check_confirms_its_step() -> None:
    """Typed in words, too: the name of the mask, no face in sight, one black dot; any other answer does not."""
    session, said = to(opened(small(hand_size=5), None, 2), Kind.MASK), []
    session.take(Wording.WALK)
    while kind(session) is not Kind.LAST_LOOK:
        (line,) = sure_of(StepPrompt, session.get_prompt().asked).lines
        answer, step = line.instruction.expected.partition(" (")[0].strip("“”").lower(), session.get_prompt()
        if answer:
            said.append(answer)
            assert session.take("yes" if answer == "no" else "no").refused
            assert session.get_prompt().number == step.number
        assert session.take(answer).refused is None
        assert session.get_prompt() != step
    assert {"5", "no", "one"} < {*said}
    assert len({*said}) == 4


@pytest.mark.parametrize("word", ["doubt", "stop"])
def test_a_stop_at_the_last_look_is_recorded_as_void(word: str) -> None:
    """The mask is read there again; nobody can tell from here whether the dot was seen."""
    session = to(opened(small(hand_size=5), None, 2), Kind.LAST_LOOK)
    doubted(session, word)
    assert count_voids(session.match) == 1
    assert [e.body for e in session.match.journal.entries if e.kind == "void"] == [
        {"reason": sentence("stop.doubted")}
    ]


@pytest.mark.parametrize("seed", [None, 2])
@pytest.mark.parametrize("how", ["doubt", "oops"])
@pytest.mark.parametrize("style", ["uniform", "attacker"])
def test_a_drawn_card_without_a_visible_dot_is_inserted_again(seed: int | None, how: str, style: str) -> None:
    """As often as need be, and at the look for each class; the turn then goes on, and nothing of it is void."""
    session = at_a_drawn_card(seed, style)
    now = sure_of(StepPrompt, session.get_prompt().asked)
    assert session.match.way_out == "doubt.drawn"
    (tap,) = [offer.path[0] for offer in session.offers(now) if offer.key == "doubt"]
    assert tap == sentence("tap.doubt.drawn")
    before = (session.match.state, now.all_lines, session.match.turn_code)
    for _ in range(2):
        if how == "doubt":
            assert sentence("doubt.drawn") in said(session, "doubt")
        else:
            assert take(session, Mistake.NO_DOT, RepairInPlace).leak == NOTHING
        again = sure_of(StepPrompt, session.get_prompt().asked)
        assert (again.title, kind(session)) == ("Repair", Kind.TOP_AGAIN)
        session.take("")
        look = sure_of(StepPrompt, session.get_prompt().asked)
        assert (session.match.state, look.all_lines, session.match.turn_code) == before
    assert not count_voids(session.match)
    for _ in range(30):
        if session.match.attempt is None:
            return
        answer = session.match.attempt.look().answer if seed is not None else ""
        assert session.take(answer or (session.match.attempt.ask or ("",))[0]).refused is None
    raise AssertionError("the turn does not end")


def at_a_drawn_card(seed: int | None, style: str = "uniform") -> Session:
    """Go on to the look at a drawn card."""
    seat = {"name": "Vera", "virtual": True, "style": style}
    for chance in range(seed or 0, 40):
        session = opened(small(seats=["Ana", seat], hand_size=2), None, None if seed is None else chance)
        session.take("7R Vera" if seed is None else "")
        for _ in range(40):
            run = session.match.attempt
            if run is None:
                break
            if kind(session) is Kind.DRAWN_LOOK:
                return session
            session.take(("tab" if run.ask else "") if seed is None else run.look().answer)
    raise AssertionError("no card is drawn")


def test_the_texts_about_a_drawn_card_suit_a_wallet() -> None:
    """Neither pairs nor columns, and what was seen is said in words, each thing once."""
    session = at_a_drawn_card(None)
    refused = sure(session.take("stop").refused)
    assert "type doubt" in refused.remedy
    assert not {"pair", "mix", "bit"} & {*re.findall(r"\w+", str(refused).lower())}
    session.take("doubt")
    session.take("")
    told = session.take("void one fell").messages
    void = next(item for item in told if isinstance(item, VoidMessage))
    assert void.text().endswith(f"seen: {sentence('seen.other')}")
    assert sentence("stop.first.wallet") in " ".join(one.text for one in told if isinstance(one, HostMessage))
    while session.match.recovering:
        assert session.take("").refused is None
    assert kind(session) is Kind.MASK


def test_an_answered_last_look_cannot_be_restarted() -> None:
    session = to(opened(small(hand_size=5), None, 2), Kind.LAST_LOOK)
    done(session)
    refused = sure(session.take("doubt").refused)
    assert "void and your reason" in refused.remedy
    now = sure_of(StepPrompt, session.get_prompt().asked)
    assert session.match.way_out == "oops"
    assert not {"doubt", "stop"} & {offer.key for offer in session.offers(now)}
    assert "type: oops" in str(session.take("none").refused), "a stop would be rejected"
    assert opened(small(protocol="knockout"), None, 1).take("doubt").refused is not None


# -- what is said --------------------------------------------------------------------------------------


def turn(
    wording: Wording, said: str, m: int = 7, paper: bool = False
) -> tuple[list[WordedStep], list[WordedStep]]:
    """The cues of a turn, duels that are ticks apart."""
    speech = Speech(Voice(("Ana", "Ben")), CARDS.traits, paper, masks=("yellow five",))

    def answer(op: Any) -> str:
        ask = get_answers(op)
        return said if said in ask else ask[0] if ask else ""

    told = split_into_steps(list(operations(wallet(split_pool(m)), answer)), speech, wording)
    ticks = [cue for cue in told if cue.duel is not None]
    return [cue for cue in told if cue.duel is None or cue.duel[0] == 1], ticks


@pytest.mark.parametrize(("wording", "most"), [(Wording.FULL, 420), (Wording.BRIEF, 200)])
def test_a_turn_with_seven_cards_has_six_prompts_besides_its_duels(wording: Wording, most: int) -> None:
    told, ticks = turn(wording, TO_CARD)
    assert sum(cue.prompts for cue in told) == 6
    assert len(ticks) == 6
    assert sum(cue.words for cue in told) <= most
    assert all(cue.words <= 7 for cue in ticks[1:])


def sentences(told: list[WordedStep]) -> Iterator[str]:
    yield from (instruction.text for cue in told for instruction in cue.instructions)


def test_brief_wording_names_every_side_end_and_method() -> None:
    """As full does: face down wherever a card is moved, where it goes in, how it is hidden."""
    told = " ".join(sentences(turn(Wording.BRIEF, TO_TAB)[0])).casefold()
    assert told.count("face down") >= 6
    for named in (
        "first ana, then ben",
        "spin the wallet by half turns, or not",
        "tell nobody",
        "the lid on",
    ):
        assert named in told
    for named in ("over the champion", "its name facing you", "like a page", "windows down", "at either end"):
        assert named in told
    for named in ("empty end", "pinch that end", "don't spin", "the tab out", "mask out"):
        assert named in told
    assert "mask and tab out" not in told  # the tab was taken out with the drawn card
    assert "mask and tab out" in " ".join(sentences(turn(Wording.BRIEF, TO_CARD)[0])).casefold()


def test_brief_checks_only_the_mask_but_on_paper_every_count() -> None:
    """Nobody notices a wrong mask. A wrong pile does not end with the last duel, which paper does not count."""
    for paper, checked in ((False, 1), (True, 6)):
        told = turn(Wording.BRIEF, TO_CARD, paper=paper)[0]
        checks = [one.check for cue in told for one in cue.instructions if one.check]
        assert checks[0] == sentence("mask.check.brief")
        assert len(checks) == checked


def test_the_mask_is_named_when_it_is_attached_and_before_the_last_look() -> None:
    session = to(opened(small(hand_size=5, wording="full"), None, 2), Kind.MASK)
    plan = sure(session.match.plan)
    assert plan.form != LOT_FORM
    (name,) = plan.masks
    now = sure_of(StepPrompt, session.get_prompt().asked)
    assert name in now.lines[0].instruction.text
    last = sure_of(StepPrompt, to(session, Kind.LAST_LOOK).get_prompt().asked)
    assert name in last.lines[0].instruction.full_check
