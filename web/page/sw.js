// What keeps the page for when there is no network: each file that was loaded once, until the page is written anew.
const VERSION = "unwritten";

const worker = /** @type {any} */ (self);

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(VERSION);
    const there = await cache.match(request);
    if (there) return there;
    const answered = await fetch(request);
    if (answered.ok) await cache.put(request, answered.clone());
    return answered;
  };
  event.respondWith(answer());
});
