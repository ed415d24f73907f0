// What the parts of the lab's page know of each other.
import type { Answers, Column, Finding, Lesson, Lexical, Path, Tokens } from "./answers";

export type State = Column["state"];
export type Style = Tokens["tokens"][number][2];

/** What can be asked, with what is answered. */
export type Replies = Answers & { [verb: `lesson/${string}`]: Lesson };

/** The text as it is, for a question about it. */
export type Request = { text: string; version: number; language: string; parameters: Record<string, number> };

export type Facts = Map<string, string>;

/** What the parts ask of the page. */
export interface Desk {
  text(): string;
  language(): string;
  /** How files of a language end that Markdown calls so. */
  suffix(kind: string): string | undefined;
  request(): Request;
  say(text: string): void;
  select(from: number, to: number): void;
  replace(from: number, to: number, insert: string): void;
  fix(one: Finding): void;
  explain(name: string): void;
  draw(what: string, transition: string): void;
  follow(path: Path, title: string): void;
  from(state: State, title: string): void;
  facts(): Facts | null;
  open(text: string, suffix: string, from: string | null): void;
  again(): void;
  link(text: string): Promise<void>;
}

/** What an editor asks of the page. */
export interface Host {
  nonce: string | undefined;
  changed(): void;
  save(): void;
  hover(offset: number): Promise<{ from: number; to: number; dom: HTMLElement } | null>;
  names(): { label: string; type: string; detail: string }[];
  /** The tokens that have a colour, null where nobody answers. */
  tokens(text: string): Promise<[number, number, Style][] | null>;
  fix(one: Finding): void;
  explain(name: string): void;
}

/** The field in which the text is written. */
export interface Editor {
  text(): string;
  replace(from: number, to: number, insert: string): void;
  select(from: number, to: number): void;
  focus(): void;
  end(): void;
  mark(findings: Finding[]): void;
}

export type Mount = (parent: HTMLElement, text: string, lexical: Lexical, host: Host) => Editor;
