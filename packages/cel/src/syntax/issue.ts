import { anObject, aString, checkArgument, listOf } from "@svc/base/check";

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
  /** The number of issues that are not listed; set in the last issue. */
  readonly more?: number;
}

/** An expression has no more issues than these; further ones are counted. */
const maxIssues = 100;
/** Characters of all issues in one message. */
const maxMessage = 65_536;

/** Adds an issue to those of an expression, or counts it where there are enough of them. */
export function addIssue(issues: Issue[], issue: () => Issue): void {
  if (issues.length < maxIssues) issues.push(issue());
  else issues[maxIssues] = moreIssues((issues[maxIssues]?.more ?? 0) + 1);
}

function moreIssues(more: number): Issue {
  const message = `${more} more errors were truncated`;
  return { message, more, offset: -1, line: Number.POSITIVE_INFINITY, column: 0 };
}

export function issueAt(
  source: string,
  offset: number,
  { message, suggestion }: { readonly message: string; readonly suggestion?: string | undefined },
): Issue {
  const hint = suggestion === undefined ? {} : { suggestion };
  if (offset < 0) return { message, offset: -1, line: -1, column: 0, ...hint };
  // Other implementations point before the first character of a text that has none.
  if (source === "") return { message, offset, line: 1, column: 0, ...hint };
  const start = source.lastIndexOf("\n", offset - 1) + 1;
  let line = 1;
  for (let i = source.indexOf("\n"); i >= 0 && i < start; i = source.indexOf("\n", i + 1)) line++;
  return { message, offset, line, column: [...source.slice(start, offset)].length + 1, ...hint };
}

/** Marks an issue after which at most one more is reported. */
export function atMostOneMore(issue: Issue): Issue {
  return issue.more === undefined ? issue : moreIssues(1);
}

/**
 * The issue with its source line and a caret, in the format of other implementations.
 * @throws {TypeError} for a wrong argument
 */
export function formatIssue(source: string, issue: Issue): string {
  checkArgument("formatIssue: source", source, aString);
  checkArgument("formatIssue: issue", issue, anObject);
  if (issue.more !== undefined) return issue.message;
  const head = `ERROR: <input>:${issue.line}:${issue.column}: ${issue.message}`;
  if (issue.line < 0 || source === "") return head;
  const text = (source.split("\n")[issue.line - 1] ?? "").replaceAll("\t", " ");
  const chars = [...text];
  const dots = chars.slice(0, issue.column - 1).map((c) => (isMultibyte(c) ? "．" : "."));
  const at = chars[issue.column - 1];
  return `${head}\n | ${text}\n | ${dots.join("")}${at !== undefined && isMultibyte(at) ? "＾" : "^"}`;
}

const expectedIssues = listOf(anObject);

/**
 * Formats issues, one after another, each with the line of source it points at.
 * @throws {TypeError} for a wrong argument
 */
export function formatIssues(source: string, issues: readonly Issue[]): string {
  checkArgument("formatIssues: source", source, aString);
  checkArgument("formatIssues: issues", issues, expectedIssues);
  const shown: string[] = [];
  let size = 0;
  for (const [i, issue] of issues.entries()) {
    if (size > maxMessage) {
      const rest = issues.slice(i).reduce((count, { more = 1 }) => count + more, 0);
      return [...shown, formatIssue(source, moreIssues(rest))].join("\n");
    }
    const text = formatIssue(source, issue);
    shown.push(text);
    size += text.length;
  }
  return shown.join("\n");
}

/** The position within its source line decides the order; issues of one place keep theirs. */
export function sortIssues(issues: Issue[]): Issue[] {
  return issues.sort((a, b) => a.line - b.line || a.column - b.column);
}

function isMultibyte(char: string): boolean {
  return char.codePointAt(0)! >= 0x80;
}

/** The error of `compile`. Its message lists every issue. */
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

/** A well-formed expression cannot be run, as one with a constant call that fails. */
export class InstantiationError extends CompileError {
  constructor(source: string, message: string) {
    const issue = { message, offset: -1, line: -1, column: 0 };
    super(source, [issue], `program instantiation failed: ${message}`);
  }
}
