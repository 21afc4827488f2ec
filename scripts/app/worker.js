// The worker: Python with the package as it is, and a folder of tables and games that the browser keeps.
//
// Every call is answered after what it changed is kept: what was acknowledged is there when the tab was killed. If
// the browser keeps nothing, every answer says so (`unkept`), and the page goes on from memory.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const FOLDER = "/home/tables";
const STORE = "files";
const PACKED = { "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" };  // on a host: .packed
const kept = new Map();  // what is kept of each file: when it was changed, and its size
let python = null;
let alone = null;
let base = null;
let restored = false;  // whether everything that the browser had kept is here
let unkept = "";  // why the browser keeps nothing now: "refused", or "full"

// -- what the browser keeps --------------------------------------------------------------------------

function asked(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

async function opened() {
  const open = indexedDB.open("facilitator", 1);
  open.onupgradeneeded = () => open.result.createObjectStore(STORE);
  return asked(open);
}

// Bring back what the browser kept. It may come late, after a refusal: then a file that is here stays, and a table
// with another file of the same name gets another name, with all its files.
async function restore() {
  const store = base.transaction(STORE).objectStore(STORE);
  const [names, contents] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
  const here = new Set(files());
  const differs = (name, at) => here.has(name) && String(python.FS.readFile(`${FOLDER}/${name}`)) !== String(contents[at]);
  const clashing = new Set(names.filter(differs).map(stem));
  const taken = new Set([...here, ...names].map(stem));
  const others = new Map([...clashing].map((one) => {
    let other = one;
    while (taken.has(other)) other += "-kept";
    taken.add(other);
    return [one, other];
  }));
  names.forEach((name, at) => {
    const other = others.get(stem(name));
    const target = other ? other + name.slice(stem(name).length) : name;
    if (here.has(target)) return;
    python.FS.writeFile(`${FOLDER}/${target}`, contents[at]);
    if (!other) kept.set(name, mark(name));
  });
  restored = true;
}

function stem(name) {
  return name.split(".")[0];
}

function files() {
  return python.FS.readdir(FOLDER).filter((name) => python.FS.isFile(python.FS.stat(`${FOLDER}/${name}`).mode));
}

function mark(name) {
  const { size, mtime } = python.FS.stat(`${FOLDER}/${name}`);
  return { size, time: mtime.getTime() };
}

// Keep what differs from what was kept, all or nothing; since: when the call began that may have changed it. If the
// browser refuses, or has cleared its storage, everything is kept anew, once; else `unkept` says why not.
async function keep(since) {
  for (let tries = 2; tries > 0; tries -= 1) {
    try {
      base ??= await opened();
      if (!restored) await restore();
      await store(since);
      unkept = "";
      return;
    } catch (error) {
      base?.close();
      base = null;
      for (const name of kept.keys()) kept.set(name, {});
      unkept = error?.name === "QuotaExceededError" ? "full" : "refused";
    }
  }
}

async function store(since) {
  const there = files();
  const marks = new Map(there.map((name) => [name, mark(name)]));
  const changed = there.filter((name) => {
    const [before, now] = [kept.get(name), marks.get(name)];
    return !before || before.size !== now.size || before.time !== now.time || now.time >= since;
  });
  const gone = [...kept.keys()].filter((name) => !marks.has(name));
  if (!changed.length && !gone.length) return;
  const all = base.transaction(STORE, "readwrite", { durability: "strict" });
  try {
    for (const name of changed) all.objectStore(STORE).put(python.FS.readFile(`${FOLDER}/${name}`), name);
    for (const name of gone) all.objectStore(STORE).delete(name);
  } catch (error) {
    all.abort();
    throw error;
  }
  await new Promise((done, fail) => {
    all.oncomplete = done;
    all.onabort = () => fail(all.error);
  });
  for (const name of changed) kept.set(name, marks.get(name));
  for (const name of gone) kept.delete(name);
}

// -- Python ------------------------------------------------------------------------------------------

const plainly = self.fetch.bind(self);

// Whoever was here before has it unpacked (sw.js); else it is unpacked on the way.
self.fetch = async (what, ...more) => {
  const [name, found] = [String(what.url ?? what).split("/").pop(), await plainly(what, ...more)];
  return found.ok || !(name in PACKED) ? found : unpacked(`pyodide/${name}.packed`, PACKED[name]);
};

async function unpacked(path, type) {
  const reply = await plainly(new URL(path, import.meta.url));
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  const body = await reply.arrayBuffer();
  const [one, two] = new Uint8Array(body, 0, 2);
  if (one !== 0x1f || two !== 0x8b) return new Response(body, { headers: { "content-type": type } });
  const plain = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain, { headers: { "content-type": type } });
}

