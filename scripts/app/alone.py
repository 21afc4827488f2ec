"""The program without a server: a page and a worker, with tables and games in a folder stored by the browser.

This is a front end like the terminal, with a loop over the session. It is not part of the package, which runs
in the app unchanged. `worker.js` calls it, and stores the folder in the browser before it passes on an answer.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import Any

from facilitator.errors import CommandError, FacilitatorError
from facilitator.games.registry import get_game, list_games
from facilitator.i18n.catalogue import LANGUAGES, get_language, set_language, texts_of
from facilitator.instructions.simulate import fresh_seed
from facilitator.planning.game_times import SHOWN_SEED, open_game
from facilitator.play.clients import Clients
from facilitator.play.journal import game_file_exists, game_path
from facilitator.play.puzzles import show_puzzle
from facilitator.play.salvage import archive_game, is_unfinished, kept_seed
from facilitator.play.session import Session
from facilitator.table_files.load import PROTOCOLS, load_table, make_table, parse_table, write_table
from facilitator.web.page_data import PageState, Tapped, list_sentences

SAMPLE = "sample:"
"""Prefix of the names of samples."""
LONGEST = 64 * 1024 * 1024
"""Largest size of an imported file, in bytes."""
LANGUAGE_OF = {"de": "de_DE.UTF-8", "en": "en_GB.UTF-8"}
"""Names of the languages for the operating system."""


class Alone:
    """Tables and games of a folder, with at most one open game.

    The page calls the methods by name. Arguments and results are JSON.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        os.chdir(folder)
        self._session: Session | None = None
        self._room: PageState | None = None
        self._answers: dict[str, Callable[..., object]] = {
            method.__name__: method
            for method in (self.home, self.make, self.propose, self.read, self.write, self.bring, self.remove)
        }
        game = self.enter, self.run, self.tap, self.say, self.ask, self.record, self.puzzle, self.leave
        self._answers |= {method.__name__: method for method in game}

    def call(self, what: str, said: str) -> str:
        """Carry out a call.

        The answer is JSON with the result as ``done``, or with a message for people as ``failed``.

        Args:
            what: Name of the method.
            said: Its named arguments as JSON.
        """
        try:
            answer: dict[str, object] = {"done": self._answers[what](**json.loads(said))}
        except FacilitatorError as err:
            answer = {"failed": str(err)}
        if self._room is not None:
            answer["state"] = self._room.state()
        return json.dumps(answer, ensure_ascii=False)

    # -- what lies there ---------------------------------------------------------------------------------

    def home(self, language: str = "") -> object:
        """Return the tables, each with the state of its games, and the texts of the page in a language."""
        set_language(language if language in LANGUAGES else get_language())
        os.environ["LANG"] = LANGUAGE_OF[own] if (own := get_language()) in LANGUAGE_OF else own
        tables = [self._about(path) for path in sorted(self._folder.glob("*.yaml"))]
        set_language(own)
        rules = {name: list(get_game(name).about.rules) for name in list_games()}
        return {
            "tables": tables,
            "words": texts_of("page."),
            "language": own,
            "games": rules,
            "forms": PROTOCOLS,
        }

    def _about(self, path: Path) -> object:
        try:
            table = load_table(path)
        except FacilitatorError as err:
            return {"file": path.name, "name": path.stem, "wrong": str(err)}
        kept = {kind: game_path(path.name, kind == "rehearsal") for kind in ("game", "rehearsal")}
        return {
            "file": path.name,
            "name": table.name,
            "game": table.game,
            "seats": [{"name": seat.name, "virtual": seat.virtual} for seat in table.seats],
            "game_begun": game_file_exists(kept["game"]) and is_unfinished(kept["game"]),
            "rehearsal": game_file_exists(kept["rehearsal"]) and is_unfinished(kept["rehearsal"]),
        }

    def make(self, words: list[str], way: dict[str, object] | None = None) -> object:
        """Write a table file from the options of ``facilitator new``.

        Args:
            words: Options of the command.
            way: Settings of a proposal, see `propose`.

        Raises:
            CommandError: The table is not allowed.
        """
        done = self.run(["new", *words])
        if done["code"]:
            raise CommandError(str(done["said"]).strip(), "Change what was chosen.")
        if way:
            path = self._path(words[0])
            made = load_table(path).model_dump(mode="json")
            write_table(path, make_table({**made, **way}), force=True)
        return done

    def propose(self, minutes: float, game: str, rules: str, people: list[str], virtual: list[str]) -> object:
        """Return the choices that fit a session, best first, as ``facilitator new`` proposes them.

        Each choice consists of a line with its cost, ``said``, and its settings, ``way``.
        """
        from facilitator.cli.new import describe_choice
        from facilitator.planning.choices import propose_options

        seats = [{"name": name, "virtual": name not in people} for name in (*people, *virtual)]
        table = make_table({"language": get_language(), "seats": seats, "game": game, "rules": rules})
        keys = ("protocol", "pool", "pool_deck", "hand_size", "equipment")
        found = propose_options(table, minutes) if virtual else ()
        return [
            {"said": describe_choice(option), "way": {key: getattr(option.table, key) for key in keys}}
            for option in found
        ]

    def read(self, file: str) -> object:
        """Return the text of a table file."""
        return self._path(file).read_text(encoding="utf-8")

    def write(self, file: str, text: str) -> object:
        """Replace the text of a table file.

        Raises:
            TableFileError: The text is not a valid table file. The error lists all problems.
        """
        own = get_language()
        try:
            parse_table(text, file)
        finally:
            set_language(own)
        self._path(file).write_text(text, encoding="utf-8")
        return True

    def bring(self, file: str, path: str) -> object:
        """Import a table or a game.

        Args:
            file: Name of the new file.
            path: Path of the file to import.

        Raises:
            FacilitatorError: The file is neither a table nor a game.
        """
        target, source = self._path(file), Path(path)
        if target.suffix == ".yaml":
            return self.write(file, source.read_text(encoding="utf-8"))
        table = target.with_suffix("").with_suffix("") if ".rehearsal." in file else target.with_suffix("")
        if target.suffix != ".game" or not table.with_suffix(".yaml").exists():
            raise CommandError(
                f"{file} is neither a table file nor the game of a table that is here.",
                "Bring its table file first.",
            )
        seed = kept_seed(source, 0) if ".rehearsal." in file else None
        Session.open(load_table(table.with_suffix(".yaml")), source, seed, lambda _: 0.0).close()
        archive_game(target)
        target.write_bytes(source.read_bytes())
        return True

    def remove(self, file: str) -> object:
        """Remove a table and its games."""
        stem = self._path(file).stem
        for path in [*self._folder.iterdir()]:
            if path.name.partition(".")[0] == stem:
                path.unlink()
        return True

    def _path(self, file: str) -> Path:
        """Return the path of a file in the folder.

        Raises:
            CommandError: The name leads outside of the folder.
        """
        if Path(file).name != file or file.startswith("."):
            raise CommandError(f"{file} can't be the name of a file.", "Choose another.")
        return self._folder / file

    # -- a game ------------------------------------------------------------------------------------------

    def enter(self, file: str, rehearsal: bool, anew: bool = False, seed: int | None = None) -> object:
        """Open the game or the rehearsal of a table or sample, and resume it, or begin a new game with `anew`."""
        self._close()
        table = load_table(file)
        path = game_path(file, rehearsal)
        if anew:
            archive_game(path)
        if rehearsal:
            fresh = SHOWN_SEED if file.startswith(SAMPLE) else fresh_seed()
            seed = kept_seed(path, fresh if seed is None else seed)
        own = None if file.startswith(SAMPLE) else self._folder / file
        set_language(table.language)
        self._session = open_game(table, path, seed if rehearsal else None, own)
        self._room = PageState(Clients(self._session))
        return True

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()
        self._session = self._room = None

    def tap(self, prompt: str, key: str) -> object:
        """Take a tap. Confirming the result at the end of a game also leaves the table."""
        outcome = self._at_table().tap(Tapped(prompt, key))
        return {
            **outcome,
            "left": outcome["left"] or (self._session is not None and self._session.is_confirmed_over),
        }

    def say(self, prompt: str, text: str) -> object:
        """Take typed text."""
        return self._at_table().tap(Tapped(prompt, text=text))

    def ask(self, what: str) -> object:
        """Return data that the page requests."""
        return self._at_table().ask(what)

    def record(self, game: str, turns: list[str]) -> object:
        """Compare the record that the page remembers with the open game."""
        return self._at_table().compare(game, turns)

    def puzzle(self, kind: str, seed: int | None, moves: list[str]) -> object:
        """Return a puzzle after some moves. The game is not involved."""
        return show_puzzle(kind, seed, moves)

    def leave(self) -> object:
        """Leave the table. Return messages about it."""
        said = [] if self._session is None else list_sentences(self._session.take("quit").messages)
        self._close()
        return said

    def _at_table(self) -> PageState:
        if self._room is None:
            raise CommandError("No table is open.", "Choose one.")
        return self._room

    # -- everything else, as the command line says it ------------------------------------------------------

    def run(self, words: list[str]) -> dict[str, Any]:
        """Run a command of the program.

        Returns:
            Its exit code, its output, and the names of the files that it wrote to the folder ``out``.
        """
        from typer.testing import CliRunner

        from facilitator.cli.app import app

        own, out, began = get_language(), Path("/tmp/out"), time()
        out.mkdir(exist_ok=True)
        done = CliRunner().invoke(app, words, env={"COLUMNS": "44", "NO_COLOR": "1"})
        set_language(own)
        files = sorted(path.name for path in out.iterdir() if path.stat().st_mtime >= began - 1)
        return {"code": done.exit_code, "said": done.output, "files": files}
