// A snapshot: the memory of a Python that is ready for its first question, which the browser keeps beside the page's
// files, so that the next Python begins with it. Functions of JavaScript are in a table outside of that memory: those that
// Python made for libraries are made again, each in its place.
const VERSION = "unwritten";

/** @typedef {{ module: any, imports: any, callbacks: Map<number, number[]>, base: number }} Machine A running WebAssembly:
 *   its module, what it imports, the calls that made the functions that libraries call back, and how many functions its
 *   table had before. */
/**
 * What belongs to a memory: Pyodide's own record, as bytes; the size of the memory, and the parts of it that are not zero;
 * the length of the table before and after, its free places, the functions that libraries call back, and the libraries
 * that Python opened.
 * @typedef {object} State
 * @property {number[]} record
 * @property {number} size
 * @property {[from: number, to: number][]} parts
 * @property {number} base
 * @property {number} length
 * @property {number[]} free
 * @property {number[][]} callbacks
 * @property {[handle: number, name: string][]} libraries
 */
/** @typedef {{ state: State, memory: ReadableStream<Uint8Array> }} Snapshot */

const PLACE = new URL("./browser/snapshot", import.meta.url).href;
const STATE = "Vsym-State";
const PAGE = 4096;
const WORD = 4;
const NEAR = 16 * PAGE;

// The cache of the page's files, which the worker that keeps them opens: none of another version, and none without it.
const cache = async () => {
  try {
    return (await caches.has(VERSION)) ? await caches.open(VERSION) : null;
  } catch {
    // There are no caches where the page is not from a safe place, or may keep nothing.
    return null;
  }
};

/** @returns {Promise<Snapshot | null>} */
export const read = async () => {
  try {
    const found = await (await cache())?.match(PLACE);
    if (!found?.body) return null;
    return { state: JSON.parse(found.headers.get(STATE) ?? ""), memory: found.body };
  } catch {
    return null;
  }
};

export const forget = async () => {
  await (await cache())?.delete(PLACE);
};

/**
 * Notes from now on which functions libraries call back.
 * @param {any} imports
 */
export const noted = (imports) => {
  /** @type {Map<number, number[]>} */
  const callbacks = new Map();
  const { ffi_prep_closure_loc_js: make, ffi_closure_free_js: free } = imports;
  imports.ffi_prep_closure_loc_js = (/** @type {number[]} */ ...given) => {
    callbacks.set(given[0], given);
    return make(...given);
  };
  imports.ffi_closure_free_js = (/** @type {number} */ closure) => {
    callbacks.delete(closure);
    free(closure);
  };
  return callbacks;
};

/**
 * The parts of a memory, in whole pages, that are not zero; those that are near each other are one.
 * @param {Int32Array} words
 */
const used = (words) => {
  /** @type {[from: number, to: number][]} */
  const parts = [];
  for (let at = 0; at < words.length; at += PAGE / WORD) {
    let word = at;
    const end = Math.min(at + PAGE / WORD, words.length);
    while (word < end && words[word] === 0) word += 1;
    if (word === end) continue;
    const last = parts.at(-1);
    if (last && at * WORD - last[1] < NEAR) last[1] = end * WORD;
    else parts.push([at * WORD, end * WORD]);
  }
  return parts;
};

/** @type {(parts: [number, number][], size: number) => [number, number][]} */
const between = (parts, size) => {
  const [starts, ends] = [parts.map(([from]) => from), parts.map(([, to]) => to)];
  return [0, ...ends].map((from, place) => [from, starts[place] ?? size]);
};

/**
 * Keeps the memory of a Python as it is when this is done; does nothing where there is more outside of it than can be made
 * again.
 * @param {any} python
 * @param {Machine} machine
 */
export const keep = async (python, { module, callbacks, base }) => {
  const kept = await cache();
  const length = module.wasmTable.length;
  const opened = module.FS.streams.filter(Boolean).length;
  if (!kept || opened > 3 || length - base !== callbacks.size + module.freeTableIndexes.length) return;
  // The record alone: the memory goes into the file without another copy of it.
  const { HEAP8 } = module;
  module.HEAP8 = new Int8Array();
  let record;
  try {
    record = python.makeMemorySnapshot();
  } finally {
    module.HEAP8 = HEAP8;
  }
  const parts = used(module.HEAP32);
  const libraries = Object.entries(module.LDSO.loadedLibsByHandle).filter(([handle]) => handle !== "0");
  /** @type {State} */
  const state = {
    record: [...record],
    size: HEAP8.length,
    parts,
    base,
    length,
    free: module.freeTableIndexes,
    callbacks: [...callbacks.values()],
    libraries: libraries.map(([handle, { name }]) => [Number(handle), name]),
  };
  const file = new Blob(parts.map(([from, to]) => HEAP8.subarray(from, to)));
  // A browser that has no room for it starts as slowly the next time.
  kept.put(PLACE, new Response(file, { headers: { [STATE]: JSON.stringify(state) } })).catch(() => {});
};

/**
 * Gives a machine, in which no Python has run, the memory of a snapshot.
 * @param {Machine} machine
 * @param {Snapshot} snapshot
 */
export const restore = async ({ module, imports, base }, { state, memory }) => {
  if (base !== state.base) throw new Error("the snapshot is of another table of functions");
  if (module.HEAPU8.length < state.size) module.growMemory(state.size);
  // What is zero stays untouched if it is: a page that nobody has written takes no room.
  for (const [from, to] of between(state.parts, state.size)) {
    for (const [start, end] of used(module.HEAP32.subarray(from / WORD, to / WORD))) {
      module.HEAPU8.fill(0, from + start, from + end);
    }
  }
  const reader = memory.getReader();
  /** @type {Uint8Array} */
  let left = new Uint8Array();
  for (const [from, to] of state.parts) {
    for (let at = from; at < to; ) {
      if (!left.length) {
        const { value, done } = await reader.read();
        if (done) throw new Error("the snapshot is cut");
        left = value;
      }
      const some = left.subarray(0, to - at);
      module.HEAPU8.set(some, at);
      at += some.length;
      left = left.subarray(some.length);
    }
  }
  module.wasmTable.grow(state.length - base);
  module.freeTableIndexes.push(...state.free);
  for (const given of state.callbacks) imports.ffi_prep_closure_loc_js(...given);
  for (const [handle, name] of state.libraries) {
    module.loadDynamicLibrary(name, { global: false, nodelete: true }, {}, handle);
  }
};
