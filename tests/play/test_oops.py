"""A mistake told of at the table: what is offered, and what each way on gives away."""

from __future__ import annotations

import json

import pytest

from facilitator.cli.json_lines import JsonScreen
from facilitator.cli.text_view import TextScreen
from facilitator.errors import CommandError
from facilitator.mistakes.bounds import NOTHING, Leakage, LeakKind
from facilitator.mistakes.kinds import Mistake, OtherIncident
from facilitator.mistakes.options import CancelAttempt, CarryOn, DoAgain, RepairInPlace
from facilitator.operations import definitions as ops
from facilitator.operations.purposes import Part
from facilitator.play.commands import Input
from facilitator.play.journal import OOPS
from facilitator.play.mistake_questions import ADVICE, describe_option, leak_words, name_incident
from facilitator.play.prompt import ChoicePrompt, HostMessage, StepPrompt
from facilitator.play.session import Session
from facilitator.play.stop import can_cancel
from facilitator.protocols.recovery import Repair
from facilitator.table_files.load import PROTOCOLS, make_table
from facilitator.web.page_data import view
from sessions import (
    MARKERS,
    VERA,
    at,
    go,
    mark,
    offered_now,
    oops_offered,
    opened,
    right,
    settled,
    small,
    straight,
    take,
    ways,
)
from sure import sure_of

# -- what is asked, and what is not changed ------------------------------------------------------------


@pytest.mark.parametrize("form", PROTOCOLS)
def test_every_step_offers_possible_mistakes_and_enter_changes_nothing(form: str, full: bool) -> None:
    """All acts of a run; of the long ones of the published forms every fifth, unless with --full."""
    session = Session.open(small(form, seats=[VERA, "Ana"], wording="brief"), None, 4, lambda _: 1.0)
    while session.match.attempt is None:
        go(session, 1)
    run, met, steps = session.match.attempt, set[object](), 0
    apart = 1 if full or form in ("knockout", "wallet") else 6
    while session.match.attempt is run and run is not None:
        steps += 1
        if steps % apart:
            go(session, 1)
            continue
        before, size, asked = mark(session.match), session.match.journal.size, session.get_prompt().asked
        for what, number in oops_offered(session).items():
            if what not in ADVICE:
                assert session.take(str(number)).refused is None
                choice = sure_of(ChoicePrompt, session.get_prompt().asked)
                assert choice.kind == "ways"
                assert session.take("").refused is None
                session.take("oops")
            met.add(what)
        assert session.take("back").refused is None
        assert (mark(session.match), session.match.journal.size) == (before, size)
        assert session.get_prompt().asked == asked
        go(session, 1)
    assert len(met) > 5
    if apart == 1:
        at_a_wallet = {Mistake.LAYER_SEEN, Mistake.LOSER_KEPT, Mistake.BOTH_OUT}
        at_a_wallet |= {Mistake.STUCK_OUT, Mistake.WRONG_MASK, Mistake.NO_DOT}
        assert met >= (at_a_wallet if form == "wallet" else set(Mistake) - {Mistake.MISGIVEN} - at_a_wallet)


@pytest.mark.parametrize("typed", ["0", "99", "x", "q", "u", "-1", "1 1", "²"])
def test_an_input_that_is_no_option_is_rejected(typed: str) -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), ops.Reveal)
    session.take("oops")
    asked = session.get_prompt().asked
    refused = sure_of(CommandError, session.take(typed).refused)
    assert "Enter" in str(refused)
    assert session.get_prompt().asked == asked


def test_a_number_without_a_question_is_rejected() -> None:
    session = go(opened(small(), None, 4), 1)
    assert session.take(Input("pick", 1)).refused is not None
    session.take("oops")
    for number in (-1, 0, 99):
        assert session.take(Input("pick", number)).refused is not None
    assert session.take(Input("undo")).refused is not None


def test_the_mistake_menu_also_offers_clearing_up_and_notes() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), ops.Reveal)
    found = oops_offered(session)
    told = session.take(str(found[OtherIncident.OTHER])).messages
    assert "note" in " ".join(item.text for item in told if isinstance(item, HostMessage))
    told = session.take(str(oops_offered(session)[OtherIncident.SEATS])).messages
    assert "play --new" in " ".join(item.text for item in told if isinstance(item, HostMessage))
    assert isinstance(session.get_prompt().asked, StepPrompt)
    reply = session.take(str(oops_offered(session)[OtherIncident.CLEAR]))
    assert not reply.left
    assert "q at the terminal" in " ".join(one.text for one in reply.messages if isinstance(one, HostMessage))


