// Connects the page with the game. Here this is the server that sends the page. The page does not know its transport.
//
// A transport has these functions: connect() reports every view and the state of the connection. tap and say send a
// choice or a text for a prompt, and return a message. ask returns data that the page requests. compare compares the
// remembered record with the open game. puzzle returns a puzzle after some moves. besides and atEnd return buttons: further actions on this computer, and
// actions at the end of a game.

const SILENCE = 4500;  // milliseconds without a heartbeat (one every 2 s) after which the connection counts as lost
const AGAIN = 1500;  // milliseconds before the next attempt
const me = Math.random().toString(36).slice(2);  // id by which the server recognises a page that reconnects
const device = ownDevice();
let page = null;
let source = null;
let heard = 0;  // time of the last data from the server, or of the last attempt
let again = 0;
let gone = "page.link.lost";

// to: { show(view), link(text) }. text, or its message key, describes the connection; "" if it works.
export function connect(to) {
  page = to;
  setInterval(look, 500);
  document.addEventListener("visibilitychange", look);
  listen();
}

export const tap = (prompt, key) => send({ prompt, input: key });
export const say = (prompt, text) => send({ prompt, text });
export const besides = () => [];
export const atEnd = () => [];

export async function ask(what) {
  const reply = await fetch(what, { signal: inTime() });
  return reply.json();
}

// A random id that this browser stores. Two pages with the same id are on the same device.
function ownDevice() {
  const fresh = Math.random().toString(36).slice(2);
  try {
    localStorage.setItem("device", localStorage.getItem("device") ?? fresh);
    return localStorage.getItem("device");
  } catch { return fresh; }
}

// seen: the record that this page remembers. Returns a message, and the record to remember now.
export async function compare(seen) {
  const reply = await post("record", seen);
  return reply.json();
}

// asked: kind, number and moves of a puzzle. Returns what to show of it.
export async function puzzle(asked) {
  const reply = await post("puzzle", asked);
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
}

function post(where, body) {
  const headers = { "content-type": "application/json" };
  return fetch(where, { method: "POST", headers, body: JSON.stringify(body), signal: inTime() });
}

async function send(body) {
  const reply = await post(`answer?page=${me}&device=${device}`, body);
  if (reply.status !== 200 && reply.status !== 409) return { said: [await reply.text()] };
  return reply.json();
}

function inTime() {
  return AbortSignal.timeout?.(5000);
}

function listen() {
  clearTimeout(again);
  source?.close();
  heard = performance.now();
  source = new EventSource(`events?page=${me}`);
  source.onmessage = (event) => { linked(); page.show(JSON.parse(event.data)); };
  source.addEventListener("beat", linked);
  source.addEventListener("bye", () => { gone = "page.link.ended"; parted(); });
  source.onerror = parted;
}

function linked() {
  heard = performance.now();
  gone = "page.link.lost";
  page.link("");
}

function parted() {
  source.close();
  clearTimeout(again);
  again = setTimeout(listen, AGAIN);
  page.link(gone);
}

// A stopped server or a silent network does not close the connection. It only sends nothing.
function look() {
  if (performance.now() - heard < SILENCE) return;
  parted();
  listen();
}
