// The editor, as the page uses it. The rest of the page does without what is bundled here.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";

// The colours, of the tokens that the lexers of the command line find; they move with what is typed meanwhile.
/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").DecorationSet>} */
const coloured = StateEffect.define();
const colours = StateField.define({
  create: () => Decoration.none,
  update: (marks, transaction) =>
    transaction.effects.reduce(
      (now, effect) => (effect.is(coloured) ? effect.value : now),
      marks.map(transaction.changes),
    ),
  provide: (field) => EditorView.decorations.from(field),
});

// Asks for the colours of the text as it is now; what is typed meanwhile is asked about after the answer.
/** @type {(view: EditorView, tokens: import("../page/desk").Host["tokens"]) => () => Promise<void>} */
const colouring = (view, tokens) => {
  let busy = false;
  return async () => {
    if (busy) return;
    busy = true;
    let text = null;
    while (text !== view.state.doc) {
      text = view.state.doc;
      const found = await tokens(text.toString());
      if (found === null || text !== view.state.doc) continue;
      const marks = found.map(([from, to, kind]) => Decoration.mark({ class: `token-${kind}` }).range(from, to));
      view.dispatch({ effects: coloured.of(Decoration.set(marks)) });
    }
    busy = false;
  };
};

// Mounts the editor; `asked` has what the page answers: changed(), save(), hover(offset), names(), tokens(text).
/** @type {import("../page/desk").Mount} */
export const mount = (parent, text, lexical, asked) => {
  /** @type {import("@codemirror/autocomplete").CompletionSource} */
  const names = (context) => {
    const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
    if (!word && !context.explicit) return null;
    const words = lexical.words.map((label) => ({ label, type: "keyword" }));
    return { from: word ? word.from : context.pos, options: [...asked.names(), ...words], validFor: /^\w*$/ };
  };
  const hover = hoverTooltip(async (_view, pos) => {
    const found = await asked.hover(pos);
    if (!found) return null;
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: found.dom }) };
  });
  const extensions = [
    EditorView.cspNonce.of(asked.nonce ?? ""),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    lintGutter(),
    autocompletion({ override: [names] }),
    hover,
    colours,
    EditorState.languageData.of(() => [
      { commentTokens: { line: lexical.comment, block: { open: "/*", close: "*/" } } },
    ]),
    indentUnit.of("  "),
    EditorState.allowMultipleSelections.of(true),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": "model", spellcheck: "false", autocapitalize: "off" }),
    keymap.of([
      {
        key: "Mod-s",
        run: () => {
          asked.save();
          return true;
        },
        preventDefault: true,
      },
      // Tab leaves the field, so that nobody is caught in it; Escape and then Tab indents.
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
      { key: "Mod-]", run: indentWithTab.run },
    ]),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      asked.changed();
      colour();
    }),
  ];
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent });
  const colour = colouring(view, asked.tokens);
  colour();
  /** @param {number} offset */
  const within = (offset) => Math.max(0, Math.min(offset, view.state.doc.length));
  return {
    text: () => view.state.doc.toString(),
    replace: (from, to, insert) => {
      view.dispatch({ changes: { from: within(from), to: within(to), insert }, userEvent: "input" });
    },
    select: (from, to) => {
      view.dispatch({ selection: { anchor: within(from), head: within(to) }, scrollIntoView: true });
    },
    focus: () => view.focus(),
    // What the editor listens to outside of itself would keep it and its lines.
    end: () => view.destroy(),
    mark: (findings) => {
      const diagnostics = findings.map((one) => ({
        from: within(one.from),
        to: within(one.to),
        severity: one.severity,
        source: one.code,
        message: one.hint ? `${one.message}\n${one.hint}` : one.message,
        actions: [
          ...(one.fix ? [{ name: one.fix.title, apply: () => asked.fix(one) }] : []),
          { name: `explain ${one.code}`, apply: () => asked.explain(one.code) },
        ],
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
  };
};
