"""A mistake told of on the way home: what each act has, what it gives away, and no way but on."""

from __future__ import annotations

import pytest

from facilitator.mistakes.bounds import NOTHING, LeakKind
from facilitator.mistakes.kinds import Mistake
from facilitator.mistakes.options import CarryOn, DoAgain
from facilitator.operations.definitions import Collect, Cover, Encode, Op, Reveal, Sort
from facilitator.play.journal import OOPS
from facilitator.play.mistake_questions import name_incident
from facilitator.play.prompt import OptionQuestion
from facilitator.play.stop import can_give_up
from sessions import (
    MARKERS,
    VERA,
    at,
    go,
    mark,
    offered_now,
    oops_offered,
    opened,
    settled,
    small,
    straight,
    take,
    ways,
)


@pytest.mark.parametrize("wording", ["full", "brief"])
@pytest.mark.parametrize(("kind", "before"), [(Encode, 0), (Reveal, MARKERS), (Collect, 0)])
def test_every_act_of_the_way_home_has_its_mistakes(kind: type[Op], before: int, wording: str) -> None:
    """Each with what it gives away and no way but on: no more can be given up; Enter changes nothing."""
    session = at(opened(small(seats=[VERA, "Ana"], wording=wording), None, 4), kind, before)
    assert session.take("stop" if can_give_up(session.match.front) else "void it cannot be").refused is None
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
                assert isinstance(one.way, CarryOn | DoAgain)
                told = max(told, one.leak.max_bits)
            session.take("")
        assert (mark(game), game.journal.size) == (stood, size)
        go(session, 1)
    assert met >= {Mistake.CARD_SEEN, Mistake.MISGIVEN}
    assert told > 3
    assert acts > 1


def test_a_mistake_on_the_way_home_stands_in_the_record() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Encode)
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


def test_cards_whose_owner_nobody_can_tell_go_to_any_on_the_way_home_too() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Encode)
    session.take("stop")
    session.take("")
    session.take(str(oops_offered(session)[Mistake.MIXED_UP]))
    asked = session.get_prompt().asked
    assert isinstance(asked, OptionQuestion)
    mended, astray = (option for option in asked.ways if isinstance(option.way, CarryOn))
    assert (mended.way, astray.way) == (CarryOn(), CarryOn(astray=True))
    assert mended.leak == NOTHING
    assert astray.leak.gives is LeakKind.CARD
    assert "shuffle them, and give" in astray.text


def test_of_a_void_turn_the_result_counts_too() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Collect)
    game = session.match
    while not settled(game):
        go(session, 1)
    assert session.take("void two pairs read β α").refused is None
    one = ways(session, Mistake.CARD_SEEN)[CarryOn][1]
    assert one.gives.endswith("and the void turn's result")
    plain = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Encode)
    assert plain.take("stop").refused is None
    assert one.leak.max_bits > ways(plain, Mistake.CARD_SEEN)[CarryOn][1].leak.max_bits


def test_where_hands_went_on_and_back_what_they_saw_counts() -> None:
    """A card that is scrambled away before markers are shown tells nothing; if hands have shown them, it does."""
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Encode)
    session.take("stop")
    game = session.match
    plain = ways(session, Mistake.CARD_SEEN)[CarryOn][1]
    assert plain.leak == NOTHING
    session.take("")
    while game.attempt is not None and not isinstance(game.attempt.ops[-1], Sort):
        go(session, 1)
    while game.attempt is not None and not isinstance(game.attempt.ops[-1], Cover):
        assert session.take("u").refused is None
    assert game.recovering
    assert ways(session, Mistake.CARD_SEEN)[CarryOn][1].leak.gives is LeakKind.CARD
