// The seats in a circle, with hand sizes and a mark for the seat in turn. The top card is in the middle.

import { el, face, ink } from "./picture.js";
import { w } from "./words.js";

// The lowest and the highest card of a suit's row.
function row(cards) {
  const one = el("div", "", "row");
  one.append(...cards.map(face));
  if (cards.length > 1) one.firstChild.after(el("span", "…"));
  return one;
}

export function ring(view) {
  const round = el("div", "", "ring");
  round.dataset.group = ink(view.color);
  const middle = el("div", "", "middle");
  if (view.top) {
    middle.append(face(view.top), el("strong", view.top.words));
    if (view.color) middle.append(el("em", w("page.colour", { colour: view.color })));
  } else {
    const cards = el("div", "", "cards-open");
    if (view.rows) cards.append(...[...new Set(view.open.map((one) => one.group))].map((suit) => row(view.open.filter((one) => one.group === suit))));
    else cards.append(...view.open.map(face));
    cards.classList.toggle("rows", view.rows);
    middle.append(cards);
  }
  if (view.way) middle.append(el("span", view.way === "clockwise" ? "↻" : "↺", "turning"));
  round.append(middle);
  view.seats.forEach((one, at) => {
    const angle = (at / view.seats.length) * 2 * Math.PI - Math.PI / 2;
    const seat = el("div", "", one.turn ? "seat turn" : "seat");
    seat.style.setProperty("--x", Math.cos(angle).toFixed(3));
    seat.style.setProperty("--y", Math.sin(angle).toFixed(3));
    seat.append(el("bdi", one.name), ...(one.cards === null ? [] : [el("span", String(one.cards), "count")]));
    round.append(seat);
  });
  round.setAttribute("aria-hidden", "true");  // the strip contains the same information
  return round;
}
