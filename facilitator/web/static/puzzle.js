// A puzzle for whoever waits. It belongs to this page alone, and does not touch the game.
//
// The program makes the puzzle, solves it and answers in a duel. A request has the kind and the number of the puzzle,
// and all moves so far. The answer has all that is shown.

import { button, el, face } from "./picture.js";
import { w } from "./words.js";

export class Puzzle {
  // sheet: the dialog. open(title, ...content) shows something in it. ask(request) returns the puzzle after the moves.
  constructor(sheet, open, ask) {
    [this.sheet, this.open, this.ask] = [sheet, open, ask];
    this.box = el("div", "", "puzzle");
    this.meanwhile = el("p", "", "meanwhile");  // says what happens in the game
    this.meanwhile.setAttribute("role", "status");
    this.shown = null;
    this.asking = false;
  }

  get isOpen() {
    return this.sheet.open && this.box.isConnected;
  }

  // Show the puzzle where it was left, or a new one in another language or at the beginning.
  async start(language) {
    this.meanwhile.textContent = "";
    this.open(w("page.puzzle"), this.meanwhile, this.box);
    if (this.shown && this.language === language) return this.draw();
    this.language = language;
    return this.request({ kind: "solitaire", seed: null, moves: [] });
  }

  // Say what happens in the game while the puzzle is open.
  announce(text) {
    this.meanwhile.textContent = text;
  }

  async request(what) {
    if (this.asking) return;
    this.asking = true;
    try {
      this.shown = await this.ask(what);
      this.draw();
    } catch {
      this.say(w("page.no_answer"));
    } finally {
      this.asking = false;
    }
  }

  // Play with other moves.
  move(moves) {
    const { kind, seed } = this.shown;
    return this.request({ kind, seed, moves });
  }

  say(text) {
    if (!this.message) this.box.replaceChildren(this.message = messageLine(""), this.deals());
    this.message.textContent = text;
  }

  deals() {
    const deal = (kind) => () => this.request({ kind, seed: null, moves: [] });
    return buttons(button(w("page.puzzle.solitaire"), deal("solitaire")), button(w("page.puzzle.duel"), deal("duel")));
  }

  draw() {
    const { title, task, solution, other, row, own, moves, message, over } = this.shown;
    const had = this.box.contains(document.activeElement);
    const cards = own.cards.map((one) => {
      const card = button("", () => this.move([...moves, one.face]), "puzzle-card");
      card.dataset.face = one.face;
      card.disabled = !one.playable;
      card.append(...named(one));
      return card;
    });
    const back = button(w("page.puzzle.back"), () => this.move(moves.slice(0, -1)));
    back.disabled = !moves.length;
    const solved = el("p", solution, "solution");
    solved.hidden = true;
    const solve = button(w("page.puzzle.solution"), () => { solved.hidden = false; solve.disabled = true; });
    this.message = messageLine(message);
    this.box.replaceChildren(
      el("h3", title), el("p", task),
      ...(other ? [hand(other.name, other.cards.map(plain))] : []),
      hand(w("page.puzzle.row"), row.map(plain)),
      hand(own.name || w("page.puzzle.left"), cards),
      this.message, buttons(back, solve), solved, this.deals(),
    );
    this.box.dataset.moves = String(moves.length);
    this.box.classList.toggle("over", over);
    if (had) (cards.find((one) => !one.disabled) ?? back).focus();
  }
}

function messageLine(text) {
  const one = el("p", text, "message");
  one.setAttribute("role", "status");
  return one;
}

function buttons(...all) {
  const row = el("div", "", "puzzle-buttons");
  row.append(...all);
  return row;
}

// The parts of a card: its picture, and its name for screen readers.
function named(one) {
  return [face(one), el("span", one.words, "unseen")];
}

function plain(one) {
  const card = el("span", "", "puzzle-card");
  card.dataset.face = one.face;
  card.append(...named(one));
  return card;
}

function hand(name, cards) {
  const one = el("div", "", "puzzle-hand");
  one.setAttribute("role", "group");
  one.setAttribute("aria-label", name);
  one.append(el("small", name), ...cards);
  return one;
}
