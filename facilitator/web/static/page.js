// The page shows the state of the game, and sends each tap with the number of its prompt.
//
// A transport connects it with the game. The page does not know whether this is a server or a worker.

import { Bell } from "./bell.js";
import { Lit } from "./lit.js";
import { Pads } from "./pads.js";
import { button, deal, el, face, ink, paint, picture, shown, sure } from "./picture.js";
import { Puzzle } from "./puzzle.js";
import { ring } from "./ring.js";
import * as transport from "./transport.js";
import { Voice } from "./voice.js";
import { Witness } from "./witness.js";
import { learn, w } from "./words.js";

const $ = (id) => document.getElementById(id);
const pads = new Pads($("pads"), choose, type, fit);
const voice = new Voice($("speak"));
const bell = new Bell();
const witness = new Witness((seen) => transport.compare(seen), warn);
const puzzle = new Puzzle($("sheet"), open, (asked) => transport.puzzle(asked));
const BAR = ["oops", "undo"];  // further actions that have buttons of their own
let view = null;
let sent = null;  // prompt for which a tap is being sent, during which other taps are ignored
let restUntil = 0;
let full = false;
let ticks = 0;
let connected = false;
let language = null;
let lit = null;
let noticed = "";  // notice shown last
let answered = "";  // prompt that was last answered on this page
let earlier = { prompt: "", places: [] };  // previous prompt, and the places of its buttons

// -- the connection --------------------------------------------------------------------------------

function link(key) {
  connected = key === "";
  const text = connected ? "" : w(key);
  document.body.classList.toggle("waiting", !connected);
  if ($("link").textContent !== text) $("link").textContent = text;
}

// -- taps ------------------------------------------------------------------------------------------

function choose(key) {
  return hand((prompt) => transport.tap(prompt, key));
}

function type(text) {
  return hand((prompt) => transport.say(prompt, text));
}

async function hand(send) {
  const not = refusal();
  if (not) return toast(`${not} ${w("page.not_taken")}`);
  const prompt = view.prompt;
  sent = answered = prompt;
  document.body.classList.add("sending");
  try {
    const outcome = await send(prompt);
    toast(outcome.said.join(" "));
  } catch {
    toast(w("page.no_answer"));
  } finally {
    if (sent === prompt) sent = null;
    document.body.classList.toggle("sending", sent !== null);
  }
  return undefined;
}

// Return why taps have no effect now, or "". The page never ignores a tap silently.
function refusal() {
  if (!view || !connected) return w("page.no_connection");
  if (view.locked) return w("page.locked");
  if (sent === view.prompt) return w("page.on_its_way");
  return performance.now() < restUntil ? w("page.too_soon") : "";
}

