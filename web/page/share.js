// Links that hold the text in their fragment, which no browser sends to anybody.
import { button, byId, element } from "./dom.js";

/** @typedef {import("./desk").Desk} Desk */

/** @type {(stream: CompressionStream, bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>} */
const through = async (stream, bytes) => {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
};

const LONGEST = 1_000_000;

/** @type {(text: string, language: string) => Promise<string>} */
export const written = async (text, language) => {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return new URLSearchParams({
    model: letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
    language,
  }).toString();
};

// The text of a link, null where it has none; raises an error where that cannot be read.
/** @type {(link: string) => Promise<{ text: string, language: string | null } | null>} */
export const read = async (link) => {
  const given = new URLSearchParams(link.slice(link.indexOf("#") + 1));
  const model = given.get("model");
  if (model === null) return null;
  const letters = atob(model.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await limited(bytes));
  return { text, language: given.get("language") };
};

// A small link can hold a text that is far too large.
/** @param {Uint8Array<ArrayBuffer>} bytes */
const limited = async (bytes) => {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LONGEST) throw new Error("the text of this link is too large");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

/** @type {(desk: Desk) => Promise<string>} */
const link = async (desk) => `${location.origin}${location.pathname}#${await written(desk.text(), desk.language())}`;

// While one writes, an open panel has the link to the text as it is.
/** @param {Desk} desk */
export const refresh = async (desk) => {
  if (byId("sharing").hidden) return;
  const text = desk.text();
  const value = await link(desk);
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#link"));
  if (field && text === desk.text()) field.value = value;
};

/** @param {Desk} desk */
export const toggle = async (desk) => {
  const panel = byId("sharing");
  panel.hidden = !panel.hidden;
  byId("share").setAttribute("aria-expanded", String(!panel.hidden));
  // What is there when it opens again would be the link to an earlier text.
  panel.replaceChildren();
  if (panel.hidden) return;
  const field = element("input", {
    id: "link",
    readonly: true,
    value: await link(desk),
    onfocus: () => field.select(),
  });
  const given = element("input", { id: "given", placeholder: "paste a link here" });
  const copy = async () => {
    await navigator.clipboard.writeText(await link(desk));
    desk.say("copied");
  };
  panel.replaceChildren(
    element(
      "p",
      {},
      "The link holds the text itself; nothing is uploaded. It opens in a lab that runs: paste it below there.",
    ),
    element("label", { for: "link" }, "link to this text"),
    field,
    button("copy", copy),
    element("label", { for: "given" }, "a link to open"),
    given,
    button("open", () => desk.link(given.value)),
  );
};
