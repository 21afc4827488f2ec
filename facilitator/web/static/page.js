// The page: shows what the server says is so, and sends what is tapped with the number of its prompt.

import { Lit } from "./lit.js";
import { Pads } from "./pads.js";
import { el, face, picture, shown } from "./picture.js";
import { Voice } from "./voice.js";

const $ = (id) => document.getElementById(id);
const pads = new Pads($("pads"), choose);
const voice = new Voice($("speak"));
const BAR = ["oops", "undo", "doubt"];  // what can be done besides that has a button of its own
let view = null;
let sent = null;  // the prompt that a tap is on its way for: another tap is none
let restUntil = 0;
let full = false;
let ticks = 0;

// -- what the server says --------------------------------------------------------------------------

const SILENCE = 4500;  // milliseconds without a beat (one each 2 s) after which there is no connection
const AGAIN = 1500;  // milliseconds before another try
const LOST = "No connection to the table: nothing tapped here is taken. Trying again …";
const ENDED = "The program has ended. When the game goes on, this page comes back by itself.";
const me = Math.random().toString(36).slice(2);  // by which the server knows a page that comes back
let source = null;
let heard = 0;  // when the server was heard last, or asked
let again = 0;
let connected = false;
let gone = LOST;

function listen() {
  clearTimeout(again);
  source?.close();
  heard = performance.now();
  source = new EventSource(`events?page=${me}`);
  source.onmessage = (event) => { linked(); show(JSON.parse(event.data)); };
  source.addEventListener("beat", linked);
  source.addEventListener("bye", () => { gone = ENDED; parted(); });
  source.onerror = parted;
}

function linked() {
  heard = performance.now();
  connected = true;
  gone = LOST;
  told("");
}

function parted() {
  connected = false;
  source.close();
  clearTimeout(again);
  again = setTimeout(listen, AGAIN);
  told(gone);
}

function told(text) {
  document.body.classList.toggle("waiting", text !== "");
  if ($("link").textContent !== text) $("link").textContent = text;
}

// A server that is stopped, or a network that is mute, breaks nothing off: it is only silent.
function look() {
  if (performance.now() - heard < SILENCE) return;
  parted();
  listen();
}

setInterval(look, 500);
document.addEventListener("visibilitychange", look);

// -- what is tapped --------------------------------------------------------------------------------

async function choose(key) {
  const not = refusal();
  if (not) return toast(`${not} That was not taken.`);
  const prompt = view.prompt;
  sent = prompt;
  document.body.classList.add("sending");
  try {
    const reply = await fetch("answer", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ prompt, input: key }),
      signal: inTime(),
    });
    if (reply.status === 200 || reply.status === 409) {
      const outcome = await reply.json();
      toast(outcome.said.join(" "));
    } else {
      toast(await reply.text());
    }
  } catch {
    toast("No answer came: what was tapped may have been taken or not. The page shows it when it is connected.");
  } finally {
    if (sent === prompt) sent = null;
    document.body.classList.toggle("sending", sent !== null);
  }
}

// Why nothing can be tapped now, if so: nothing is dropped without a word.
function refusal() {
  if (!view || !connected) return "No connection.";
  if (view.locked) return "The host has locked the buttons of the screens.";
  if (sent === view.prompt) return "Another tap is on its way.";
  return performance.now() < restUntil ? "Too soon after what was asked before: tap again." : "";
}

function inTime() {
  return AbortSignal.timeout?.(5000);
}

let toasted = 0;

function toast(text) {
  clearTimeout(toasted);
  $("toast").textContent = shown(text);
  if (text) toasted = setTimeout(() => { $("toast").textContent = ""; }, 8000);
}

// -- what is shown ---------------------------------------------------------------------------------

function show(next) {
  const anew = !view || next.prompt !== view.prompt;
  const had = Boolean(document.activeElement?.closest?.("#pads"));
  view = next;
  if (anew) {
    full = false;
    ticks = 0;
    restUntil = performance.now() + view.rest;
    if ($("sheet").open) $("sheet").close();
    toast("");
  }
  document.body.dataset.kind = view.kind;
  document.body.classList.toggle("locked", view.locked);
  document.body.classList.toggle("rehearsal", view.rehearsal);
  strip();
  now();
  pictures();
  round();
  pads.show(view);
  bar();
  if (anew) {
    const said = spoken();
    $("live").textContent = shown([...view.news, said].join(" "));
    voice.told(said);
    if (had) $("pads").querySelector("button")?.focus();
    window.scrollTo(0, 0);
  }
  document.body.dataset.prompt = String(view.prompt);
}

