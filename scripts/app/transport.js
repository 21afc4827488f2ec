// Connects the page with the game. Here this is a worker with the program, which stores its files in this browser.

import { Home } from "./home.js";
import { w } from "./words.js";

const waiting = new Map();
let page = null;
let home = null;
let worker = null;
let number = 0;
let inGame = false;

// Store the page for use without a network at the first visit, if possible. The worker starts after that.
async function offline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("sw.js");
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => { navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }); setTimeout(done, 3000); });
    }
  } catch { /* plain http from another machine: it works, but only with its host */ }
}

export async function connect(to) {
  page = to;
  home = new Home({ call, enter, page, lasting: () => navigator.storage?.persist?.() });
  await offline();
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => (data.id ? waiting.get(data.id)?.(data) : home.came(data));
  worker.onerror = (event) => home.came({ state: "failed", why: event.message });
}

// Call the worker. A rejected call throws an error with its message.
async function call(what, said = {}, bytes = null) {
  number += 1;
  const id = number;
  const found = await new Promise((done) => {
    waiting.set(id, done);
    worker.postMessage({ id, what, said, bytes });
  });
  waiting.delete(id);
  home.keeps(found.unkept);
  if (found.broken) page.link(w("page.home.broken", { why: found.failed.trim().split("\n").pop() }));
  if (found.failed) throw new Error(found.failed);
  if (found.state && inGame) page.show(found.state);
  return found.done;
}

async function enter(said) {
  inGame = true;
  try {
    await call("enter", said);
    home.hide();
    page.link("");
  } catch (error) {
    inGame = false;
    throw error;
  }
}

async function handed(what, said) {
  const outcome = await call(what, said);
  if (outcome.left) await left();
  return outcome;
}

async function left() {
  inGame = false;
  let said = [];
  try { said = await call("leave"); } catch (error) { said = [error.message]; }
  await home.show(said.join(" "));
}

export const tap = (prompt, key) => handed("tap", { prompt, key });
export const say = (prompt, text) => handed("say", { prompt, text });
export const compare = (seen) => call("record", seen);
export const puzzle = (asked) => call("puzzle", asked);
export const ask = (what) => call("ask", { what });
export const atEnd = (button, prompt) => home.again(button, async () => { await call("tap", { prompt, key: "done" }); await call("leave"); });
export const besides = (button, open) => home.besides(button, open, left);
