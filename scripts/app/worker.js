// The worker runs Python with the unchanged package, and a folder of tables and games that the browser stores.
//
// A call is answered only after its changes are stored, so a confirmed input is not lost if the tab is killed. If
// the browser stores nothing, every answer says so (`unkept`), and the game continues in memory.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const FOLDER = "/home/tables";
const STORE = "files";
const PACKED = { "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" };  // a web host has them as .packed
const kept = new Map();  // state of each stored file: its time and size
let python = null;
let alone = null;
let base = null;
let restored = false;  // whether all stored files have been read
let unkept = "";  // reason why the browser stores nothing now: "refused" or "full"

// -- stored files -----------------------------------------------------------------------------------

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

// Read the stored files. After a refusal this may happen late. Files that already exist then stay, and a stored
// table with a different file of the same name is renamed, with all its files.
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

// Store all changed files, or none of them. since: start of the call that may have changed them. If the browser
// refuses, or has cleared its storage, try once more with all files. If this fails, `unkept` has the reason.
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

// On later visits the file is stored unpacked (sw.js). On the first visit it is unpacked here.
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

// Unpack an archive (ustar) into Python's folder of packages. pause: wait between files, so that taps are handled.
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

// Files for plans, sheets and the guide are fetched after the first page is shown.
function whole() {
  rest ??= unpack("rest.packed", 25).catch((error) => { rest = null; throw error; });
  return rest;
}

async function start() {
  const core = plainly(new URL("core.packed", import.meta.url));  // downloads while Python starts
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

self.heap = () => python._module.HEAPU8.length;  // bytes of Python and the game, for scripts/drive_app

let ready = Promise.resolve();
let turn = ready;

onmessage = ({ data }) => {
  const aside = data.what === "whole";  // taps do not wait for files that no game needs
  const now = (aside ? ready : turn).then(async () => {
    let found;
    try { found = aside ? { done: Boolean(await whole()) } : await answer(data); } catch (error) { found = { failed: String(error?.message ?? error), broken: true }; }
    postMessage({ id: data.id, unkept, ...found });
  });
  if (!aside) turn = now;
};

// Only one tab can be active. Another tab waits until this one is closed.
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
    navigator.locks.request("facilitator", { ifAvailable: true }, hold).catch(done);  // rejected if all storage is blocked
  });
}

turn = ready = only().then(start).then(() => postMessage({ state: "ready", unkept }), (error) => {
  postMessage({ state: "failed", why: String(error?.message ?? error) });
  throw error;
});
