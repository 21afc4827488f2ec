"""What to buy: figures with their source, and the least number of plain decks against exhaustive search."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawings import page_0, read_words
from facilitator.cli.printing import PrintOptions, get_sheet_options
from facilitator.errors import FacilitatorError
from facilitator.games.events import Start
from facilitator.games.rules import Seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno.rules import apply
from facilitator.games.uno.state import new_game
from facilitator.i18n.catalogue import template
from facilitator.operations.faces import ALPHA, BETA
from facilitator.planning.choices import list_forms, propose_options
from facilitator.planning.extra_cards import ExtrasBox, list_cards_to_make
from facilitator.planning.plan import make_plan
from facilitator.planning.shopping import (
    HOST_CM,
    column_cm,
    describe_holders,
    measure_space,
    plain_decks,
    shopping,
    space,
)
from facilitator.play.virtual_turn import TurnPolicy, find_opening, first_turn, layout_of
from facilitator.protocols.forms import FORMS
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.card_making import kits
from facilitator.table_files.load import (
    PROTOCOLS,
    SAMPLES,
    Table,
    TableFileError,
    make_table,
    parse_table,
    sample,
    write_table,
)
from programs import run
from sure import sure

THREE = "seats: [Ana, {name: Vera, virtual: true}, Ben]\n"


def table(extra: str = "protocol: published\n") -> Table:
    return parse_table(THREE + extra)


@pytest.mark.parametrize(
    ("extra", "bases"),
    [
        ("protocol: published\n", "4 decks of 108 cards"),
        (
            "pool: split\npool_deck: [7R, SY, 1B, 2Y, 4G, 6B]\nhand_size: 2\n",
            "the 24 cards left over from the play decks",
        ),
        (
            "pool: split\npool_deck: half-54\n",
            "the 54 cards left over from the play decks and 2 decks of 108 cards",
        ),
    ],
)
def test_labels_go_on_unused_cards_and_on_further_decks(extra: str, bases: str) -> None:
    assert any(f"To stick them on: {bases}, " in line for line in kits(table(extra))["labels"].buy)


def test_three_players_with_a_full_deck_need_325_extra_cards() -> None:
    """Two people and one virtual seat, full deck: 325 extra cards."""
    assert shopping(table()).to_json() == {
        "play_decks": 1,
        "extra_cards": 325,
        "envelopes": 107,
        "opaque_envelopes_besides": 0,
        "designations": {"alpha": 109, "beta": 109, "theta": {"Ana": 7, "Vera": 7, "Ben": 7, "unplayed": 86}},
    }


@pytest.mark.parametrize("form", [form for form in PROTOCOLS if FORMS[form].columns])
@pytest.mark.parametrize(
    "extra", ["", "hand_size: 5\n", "conceal: true\n", "pool: split\npool_deck: half-54\n"]
)
@pytest.mark.every(3)
def test_counts_of_extra_cards_come_from_the_operations(form: str, extra: str) -> None:
    made = table(f"protocol: {form}\n{extra}")
    layout = sure(first_turn(made).layout)
    expected = FORMS[form].extra_cards(layout)
    assert shopping(made).extra_cards == expected
    assert shopping(made).envelopes == layout.k
    sleeved = make_table(made.model_dump(mode="json") | {"equipment": "sleeves"})
    assert shopping(sleeved).envelopes == layout.k
    assert shopping(sleeved).besides == 2, "two piles are swapped unseen in envelopes all the same"


HOLD = {
    "envelopes": ("27 envelopes (opaque, C7, 81 × 114 mm)",),
    "sleeves": (
        "27 sleeves for cards of 56 × 87 mm (58 × 89 inside)",
        "2 opaque envelopes (C7, 81 × 114 mm)",
    ),
}


@pytest.mark.parametrize("hand", [7, 1])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("equipment", "hold"), HOLD.items(), ids=list(HOLD))
@pytest.mark.every(3)
def test_sleeves_and_envelopes_are_always_named_with_their_size(
    equipment: str, hold: tuple[str, ...], paper: str, hand: int, tmp_path: Path
) -> None:
    """The set-up sheet, the plan, the box in play; a first hand of one may grow, and then it fights duels."""
    keys = {"pool": "split", "pool_deck": "compact-27", "equipment": equipment, "paper": paper}
    made = make_table({"seats": ["Ana", "Ben", {"name": "Vera", "virtual": True}], "hand_size": hand, **keys})
    if paper == "Letter":
        hold = tuple(what.replace("C7, 81 × 114 mm", "coin No. 5½, 79 × 140 mm") for what in hold)
    assert describe_holders(made) == hold
    assert f"Have these ready: {' and '.join(hold)}." in ExtrasBox(made).contents()
    printed = read_words(page_0(made))
    assert all(what in " ".join(printed.split()) for what in hold)
    words = ["plan", str(write_table(tmp_path / "t.yaml", made)), "--games", "20", "--full"]
    plan = " ".join(run(*words).output.split())
    assert f"Also {' and '.join(hold)}. " in plan
    for told in (plan, " ".join(printed.split())):
        for key in ("things.opaque_sleeves", "things.marked_sleeves"):
            assert (template(key) in told) == (equipment == "sleeves")


def test_sleeves_that_are_proposed_are_counted() -> None:
    found = propose_options(make_table({"seats": ["Ana", "Ben", {"name": "Vera", "virtual": True}]}), 480)
    assert {option.table.protocol for option in found} == {"wallet", "knockout"}
    for one in found:
        count = shopping(one.table).envelopes
        assert (f"{count} sleeves and 2 envelopes to buy" in one.price) == (one.table.equipment == "sleeves")


def test_sleeves_are_never_proposed_to_a_table_of_slips() -> None:
    seats = ["Ana", "Ben", {"name": "Vera", "virtual": True}]
    for extras, proposed in (("slips", {"envelopes"}), ("cards", {"envelopes", "sleeves"})):
        found = propose_options(make_table({"seats": seats, "extras": extras}), 120, forms=("knockout",))
        assert {option.table.equipment for option in found} == proposed


def test_slips_cannot_be_extra_cards_if_columns_stay_in_sleeves() -> None:
    made = make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}], "equipment": "sleeves"})
    assert "slips" not in kits(made)
    with pytest.raises(FacilitatorError, match="would show the owner and the card together"):
        build(made, SheetOptions(), ["slips"])


@pytest.mark.parametrize("conceal", [False, True])
def test_the_planned_first_turn_is_that_of_the_game(conceal: bool) -> None:
    made = table(f"conceal: {'true' if conceal else 'false'}\n")
    start = new_game([Seat(seat.name, seat.virtual) for seat in made.seats], made.hand_size)
    begun = apply(start, Start("2R", "Vera")).state
    assert first_turn(made).layout == layout_of(begun, TurnPolicy.from_table(made))


def test_a_split_pool_lays_out_only_the_virtual_hands() -> None:
    layout = sure(first_turn(table("pool: split\npool_deck: compact-27\n")).layout)
    assert layout.k == 27
    assert layout.hands == (("Vera", 7), ("deck", 20))
    assert shopping(table("pool: split\npool_deck: compact-27\n")).play_decks == 2


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.every(3)
def test_the_plan_names_the_sheets_that_print_makes(name: str, paper: str) -> None:
    printed = make_table({**sample(name).model_dump(), "paper": paper})
    told = kits(printed)
    if "wallet" in told:
        deck, wallet = build(printed, get_sheet_options(PrintOptions(), printed), ["deck", "wallet"])[0]
        both = sum(page.kind in ("parts", "backs") for page in wallet.pages)
        assert told["wallet"].sheets == len(deck.pages) + both // 2
        return
    documents = build(
        printed,
        get_sheet_options(PrintOptions(), printed),
        [name for name in ("labels", "slips", "cards") if name in told],
    )[0]
    pages = {document.name: len(document.pages) for document in documents}
    assert pages == {route: told[route].sheets for route in pages}
    for route, kit in told.items():
        own = printed.model_copy(update={"extras": route})
        assert kit.needed == list_cards_to_make(own), "plan, box and print count the same"
    for document in documents:
        assert told[document.name].cards == sum(document.counts.values())


def _enough(needs: dict[str, int], decks: int, kinds: tuple[int, ...]) -> bool:
    """Whether any way to give each designation a kind of its own does."""
    ways = permutations((copies * decks for copies in kinds), len(needs))
    return any(all(n <= has for n, has in zip(needs.values(), way, strict=True)) for way in ways)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(1, 30), min_size=2, max_size=4))
def test_the_number_of_plain_decks_is_minimal(sizes: list[int]) -> None:
    """On a small deck (one kind of four, three of two, one of one) against every assignment."""
    kinds = (4, 2, 2, 2, 1)
    needs = dict(zip([ALPHA, BETA, "θ-A", "θ-B"], sizes, strict=False))
    least = sure(plain_decks(needs, [kind for kind, n in zip("abcde", kinds, strict=True) for _ in range(n)]))
    assert _enough(needs, least, kinds)
    assert least == 1 or not _enough(needs, least - 1, kinds)


def test_a_deck_with_too_few_kinds_cannot_serve_as_extra_cards() -> None:
    assert plain_decks({f"θ-{i}": 1 for i in range(55)}, uno.DECK) is None


def test_columns_use_as_few_rows_as_fit_on_a_usual_table() -> None:
    for k, equipment, rows in ((107, "sleeves", 5), (107, "envelopes", 6), (5, "sleeves", 1)):
        laid = space(k, equipment)
        assert (laid.rows, laid.rows * laid.columns >= k) == (rows, True)
        assert laid.width_cm <= 180
        assert laid.depth_cm == pytest.approx(HOST_CM + rows * column_cm(equipment)[1])
    assert "1 row of 5" in space(5, "sleeves").words("sleeves")
    assert "wallet" in space(0, "sleeves").words("sleeves")
    assert measure_space(sample("sevens")).k == shopping(sample("sevens")).envelopes == 52, "the opening too"


@pytest.mark.parametrize(
    "extra", ["hand_size: 27\npool: split\npool_deck: compact-27\n", "hand_size: 36\n", "helpers: 0\n"]
)
def test_absurd_tables_are_rejected_when_loaded(extra: str) -> None:
    with pytest.raises(TableFileError, match=r"Write, for example,"):
        table(extra)


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"rules": "kpgut"},
        {"protocol": "wallet", "pool": "split"},
        {"equipment": "sleeves"},
        *({"game": name} for name in ("eights", "sevens", "hearts", "dominoes")),
    ],
    ids=str,
)
@pytest.mark.every(3)
def test_a_table_of_people_plans_its_minutes_and_buys_only_a_deck(keys: dict[str, object]) -> None:
    table = make_table({"seats": ["Ana", "Ben", "Cem", "Dan"][: 4 if keys.get("game") else 3], **keys})
    plan = make_plan(table, kits(table), count=20)
    assert (plan.shopping.play_decks, plan.shopping.extra_cards, plan.shopping.envelopes) == (1, 0, 0)
    assert (plan.needed, plan.space.k, plan.hides_among, plan.hand) == ((), 0, 0, 0)
    assert (plan.times.per_virtual_turn.p90, plan.first, plan.stages) == (0, 0, {})
    game = plan.times.per_game
    assert 1 < game.median <= game.p90 < 200
    assert plan.to_json().keys() == make_plan(sample("duel"), {}, count=20).to_json().keys()
    # people can only change the size of the hands
    found = propose_options(table, 60, forms=list_forms(table))
    assert {key for option in found for key in option.changes} <= {"hand_size"}


@pytest.mark.parametrize(
    ("keys", "columns"),
    [
        ({"game": "hearts", "rules": "usual"}, 52),
        ({"game": "sevens"}, 52),
        ({"rules": "kpgut"}, 108),
        ({"rules": "official"}, 107),
    ],
    ids=str,
)
def test_a_virtual_seat_that_opens_needs_every_card_laid_out(keys: dict[str, object], columns: int) -> None:
    """No card has left a hand when a virtual seat leads first, or is asked last for the card to begin with."""
    seats = ["Ana", "Ben", "Cem", {"name": "Vera", "virtual": True}]
    table = make_table({"seats": seats, **keys})
    assert shopping(table).envelopes == columns
    run = find_opening(table, "Vera")
    assert (run is None) == (columns == 107), "a card is turned over first: it lies in no hand"
    if run is not None:
        assert sure(run.layout).k == columns


def test_a_second_virtual_seat_is_planned_if_only_virtual_turns_are_entered() -> None:
    """There the first virtual seat has the turn as soon as its top card is entered, and cannot lack a card."""
    seats = ["Ana", {"name": "Walt", "virtual": True}, {"name": "Vera", "virtual": True}]
    table = make_table({"seats": seats, "protocol": "wallet", "pool": "split", "track": "virtual"})
    assert find_opening(table, "Vera") is None
    assert shopping(table).designations == {}


@pytest.mark.parametrize("rules", ["official", "kpgut"])
def test_a_wild_draw_four_of_last_priority_needs_two_pairs_per_column(rules: str) -> None:
    """By either book; where no card is turned over, only who opens lays one pair, and nobody does so twice."""
    found = shopping(make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}, "Ben"], "rules": rules}))
    assert found.designations[ALPHA] == found.designations[BETA] == 2 * 107 + 1