def test_every_screen_shows_what_each_option_reveals(capsys: pytest.CaptureFixture[str]) -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), ops.Reveal)
    session.take(str(oops_offered(session)[Mistake.CARD_SEEN]))
    asked = sure_of(ChoicePrompt, session.get_prompt().asked)
    page, name, several = view(session), name_incident(Mistake.CARD_SEEN), len(asked.options)
    assert (page["kind"], page["title"]) == ("ways", f"Rehearsal · {name}")
    buttons = [offer["path"] for offer in page["offers"][:several]]
    assert buttons == [[f"{option.text}: {option.gives}"] for option in asked.options]
    for screen in (JsonScreen(), TextScreen()):
        screen.choices(asked)
    line, heading, *shown = capsys.readouterr().out.splitlines()
    oops = json.loads(line)["oops"]
    assert (oops["happened"], heading.strip()) == (name, f"{name}:")
    assert [f"{way['way']}: {way['gives']}" for way in oops["ways"]] == [text for (text,) in buttons]
    assert [dict(option.leak.bits) for option in asked.options] == [way["bits"] for way in oops["ways"]]
    printed = " ".join(" ".join(shown).split())
    assert all(option.text in printed and option.gives in printed for option in asked.options)
    numbers = [text.split()[0] for text in shown if text[:7].strip().isdigit()]
    assert numbers == [f"{n}" for n in range(1, several + 1)]


def test_a_card_shown_by_mistake_belongs_to_a_person_at_the_table() -> None:
    session = opened(make_table({"seats": ["Ana", VERA, "Ben", "Kim"]}), None)
    for line in ("7r ana", "leave ben virtual", "join zoe"):
        assert session.take(line).refused is None
    leak = take(session, OtherIncident.SHOWN, CarryOn).leak
    assert [owner for owner, _ in leak.bits] == ["Ana", "Kim", "Zoe"]


@pytest.mark.parametrize("equipment", ["envelopes", "sleeves"])
def test_the_advice_about_marked_sleeves_appears_only_with_sleeves(equipment: str) -> None:
    """In an envelope a card lies for one scramble; a sleeve keeps its own, and is changed with others."""
    session = at(opened(small(seats=[VERA, "Ana"], equipment=equipment), None, 4), ops.Reveal)
    assert (OtherIncident.MARKED in offered_now(session)) == (equipment == "sleeves")
    if equipment == "sleeves":
        told = session.take(str(oops_offered(session)[OtherIncident.MARKED])).messages
        said = " ".join(item.text for item in told if isinstance(item, HostMessage))
        assert "mix them without looking at them, and put them into new sleeves" in said
        assert isinstance(session.get_prompt().asked, StepPrompt)


def test_a_table_without_virtual_seats_offers_mistakes() -> None:
    session = opened(make_table({"seats": ["Ana", "Ben"]}), None, 3)
    assert OtherIncident.ENTERED not in offered_now(session)
    go(session, 2)
    assert take(session, OtherIncident.SHOWN, CarryOn).leak.gives is LeakKind.CARD
    assert right(session) == ""


# -- what it gives away --------------------------------------------------------------------------------


def test_an_early_seen_marker_leaks_a_card_unless_the_shuffle_is_repeated() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), ops.Reveal)
    found = ways(session, Mistake.MARKER_SEEN)
    assert found[CarryOn][1].leak.gives is LeakKind.CARD
    assert dict(found[CarryOn][1].leak.bits)["Vera"] > 3
    assert found[RepairInPlace][1].leak == NOTHING
    assert found[CarryOn][1].minutes == 0
    assert 0 < (found[RepairInPlace][1].minutes or 0) < (found[CancelAttempt][1].minutes or 0)


def test_the_leak_of_a_seen_card_depends_on_the_position_in_the_attempt() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), ops.Reveal)
    assert ways(session, Mistake.CARD_SEEN)[CarryOn][1].leak == NOTHING
    session.take("")
    at(session, ops.Reveal, MARKERS)
    found = ways(session, Mistake.CARD_SEEN)
    assert found[CarryOn][1].leak.gives is LeakKind.CARD
    assert found[RepairInPlace][1].leak == NOTHING


