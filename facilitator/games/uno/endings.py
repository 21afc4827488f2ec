"""How a hand, a game and a match end: last cards, hands shown, points, places.

Rules: "paper"; "official", "Going out" and "Objective of the game"; kpgut § 2, § 5, § 6, § 9, "Ending the Game"
and "Scoring".
"""

from __future__ import annotations

from collections import Counter

from facilitator.games.events import Show, TimePassed, TimeUp
from facilitator.games.motions import Mixed
from facilitator.games.uno import cards as uno
from facilitator.games.uno import objections, points
from facilitator.games.uno.draft import StateDraft, force_draw

LONGEST = 24 * 60


def ends_hand(draft: StateDraft, card: str) -> bool:
    """Whether an empty hand is the end for its seat: not with `draw one` after a card that is no number."""
    return draft.before.house.end_on_action == "ends" or not points.is_special(card)


def finish(draft: StateDraft, seat: int, card: str, count: int, in_turn: bool = True) -> None:
    """Let a seat be done: the first one wins, or where play goes on takes the next place."""
    from facilitator.games.uno.plays import do_effect

    state = draft.before
    if state.house.ranking:
        draft.rest["finished"] = (*state.finished, seat)
        draft.tell("finished", seat=draft.name(seat), place=len(state.finished) + 1)
        if state.minutes or state.house.scores == "session":
            draft.rest["times"] = (*state.times, (seat, state.minutes))
        if len(draft.playing) == 1:
            rank(draft, (), whole=True)
        elif in_turn:
            do_effect(draft, card, count, None)
        return
    effect = uno.effect(card)
    if effect.draws and (state.house.last_draws or state.pending):
        # "the next player must draw the 2 or 4 cards respectively": nobody can answer or challenge any more
        force_draw(draft, draft.next_seat(), state.pending + effect.draws * count, misses=False)
        draft.break_chain()
    draft.tell("win", seat=draft.name(seat), hand=state.house.scores == "match")
    if state.house.scores != "match":
        draft.winner = seat  # rules: "First empty hand wins and ends the game"
        return
    draft.rest["ended"] = True
    draft.rest["layer"] = seat  # who has won this hand
    draft.rest["counting"] = tuple(i for i in range(len(draft.hands)) if draft.hands[i])
    draft.drawn = False


def show(draft: StateDraft, event: Show) -> None:
    """Take a hand that everybody sees: for points, for a place, or of who gives up."""
    state, seat = draft.before, draft.before.seat_index(event.seat)
    wanted = state.counting[0] if state.counting else state.leaving
    if seat != wanted:
        raise objections.not_shown_now(state, event)
    if len(event.cards) != state.hands[seat] or Counter(event.cards) - Counter(
        state.remaining(state.draws[seat])
    ):
        raise objections.not_that_hand(state, event, state.hands[seat])
    draft.tell("shown", seat=draft.name(seat), cards=event.cards)
    if state.leaving is not None and not state.counting:
        _gone(draft, seat)
        return
    shown = (*state.shown, (seat, event.cards))
    draft.rest |= {"shown": shown, "counting": state.counting[1:]}
    if state.counting[1:]:
        return
    if state.house.scores == "match":
        _score_match(draft, shown)
    else:
        rank(draft, shown, whole=False)


def _score_match(draft: StateDraft, shown: tuple[tuple[int, tuple[str, ...]], ...]) -> None:
    """The winner of the hand takes the points left in the other hands; 500 win the match."""
    state = draft.before
    seat = state.layer or 0
    won = sum(points.points(cards) for _, cards in shown)
    scores = tuple(score + (won if i == seat else 0) for i, score in enumerate(state.scores))
    draft.rest["scores"] = scores
    over = scores[seat] >= points.MATCH
    draft.tell("points", seat=draft.name(seat), points=won, score=scores[seat], over=over)
    if over:
        draft.winner = seat


def _gone(draft: StateDraft, seat: int) -> None:
    """§ 9: the hand is shuffled into the draw pile; "considered to have lost to all other players"."""
    state = draft.before
    deck = state.decks[state.draws[seat]]
    draft.rest |= {"leaving": None, "gone": (*state.gone, seat)}
    draft.unplayed[state.draws[seat]] += draft.hands[seat]
    draft.tell("gone", Mixed((draft.name(seat), deck.zone), deck.zone), seat=draft.name(seat))
    draft.hands[seat] = 0
    draft.forget_risk(seat)
    if state.layer == seat:
        draft.rest["suspects"] = None
    if len(draft.playing) == 1:
        rank(draft, (), whole=True)
    elif draft.turn == seat:
        draft.end_turn()


def time(draft: StateDraft, event: TimePassed | TimeUp) -> None:
    """Take the minutes gone by, or the end of the time: places by what is left, ties settled by hands shown."""
    state = draft.before
    waits = state.ended or state.leaving is not None or state.challenged
    if not state.house.ranking or not state.started or waits:
        raise objections.no_time(state, event)
    if isinstance(event, TimePassed):
        if not state.minutes <= event.minutes <= LONGEST:
            raise objections.minutes(state, event, LONGEST)
        draft.rest["minutes"] = event.minutes
        # typed after a seat has finished, it is that seat's time
        times = dict(state.times)
        last = state.finished[-1:]
        if last and times.get(last[0]) == state.minutes and not state.minutes:
            draft.rest["times"] = (
                *((s, t) for s, t in state.times if s != last[0]),
                (last[0], event.minutes),
            )
        draft.tell("minutes", minutes=event.minutes)
        return
    sizes = {seat: state.hands[seat] for seat in state.playing}
    draft.tell("stopped")
    if tied := points.tied(sizes):
        draft.rest |= {"ended": True, "counting": tied}
        draft.break_chain()
    else:
        rank(draft, (), whole=False)


def rank(draft: StateDraft, shown: tuple[tuple[int, tuple[str, ...]], ...], whole: bool) -> None:
    """Close the game: who finished, in order, then who is left, then those who gave up, sharing the last place."""
    state = draft.before
    finished: tuple[int, ...] = draft.rest.get("finished", state.finished)
    gone: tuple[int, ...] = draft.rest.get("gone", state.gone)
    sizes = {seat: draft.hands[seat] for seat in draft.playing}
    left = points.places(sizes, dict(shown))
    order = (*((seat,) for seat in finished), *left, *((gone,) if gone else ()))
    draft.rest |= {"ended": True, "places": order, "counting": ()}
    draft.winner = order[0][0]
    draft.break_chain()
    if state.house.scores == "session":
        times = dict(draft.rest.get("times", state.times))
        scores = points.session(times, left, gone, whole, state.minutes)
        draft.rest["scores"] = tuple(scores[seat] for seat in range(len(draft.hands)))
    names = tuple(tuple(draft.name(seat) for seat in place) for place in order)
    draft.tell("ranking", places=names)