// Put the files of an archive (ustar) where Python looks for packages; pause: wait so often for what was tapped.
async function unpack(path, pause = Infinity) {
  const bytes = new Uint8Array(await (await unpacked(path, "application/x-tar")).arrayBuffer());
  const text = (from, length) => new TextDecoder().decode(bytes.subarray(from, from + length)).split("\0")[0];
  const site = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  for (let at = 0, done = 1; bytes[at]; done += 1) {
    const [name, size] = [[text(at + 345, 155), text(at, 100)].filter(Boolean).join("/"), parseInt(text(at + 124, 12), 8)];
    python.FS.mkdirTree(`${site}/${name}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`${site}/${name}`, bytes.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + Math.ceil(size / 512) * 512;
    if (done % pause === 0) await new Promise((go) => { setTimeout(go); });
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
  return true;
}

let rest = null;

// What only plans, sheets and guide need is fetched when the first page stands.
function whole() {
  rest ??= unpack("rest.packed", 25).catch((error) => { rest = null; throw error; });
  return rest;
}

async function start() {
  const core = plainly(new URL("core.packed", import.meta.url));  // on its way while Python begins
  python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  await (await core).arrayBuffer();
  await unpack("core.packed");
  python.FS.mkdirTree(FOLDER);
  await keep(Infinity);
  alone = python.runPython(`from pathlib import Path\nfrom alone import Alone\nAlone(Path("${FOLDER}"))`);
}

async function answer({ what, said, bytes }) {
  if (what === "names") return { done: files().filter((name) => /\.(yaml|game)$/.test(name)) };
  if (what === "retry") {
    await keep(Infinity);
    return { done: unkept === "" };
  }
  if (what === "files") return { done: said.names.map((name) => python.FS.readFile(`${said.out ? "/tmp/out" : FOLDER}/${name}`)) };
  if (["run", "make", "propose"].includes(what)) await whole();
  if (bytes) python.FS.writeFile(said.path, bytes);
  const since = Date.now();
  const found = JSON.parse(alone.call(what, JSON.stringify(said)));
  if (found.state) found.state = JSON.parse(found.state);
  await keep(since);
  return found;
}

self.heap = () => python._module.HEAPU8.length;  // bytes of Python and the game, for who drives this

let ready = Promise.resolve();
let turn = ready;

onmessage = ({ data }) => {
  const aside = data.what === "whole";  // taps do not wait for what no game asks for
  const now = (aside ? ready : turn).then(async () => {
    let found;
    try { found = aside ? { done: Boolean(await whole()) } : await answer(data); } catch (error) { found = { failed: String(error?.message ?? error), broken: true }; }
    postMessage({ id: data.id, unkept, ...found });
  });
  if (!aside) turn = now;
};

// One tab at a time: another waits until this one is closed.
function only() {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((done) => {
    const hold = (lock) => {
      if (!lock) {
        postMessage({ state: "busy" });
        navigator.locks.request("facilitator", hold);
        return undefined;
      }
      done();
      return new Promise(() => {});
    };
    navigator.locks.request("facilitator", { ifAvailable: true }, hold).catch(done);  // refused with all storage
  });
}

turn = ready = only().then(start).then(() => postMessage({ state: "ready", unkept }), (error) => {
  postMessage({ state: "failed", why: String(error?.message ?? error) });
  throw error;
});
