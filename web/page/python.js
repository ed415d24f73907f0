// The page's own Python: one worker, and a second one where the first has been at work for long. What takes too long is
// ended with its worker, as nothing else ends work in there.
import { byId } from "./dom.js";

/** @typedef {{ answer?: any, problem?: { kind: string, message: string } }} Reply */
/** @typedef {{ verb: string, body: object, done: (reply: Reply) => void, over: boolean }} Job */
/**
 * @typedef {object} Python
 * @property {Worker} worker
 * @property {boolean} ready
 * @property {Job | null} job
 * @property {number} since Since when it is at work, or rests.
 * @property {number} first The bytes of its memory when it was ready.
 * @property {number} memory The bytes of its memory, which never get fewer.
 */

// Milliseconds: a worker at work for longer is ended where nobody wants its answer any more, or helped by a second one,
// which takes a while to come and much memory. Once it rests for as long, the second one is ended, and a large one gives
// way to a new one.
const PATIENCE = 1000;
const HELP = 3000;
const REST = 20_000;
const LIMITS = { check: 32_000, other: 12_000 };

// A large Python has so many times the memory that it began with.
const GROWN = 1.5;

/** @type {Python[]} */
let workers = [];
/** @type {Job[]} */
let waiting = [];
let begun = false;
/** @type {Worker | null} */
let clock = null;
let ticking = false;

/** @type {(kind: string, message: string) => Reply} */
const problem = (kind, message) => ({ problem: { kind, message } });

const start = () => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  /** @type {Python} */
  const python = { worker, ready: false, job: null, since: performance.now(), first: 0, memory: 0 };
  workers.push(python);
  worker.addEventListener("message", ({ data }) => {
    // A later Python is loaded while the page says what it has.
    if (data.progress && !begun) byId("status").textContent = data.progress;
    if (data.failure) {
      end(python, problem("bug", data.failure));
      for (const job of waiting.splice(0)) job.done(problem("bug", data.failure));
      return;
    }
    if (data.memory) python.memory = data.memory;
    if (data.ready) {
      python.ready = begun = true;
      python.first = data.memory;
    }
    if (data.fatal) end(python, problem("bug", data.fatal));
    if (data.reply) free(python, data.reply);
    next();
  });
  worker.addEventListener("error", (event) => {
    end(python, problem("bug", event.message));
    next();
  });
};

/** @type {(python: Python, reply: Reply) => void} */
const free = (python, reply) => {
  const { job } = python;
  python.job = null;
  python.since = performance.now();
  if (job && !job.over) job.done(reply);
};

/** @type {(python: Python, reply: Reply) => void} */
const end = (python, reply) => {
  python.worker.terminate();
  workers = workers.filter((one) => one !== python);
  free(python, reply);
};

/** @param {Python} python */
const large = ({ first, memory }) => memory > GROWN * first;

// Gives what waits to whoever is free.
const next = () => {
  if (!workers.length && waiting.length) start();
  for (const python of workers) {
    if (!python.ready || python.job || !waiting.length) continue;
    const job = /** @type {Job} */ (waiting.shift());
    python.job = job;
    python.since = performance.now();
    python.worker.postMessage({ number: 0, verb: job.verb, body: job.body });
  }
  tick();
};

// The clock ticks where something is at work, waits, or rests to be ended.
const tick = () => {
  if (!clock) {
    clock = new Worker(new URL("./clock.js", import.meta.url), { type: "module" });
    clock.addEventListener("message", () => {
      look();
      next();
    });
  }
  const wanted = workers.length > 1 || waiting.length > 0 || workers.some((one) => one.job || large(one));
  if (wanted !== ticking) clock.postMessage(wanted);
  ticking = wanted;
};

// Ends what takes too long, long work that nobody waits for, and whoever rests beside another one; starts a second worker
// where something waits for long work, and a new one in place of one that has become large.
const look = () => {
  const now = performance.now();
  for (const python of workers) {
    const { job, since } = python;
    const limit = job?.verb === "check" ? LIMITS.check : LIMITS.other;
    if (job && now - since > limit) end(python, problem("undecided", "the time limit was reached"));
    else if (job?.over && now - since > PATIENCE) end(python, {});
    else if (!job && python.ready && now - since > REST && (workers.length > 1 || large(python))) {
      end(python, {});
      if (!workers.length) start();
    }
  }
  const long = workers.length === 1 && workers[0].job !== null && now - workers[0].since > HELP;
  if (long && waiting.length) start();
};

// Nobody waits for a check any more.
const cancel = () => {
  const cancelled = problem("cancelled", "a newer request replaced this one");
  for (const job of waiting.filter((one) => one.verb === "check")) job.done(cancelled);
  waiting = waiting.filter((one) => one.verb !== "check");
  for (const { job } of workers) {
    if (job?.verb === "check" && !job.over) {
      job.over = true;
      job.done(cancelled);
    }
  }
  look();
};

// Kept by the browser, the page starts without a network the next time.
navigator.serviceWorker?.register(new URL("./sw.js", import.meta.url)).catch(() => {});

// What the page begins with stands in a file, so that one can write while Python is loaded.
const beginning = async () => {
  const answer = await fetch(new URL("./browser/beginning.json", import.meta.url));
  return answer.ok ? { answer: await answer.json() } : problem("bug", "the page has no text to begin with");
};

/**
 * The reply to a verb.
 * @param {string} verb
 * @param {object} body
 * @returns {Promise<Reply>}
 */
export const ask = (verb, body) => {
  if (verb === "check" || verb === "cancel") cancel();
  if (verb === "cancel") return Promise.resolve({ answer: {} });
  if (verb === "begin") {
    if (!workers.length) start();
    return beginning();
  }
  return new Promise((done) => {
    waiting.push({ verb, body, done, over: false });
    next();
  });
};
