"""What was seen when every kind of page was looked at: nothing missing, nothing that another table would need."""

from __future__ import annotations

import pytest
from _index import Entry, index
from test_sheets_pdf import ROUTES, looks

from drawings import page_0, read_words, small, table_of, tiny
from facilitator.games.registry import list_games
from facilitator.operations.faces import ALPHA, BETA
from facilitator.pictures.marks import PAPERS, Page, Text, Use
from facilitator.planning.extra_cards import CardNeed
from facilitator.sheets.build import SHEETS, Material, SheetOptions, build
from facilitator.sheets.extra_cards import labels
from facilitator.sheets.stocks import COVERING

VERA: dict[str, object] = {"name": "Vera", "virtual": True}


def test_the_index_shows_every_kind_of_page_once() -> None:
    """A page is left out only if one like it is shown: as many words, stamps and other marks of each sort."""
    slow = ("contents", "script", "wording", "cheats", "mat")
    documents = build(tiny(), SheetOptions(), [name for name in SHEETS if name not in slow])[0]
    made = index("Kit", [Entry(f"{d.name}.pdf", d.name, d) for d in documents], PAPERS["A4"], "knockout")
    used = [mark.stamp for page in made.pages for mark in page.marks if isinstance(mark, Use)]
    assert len(used) == len(set(used))
    for n, document in enumerate(documents):
        shown = [document.pages[int(mark.split(".")[1]) - 1] for mark in used if mark.startswith(f"p{n}.")]
        assert document.pages[0] in shown
        sorts = {_sorts(page) for page in shown}
        assert all(_sorts(page) in sorts for page in document.pages), document.name
    assert "cards.pdf" in " ".join(map(read_words, made.pages))


def _sorts(page: Page) -> tuple[object, ...]:
    """Return what makes a page look as it does: its labels' places, else its words (numbers of lines aside)."""
    uses = tuple(m.turn for m in page.marks if isinstance(m, Use))
    if uses:
        return ("stamps", uses[0])
    said = [m.text for m in page.marks if isinstance(m, Text) and not m.text.isdigit()]
    return ("words", *(text for text in said if " · page " not in text))


HIDES = {
    "labels": "opaque label on each face",
    "slips": "put a slip in front of it",
    "business cards": "If you can tell them apart, use heavier card",
    "cards": "If you can tell them apart, use heavier card",
}
"""What page 0 says hides what is printed behind a face: no ink does, as the next test shows."""


@pytest.mark.parametrize("extras", HIDES)
def test_faces_do_not_shine_through_or_page_0_names_a_remedy(extras: str) -> None:
    """At 600 dpi most of an α and of a β is bare paper, other parts of either: the paper must hide, not the ink.

    So it is said, by each route, what does; and a label reaches over all of a card's printed face.
    """
    table = small().model_copy(update={"extras": extras})
    m = Material.from_table(table, SheetOptions())
    needed = (CardNeed(ALPHA, 1), CardNeed(BETA, 1))
    use = ROUTES[extras]
    document = labels(m.table, m.brief, needed, m.stocks[use])
    bare = {slug: dots > 250 for slug, dots in looks(document, 0)}
    alpha, beta = bare.values()
    for one, other in ((alpha, beta), (beta, alpha)):
        assert one.mean() > 0.5
        assert (one & ~other).mean() > 0.01
    said = read_words(page_0(table))
    assert HIDES[extras] in said
    if extras == "labels":
        size = document.stamps[next(iter(bare))].size
        assert min(size) >= COVERING.w
        assert max(size) >= COVERING.h


def test_only_sheets_of_a_trademarked_game_mention_the_trademark() -> None:
    said = {}
    for game in list_games():
        seats = ["Ana", {"name": "Vera", "virtual": True}, "Ben", "Cem"]
        said[game] = Material.from_table(table_of(*seats, game=game), SheetOptions()).brief.trademark
    assert {game for game, mark in said.items() if mark} == {"uno"}
    assert "trademark of Mattel" in said["uno"]
