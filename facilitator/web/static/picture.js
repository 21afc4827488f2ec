// Elements of the page: text that is never markup, buttons, single cards, and the pictures that the program draws.

const SVG = "http://www.w3.org/2000/svg";
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

// Return a text for display. Characters that control the page or the direction of text become dots.
export function shown(text) {
  return String(text ?? "").replace(UNSEEN, "·");
}

let inks = {};

// Set the colour of each group of cards, by the name of the group in the table's language.
export function paint(next) {
  inks = next;
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

function mark(name, attributes, text = "") {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  if (text !== "") one.textContent = shown(text);
  return one;
}

function sized(text, width, height) {
  return Math.min(height, (width * 1.32) / Math.max(1, [...text].length));
}

// Draw a card with its face and a band in the colour of its group.
function card(one) {
  const group = mark("g", { class: "card" });
  if (one.group) group.dataset.group = ink(one.group);
  group.append(mark("rect", { x: 0.3, y: 0.3, width: 9.4, height: 13.4, rx: 1.4, class: "paper" }));
  if (one.group) group.append(mark("rect", { x: 1.2, y: 1.2, width: 7.6, height: 2.2, rx: 0.7, class: "ink" }));
  const size = sized(shown(one.face), 8.6, 7);
  group.append(mark("text", { x: 5, y: 7 + size * 0.36 + (one.group ? 1 : 0), "font-size": size.toFixed(2) }, one.face));
  return group;
}

// Return a picture of the table as an element. svg: the text of an SVG document.
export function picture(svg) {
  const one = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  one.style.setProperty("--wide", one.viewBox.baseVal.width);  // mm: things have the same size in all pictures if there is room
  return one;
}

// Draw a card that fills its box: a symbol and a band in its colour, or the whole card if its words are known.
export function face(one) {
  const svg = mark("svg", { viewBox: "-0.5 -0.5 11 15", "aria-hidden": "true", class: "face" });
  svg.append(one.symbol && ink(one.group) ? whole(one) : card(one));
  return svg;
}

const ACTION = /^([SR+][RYGB]|[WD])$/;  // the action cards of UNO
const WRITTEN = { "+": "+2", D: "+4" };

// Draw a coloured card: the colour's name above, the action in the middle, its name below.
function whole(one) {
  const group = mark("g", { class: "card whole" });
  group.dataset.group = ink(one.group);
  group.append(mark("rect", { width: 10, height: 14, rx: 1.4, class: "paper" }), mark("rect", { x: 0.8, y: 0.8, width: 8.4, height: 12.4, rx: 0.9, class: "ink" }));
  const write = (text, y, high) => group.append(mark("text", { x: 5, y, "font-size": sized(text, 6.6, high).toFixed(2) }, text));
  const long = [...one.symbol].length > 2;
  write(one.group, 2.7, 1.7);
  if (long) write(one.symbol, 12.4, 1.7);
  const kind = ACTION.test(one.face) ? one.face[0] : "";
  if (kind === "S") group.append(mark("path", { d: "M7.6 7.2a2.6 2.6 0 1 1-5.2 0a2.6 2.6 0 1 1 5.2 0M3.2 9.1L6.8 5.3", class: "sign" }));
  else if (kind === "R") group.append(mark("path", { d: "M2.6 6.2H7.2M5.8 4.8l1.4 1.4l-1.4 1.4M7.4 9H2.8M4.2 7.6L2.8 9l1.4 1.4", class: "sign" }));
  else if (kind === "W") ["red", "yellow", "green", "blue"].forEach((name, at) => group.append(mark("path", { d: "M5 7.2V4.4A2.8 2.8 0 0 1 7.8 7.2Z", class: name, transform: `rotate(${90 * at} 5 7.2)` })));
  else write(WRITTEN[kind] ?? (long ? one.face : one.symbol), 9.1, 6);
  return group;
}
