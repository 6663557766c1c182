/** One thing wrong with an expression, and where. */
export interface Issue {
  readonly message: string;
  /** Offset in the source in UTF-16 units; -1 where the whole expression is meant. */
  readonly offset: number;
  /** From 1; -1 where the whole expression is meant. */
  readonly line: number;
  /** In code points, from 1; 0 where the whole expression is meant. */
  readonly column: number;
  /** A name that may have been meant. */
  readonly suggestion?: string;
}

export function issueAt(source: string, offset: number, message: string, suggestion?: string): Issue {
  const hint = suggestion === undefined ? {} : { suggestion };
  if (offset < 0) return { message, offset: -1, line: -1, column: 0, ...hint };
  const start = source.lastIndexOf("\n", offset - 1) + 1;
  let line = 1;
  for (let i = source.indexOf("\n"); i >= 0 && i < start; i = source.indexOf("\n", i + 1)) line++;
  return { message, offset, line, column: [...source.slice(start, offset)].length + 1, ...hint };
}

/** The issue with its source line and a caret, in the form that users of the language know. */
export function formatIssue(source: string, issue: Issue): string {
  const head = `ERROR: <input>:${issue.line}:${issue.column}: ${issue.message}`;
  if (issue.line < 0) return head;
  const text = (source.split("\n")[issue.line - 1] ?? "").replaceAll("\t", " ");
  const chars = [...text];
  const dots = chars.slice(0, issue.column - 1).map((c) => (isMultibyte(c) ? "．" : "."));
  const at = chars[issue.column - 1];
  return `${head}\n | ${text}\n | ${dots.join("")}${at !== undefined && isMultibyte(at) ? "＾" : "^"}`;
}

/** Formats issues, one after another, each with the line of source it points at. */
export function formatIssues(source: string, issues: readonly Issue[]): string {
  return issues.map((issue) => formatIssue(source, issue)).join("\n");
}

/** The position within its source line decides the order; issues of one place keep theirs. */
export function sortIssues(issues: Issue[]): Issue[] {
  return issues.sort((a, b) => a.line - b.line || a.column - b.column);
}

function isMultibyte(char: string): boolean {
  return char.codePointAt(0)! >= 0x80;
}

/** What `compile` throws: every issue found, formatted as its message. */
export class CompileError extends Error {
  readonly issues: readonly Issue[];
  readonly source: string;

  constructor(source: string, issues: readonly Issue[], message: string = formatIssues(source, issues)) {
    super(message);
    this.name = "CompileError";
    this.source = source;
    this.issues = issues;
  }
}
