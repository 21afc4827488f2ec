"""The referees of Sevens, Hearts, Muggins and Crazy Eights, by the game's name."""

from __future__ import annotations

from dominoes_referee import DominoesReferee
from eights_referee import EightsReferee
from hearts_referee import HeartsReferee
from referee import Referee
from sevens_referee import SevensReferee

REFEREES: dict[str, tuple[type[Referee], int, int]] = {
    "sevens": (SevensReferee, 3, 7),
    "hearts": (HeartsReferee, 4, 4),
    "dominoes": (DominoesReferee, 2, 4),
    "eights": (EightsReferee, 2, 7),
}
"""Who judges each game, with the fewest seats it is played by and the most."""
