"""The referees of Sevens, Hearts and Muggins, by the game's name."""

from __future__ import annotations

from dominoes_referee import DominoesReferee
from hearts_referee import HeartsReferee
from referee import Referee
from sevens_referee import SevensReferee

REFEREES: dict[str, tuple[type[Referee], int, int]] = {
    "sevens": (SevensReferee, 3, 7),
    "hearts": (HeartsReferee, 4, 4),
    "dominoes": (DominoesReferee, 2, 4),
}
"""Who judges each game, with the fewest seats it is played by and the most."""