// A tap just after an answer from another page was meant for the button that was there before. It is sent as an
// answer to the previous prompt, so that every page shows it if it differs from the accepted answer.
function late(event) {
  if (performance.now() >= restUntil || answered === earlier.prompt || $("sheet").open) return;
  const [x, y] = [event.clientX, event.clientY];
  const meant = earlier.places.find(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  if (!meant) return;
  event.stopPropagation();
  transport.tap(earlier.prompt, meant.key).then((outcome) => toast(outcome.said.join(" ")), () => toast(w("page.no_answer")));
}

function places() {
  return [...$("pads").querySelectorAll("[data-key]")].map((one) => ({ key: one.dataset.key, box: one.getBoundingClientRect() }));
}

// Show a notice for everybody until somebody confirms it on this page.
function notice() {
  if (!view.notice || view.notice.id === noticed) return;
  noticed = view.notice.id;
  warn(view.notice.text);
}

// done: called when the notice is confirmed.
function warn(text, done) {
  const one = el("div");
  const read = button(w("page.understood"), () => { one.remove(); fit(); done?.(); }, "");
  one.append(el("p", text), read);
  $("notice").append(one);
}

let toasted = 0;

function toast(text) {
  clearTimeout(toasted);
  $("toast").textContent = shown(text);
  if (text) toasted = setTimeout(() => { $("toast").textContent = ""; }, 8000);
}

// -- display ---------------------------------------------------------------------------------------

async function show(next) {
  if (next.language !== language) {
    learn(await transport.ask("words"), next.language);
    deal(await transport.ask("faces"));
    paint(next.inks);
    language = next.language;
    voice.language = language;
    lit ??= new Lit($("lit"));
  }
  const before = view;
  const anew = !before || next.prompt !== before.prompt;
  const had = Boolean(document.activeElement?.closest?.("#pads"));
  if (anew && before) earlier = { prompt: before.prompt, places: places() };
  view = next;
  if (anew) {
    full = false;
    ticks = 0;
    restUntil = performance.now() + view.rest;
    if (puzzle.isOpen && next.language === before?.language) puzzle.announce(meanwhile());
    else if ($("sheet").open) $("sheet").close();
    toast("");
  }
  document.body.dataset.kind = view.kind;
  document.body.classList.toggle("locked", view.locked);
  document.body.classList.toggle("rehearsal", view.rehearsal);
  strip();
  now();
  pictures();
  tally();
  pads.show(view);
  bar();
  notice();
  witness.look(view);
  fit();
  if (anew) {
    const said = spoken();
    $("live").textContent = shown([...view.news, said].join(" "));
    voice.told([...view.news, said].join(" "));
    if (had) $("pads").querySelector("button")?.focus();
    if (before && before.who !== view.who) bell.ring();
    $("main").scrollTo(0, 0);
  }
  document.body.dataset.prompt = String(view.prompt);
}

// Reduce the letters until the step and its picture fit into one view: down to half their size, and, for users
// with larger letters, to the usual size. If that is not enough, the sentences alone must fit, and people scroll to
// the pictures below them. The rest of the page grows only if there is room.
function fit() {
  const main = $("main");
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const around = Math.min(1, innerHeight / (40 * letter), innerWidth / (20 * letter));
  for (const id of ["strip", "foot"]) $(id).style.setProperty("--chrome", around.toFixed(3));
  document.body.classList.toggle("tight", around < 0.8);
  const least = Math.min(0.5, 7.5 / letter);
  const fits = () => {
    for (let size = 1; size >= least; size -= 0.04) {
      main.style.setProperty("--fit", size.toFixed(2));
      if (main.scrollHeight <= main.clientHeight + 1) return true;
    }
    return false;
  };
  document.body.classList.remove("bare", "below");
  if (fits()) return;
  document.body.classList.add("bare");
  fits();
  document.body.classList.add("below");
}

addEventListener("resize", () => { if (view) fit(); });

function strip() {
  const top = $("top");
  top.replaceChildren();
  if (view.top) {
    const words = el("p", "", "words");
    words.append(el("small", w("page.on_top")), el("strong", view.top.words));
    if (view.color) words.append(el("em", w("page.colour", { colour: view.color })));
    top.append(face(view.top), words);
    const said = [w("page.top_card", { card: view.top.words }), view.color && w("page.colour", { colour: view.color })];
    top.setAttribute("aria-label", shown(said.filter(Boolean).join("; ")));
  } else if (view.open.length) {
    for (const one of view.open) top.append(face(one));
    top.setAttribute("aria-label", shown(w("page.open", { cards: view.open.map((one) => one.words).join(", ") })));
  }
  top.dataset.group = ink(view.color);
  top.hidden = !top.childElementCount;
  $("seats").replaceChildren(...view.seats.map(seat));
  const minutes = view.act ? w("page.left", { time: view.act.minutes }) : "";
  const way = view.way === null ? "" : (view.way === "clockwise" ? `↻ ${w("page.way.clockwise")}` : `↺ ${w("page.way.counterclockwise")}`);
  $("way").replaceChildren(...[way, minutes].filter(Boolean).map((text) => el("span", text)));
  document.title = view.who ? `${shown(view.who)} – ${w("page.title")}` : w("page.title");
}

function seat(one) {
  const item = el("li", "", one.turn ? "turn" : "");
  const name = el("bdi", one.name, "name");
  item.append(name);
  if (one.cards !== null) {  // nobody counts a seat whose turns are not entered
    const count = el("span", String(one.cards), "count");
    count.setAttribute("aria-label", w("page.cards", { n: one.cards }));
    item.append(count);
  }
  if (one.turn) {
    item.setAttribute("aria-current", "true");
    item.prepend(el("span", "▶", "arrow"));
  }
  return item;
}

function now() {
  const news = view.news.map((text) => el("p", text));
  if (view.played) {
    const card = el("div", "", "played");
    card.append(face(view.played), ...news);
    $("news").replaceChildren(card);
  } else {
    $("news").replaceChildren(...news);
  }
  $("stage").textContent = shown(view.title);
  const who = $("who");
  who.replaceChildren(el("bdi", view.heading));
  who.classList.toggle("long", [...view.heading].length > 12);
  who.classList.toggle("longest", [...view.heading].length > 28);
  const act = view.act;
  const told = !act || stepwise(act) ? [] : (full ? act.full : act.lines);
  const lines = told.flatMap((one) => line(one, told.length > 1 && one.label ? `${one.label}  ` : ""));
  if (!act && view.question) lines.push(el("p", sentence(view.question), "said"));
  if (act && view.question) lines.push(el("p", view.question, "question"));
  if (act?.again) lines.unshift(el("p", w("page.done_already"), "again"));
  $("lines").replaceChildren(...lines);
  const wording = $("wording");
  wording.hidden = !act || !act.full.length;
  wording.textContent = w(full ? "page.brief" : "page.full");
  wording.setAttribute("aria-expanded", String(full));
  $("hint").replaceChildren(...view.hints.map((text) => el("span", text)));
  if (act && view.rehearsal) $("hint").append(el("span", w("page.because", { why: act.why }), "tour"));
  if (view.holds.length) {
    const hand = el("span", "", "hand");
    hand.append(el("small", w("page.holds")), ...view.holds.map(held));
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

function line(one, label) {
  const parts = [el("p", `${label}${one.sentence}.`, "said")];
  for (const [name, count, cards] of one.groups) parts.push(el("p", `${name} ${count}: ${cards}`, "cards"));
  if (one.check) parts.push(el("p", one.check, "check"));
  return parts;
}

function spoken() {
  if (!view.act) return [view.heading, view.question].filter(Boolean).map(sentence).join(" ");
  return [...view.act.lines.map((one) => `${one.sentence}. ${one.asks}`), view.question].join(" ");
}

// What a page says that shows a puzzle instead of the game.
function meanwhile() {
  return w("page.puzzle.meanwhile", { what: sentence([view.title, view.heading].filter(Boolean).join(": ")) });
}

function pictures() {
  const act = view.act;
  const started = view.kind === "opening" && !view.hints.length;
  if (!act) return $("pictures").replaceChildren(...(view.top || view.kind === "move" || started ? [ring(view)] : []));
  const parts = [];
  parts.push(...act.words.map((svg) => figure(svg, w("page.words"))));
  if (act.pictures.some((group) => group.length)) parts.push(frames(act));
  if (act.sight) parts.push(figure(act.sight, w("page.sight")));
  if (act.layers.length) parts.push(layers(act.layers));
  return $("pictures").replaceChildren(...parts);
}

// Show the pictures of each line of a step. From the second duel on with its text.
function frames(act) {
  const row = el("ol", "", `frames${stepwise(act) ? " telling" : ""}`);
  act.pictures.forEach((group, at) => {
    const [one, drawn] = [el("li"), el("div", "", "row")];
    drawn.append(...group.map(picture));
    one.append(drawn);
    const step = act.lines[at];
    const label = act.lines.length === act.pictures.length ? step.label : "";
    if (act.pictures.length > 1) one.append(el("small", `${label}  ${stepwise(act) ? `${step.sentence}. ${step.check}` : ""}`));
    row.append(one);
  });
  return row;
}

// Return whether this duel is like the previous duel, so that its steps are listed below the pictures.
function stepwise(act) {
  return act.counted > 0 && act.pictures.length > 1 && act.lines.length === act.pictures.length && !full;
}

// The layers of a sleeve, with its clear side on top.
function layers(names) {
  const one = el("figure", "", "layers");
  one.append(el("figcaption", w("page.layers")), ...names.map((name) => el("p", name)));
  return one;
}

function figure(svg, title, note = "") {
  const one = el("figure");
  one.append(el("figcaption", title), picture(svg));
  if (note) one.append(el("small", note));
  return one;
}

// The tally: large and shared for counted duels, and circles of this page only for other rounds.
function tally() {
  const times = view.act?.times ?? 0;
  const counted = view.act?.counted ?? -1;
  $("tally").hidden = !times;
  if (counted >= 0) {
    const done = el("p", "", counted > 0 && !full ? "counted large" : "counted");
    done.append(el("strong", `${counted + 1}/${times}`), el("span", "●".repeat(counted) + "○".repeat(times - counted)));
    done.setAttribute("aria-label", w("page.one_of", { n: counted + 1, of: times }));
    return $("tally").replaceChildren(done);
  }
  const circles = [];
  for (let at = 1; at <= times; at += 1) {
    const one = button(at <= ticks ? "●" : "○", () => { ticks = ticks === at ? at - 1 : at; tally(); $("tally").children[at - 1].focus(); }, "tick");
    one.setAttribute("aria-pressed", String(at <= ticks));
    one.setAttribute("aria-label", w("page.one_of", { n: at, of: times }));
    circles.push(one);
  }
  return $("tally").replaceChildren(...circles);
}

// -- the bar and its menus -------------------------------------------------------------------------

function offered(key) {
  return view?.offers.some((one) => one.key === key);
}

function bar() {
  $("undo").disabled = !offered("undo");
  $("oops").hidden = !offered("oops");
  $("why").hidden = !view.act;
  if (view.locked) {
    $("pads").replaceChildren(el("p", w("page.locked"), "closed"));
  } else if (!view.offers.some((one) => !one.aside)) {
    $("pads").replaceChildren(el("p", w("page.at_terminal"), "closed"));
  } else if (view.kind === "end") {
    $("pads").append(...transport.atEnd(wide, view.prompt));
  }
}

function open(title, ...body) {
  $("sheet-title").textContent = title;
  $("sheet-body").replaceChildren(...body);
  if (!$("sheet").open) $("sheet").showModal();
  $("sheet-title").focus();
}

// A button as wide as the sheet. sure: its text before a second tap, for actions that cannot be undone.
function wide(label, run, asks = "") {
  const once = async () => {
    $("sheet").close();
    try { await run(); } catch (error) { toast(error.message); }
  };
  return asks ? sure(label, asks, once) : button(label, once);
}

// A line to type. The page provides its beginning. asks: the text of the button before a second tap.
function typed(begin, key, how, asks = "") {
  return wide(w(key), () => {
    const field = el("input");
    field.setAttribute("aria-label", w(key));
    const form = el("form");
    const send = el("button", w("page.send"), "choice");
    form.append(el("p", w(how)), field, send);
    let left = asks ? 1 : 0;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (left) { left = 0; send.textContent = asks; return; }
      $("sheet").close();
      type(`${begin}${field.value}`);
    });
    open(w(key), form);
    field.focus();
  });
}

// An entry with a card: another card was played, or everything from there on is taken back.
async function repair(line, said, back) {
  const offers = await transport.ask(`cards/${line.first}`).catch(() => []);
  const box = el("div");
  const choice = new Pads(box, (key) => { $("sheet").close(); type(key); }, () => {});
  open(w("page.fix"), el("p", said), el("p", w(offers.length ? "page.fix.how" : "page.fix.none")), box, back(w("page.fix.back")));
  if (offers.length) choice.show({ kind: "fix", offers, several: [] });
}

async function history() {
  const lines = await transport.ask("history");
  const rows = lines.map((one) => {
    const said = [one.seat, one.stage, one.text, ...one.followed].filter(Boolean).join(" · ");
    const gone = one.standing !== "done";
    const back = (label) => wide(label, () => type(`back ${one.first}`), w("page.back_to", { n: one.first }));
    const label = `${one.first}  ${said}`;
    const row = one.can_fix && !gone ? button(label, () => repair(one, said, back)) : back(label);
    row.classList.toggle("gone", gone);
    row.disabled = gone;
    return row;
  });
  open(w("page.history"), el("p", w(rows.length ? "page.history.how" : "page.history.none")), ...rows.reverse());
}

// Who can leave now, with or without a virtual player in the seat, and a line for somebody who joins.
async function seats() {
  const leaving = await transport.ask("seats");
  const rows = leaving.map((one) => wide(one.path.join(" "), () => type(one.key), w("page.sure")));
  open(w("page.changes"), el("p", w(rows.length ? "page.changes.how" : "page.changes.none")), ...rows,
    ...(rows.length ? [typed(w("page.join.begin"), "page.join", "page.join.how")] : []));
}

function more() {
  const aside = view.offers.filter((one) => one.aside && !BAR.includes(one.key));
  const done = aside.map((one) => wide(
    sentence(one.path.join(" ")).replace(/\.$/, ""), () => choose(one.key), one.sure ? w("page.sure") : "",
  ));
  const entry = view.kind === "move" || view.kind === "opening";
  const lines = view.locked ? [] : [
    ...(entry || view.kind === "act" ? [typed("note ", "page.note", "page.note.how"), typed("count ", "page.count", "page.count.how")] : []),
    ...(entry ? [typed("correct ", "page.correct", "page.correct.how"), typed("", "page.event", "page.event.how"),
      wide(w("page.changes"), () => seats().catch(() => toast(w("page.no_answer"))))] : []),
    ...(view.void ? [typed("void ", "page.void", "page.void.how", w("page.sure"))] : []),
    wide(w("page.redo"), () => type("redo")),
  ];
  open(
    w("page.more"), ...done, wide(w("page.history"), () => history().catch(() => toast(w("page.no_answer")))), ...lines,
    wide(w("page.puzzle"), () => puzzle.start(language)), ...voice.choices(wide), wide(w(bell.on ? "page.bell.off" : "page.bell.on"), () => bell.turn()),
    ...transport.besides(wide, open),
  );
}

async function table() {
  const lies = await transport.ask("table");
  const pictures = lies.pictures.map((one) => figure(one.svg, w("page.on_table"), one.note));
  open(w("page.table_now"), el("p", lies.facts), ...pictures, ...lies.lines.map((text) => el("p", text)));
}

document.addEventListener("click", late, true);
for (const key of BAR) $(key).addEventListener("click", () => choose(key));
for (const id of ["wording", "lines"]) {
  $(id).addEventListener("click", () => { if (view?.act?.full.length) { full = !full; now(); fit(); } });
}
$("sheet-close").addEventListener("click", () => $("sheet").close());
$("why").addEventListener("click", () => {
  const act = view.act;
  open(w("page.why"), el("p", act.why), ...(act.slip ? [el("h3", w("page.slip")), el("p", act.slip)] : []),
    ...act.full.map((one) => el("p", `${one.sentence}.`, "in-full")));
});
$("table").addEventListener("click", () => table().catch(() => toast(w("page.no_answer"))));
$("more").addEventListener("click", more);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && pads.way?.length && !$("sheet").open) pads.back();
});

window.pageStarted = true;  // `able.js` reports if this is not set in time
if ($("old").hidden) document.body.classList.remove("unable");
let shows = Promise.resolve();  // views are shown one after the other, each with its texts
transport.connect({ show: (next) => { shows = shows.catch(() => {}).then(() => show(next)); return shows; }, link });