function strip() {
  const top = $("top");
  top.replaceChildren();
  if (view.top) {
    const words = el("p", "", "words");
    words.append(el("small", "on top"), el("strong", view.top.words));
    if (view.color) words.append(el("em", `colour: ${view.color}`));
    top.append(face(view.top), words);
    top.setAttribute("aria-label", shown(`Top card: ${view.top.words}${view.color ? `; colour: ${view.color}` : ""}`));
  } else if (view.open.length) {
    for (const one of view.open) top.append(face(one));
    top.setAttribute("aria-label", shown(`Open: ${view.open.map((one) => one.words).join(", ")}`));
  }
  top.dataset.group = view.color ?? "";
  top.hidden = !top.childElementCount;
  $("seats").replaceChildren(...view.seats.map(seat));
  const minutes = view.act ? `${view.act.minutes} left` : "";
  const way = view.way === null ? "" : `${view.way === "clockwise" ? "↻" : "↺"} ${view.way}`;
  $("way").replaceChildren(...[way, minutes].filter(Boolean).map((text) => el("span", text)));
  document.title = view.who ? `${shown(view.who)} – the table` : "The table";
}

function seat(one) {
  const item = el("li", "", one.turn ? "turn" : "");
  const name = el("bdi", one.name, "name");
  const count = el("span", String(one.cards), "count");
  count.setAttribute("aria-label", `${one.cards} cards`);
  item.append(name, count);
  if (one.turn) {
    item.setAttribute("aria-current", "true");
    item.prepend(el("span", "▶", "arrow"));
  }
  return item;
}

function now() {
  $("news").replaceChildren(...view.news.map((text) => el("p", text)));
  $("stage").textContent = shown(view.title);
  const who = $("who");
  who.replaceChildren(el("bdi", view.heading));
  who.classList.toggle("long", [...view.heading].length > 12);
  who.classList.toggle("longest", [...view.heading].length > 28);
  const act = view.act;
  const told = act ? (full ? act.full : act.lines) : [];
  const lines = told.flatMap(line);
  if (!act && view.question) lines.push(el("p", sentence(view.question), "said"));
  if (act && view.question) lines.push(el("p", view.question, "question"));
  if (act?.again) lines.unshift(el("p", "Done already: do only what is missing.", "again"));
  $("lines").replaceChildren(...lines);
  $("lines").classList.toggle("dense", $("lines").textContent.length > 200);
  const wording = $("wording");
  wording.hidden = !act || !act.full.length;
  wording.textContent = full ? "In brief" : "In full";
  wording.setAttribute("aria-expanded", String(full));
  $("hint").replaceChildren(...view.hints.map((text) => el("span", text)));
  if (act && view.rehearsal) $("hint").append(el("span", `Why: ${act.why}`, "tour"));
  if (view.holds.length) {
    const hand = el("span", "", "hand");
    hand.append(el("small", "Only in a rehearsal, the hand:"), ...view.holds.map(held));
    $("hint").append(hand);
  }
}

function held(one) {
  const box = el("span", "", "held");
  box.append(face(one), el("span", one.words, "unseen"));
  return box;
}

function sentence(text) {
  const whole = text.replace(/[.:? ]+$/, "");
  const end = text.trim().endsWith("?") ? "?" : ".";
  return whole.charAt(0).toUpperCase() + whole.slice(1) + end;
}

function line(one, at) {
  const said = el("p", "", "said");
  const doer = at && one.doer !== view.who ? `${one.doer}: ` : "";
  said.append(el("strong", one.verb, "verb"), ` ${shown(doer + one.text)}.`);
  const parts = [said];
  for (const [name, count, cards] of one.groups) parts.push(el("p", `${name} ${count}: ${cards}`, "cards"));
  if (one.check) {
    const check = el("p", "", "check");
    check.append(el("strong", "Check"), ` ${shown(one.check)}`);
    parts.push(check);
  }
  return parts;
}

function spoken() {
  if (!view.act) return `${view.heading}. ${sentence(view.question || "")}`;
  const told = view.act.lines.map((one) => `${one.doer}: ${one.verb.toLowerCase()}: ${one.text}.${one.check ? ` Check: ${one.check}` : ""}`);
  return [...told, view.question].join(" ");
}