def test_an_omitted_shuffle_is_repeated_or_leaks_everything() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), ops.Reveal)
    at(session, ops.Encode)  # the cards lie open
    found = ways(session, Mistake.UNSCRAMBLED)
    assert found[CarryOn][1].leak.gives is LeakKind.HANDS
    assert RepairInPlace not in found
    other = at(opened(small(seats=[VERA, "Ana"]), None, 4), ops.Scramble)
    assert ways(other, Mistake.UNSCRAMBLED)[DoAgain][1].leak == NOTHING
    duels = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), ops.Reveal, MARKERS)
    while duels.match.attempt is not None and duels.match.attempt.heading.part is not Part.DUEL:
        go(duels, 1)
    found = ways(duels, Mistake.UNSCRAMBLED)  # the act turns over what it mixed
    assert (found[DoAgain][1].leak.gives, found[CarryOn][1].leak.gives) == (LeakKind.NOTHING, LeakKind.HANDS)


def test_the_text_of_a_leak_names_the_seat_and_no_fewer_bits() -> None:
    assert leak_words(NOTHING) == "gives nothing away"
    told = leak_words(Leakage(LeakKind.CARD, (("Vera", 1.585), ("deck", 0.31))))
    assert (
        told == "anyone who saw it knows a card: if it was one of Vera's, on average at most 1.6 yes-or-no "
        "answers; if it was one of the draw pile, on average at most 0.4 yes-or-no answers"
    )
    assert leak_words(Leakage(LeakKind.FITS, (("Vera", 1.0), ("Ana", 1.0)))).endswith(
        "whether a card can be played: one of Vera's or one of Ana's, on average at most 1 yes-or-no answer"
    )
    assert "58 yes-or-no answers" in leak_words(Leakage(LeakKind.HANDS, (("Vera", 57.2),)))
    assert all(name_incident(incident) for incident in (*Mistake, *OtherIncident))
    assert {describe_option(RepairInPlace(repair), Mistake.SPILLED) for repair in Repair}


# -- cards in the wrong place in a wallet ----------------------------------------------------------------


def at_wallet(wording: str, *kinds: type[ops.Op], alone: bool = False) -> Session:
    """Go on to the first step that has operations of these kinds; ``alone``: and of no others."""
    session = opened(small("wallet", seats=[VERA, "Ana"], wording=wording), None, 4)
    for _ in range(80):
        attempt = session.match.attempt
        here = {type(op) for op in attempt.hand_operations} if attempt is not None else set()
        if here == {*kinds} or (here > {*kinds} and not alone):
            return session
        go(session, 1)
    raise AssertionError(f"no {kinds} comes up")


@pytest.mark.parametrize("wording", ["brief", "full"])
@pytest.mark.parametrize("what", [Mistake.LOSER_KEPT, Mistake.BOTH_OUT])
def test_pulling_out_wrong_wallet_cards_is_corrected_without_a_leak(wording: str, what: Mistake) -> None:
    """Whether a duel is one step or several; if nobody knows which card won, the turn starts again."""
    found = ways(at_wallet(wording, ops.Withdraw), what)
    assert found[CarryOn][1].leak == found[CancelAttempt][1].leak == NOTHING
    assert "face down, until nothing sticks out" in found[CarryOn][1].text


def test_a_protruding_wallet_card_is_pushed_in_and_half_turns_are_repeated() -> None:
    """Before anybody looks for the dot; whoever could follow the half turns learns whether the card can be played."""
    for kind in (ops.Insert, ops.Look):  # the first card of the pile, and the last look
        pushed = ways(at_wallet("full", kind, alone=True), Mistake.STUCK_OUT)
        assert pushed[CarryOn][1].leak == NOTHING
        assert DoAgain not in pushed
    spun = ways(at_wallet("full", ops.Insert, ops.Spin, ops.Look), Mistake.STUCK_OUT)
    assert spun[DoAgain][1].leak == NOTHING
    assert "spin it again" in spun[DoAgain][1].text
    assert spun[CarryOn][1].leak.gives is LeakKind.FITS
    assert spun[CarryOn][1].leak.max_bits == 1


