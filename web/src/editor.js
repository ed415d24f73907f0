// The editor, as the page uses it. The rest of the page does without what is bundled here.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers,
} from "@codemirror/view";
import { Tag } from "@lezer/highlight";

// A class for each kind of token that the server's lexers have, by its name.
const kinds = ["declaration", "keyword", "quantifier", "operator", "type", "constant", "builtin", "comment", "number", "string"];
const tags = Object.fromEntries(kinds.map((kind) => [kind, Tag.define()]));
const style = HighlightStyle.define(kinds.map((kind) => ({ tag: tags[kind], class: `token-${kind}` })));

const language = (lexical) => {
  const kindOf = new Map(Object.entries(lexical.words));
  const plain = (word) => (lexical.caseless ? word.toLowerCase() : word);
  return StreamLanguage.define({
    tokenTable: tags,
    startState: () => ({ comment: false }),
    languageData: { commentTokens: { line: lexical.comment, block: { open: "/*", close: "*/" } } },
    token(stream, state) {
      if (state.comment) {
        if (stream.skipTo("*/")) { stream.match("*/"); state.comment = false; } else stream.skipToEnd();
        return "comment";
      }
      if (stream.eatSpace()) return null;
      if (stream.match(lexical.comment)) { stream.skipToEnd(); return "comment"; }
      if (stream.match("/*")) { state.comment = true; return "comment"; }
      if (stream.match(/^"[^"]*"/)) return "string";
      if (stream.match(/^[0-9]+/)) return "number";
      const word = stream.match(/^[A-Za-z_][A-Za-z0-9_]*/);
      if (word) return kindOf.get(plain(word[0])) ?? null;
      if (stream.match(/^(<->|->|:=|<=|>=|!=|==>|==|&&|\|\||[=<>!&|+\-*/%#→↔∧∨¬≤≥≠])/)) return "operator";
      stream.next();
      return null;
    },
  });
};

// Mounts the editor; `asked` has what the page answers: changed(), save(), hover(offset), names().
export const mount = (parent, text, lexical, asked) => {
  const names = (context) => {
    const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
    if (!word && !context.explicit) return null;
    const words = Object.keys(lexical.words).map((label) => ({ label, type: "keyword" }));
    return { from: word ? word.from : context.pos, options: [...asked.names(), ...words], validFor: /^\w*$/ };
  };
  const hover = hoverTooltip(async (view, pos) => {
    const found = await asked.hover(pos);
    if (!found) return null;
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: found.dom }) };
  });
  const extensions = [
    lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(),
    bracketMatching(), closeBrackets(), highlightSelectionMatches(), search({ top: true }), lintGutter(),
    autocompletion({ override: [names] }), hover, language(lexical), syntaxHighlighting(style), indentUnit.of("  "),
    EditorState.allowMultipleSelections.of(true), EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": "model", spellcheck: "false", autocapitalize: "off" }),
    keymap.of([
      { key: "Mod-s", run: () => { asked.save(); return true; }, preventDefault: true },
      // Tab leaves the field, so that nobody is caught in it; Escape and then Tab indents.
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
      { key: "Mod-]", run: indentWithTab.run },
    ]),
    EditorView.updateListener.of((update) => { if (update.docChanged) asked.changed(); }),
  ];
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent });
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
    mark: (findings) => {
      const diagnostics = findings.map((one) => ({
        from: within(one.from), to: within(one.to), severity: one.severity, source: one.code,
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
