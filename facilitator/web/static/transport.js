// How the page reaches the game: here the server that serves it.  The page does not know which transport it has.
//
// A transport has connect(), which tells the page of every view and of the connection; tap and say, which hand on
// what was chosen or typed for a prompt and return what to say of it; ask, which returns what is looked up; compare,
// which compares a remembered record with the open game; besides, what can be done on this machine alone, and atEnd,
// what at the end of a game: buttons.

const SILENCE = 4500;  // milliseconds without a beat (one each 2 s) after which there is no connection
const AGAIN = 1500;  // milliseconds before another try
const me = Math.random().toString(36).slice(2);  // by which the server knows a page that comes back
const device = ownDevice();
let page = null;
let source = null;
let heard = 0;  // when the server was heard last, or asked
let again = 0;
let gone = "page.link.lost";

// to: { show(view), link(text) }; the text, or its key, says what is of the connection, "" where there is one.
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

// A random id that this browser keeps: two pages with the same id are on one device.
function ownDevice() {
  const fresh = Math.random().toString(36).slice(2);
  try {
    localStorage.setItem("device", localStorage.getItem("device") ?? fresh);
    return localStorage.getItem("device");
  } catch { return fresh; }
}

// seen: the record that this page remembers; returns what to say of it, and the record to remember now.
export async function compare(seen) {
  const reply = await post("record", seen);
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

// A server that is stopped, or a network that is mute, breaks nothing off: it is only silent.
function look() {
  if (performance.now() - heard < SILENCE) return;
  parted();
  listen();
}
