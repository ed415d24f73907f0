// Elements made of values; a text is always text, never markup.

/** @typedef {string | number | Node | null | undefined | false} Part */
/** @typedef {Part | Parts[]} Parts What stands inside an element; lists are flattened, and nothing stands for null or false. */
/** @typedef {Record<string, unknown>} Attributes With `onclick` and the like for what happens. */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {...Parts} inside
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const element = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "value" && "value" in made) made.value = String(value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...parts(inside));
  return made;
};

/**
 * @param {Parts} inside
 * @returns {(string | Node)[]}
 */
export const parts = (inside) => {
  if (Array.isArray(inside)) return inside.flatMap(parts);
  if (inside === null || inside === undefined || inside === false) return [];
  return [typeof inside === "number" ? String(inside) : inside];
};

/**
 * @param {Parts} label
 * @param {((event: Event) => unknown) | null} press
 * @param {Attributes} attributes
 */
export const button = (label, press, attributes = {}) =>
  element("button", { type: "button", onclick: press, ...attributes }, label);
