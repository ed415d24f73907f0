// What is asked: the server, with the token that the address has in its fragment, or the Python in the page itself.
const KEY = "vsym-token";

const inside = "python" in document.documentElement.dataset;

const fragment = () => new URLSearchParams(location.hash.slice(1));

// The token is taken out of the address, so that it is not in a link that is copied from there.
export const begin = () => {
  if (inside) return true;
  const given = fragment();
  if (given.has("token")) {
    sessionStorage.setItem(KEY, given.get("token") ?? "");
    given.delete("token");
    history.replaceState(null, "", `${location.pathname}${given.size ? `#${given}` : ""}`);
  }
  return sessionStorage.getItem(KEY) !== null;
};

export class Problem extends Error {
  /**
   * @param {string} kind
   * @param {string} message
   */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** @param {unknown} error */
export const problem = (error) =>
  error instanceof Problem ? error : new Problem("page", error instanceof Error ? error.message : String(error));

/** @type {(verb: string, body: object) => Promise<import("./python.js").Reply>} */
const served = async (verb, body) => {
  let answered;
  try {
    answered = await fetch(`/api/${verb}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Vsym-Token": sessionStorage.getItem(KEY) ?? "" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Problem("gone", "the server does not answer: is `vsym lab` still running?");
  }
  if (!answered.ok) throw new Problem("refused", (await answered.text()).trim());
  return answered.json();
};

/**
 * The answer to a verb; raises a problem where there is none.
 * @template {keyof import("./desk").Replies} Verb
 * @param {Verb} verb
 * @param {object} body
 * @returns {Promise<import("./desk").Replies[Verb]>}
 */
export const ask = async (verb, body = {}) => {
  const found = inside ? await (await import("./python.js")).ask(verb, body) : await served(verb, body);
  if (found.problem) throw new Problem(found.problem.kind, found.problem.message);
  return found.answer;
};

/**
 * A state of the text, with what is possible in it.
 * @param {import("./desk").Request} request
 * @param {import("./desk").State | null} state
 */
export const sceneOf = async (request, state) => {
  const found = await ask("steps", { ...request, state });
  return /** @type {import("./answers").Stood} */ (found).scene;
};
