// Elements of the page: text that is never markup, buttons, and the pictures that the program draws.

const SVG = "http://www.w3.org/2000/svg";
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

// Return a text for display. Characters that control the page or the direction of text become dots.
export function shown(text) {
  return String(text ?? "").replace(UNSEEN, "·");
}

let inks = {};
let drawn = {};

// Set the colour of each group of cards, by the name of the group in the table's language.
export function paint(next) {
  inks = next;
}

// Set the pictures of cards, by the code of the card.
export function deal(next) {
  drawn = next;
}

// Return the colour of a group if the style sheet has it, else "".
export function ink(group) {
  return inks[group] ?? "";
}

// Return an HTML element with several lines of text.
export function block(name, text, className = "") {
  const one = el(name, "", className);
  one.textContent = String(text).split("\n").map(shown).join("\n");
  return one;
}

// Return an HTML element with text, which is never treated as markup.
export function el(name, text = "", className = "") {
  const one = document.createElement(name);
  if (text !== "") one.textContent = shown(text);
  if (className) one.className = className;
  return one;
}

// Return a button. look: its class in the style sheet.
export function button(label, run, look = "choice") {
  const one = el("button", label, look);
  one.type = "button";
  one.addEventListener("click", run);
  return one;
}

// Return a button that needs a second tap. asks: its text before the second tap.
export function sure(label, asks, run, look) {
  let asked = false;
  const one = button(label, () => {
    if (asked) return run();
    asked = true;
    one.textContent = asks;
    return undefined;
  }, look);
  return one;
}

// Return a picture of the table as an element. svg: the text of an SVG document.
export function picture(svg) {
  const one = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  one.style.setProperty("--wide", one.viewBox.baseVal.width);  // mm: things have the same size in all pictures if there is room
  return one;
}

// Return the picture of a card, or an empty picture if the card is not known.
export function face(one) {
  const svg = picture(drawn[one.face] ?? `<svg xmlns="${SVG}"/>`);
  svg.setAttribute("class", "face");  // a card is white on a dark page, too
  svg.setAttribute("aria-hidden", "true");
  return svg;
}
