"""A lot is asked for in the game's own words; faces stay as they are in journals and JSON lines."""

from __future__ import annotations

import pytest

from facilitator.errors import CommandError
from facilitator.games.registry import get_game
from facilitator.games.rules import RandomDraw
from facilitator.instructions.grouping import Wording
from facilitator.instructions.speech import Speech
from facilitator.operations.definitions import Op, Put, Reveal
from facilitator.operations.faces import lot_card
from facilitator.operations.perform import operations
from facilitator.play.attempt import StepRenderer
from facilitator.play.commands import read_answer, spellings
from facilitator.play.journal import ANSWER
from facilitator.play.messages import input_words
from facilitator.play.virtual_turn import plan_lot, voice_for
from facilitator.table_files.load import make_table
from sure import sure_of

SEATS = ["Ana", {"name": "Vera", "virtual": True}]
LOTS = {
    "uno": ("colour", ["red", "yellow", "green", "blue"], {"R": "R", "red": "R", "lot R": "R", "b": "B"}),
    "dominoes": ("end", ["left", "right"], {"L": "left", "Right": "right", "lot left": "left"}),
}


def course(game: str) -> list[Op]:
    law = get_game(game)
    plan = plan_lot(RandomDraw("Vera", law.about.lot, ()))
    return list(operations(plan.recipe, lambda op: op.ask[0] if isinstance(op, Reveal) else ""))


@pytest.mark.parametrize("game", LOTS)
@pytest.mark.parametrize("wording", Wording)
def test_a_random_draw_is_described_in_the_terms_of_the_game(game: str, wording: Wording) -> None:
    naming, words, _ = LOTS[game]
    speech = Speech(voice_for(make_table({"game": game, "seats": SEATS})))
    steps = StepRenderer(speech, wording).render_steps(course(game))
    told = [one for cue in steps for one in cue.instructions]
    said = " ".join(f"{one.text} {one.full_check} {one.question}" for one in told)
    assert [one.question for one in told if one.question] == [f"Which {naming} is it?"]
    assert f"{naming} cards" in said
    assert ", ".join(words) in said
    assert "lot " not in said


@pytest.mark.parametrize("game", LOTS)
def test_a_random_draw_is_answered_in_the_terms_of_the_game(game: str) -> None:
    _, words, typed = LOTS[game]
    kinds, law = get_game(game).kinds, get_game(game)
    ask = next(op.ask for op in course(game) if isinstance(op, Reveal))
    assert spellings(ask, kinds) == words
    for text, named in typed.items():
        assert read_answer(text, ask, kinds) == lot_card(named)
    with pytest.raises(CommandError) as refusal:
        read_answer("", ask, kinds)
    assert words[-1] in refusal.value.remedy
    assert "lot " not in str(refusal.value)
    for face, word in zip(ask, words, strict=True):
        assert input_words(ANSWER, {"said": face}, law) == f'the answer "{word}"'


@pytest.mark.parametrize("game", LOTS)
def test_the_faces_of_random_draws_are_unchanged(game: str) -> None:
    faces = tuple(map(lot_card, get_game(game).about.lot))
    put, reveal = (next(op for op in course(game) if isinstance(op, kind)) for kind in (Put, Reveal))
    assert sure_of(Put, put).faces == sure_of(Reveal, reveal).ask == faces
    assert all(face.startswith("lot ") for face in faces)
