// The pads show the offers of a prompt, which are tapped word by word: a colour, a symbol, and a declared colour.

import { button as made, el, face, ink, picture } from "./picture.js";
import { w } from "./words.js";

const plain = (label, look, run) => made(label, run, look);
const GREEK = /^[αβ]( [αβ])?$/;

// A button for the next word. It shows a card if it names a card, and two cards if it names a pair.
function pad(word, offer, whole, primary) {
  const one = el("button", "", primary ? "pad primary" : "pad");
  one.type = "button";
  if (offer.group) one.dataset.group = ink(offer.group);
  if (GREEK.test(word)) {
    one.classList.add("pair");
    for (const bit of word.split(" ")) one.append(face({ face: bit, group: "" }));
    const said = word.replace("α", "alpha").replace("β", "beta");
    one.setAttribute("aria-label", `${word.replace(" ", "")}: ${said}`);
    return one;
  }
  if (offer.picture) one.append(picture(offer.picture));
  if (whole) one.append(face({ face: offer.face, group: offer.group }));
  one.append(el("span", word, "label"));
  return one;
}

// Draws the pads of a view into a box. choose(key) is called with the key of the offer that was tapped, and
// type(text) with a line that was put together from several cards, and changed() when other pads were drawn.
export class Pads {
  constructor(box, choose, type, changed = () => {}) {
    this.box = box;
    this.choose = choose;
    this.type = type;
    this.changed = changed;
  }

  show(view) {
    this.view = view;
    this.way = [];
    this.draw(false);
  }

  draw(focus) {
    const depth = this.way.length;
    const here = this.view.offers.filter((one) => !one.aside && this.way.every((word, at) => one.path[at] === word));
    const words = new Map();
    for (const one of here) {
      const word = one.path[depth];
      if (!words.has(word)) words.set(word, []);
      words.get(word).push(one);
    }
    const many = [...words.values()];
    if (many.length === 1 && many[0].length > 1) {  // with a single continuation no tap is needed
      this.way.push(many[0][0].path[depth]);
      return this.draw(focus);
    }
    const rows = [];
    if (this.way.length) rows.push(this.head());
    const ends = many.filter((some) => some.length === 1 && some[0].path.length === depth + 1);
    const primary = ends.filter(([one]) => one.key === "done");
    const rest = many.filter((some) => !primary.includes(some));
    for (const [one] of primary) rows.push(this.done(one));
    if (rest.length) {
      const grid = el("div", "", "grid");
      const long = Math.max(...rest.map(([one]) => one.path[depth].length));
      const cards = depth === 1 && rest.every(([one]) => one.face !== "");
      grid.dataset.count = long > 26 ? "long" : rest.length <= 9 ? "few" : cards ? "cards" : "many";
      for (const some of rest) grid.append(this.of(some, depth));
      rows.push(grid);
    }
    if (!depth) rows.push(...this.view.several.map((one) => plain(one.label, "pad several", () => this.gather(one, [], ""))));
    this.put(rows, focus);
    return undefined;
  }

  // Show rows from the top. Cards of a colour get more room than the answers to a step.
  put(rows, focus) {
    this.box.replaceChildren(...rows);
    this.box.classList.toggle("choosing", this.box.querySelector(".chosen") !== null);
    if (focus) {
      this.box.querySelector("button:not(.back)")?.focus({ preventScroll: true });
      this.changed();
    }
    this.box.scrollTop = 0;
  }

  head() {
    const row = el("div", "", "chosen");
    row.append(plain(w("page.back"), "back", () => this.back()), el("strong", this.way.join(" ")));
    return row;
  }

  // Several cards: tap a colour, then a card, as often as needed, and then send all cards together.
  gather(what, cards, group) {
    const head = el("div", "", "chosen");
    head.append(plain(w("page.back"), "back", () => (cards.length || group ? this.gather(what, cards.slice(0, -1), "") : this.back())));
    head.append(el("strong", `${what.begin} ${cards.map((one) => one.face).join(" ")}`));
    const grid = el("div", "", "grid");
    grid.dataset.count = group ? "cards" : "many";
    if (group) {
      for (const one of what.cards.filter((card) => card.group === group)) {
        const button = plain("", "pad", () => this.gather(what, [...cards, one], ""));
        button.dataset.group = ink(group);
        button.dataset.face = one.face;
        button.append(face(one), el("span", one.symbol, "label"));
        grid.append(button);
      }
    } else {
      for (const name of new Set(what.cards.map((card) => card.group))) {
        const button = plain(name, "pad", () => this.gather(what, cards, name));
        button.dataset.group = ink(name);
        grid.append(button);
      }
    }
    const ends = cards.length ? this.ends(cards[cards.length - 1]) : [];
    const line = [what.begin, ...cards.map((one) => one.face)].join(" ");
    const done = ends.map((end) => plain([w("page.all_cards"), end].filter(Boolean).join(": "), "pad primary", () => this.type(`${line} ${end}`.trim())));
    this.put([head, ...(group ? [] : done), grid], true);
  }

  // Return the words that must be declared with a card, if any: the words that follow it in the offers.
  ends(card) {
    const named = this.view.offers.filter((one) => one.face === card.face && one.path.length > 2).map((one) => one.path[2]);
    return named.length ? [...new Set(named)] : [""];
  }

  back() {
    this.way = [];
    this.draw(true);
  }

  done(one) {
    const told = this.view.kind === "act" || this.view.kind === "end";
    const button = pad(told ? `✓ ${one.path[0].charAt(0).toUpperCase()}${one.path[0].slice(1)}` : one.path[0], one, one.face !== "", true);
    if (!told) button.querySelector(".label").prepend(el("span", w("page.cards_say"), "caption"));
    button.dataset.key = one.key;
    button.addEventListener("click", () => this.choose(one.key));
    return button;
  }

  of(some, depth) {
    const [one] = some;
    const last = some.length === 1 && one.path.length === depth + 1;
    const symbol = one.face !== "" && depth === 1;
    const coloured = depth <= 1 && (one.face !== "" || depth === 0) ? one : { ...one, group: "" };
    const button = pad(one.path[depth], coloured, symbol, false);
    if (last) button.dataset.key = one.key;
    else button.setAttribute("aria-haspopup", "true");
    if (symbol) button.append(el("span", ` ${one.path[0]}`, "unseen"));
    button.addEventListener("click", () => {
      if (last) return this.choose(one.key);
      this.way = [...this.way, one.path[depth]];
      return this.draw(true);
    });
    return button;
  }
}
