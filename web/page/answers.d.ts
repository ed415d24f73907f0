// What the server answers, by verb: scripts/answers.py writes it, of the shapes in vsym/lab/shapes.py.

export type Answers = { tokens: Tokens; lint: Lint; hover: NoWord | Word; check: Check; steps: Starts | Stood | Taken | Led | Watched; picture: Picture; explain: Explanation; cancel: Cancelled; save: Saved; begin: Beginning; lesson: Lesson };

export type Beginning = { file: string; text: string; saves: boolean; seconds: number | null; language: string; lexical: { [name: string]: Lexical }; editor: boolean; lessons: (LessonTitle)[]; nonce?: string };

export type Cancelled = Record<string, never>;

export type Check = { deadlock: boolean | null; reachable: number | null; symmetry: Symmetry; properties: (Property)[]; ranks: (Rank)[]; what: string; stopped: string | null; expectations: (Expectation)[]; hidden: (boolean | null)[] };

export type Choice = { label: string; by: string; size: number; fault: string | null; told: string | null; state: LocatedState | CodedState | null };

export type CodedState = { codes: (number)[] };

export type Column = { told: string | null; state: LocatedState | CodedState; lanes: ([string, string])[] };

export type Disabled = { label: string; by: string; hindrances: (Hindrance)[] };

export type Edge = { source: string; target: string; label: string; place: Stretch | null };

export type Expectation = { text: string; met: boolean | null };

export type Explanation = { title: string; body: (unknown)[] };

export type Finding = { from: number; to: number; severity: "error" | "warning"; code: string; message: string; hint: string | null; fix: Fix | null };

export type Fix = { from: number; to: number; title: string; insert: string };

export type Group = { name: string; order: number; kept: string | null };

export type Guard = { from: number; to: number; title: string; guard: string };

export type Hindrance = { condition: string; values: ([string, string])[] };

export type Lead = { told: string | null; path: Path | null; anew: boolean; problem: string | null };

export type Led = { led: Lead };

export type Lesson = { name: string; body: (unknown)[]; examples: { [name: string]: string }; hidden: number };

export type LessonTitle = { name: string; title: string };

export type Lexical = { name: string; words: (string)[]; comment: string };

export type Lint = { findings: (Finding)[]; names: (Name)[]; parameters: (Parameter)[]; guards: (Guard)[]; expectations: (string)[] };

export type LocatedState = { ends: (number)[]; states: (string)[]; shared: { [name: string]: number } };

export type Name = { from: number; to: number; name: string; kind: string };

export type NoWord = { word: null };

export type Node = { name: string; label: string; initial: boolean; place: Stretch | null; state: LocatedState | CodedState | null };

export type Parameter = { name: string; value: number | null; domain: string | null; problem: string | null };

export type Path = { columns: (Column)[]; loop: number | null; cut: number; fault: string | null };

export type Picture = { title: string; svg: string; caption: (string)[]; left_out: (string)[]; nodes: (Node)[]; edges: (Edge)[] };

export type Property = { from: number; to: number; name: string; logic: "ctl" | "ltl" | "invariant"; formula: string; outcome: string; engine: string; seconds: number; reason: string | null; path: Path | null };

export type Rank = { from: number; to: number; name: string; weights: string; outcome: "proves it" | "does not prove it" | "unknown"; seconds: number; reason: string | null };

export type Saved = { saved: boolean; message: string };

export type Scene = { state: LocatedState | CodedState; lanes: ([string, string])[]; rows: ([string, string])[]; choices: (Choice)[]; disabled: (Disabled)[]; more: [number, number] };

export type Starts = { notes: (string)[]; starts: (Scene)[] };

export type Stood = { scene: Scene };

export type Stretch = { from: number; to: number };

export type Symmetry = { full: boolean | null; transitions: (Transition)[]; blocks: (string)[]; group: Group | null };

export type Taken = { taken: (Column)[] };

export type Tokens = { tokens: ([number, number, "declaration" | "keyword" | "quantifier" | "types" | "constant" | "operator" | "builtins" | "sign" | "comment" | "number" | "string"])[] };

export type Transition = { from: number; to: number; label: string; verdict: "symmetric" | "virtually symmetric" | "broken" | "undecided"; witness: string | null };

export type Value = { written: string; values: (string)[] | null; problem: string | null };

export type Watched = { watched: (Value)[] };

export type Word = { from: number; to: number; word: string; kind: string | null; declaration: string | null; page: string | null; said: string | null };