# -- a mistake told of on the way home ----------------------------------------------------------------


@pytest.mark.parametrize("wording", ["full", "brief"])
@pytest.mark.parametrize(("kind", "before"), [(ops.Encode, 0), (ops.Reveal, MARKERS), (ops.Collect, 0)])
def test_every_step_of_a_recovery_offers_mistakes(kind: type[ops.Op], before: int, wording: str) -> None:
    """Each with what it gives away and no way but on: no more can be given up; Enter changes nothing."""
    session = at(opened(small(seats=[VERA, "Ana"], wording=wording), None, 4), kind, before)
    assert session.take("stop" if can_cancel(session.match.front) else "void it cannot be").refused is None
    game, met, acts, told = session.match, set[object](), 0, 0.0
    while game.recovering:
        acts += 1
        if game.attempt is not None and game.attempt.more:
            go(session, 1)
            continue
        stood, size = mark(game), game.journal.size
        for what in [incident for incident in offered_now(session) if isinstance(incident, Mistake)]:
            met.add(what)
            for _, one in ways(session, what).values():
                assert isinstance(one.value, CarryOn | DoAgain)
                told = max(told, one.leak.max_bits)
            session.take("")
        assert (mark(game), game.journal.size) == (stood, size)
        go(session, 1)
    assert met >= {Mistake.CARD_SEEN, Mistake.MISGIVEN}
    assert told > 3
    assert acts > 1


def test_a_recovery_from_a_wallet_offers_mistakes() -> None:
    """The card that was on its way into the wallet lies where it lay before."""
    session = at_wallet("full", ops.Insert)
    assert session.take("stop").refused is None
    assert session.match.recovering
    while session.match.recovering:
        assert Mistake.CARD_SEEN in offered_now(session)
        go(session, 1)


def test_a_mistake_during_a_recovery_is_recorded() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), ops.Encode)
    session.take("stop")
    session.take("")  # the cards are face down; now they are shuffled
    assert take(session, Mistake.CARD_SEEN, DoAgain).leak == NOTHING
    one = take(session, Mistake.CARD_SEEN, CarryOn)
    assert one.leak.gives is LeakKind.CARD
    game = session.match
    assert game.recovering
    assert [entry.kind for entry in game.journal.entries].count(OOPS) == 2
    assert any(name_incident(Mistake.CARD_SEEN) in line.text for line in game.history())
    assert mark(straight(session).match) == mark(game)


def test_cards_without_a_known_owner_may_go_to_any_owner_in_a_recovery() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), ops.Encode)
    session.take("stop")
    session.take("")
    session.take(str(oops_offered(session)[Mistake.MIXED_UP]))
    asked = sure_of(ChoicePrompt, session.get_prompt().asked)
    mended, astray = (option for option in asked.options if isinstance(option.value, CarryOn))
    assert (mended.value, astray.value) == (CarryOn(), CarryOn(astray=True))
    assert mended.leak == NOTHING
    assert astray.leak.gives is LeakKind.CARD
    assert "shuffle them, and give" in astray.text


def test_the_leak_of_a_void_turn_includes_its_result() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), ops.Collect)
    game = session.match
    while not settled(game):
        go(session, 1)
    assert session.take("void two pairs read β α").refused is None
    one = ways(session, Mistake.CARD_SEEN)[CarryOn][1]
    assert one.gives.endswith("and the void turn's result")
    plain = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), ops.Encode)
    assert plain.take("stop").refused is None
    assert one.leak.max_bits > ways(plain, Mistake.CARD_SEEN)[CarryOn][1].leak.max_bits


def test_cards_seen_before_an_undo_count_as_seen() -> None:
    """A card that is scrambled away before markers are shown tells nothing; if hands have shown them, it does."""
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), ops.Encode)
    session.take("stop")
    game = session.match
    plain = ways(session, Mistake.CARD_SEEN)[CarryOn][1]
    assert plain.leak == NOTHING
    session.take("")
    while game.attempt is not None and not isinstance(game.attempt.ops[-1], ops.Sort):
        go(session, 1)
    while game.attempt is not None and not isinstance(game.attempt.ops[-1], ops.Cover):
        assert session.take("u").refused is None
    assert game.recovering
    assert ways(session, Mistake.CARD_SEEN)[CarryOn][1].leak.gives is LeakKind.CARD
