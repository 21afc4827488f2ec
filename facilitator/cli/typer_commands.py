"""Functions for the commands of the program, with their options, help and examples.

The docstring of a function is the help of its command. The part after ``Examples:`` is printed last, after
the options. Each function imports its implementation when it runs, so that the program starts quickly.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import cleandoc
from pathlib import Path
from typing import Annotated

import typer

from facilitator.cli.completion import FORMS, GAMES, PROTOCOLS, SHEETS, STOCKS, TABLES, TOPICS

TABLE = typer.Argument(
    metavar="TABLE", help="A table file, or a sample such as three.", autocompletion=TABLES
)
TableArgument = Annotated[str, TABLE]
OptionalTable = Annotated[str | None, TABLE]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the same content as JSON lines.")]
JournalOption = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="The file in which the game is saved.")
]


def split_help(command: Callable[..., None]) -> tuple[str, str]:
    """Split the docstring of a command into its help and its examples. Lines of examples are not wrapped."""
    help_text, _, examples = cleandoc(command.__doc__ or "").partition("Examples:\n")
    kept = (f"\b\n{block}" for block in examples.split("\n\n"))
    return help_text, "\n\n".join(["Examples:", *kept])


def new(  # noqa: PLR0913
    table: Annotated[Path, typer.Argument(metavar="TABLE", help="The file to write.")] = Path("table.yaml"),
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:virtual]", help="A player. Give one for each, clockwise."),
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="The name of the table.")] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="uno, sevens, hearts, dominoes or eights.", autocompletion=GAMES),
    ] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="NAME", help="The rules: paper, usual, official, ...")
    ] = None,
    hand_size: Annotated[
        int | None, typer.Option(metavar="N", help="The number of cards for each player.")
    ] = None,
    protocol: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="How to find cards: wallet, knockout, ...", autocompletion=PROTOCOLS
        ),
    ] = None,
    paper: Annotated[str | None, typer.Option(metavar="SIZE", help="The paper: A4 or Letter.")] = None,
    sample: Annotated[
        str | None, typer.Option(metavar="NAME", help="Start from a sample: three, published, ...")
    ] = None,
    from_code: Annotated[str | None, typer.Option(metavar="CODE", help="The code of a set-up sheet.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    json: JsonOption = False,
) -> None:
    """Write a table file. On a terminal, you are asked questions.

    Examples:
      facilitator new       ask, then write table.yaml
      facilitator new fr.yaml --seat Ana --seat Vera:virtual
      facilitator new fr.yaml --sample demo
      facilitator new fr.yaml --from-code FT2MFRGG...

    You can change the file in any editor. The guide explains
    all settings: facilitator guide table.
    """
    from facilitator.cli.new import create_table

    chosen = {"name": name, "game": game, "rules": rules, "hand_size": hand_size}
    chosen |= {"protocol": protocol, "paper": paper}
    given = {key: value for key, value in chosen.items() if value is not None}
    create_table(table, given, seat or (), sample, from_code, force, json)


def play(  # noqa: PLR0913
    table: OptionalTable = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Rehearse: the program simulates the cards.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Random seed. The same seed deals the same cards.")
    ] = None,
    auto: Annotated[bool, typer.Option("--auto", help="Let the rehearsal answer all questions.")] = False,
    turns: Annotated[int | None, typer.Option(metavar="N", min=1, help="Stop after N turns.")] = None,
    json: JsonOption = False,
    new: Annotated[bool, typer.Option("--new", help="Archive the old game and start another.")] = False,
    journal: JournalOption = None,
    screen: Annotated[
        str | None,
        typer.Option(
            "--screen",
            metavar="[this|lan|lan=ADDRESS]",
            help="Show a page to tap, on this machine or in the network.",
        ),
    ] = None,
) -> None:
    """Play a game, or rehearse one. A game continues where it stopped.

    Examples:
      facilitator play friday.yaml           start or continue a game
      facilitator play --dry-run             rehearse without cards
      facilitator play --dry-run --auto      watch a rehearsal
      facilitator play --dry-run --screen    take the guided tour on a page
      facilitator play friday.yaml --new     start another game
    """
    from facilitator.cli.play import play_table as run

    code = run(table, dry_run, seed, auto, turns, json, new, journal, screen)
    if code:
        raise typer.Exit(code)


def log(  # noqa: PLR0913
    table: TableArgument,
    out: Annotated[
        Path | None,
        typer.Argument(
            metavar="OUT", help="The file for the saved game, with --salvage.", show_default=False
        ),
    ] = None,
    form: Annotated[
        str, typer.Option("--format", metavar="F", help="The format: text, markdown or json.")
    ] = "text",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the log of the rehearsal.")] = False,
    journal: JournalOption = None,
    salvage: Annotated[
        bool, typer.Option("--salvage", help="Show what is left of a damaged game, and save it to OUT.")
    ] = False,
) -> None:
    """Print the transcript of a game, or save what is left of a damaged one.

    Examples:
      facilitator log friday.yaml
      facilitator log friday.yaml --format markdown > friday.md
      facilitator log friday.yaml --salvage             show what can be saved
      facilitator log friday.yaml --salvage saved.game  save it
    """
    from facilitator.cli.log import check_format
    from facilitator.cli.log import print_log as run
    from facilitator.cli.log import salvage as save
    from facilitator.errors import CommandError
    from facilitator.i18n.catalogue import refusal

    check_format(table, form, salvage)
    if salvage:
        save(table, out, dry_run, journal)
    elif out is not None:
        raise CommandError(*refusal("log.out", found=str(out)))
    else:
        run(table, form, dry_run, journal)


def replay(
    table: TableArgument,
    events: Annotated[
        str, typer.Argument(metavar="EVENTS", help="A file with one event per line, or - for stdin.")
    ] = "-",
    json: JsonOption = False,
) -> None:
    """Check a written record of a game, and print the state after each event.

    Examples:
      facilitator replay friday.yaml events.txt
      facilitator replay friday.yaml < events.txt

    A record has one event on each line, as text like this or as JSON lines:

      start 7R Ana first / Ana begins / Ana plays 7R / Ana plays W blue /
      Ana draws / Ana passes / Ana lacks it / nobody has it /
      Ana gives 3 to Ben / everybody gives 3 / Ana shows 7R W / round 2 /
      Ana names blue / Ben challenges / Ana is guilty / Ana forgot UNO /
      Ana is away / Ana leaves / Zoe sits down / Ana gives up / Zoe joins /
      Ben doubts Ana rightly / Ana gets 2 / minutes 12 / time is up /
      correct Ana 6, deck 53: WHY / correct lost 5R: WHY /
      7 cards dealt to Ana / Ana to play on 7R / own card on top: 7R /
      the game ends, Ben won

    Those that you type at the table are explained in: facilitator guide events.
    With track: virtual, "own card" is a virtual player's card that lies on top.
    """
    from facilitator.cli.log import replay_record as run

    code = run(table, events, json)
    if code:
        raise typer.Exit(code)


def guide(
    ctx: typer.Context,
    topic: Annotated[
        str | None,
        typer.Argument(
            metavar="[CHAPTER]",
            help="The chapter to show. By default, a list of all.",
            show_default=False,
            autocompletion=TOPICS,
        ),
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="With table: print the JSON schema of a table file.")
    ] = False,
) -> None:
    """Show a chapter of the guide. On a terminal it appears page by page.

    Examples:
      facilitator guide                   list the chapters
      facilitator guide table             read about every setting
      facilitator guide table --schema    the settings, for an editor
    """
    from facilitator.cli.guide import print_schema
    from facilitator.cli.guide import show_guide as run

    if schema:
        print_schema(topic)
    else:
        run(topic, ctx.find_root().command)


def verify(
    form: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Prove only this method or part, such as wallet or void.",
            autocompletion=FORMS,
        ),
    ] = None,
    sabotaged: Annotated[
        bool, typer.Option("--sabotaged", help="Show that deliberate mistakes are caught.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Prove the protocols by trying every case, and print the certificate.

    Examples:
      facilitator verify                         prove every method
      facilitator verify --form knockout         prove one method
      facilitator verify --sabotaged             try methods with a mistake
    """
    from facilitator.cli.verify import print_certificate as run

    if code := run(form, sabotaged, json):
        raise typer.Exit(code)


