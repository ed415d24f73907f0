// Python with one library: anew, or as a snapshot has it.
import * as snapshot from "./snapshot.js";

/** @typedef {{ home: string, loadPyodide: any, create: any }} Parts */

/**
 * The parts of Pyodide, which are code.
 * @param {string} home The address of their folder.
 * @returns {Promise<Parts>}
 */
export const parts = async (home) => {
  const [{ loadPyodide }, { default: create }] = await Promise.all([
    import(`${home}pyodide.mjs`),
    import(`${home}pyodide.asm.mjs`),
  ]);
  return { home, loadPyodide, create };
};

/**
 * A Python. The library is there before it, so that both have the same places in each one.
 * @param {Parts} parts
 * @param {string} name The library's file.
 * @param {Promise<WebAssembly.Module>} library
 * @param {snapshot.Snapshot | null} saved
 * @returns {Promise<{ python: any, machine: snapshot.Machine }>}
 */
export const start = async ({ home, loadPyodide, create }, name, library, saved) => {
  /** @type {snapshot.Machine} */
  let machine;
  /** @param {any} settings */
  const createPyodideModule = async (settings) => {
    const { instantiateWasm } = settings;
    /** @type {any} */
    let imports;
    /** @type {Map<number, number[]>} */
    let callbacks = new Map();
    settings.instantiateWasm = (/** @type {any} */ given, /** @type {unknown} */ done) => {
      imports = given.env;
      callbacks = snapshot.noted(imports);
      return instantiateWasm(given, done);
    };
    /** @type {unknown} */
    let failure = null;
    settings.preRun.push((/** @type {any} */ module) => {
      const link = async () =>
        module.loadWebAssemblyModule(await library, { loadAsync: true, nodelete: true }, name, {});
      module.addRunDependency(name);
      link()
        .then((exported) => {
          // The loader of libraries finds it here before it looks for a file, which has to be there.
          module.preloadedWasm[name] = exported;
          module.FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
          module.FS.writeFile(name, "");
        })
        .catch((error) => {
          failure = error;
        })
        .finally(() => module.removeRunDependency(name));
    });
    const module = await create(settings);
    if (failure) throw failure;
    machine = { module, imports, callbacks, base: module.wasmTable.length };
    if (saved) await snapshot.restore(machine, saved);
    return module;
  };
  const more = saved ? { _loadSnapshot: new Uint8Array(saved.state.record) } : { _makeSnapshot: true };
  const python = await loadPyodide({ indexURL: home, createPyodideModule, ...more });
  // @ts-expect-error: it was created.
  return { python, machine };
};
