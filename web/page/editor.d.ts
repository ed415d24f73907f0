// The editor as it is built of ../src/editor.js.
import type { Mount } from "./desk";

export const mount: Mount;
