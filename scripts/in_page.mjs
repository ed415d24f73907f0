// Runs a program in the page's Python, in Node.js; the files of this machine are below /host there.
// Usage: node in_page.mjs PROGRAM ARGUMENT...
import { readFileSync } from "node:fs";
import { loadPyodide } from "../web/node_modules/pyodide/pyodide.mjs";

const [program, ...given] = process.argv.slice(2);
const python = await loadPyodide();
python.mountNodeFS("/host", "/");
python.globals.set("arguments", python.toPy([program, ...given]));
python.runPython("import sys; sys.argv[:] = arguments");
python.runPython(readFileSync(program, "utf8"), { filename: program });