function pictures() {
  const act = view.act;
  const parts = [];
  const after = act?.sight ?? act?.after;
  if (act && (act.before || after)) {
    const around = el("div", "", "around");
    if (act.before) around.append(figure(act.before, "Before"));
    if (act.before && after) around.append(el("span", "➜", "then"));
    if (after) around.append(figure(after, act.sight ? "What lies there, in this rehearsal" : "After"));
    around.classList.toggle("wide", Boolean(after && after.w > 95));
    parts.push(around);
  }
  $("pictures").replaceChildren(...parts);
}

function figure(drawn, title, others = "more alike") {
  const one = el("figure");
  one.append(el("figcaption", title), picture(drawn, title));
  if (drawn.more) one.append(el("small", `… and ${drawn.more} ${others}`));
  return one;
}

function round() {
  const times = view.act?.times ?? 0;
  const circles = [];
  const counted = view.act?.counted ?? -1;
  if (counted >= 0) {
    const done = el("p", "●".repeat(counted) + "○".repeat(times - counted), "counted");
    done.setAttribute("aria-label", `${counted} of ${times} done`);
    $("round").replaceChildren(done);
    $("round").hidden = false;
    return;
  }
  for (let at = 1; at <= times; at += 1) {
    const one = el("button", at <= ticks ? "●" : "○", "tick");
    one.type = "button";
    one.setAttribute("aria-pressed", String(at <= ticks));
    one.setAttribute("aria-label", `${at} of ${times}`);
    one.addEventListener("click", () => { ticks = ticks === at ? at - 1 : at; round(); $("round").children[at - 1].focus(); });
    circles.push(one);
  }
  $("round").replaceChildren(...circles);
  $("round").hidden = !times;
}

// -- the bar, and what it opens --------------------------------------------------------------------

function aside(key) {
  return view?.offers.some((one) => one.key === key);
}

function bar() {
  $("undo").disabled = !aside("undo");
  $("oops").hidden = !aside("oops");
  $("doubt").hidden = !aside("doubt");
  $("why").hidden = !view.act;
  $("more").hidden = !view.offers.some((one) => one.aside && !BAR.includes(one.key));
  if (view.locked) {
    $("pads").replaceChildren(el("p", "The host has locked the buttons of the screens.", "closed"));
  } else if (!view.offers.some((one) => !one.aside)) {
    $("pads").replaceChildren(el("p", "This is typed at the terminal.", "closed"));
  }
}

function open(title, ...body) {
  $("sheet-title").textContent = title;
  $("sheet-body").replaceChildren(...body);
  $("sheet").showModal();
  $("sheet-title").focus();
}

for (const key of ["oops", "undo"]) $(key).addEventListener("click", () => choose(key));
$("doubt").addEventListener("click", () => {  // it begins the turn again: no single tap does
  open("Doubt", ...view.offers.filter((one) => one.key === "doubt").map(wide));
});
$("wording").addEventListener("click", () => { full = !full; now(); });
$("lines").addEventListener("click", () => { if (view?.act?.full.length) { full = !full; now(); } });
$("sheet-close").addEventListener("click", () => $("sheet").close());
$("why").addEventListener("click", () => {
  const act = view.act;
  open("Why?", el("p", act.why), ...(act.slip ? [el("h3", "What goes wrong most"), el("p", act.slip)] : []),
    ...act.full.map((one) => el("p", `${one.doer}: ${one.text}.`, "in-full")));
});
$("table").addEventListener("click", async () => {
  try {
    const reply = await fetch("table", { signal: inTime() });
    const now = await reply.json();
    const pictures = now.pictures.map((one) => figure(one, "On the table", "more columns"));
    open("The table now", el("p", now.facts), ...pictures, ...now.lines.map((text) => el("p", text)));
  } catch {
    toast("No answer came: the table cannot be shown now.");
  }
});
$("more").addEventListener("click", () => {
  open("More", ...view.offers.filter((one) => one.aside && !BAR.includes(one.key)).map(wide));
});

// A button as wide as the sheet for something that can be done besides; giving a run up takes two taps.
function wide(one) {
  const button = el("button", sentence(one.path.join(" ")).replace(/\.$/, ""), "choice");
  let sure = one.key !== "stop";
  button.type = "button";
  button.dataset.key = one.key;
  button.addEventListener("click", () => {
    if (sure) { $("sheet").close(); choose(one.key); return; }
    sure = true;
    button.textContent = "Give this run up: tap once more";
  });
  return button;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && pads.way?.length && !$("sheet").open) pads.back();
});

listen();
new Lit($("lit"));
