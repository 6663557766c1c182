import { addIssue, type Issue, issueAt } from "./issue.ts";
import { lex, type Token } from "./lexer.ts";

const operandStart = [
  "[",
  "{",
  "(",
  ".",
  "-",
  "!",
  "true",
  "false",
  "null",
  "NUM_FLOAT",
  "NUM_INT",
  "NUM_UINT",
  "STRING",
  "BYTES",
  "IDENTIFIER",
];
const starts: ReadonlySet<string> = new Set(operandStart);
const continues: ReadonlySet<string> = new Set([
  "&&",
  "||",
  "==",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "in",
  "+",
  "-",
  "*",
  "/",
  "%",
  "?",
  ":",
  ",",
  ".",
  "[",
  ")",
  "]",
  "}",
  "<EOF>",
]);

/** Tokens with one of look-ahead, and the errors of a parser that goes on after them. */
export interface TokenStream {
  readonly peek: () => Token;
  readonly peekAt: (ahead: number) => Token;
  readonly next: () => Token;
  readonly at: (kind: string) => boolean;
  /** Takes the token if it is of this kind. */
  readonly take: (kind: string) => Token | undefined;
  /**
   * Takes a token of this kind. Where it is another, one superfluous token is dropped or the
   * missing one imagined.
   */
  readonly expect: (kind: string, expecting?: readonly string[]) => Token;
  /** Makes sure that an operand begins here; false where there is none, after saying so. */
  readonly operand: (extra?: readonly string[]) => boolean;
  readonly syntaxError: (token: Token, message: string) => void;
  /** Speaks of the next error again. */
  readonly forgive: () => void;
  /** Whether no token has fitted since the last error, so that further ones are not reported. */
  readonly isRecovering: () => boolean;
  readonly report: (pos: number, message: string) => void;
  readonly issues: Issue[];
}

export function createTokenStream(source: string): TokenStream {
  const { tokens, errors } = lex(source);
  const issues: Issue[] = [];
  const add = (pos: number, message: string): void => addIssue(issues, () => issueAt(source, pos, message));
  for (const e of errors) add(e.pos, `Syntax error: token recognition error at: '${e.text}'`);
  let at = 0;
  /** After an error nothing more is said until a token fits again. */
  let recovering = false;

  const peekAt = (ahead: number): Token => tokens[Math.min(at + ahead, tokens.length - 1)]!;
  const peek = (): Token => peekAt(0);
  const next = (): Token => {
    recovering = false;
    const token = peek();
    if (at < tokens.length - 1) at++;
    return token;
  };
  const syntaxError = (token: Token, message: string): void => {
    if (!recovering) add(token.pos, `Syntax error: ${message}`);
    recovering = true;
  };
  const missing = (kind: string): boolean =>
    kind === ":" ? starts.has(peek().kind) : (kind === ")" || kind === "]") && continues.has(peek().kind);

  return {
    peek,
    peekAt,
    next,
    at: (kind) => peek().kind === kind,
    take: (kind) => (peek().kind === kind ? next() : undefined),
    expect(kind, expecting = [kind]) {
      if (peek().kind === kind) return next();
      const token = peek();
      if (peekAt(1).kind === kind && token.kind !== "<EOF>") {
        syntaxError(token, `extraneous input '${shownText(token.text)}' expecting ${tokenSet(expecting)}`);
        next();
        return next();
      }
      if (expecting.length === 1 && missing(kind))
        syntaxError(token, `missing '${kind}' at '${shownText(token.text)}'`);
      else {
        syntaxError(token, `mismatched input '${shownText(token.text)}' expecting ${tokenSet(expecting)}`);
        while (!continues.has(peek().kind)) at++;
      }
      return token;
    },
    operand(extra = []) {
      if (starts.has(peek().kind)) return true;
      const token = peek();
      const expecting = expectation(extra);
      if (starts.has(peekAt(1).kind) && token.kind !== "<EOF>") {
        syntaxError(token, `extraneous input '${shownText(token.text)}' expecting ${expecting}`);
        at++;
        return true;
      }
      syntaxError(token, `mismatched input '${shownText(token.text)}' expecting ${expecting}`);
      while (!continues.has(peek().kind)) at++;
      return false;
    },
    syntaxError,
    forgive() {
      recovering = false;
    },
    isRecovering: () => recovering,
    report: add,
    issues,
  };
}

/** Whether a text could not be read, as opposed to what it says being wrong. */
export function isSyntaxError(issue: Issue): boolean {
  return issue.message.startsWith("Syntax error");
}

/** The tokens that an operand may begin with, and further ones, in the grammar's order. */
function expectation(extra: readonly string[]): string {
  const order = ["[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?"];
  const all = [...operandStart, ...extra];
  const ordered = [...order.filter((t) => all.includes(t)), ...operandStart.slice(6)];
  return tokenSet(ordered);
}

/** The text of a token on one line. */
function shownText(text: string): string {
  return text.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
}

function tokenSet(kinds: readonly string[]): string {
  const shown = kinds.map((k) => (/^[A-Z_<]+/.test(k) && k !== "<" ? k : `'${k}'`));
  return shown.length === 1 ? shown[0]! : `{${shown.join(", ")}}`;
}
