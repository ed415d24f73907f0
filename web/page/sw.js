// What keeps the page for when there is no network: all of its files, until the page is written anew.
const VERSION = "unwritten";
/** @type {string[]} */
const FILES = [];

const worker = /** @type {any} */ (self);

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener("install", (/** @type {any} */ event) => {
  const keep = async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(FILES);
    await worker.skipWaiting();
  };
  event.waitUntil(keep());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(VERSION);
    return (await cache.match(request)) ?? fetch(request);
  };
  event.respondWith(answer());
});