def plan(
    table: TableArgument,
    full: Annotated[bool, typer.Option("--full", help="Show all details.")] = False,
    evening: Annotated[
        str | None, typer.Option(metavar="TIME", help="Show what fits into this time: 120 minutes, or 2h.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=20, max=1_000_000, help="The number of games to simulate.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """List what to buy and print, how long a game takes, and what fits an evening.

    Examples:
      facilitator plan friday.yaml                 plan an evening
      facilitator plan friday.yaml --full          show all details
      facilitator plan friday.yaml --evening 2h    find what fits two hours
    """
    from facilitator.cli.plan import print_plan

    print_plan(table, full, evening, games, json)


def print_(  # noqa: PLR0913
    table: OptionalTable = None,
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WHAT]...",
            help="The sheets to write. By default, all that the table needs.",
            autocompletion=SHEETS,
        ),
    ] = None,
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the PDF files.")
    ] = Path("sheets"),
    stock: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="The labels or cards to print on: an ID, or your own FILE.yaml.",
            autocompletion=STOCKS,
        ),
    ] = None,
    list_stocks: Annotated[
        bool, typer.Option("--list-stocks", help="List the IDs of all labels and cards.")
    ] = False,
    blank: Annotated[
        bool, typer.Option("--blank", help="Allow small labels, because the cards below are blank.")
    ] = False,
    card_size: Annotated[
        str | None, typer.Option(metavar="S", help="The size of the cards in mm: 56x87 or 63x88.")
    ] = None,
    printer: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Use the corrections for this printer in the table file."),
    ] = None,
    now: Annotated[
        bool, typer.Option("--now", help="Print the turn script with the present numbers.")
    ] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Random seed for the puzzles.")] = None,
    json: JsonOption = False,
) -> None:
    """Write the sheets of a table as PDF files.

    Examples:
      facilitator print friday.yaml -o sheets            all that it needs
      facilitator print friday.yaml script guests        two sheets only
      facilitator print sleeves labels --stock L7651 --blank
      facilitator print friday.yaml deck --printer office
      facilitator print friday.yaml puzzles --seed 2     puzzles while waiting
      facilitator print --list-stocks                    labels and cards
    """
    from facilitator.cli import printing
    from facilitator.errors import CommandError
    from facilitator.i18n.catalogue import refusal

    if list_stocks:
        printing.list_stocks(json)
        return
    if table is None:
        raise CommandError(*refusal("print.table"))
    options = printing.PrintOptions(stock, card_size, blank, printer, now, seed)
    printing.print_sheets(table, what or [], folder, options, json)


def puzzle(
    kind: Annotated[str, typer.Option(metavar="KIND", help="solitaire or duel.")] = "solitaire",
    cards: Annotated[
        int | None, typer.Option(metavar="N", help="The number of cards for each player.")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="The puzzle's number.")] = None,
    play: Annotated[bool, typer.Option("--play", help="Play it yourself.")] = False,
    json: JsonOption = False,
) -> None:
    """Show a puzzle with UNO cards, to pass the time: a solitaire or an open duel.

    Examples:
      facilitator puzzle                       ten cards to lay in a row
      facilitator puzzle --seed 3              the same puzzle every time
      facilitator puzzle --kind duel --play    a duel against the program
    """
    from facilitator.cli.puzzle import print_puzzle

    print_puzzle(kind, cards, seed, json, play)
