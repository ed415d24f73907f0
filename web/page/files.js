// Files of whoever uses the page: a text becomes a download, and a file is opened by its dialog or dropped.
import { byId, element } from "./dom.js";

const LARGEST = 1_000_000;

/** @type {(name: string, text: string) => void} */
export const download = (name, text) => {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
};

/** @type {(opened: (name: string, text: string) => void, say: (text: string) => void) => void} */
export const begin = (opened, say) => {
  /** @param {FileList | null | undefined} files */
  const read = async (files) => {
    const file = files?.[0];
    if (!file) return;
    if (file.size > LARGEST) {
      say(`${file.name} is too large`);
      return;
    }
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      opened(file.name, text.replaceAll("\r\n", "\n"));
    } catch {
      say(`${file.name} cannot be read as a text`);
    }
  };
  const field = /** @type {HTMLInputElement} */ (byId("chosen"));
  byId("open").addEventListener("click", () => field.click());
  field.addEventListener("change", async () => {
    await read(field.files);
    field.value = "";
  });
  // Before the editor, which would insert the text of the file.
  for (const kind of ["dragover", "drop"]) {
    document.addEventListener(
      kind,
      (event) => {
        const given = /** @type {DragEvent} */ (event).dataTransfer;
        if (!given?.types.includes("Files")) return;
        event.preventDefault();
        event.stopPropagation();
        if (kind === "drop") read(given.files);
      },
      { capture: true },
    );
  }
};
