import type { ParsedExpr } from "../syntax/ast.ts";
import { TooLarge } from "../syntax/builder.ts";
import { addIssue, atMostOneMore, type Issue, issueAt, sortIssues } from "../syntax/issue.ts";
import { type LexResult, lex, type Token } from "../syntax/lexer.ts";
import { parse } from "../syntax/parser.ts";
import { createTreeState, type ParseOptions } from "../syntax/parser-state.ts";
import { ExpressionBuilder } from "./expression-builder.ts";
import { GivenUp, RecoveringReader } from "./reader.ts";

/**
 * For longer texts only the first error is reported: finding all errors takes many times as long as
 * parsing.
 */
const maxExplainedLength = 4_096;
const maxShownToken = 64;

/** Literals in the place of a name are reported as such. */
const wordAfterDot = /no viable alternative at input '.(true|false|null)'/;

/** Parses the text of an expression; a text with an error is parsed again to report all errors. */
export function read(
  source: string,
  options: ParseOptions,
): { readonly parsed: ParsedExpr } | { readonly issues: readonly Issue[] } {
  if (source.length > options.maxLength && [...source].length > options.maxLength) {
    const size = [...source].length;
    const message = `expression code point size exceeds limit: size: ${size}, limit ${options.maxLength}`;
    return { issues: [{ message, offset: -1, line: -1, column: 0 }] };
  }
  const text = { source, ...lex(source) };
  const parsed = text.errors[0] === undefined ? parse(text, options) : { end: text.errors[0] };
  if (!("end" in parsed)) return { parsed };
  return { issues: source.length > maxExplainedLength ? [firstError(text, parsed)] : explain(text, options) };
}

interface FirstError {
  readonly end: Pick<Token, "pos" | "text">;
  readonly tooLarge?: string;
}

/** The first error of a long text, with its place. */
function firstError(
  { source, errors }: LexResult & { readonly source: string },
  { end: { pos, text }, tooLarge }: FirstError,
): Issue {
  if (tooLarge !== undefined) return issueAt(source, -1, { message: tooLarge });
  const reason = errors.length > 0 ? "token recognition error at:" : "mismatched input";
  const note = `further errors of texts of more than ${maxExplainedLength} characters are not told`;
  return issueAt(source, pos, { message: `Syntax error: ${reason} '${text.slice(0, maxShownToken)}' (${note})` });
}

/** Finds all errors of a text that has some. */
function explain(text: LexResult & { readonly source: string }, options: ParseOptions): readonly Issue[] {
  const { source, tokens, errors } = text;
  const issues: Issue[] = [];
  const add = (pos: number, message: string): void => addIssue(issues, () => issueAt(source, pos, { message }));
  const addSyntaxError = (pos: number, message: string): void => {
    add(pos, `Syntax error: ${message.replace(wordAfterDot, "mismatched input '$1' expecting IDENTIFIER")}`);
    // The first issue that is too many ends the reading of the text.
    if (issues.at(-1)?.more !== undefined) throw new GivenUp();
  };
  let badTexts = 0;
  const reached = (token: Token): void => {
    for (let e = errors[badTexts]; e !== undefined && e.pos <= token.pos; e = errors[++badTexts])
      addSyntaxError(e.pos, `token recognition error at: '${e.text}'`);
  };
  try {
    const report = (token: Token, message: string): void => addSyntaxError(token.pos, message);
    const textBetween = (from: Token, to: Token): string => tokenText(text, from, to);
    const tree = new RecoveringReader({ tokens, textBetween, report, reached, maxDepth: options.maxDepth }).read();
    new ExpressionBuilder(createTreeState(options, add)).build(tree);
  } catch (e) {
    if (e instanceof TooLarge) add(-1, e.message);
    else if (!(e instanceof GivenUp)) throw e;
  }
  return sortIssues(issues.map(atMostOneMore));
}

/** The source text from one token to the end of another, without texts that are no tokens. */
function tokenText(text: LexResult & { readonly source: string }, from: Token, to: Token): string {
  const end = to.kind === "<EOF>" ? to.pos : to.pos + to.text.length;
  if (from.kind === "<EOF>") return "<EOF>";
  let at = from.pos;
  let out = "";
  for (const bad of text.errors) {
    if (bad.pos < at || bad.pos >= end) continue;
    out += text.source.slice(at, bad.pos);
    at = bad.pos + bad.text.length;
  }
  return out + text.source.slice(at, end);
}
