// The page needs no network after the first visit: every file is stored in its version from when this list was made.

const VERSION = @VERSION@;
const CORE = @CORE@;
const LATER = @LATER@;
const HEADERS = @HEADERS@;
const UNPACKED = @UNPACKED@;  // fetched with gzip and stored unpacked, so that the browser can cache their compiled code

async function fetched(cache, path) {
  const reply = await fetch(path in UNPACKED ? `${path}.packed` : path, { cache: "no-cache" });
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  const headers = new Headers(HEADERS);
  headers.set("content-type", UNPACKED[path] ?? reply.headers.get("content-type") ?? "");
  let body = await reply.arrayBuffer();
  const [one, two] = new Uint8Array(body);
  if (path in UNPACKED && one === 0x1f && two === 0x8b) body = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
  await cache.put(path, new Response(body, { headers }));
}

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => Promise.all(CORE.map((path) => fetched(cache, path)))));
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const folder = new URL("./", location.href).pathname;
  const path = url.pathname.slice(folder.length) || "index.html";
  if (!CORE.includes(path) && !LATER.includes(path)) return;
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    const found = await cache.match(path);
    if (found) return found;
    await fetched(cache, path);
    return cache.match(path);
  })());
});
