// The editor, as the page uses it. The rest of the page does without what is bundled here.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { highlightTree, Tag, tagHighlighter } from "@lezer/highlight";

// A class for each kind of token that the server's lexers have, by its name.
const kinds = [
  "declaration",
  "keyword",
  "quantifier",
  "operator",
  "types",
  "constant",
  "builtins",
  "comment",
  "number",
  "string",
  "sign",
];
const tags = Object.fromEntries(kinds.map((kind) => [kind, Tag.define()]));
const style = HighlightStyle.define(kinds.map((kind) => ({ tag: tags[kind], class: `token-${kind}` })));

// A comment of Murphi that says something, as grammars have it.
const note = /^--!(?=[ \t]*(?:(?:fair|hint)\b|\w+[ \t]+(?:\w+|"[^"\n]*")[ \t]*:))/;

// What the lexers of the command line do, on a line at a time; a test holds the two against each other.
const language = (lexical) => {
  const kindOf = new Map(Object.entries(lexical.words));
  const plain = (word) => (lexical.caseless ? word.toLowerCase() : word);
  const gsst = lexical.comment === "//";

  const gsstWord = (stream, state, word) => {
    const kind = kindOf.get(word);
    if (kind) {
      if (kind === "declaration") Object.assign(state, { temporal: word === "ctl" || word === "ltl", brackets: [] });
      state.operand = kind === "constant";
      return kind;
    }
    const inside = state.temporal && (!state.brackets.length || ["(", "path"].includes(state.brackets.at(-1)));
    const named = ["#", "of", "in", "system", "ctl", "ltl", "invariant", "lemma", "rank"].includes(state.last);
    const until = ["U", "W", "R"].includes(word) && state.operand;
    const before =
      !state.operand &&
      (["X", "F", "G"].includes(word) || (["A", "E"].includes(word) && stream.match(/^\s*\[/, false)));
    state.operand = !(inside && !named && (until || before));
    return state.operand ? null : "operator";
  };

  const murphiWord = (stream, state, word) => {
    if (state.note) {
      if (["A", "E"].includes(word) && stream.match(/^(\s*\[| (?! ))/, false)) return "operator";
      if (["AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G", "U", "W", "R", "V"].includes(word)) return "operator";
    }
    return kindOf.get(plain(word)) ?? null;
  };

  return StreamLanguage.define({
    tokenTable: tags,
    startState: () => ({ comment: false, note: false, temporal: false, operand: false, last: "", brackets: [] }),
    copyState: (state) => ({ ...state, brackets: [...state.brackets] }),
    languageData: { commentTokens: { line: lexical.comment, block: { open: "/*", close: "*/" } } },
    token(stream, state) {
      if (stream.sol()) state.note = false;
      if (state.comment) {
        if (stream.match(/^.*?\*\//)) state.comment = false;
        else stream.skipToEnd();
        return "comment";
      }
      if (stream.eatSpace()) return null;
      if (!gsst && stream.match(note)) {
        state.note = true;
        return "comment";
      }
      if (stream.match(lexical.comment)) {
        stream.skipToEnd();
        return "comment";
      }
      if (stream.match("/*")) {
        if (!stream.match(/^.*?\*\//)) {
          state.comment = true;
          stream.skipToEnd();
        }
        return "comment";
      }
      if (lexical.name !== "gsst" && stream.match(/^["“](?:\\.|[^\\"”])*["”]/)) return "string";
      const word = stream.match(gsst ? /^[A-Za-z_][A-Za-z0-9_]*/ : /^[A-Za-z][A-Za-z0-9_]*/);
      if (word) {
        const kind = gsst ? gsstWord(stream, state, word[0]) : murphiWord(stream, state, word[0]);
        state.last = word[0];
        return kind;
      }
      if (stream.match(gsst ? /^[0-9]+/ : /^(0[xX][0-9A-Fa-f]+|[0-9]+)/)) {
        state.operand = true;
        state.last = "0";
        return "number";
      }
      const sign = stream.match(/^(<->|==>|->|:=|<=|>=|!=|==|&&|\|\||<<|>>|\.\.|[[\](){}.,:;])/) ?? [stream.next()];
      const [text] = sign;
      if (["[", "(", "{"].includes(text))
        state.brackets.push(text === "[" && ["A", "E"].includes(state.last) && !state.operand ? "path" : text);
      else if (["]", ")", "}"].includes(text)) state.brackets.pop();
      state.operand = ["]", ")", "}"].includes(text);
      state.last = text;
      return /^(<->|==>|->|:=|<=|>=|!=|==|&&|\|\||<<|>>|[=<>!&|+\-*/%#^?\\≔⇒→↔∧∨¬≤≥≠∀∃])$/.test(text) ? "sign" : null;
    },
  });
};

// The pieces of a text that have a kind, as [from, to, kind].
export const pieces = (text, lexical) => {
  const found = [];
  const named = tagHighlighter(kinds.map((kind) => ({ tag: tags[kind], class: kind })));
  highlightTree(language(lexical).parser.parse(text), named, (from, to, kind) => found.push([from, to, kind]));
  return found;
};

// Mounts the editor; `asked` has what the page answers: changed(), save(), hover(offset), names().
export const mount = (parent, text, lexical, asked) => {
  const names = (context) => {
    const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
    if (!word && !context.explicit) return null;
    const words = Object.keys(lexical.words).map((label) => ({ label, type: "keyword" }));
    return { from: word ? word.from : context.pos, options: [...asked.names(), ...words], validFor: /^\w*$/ };
  };
  const hover = hoverTooltip(async (_view, pos) => {
    const found = await asked.hover(pos);
    if (!found) return null;
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: found.dom }) };
  });
  const extensions = [
    EditorView.cspNonce.of(asked.nonce),
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
    language(lexical),
    syntaxHighlighting(style),
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
      if (update.docChanged) asked.changed();
    }),
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
