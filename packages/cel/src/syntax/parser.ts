import { binaryOperators, type Expr, type MapEntry, type ParsedExpr, type StructField } from "./ast.ts";
import { createMacroBuilder, TooLarge } from "./builder.ts";
import { atMostOneMore, type Issue, sortIssues } from "./issue.ts";
import type { Token } from "./lexer.ts";
import { findMacro } from "./macros.ts";
import { parseLiteral } from "./parse-literal.ts";
import { call, constant, node, type ParseOptions, type Parser } from "./parser-state.ts";
import { createTokenStream, isSyntaxError } from "./token-stream.ts";

type ParseResult = { readonly parsed: ParsedExpr } | { readonly issues: readonly Issue[] };

/** What macros of ordinary expressions make fits by far. */
const nodesPerCharacter = 4;

/** Reads the text of an expression into its tree, macros expanded. */
export function parse(source: string, options: ParseOptions): ParseResult {
  const whole = (message: string): ParseResult => ({ issues: [{ message, offset: -1, line: -1, column: 0 }] });
  if (source.length > options.maxLength && [...source].length > options.maxLength) {
    const size = [...source].length;
    return whole(`expression code point size exceeds limit: size: ${size}, limit ${options.maxLength}`);
  }
  const tokens = createTokenStream(source);
  const p: Parser = {
    tokens,
    options,
    nextId: 1,
    maxId: nodesPerCharacter * options.maxLength,
    macroCalls: new Map(),
    depths: [],
    nesting: 0,
    report: tokens.report,
  };
  try {
    const expr = parseExpr(p);
    tokens.expect("<EOF>");
    // The first issue that is too many ends the reading of the text.
    if (tokens.issues.length > 0) return { issues: sortIssues(tokens.issues.map(atMostOneMore)) };
    return { parsed: { expr, source, macroCalls: p.macroCalls, nextId: p.nextId } };
  } catch (e) {
    if (e instanceof TooLarge) return whole(e.message);
    throw e;
  }
}

function parseExpr(p: Parser, extra?: readonly string[]): Expr {
  if (++p.nesting > p.options.maxDepth)
    throw new TooLarge(`expression recursion limit exceeded: ${p.options.maxDepth}`);
  const condition = parseLogic(p, "||", extra);
  const question = p.tokens.take("?");
  if (!question) {
    p.nesting--;
    return condition;
  }
  const then = parseLogic(p, "||");
  p.tokens.expect(":");
  const otherwise = parseExpr(p);
  p.nesting--;
  return call(p, question.pos, "_?_:_", condition, then, otherwise);
}

/**
 * A chain of `||` or `&&`, which becomes a balanced tree, since the order of evaluation is the same
 * and it stays shallow.
 */
function parseLogic(p: Parser, op: "||" | "&&", extra?: readonly string[]): Expr {
  const first = op === "||" ? parseLogic(p, "&&", extra) : parseBinary(p, 1, extra);
  if (!p.tokens.at(op)) return first;
  const terms = [first];
  const ops: Token[] = [];
  for (let t = p.tokens.take(op); t; t = p.tokens.take(op)) {
    ops.push(t);
    terms.push(op === "||" ? parseLogic(p, "&&") : parseBinary(p, 1));
  }
  const balance = (low: number, high: number): Expr => {
    const middle = (low + high + 1) >> 1;
    const left = middle === low ? terms[middle]! : balance(low, middle - 1);
    const right = middle === high ? terms[middle + 1]! : balance(middle + 1, high);
    return call(p, ops[middle]!.pos, binaryOperators[op]!, left, right);
  };
  return balance(0, ops.length - 1);
}

/** Operators that bind to the left, by how tightly they do. */
const levels: ReadonlyMap<string, number> = new Map([
  ...["==", "!=", "<", "<=", ">", ">=", "in"].map((op) => [op, 1] as const),
  ...["+", "-"].map((op) => [op, 2] as const),
  ...["*", "/", "%"].map((op) => [op, 3] as const),
]);

/** An operand and all operators behind it that bind at least as tightly as `least`. */
function parseBinary(p: Parser, least: number, extra?: readonly string[]): Expr {
  let left = parseUnary(p, extra);
  for (;;) {
    const level = levels.get(p.tokens.peek().kind);
    if (level === undefined || level < least) return left;
    const op = p.tokens.next();
    const right = parseBinary(p, level + 1);
    // An operator behind an operand that could not be read is no call.
    if (left !== p.unreadable) left = call(p, op.pos, binaryOperators[op.kind]!, left, right);
  }
}

function parseUnary(p: Parser, extra?: readonly string[]): Expr {
  const { tokens } = p;
  if (!tokens.operand(extra)) return constant(p, tokens.peek().pos, null);
  const first = tokens.peek();
  if (first.kind !== "!" && first.kind !== "-") return parseMember(p);
  if (first.kind === "-" && /^NUM_(INT|FLOAT)$/.test(tokens.peekAt(1).kind)) return parseMember(p);
  let count = 0;
  for (; tokens.take(first.kind); count++);
  tokens.operand();
  const operand = parseMember(p);
  return count % 2 === 0 ? operand : call(p, first.pos, first.kind === "!" ? "!_" : "-_", operand);
}

function parseMember(p: Parser): Expr {
  const { pos } = p.tokens.peek();
  let e = parsePrimary(p);
  for (;;) {
    const { tokens } = p;
    const isReported = !tokens.isRecovering();
    const dot = tokens.take(".");
    if (dot) e = parseSelection(p, dot, { operand: e, isReported }) ?? (p.unreadable = constant(p, pos, null));
    else {
      const open = tokens.take("[");
      if (!open) return e;
      e = parseIndex(p, open, e);
    }
  }
}

function parseIndex(p: Parser, open: Token, operand: Expr): Expr {
  const optional = p.tokens.take("?");
  if (optional) requireOptionals(p, open.pos, "[?");
  const index = parseExpr(p, optional ? undefined : ["?"]);
  p.tokens.expect("]");
  return call(p, open.pos, optional ? "_[?_]" : "_[_]", operand, index);
}

function requireOptionals(p: Parser, pos: number, syntax = "?"): void {
  if (!p.options.optionalSyntax) p.report(pos, `unsupported syntax '${syntax}'`);
}

/**
 * What follows a dot: a field, perhaps optional, or a call; undefined, with an issue, for anything
 * else.
 */
function parseSelection(
  p: Parser,
  dot: Token,
  { operand, isReported }: { readonly operand: Expr; readonly isReported: boolean },
): Expr | undefined {
  const { tokens } = p;
  const optional = tokens.take("?");
  if (optional) requireOptionals(p, dot.pos, ".?");
  const name = tokens.peek();
  if (name.kind !== "IDENTIFIER" && name.kind !== "ESC_IDENTIFIER") {
    const text = name.kind === "<EOF>" ? "." : `.${name.text}`;
    if (!isReported) return operand;
    if (/^(true|false|null)$/.test(name.kind))
      tokens.syntaxError(name, `mismatched input '${name.text}' expecting IDENTIFIER`);
    else tokens.syntaxError(name, `no viable alternative at input '${text}'`);
    // An operator after the dot is read as one; anything else is skipped.
    if (/^(IDENTIFIER|ESC_IDENTIFIER|NUM_.*|STRING|BYTES|true|false|null)$/.test(name.kind)) tokens.next();
    else if (name.kind !== ".") tokens.forgive();
    return undefined;
  }
  tokens.next();
  const field = fieldName(p, name);
  if (optional) return call(p, dot.pos, "_?._", operand, constant(p, name.pos, field));
  const open = name.kind === "IDENTIFIER" ? tokens.take("(") : undefined;
  if (!open)
    return node(p, { kind: "select", id: p.nextId++, pos: dot.pos, operand, field, testOnly: false }, [operand]);
  const id = p.nextId++;
  return finishCall(p, { id, pos: open.pos }, field, operand, parseArguments(p));
}

function fieldName(p: Parser, name: Token): string {
  if (name.kind === "IDENTIFIER") return name.text;
  if (!p.options.quotedFields) p.report(name.pos, "unsupported syntax: '`'");
  return name.text.slice(1, -1);
}

function parseArguments(p: Parser): readonly Expr[] {
  const args: Expr[] = [];
  if (p.tokens.take(")")) return args;
  do args.push(parseExpr(p, args.length === 0 ? [")"] : undefined));
  while (p.tokens.take(","));
  p.tokens.expect(")");
  return args;
}

/** The call, or what its macro makes of it. */
function finishCall(
  p: Parser,
  at: { readonly id: number; readonly pos: number },
  fn: string,
  target: Expr | undefined,
  args: readonly Expr[],
): Expr {
  const macro = findMacro(p.options.macros, fn, args.length, target !== undefined);
  const children = target ? [target, ...args] : args;
  if (macro) {
    const before = p.tokens.issues.length;
    const expanded = macro.expand(createMacroBuilder(p, at.pos), target, args);
    if (expanded) {
      if (p.options.keepMacroCalls) p.macroCalls.set(expanded.id, { fn, target, args });
      return node(p, expanded, children);
    }
    if (p.tokens.issues.length > before) return constant(p, at.pos, null);
  }
  return node(p, { kind: "call", ...at, fn, target, args }, children);
}

function parsePrimary(p: Parser): Expr {
  const { tokens } = p;
  const token = tokens.peek();
  switch (token.kind) {
    case "(": {
      tokens.next();
      const e = parseExpr(p);
      tokens.expect(")");
      return e;
    }
    case "[":
      return parseList(p);
    case "{":
      return parseMap(p);
    case ".":
    case "IDENTIFIER":
      return parseName(p);
    default:
      return parseLiteral(p);
  }
}

function parseList(p: Parser): Expr {
  const open = p.tokens.next();
  const id = p.nextId++;
  const elements: Expr[] = [];
  const optionals: number[] = [];
  p.tokens.take(",");
  while (!p.tokens.at("]")) {
    const question = p.tokens.take("?");
    if (question) {
      requireOptionals(p, question.pos);
      optionals.push(elements.length);
    }
    elements.push(parseExpr(p, elements.length === 0 ? ["]", ",", "?"] : undefined));
    if (!p.tokens.take(",")) break;
    if (p.tokens.at(",")) break;
  }
  p.tokens.expect("]", p.tokens.at(",") ? ["]"] : ["]", ","]);
  return node(p, { kind: "list", id, pos: open.pos, elements, optionals }, elements);
}

function parseMap(p: Parser): Expr {
  const open = p.tokens.next();
  const id = p.nextId++;
  const entries: MapEntry[] = [];
  const children: Expr[] = [];
  p.tokens.take(",");
  while (!p.tokens.at("}")) {
    const question = p.tokens.take("?");
    if (question) requireOptionals(p, question.pos);
    const told = p.tokens.issues.length;
    const entryId = p.nextId++;
    const key = parseExpr(p, entries.length === 0 && !question ? ["}", ",", "?"] : undefined);
    const colon = p.tokens.expect(":");
    const value = parseExpr(p);
    // Of an entry that is not allowed nothing more is told, but where it cannot be read.
    if (question && !p.options.optionalSyntax)
      for (const item of p.tokens.issues.splice(told).filter(isSyntaxError)) p.tokens.issues.push(item);
    entries.push({ id: entryId, pos: colon.pos, key, value, optional: question !== undefined });
    children.push(key, value);
    if (!p.tokens.take(",")) break;
  }
  p.tokens.expect("}", ["}", ","]);
  return node(p, { kind: "map", id, pos: open.pos, entries }, children);
}

/** Names that only other languages give a meaning; they cannot stand alone. */
const reserved: ReadonlySet<string> = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(" "),
);

/** A literal that is spelled as a name could be. */
function isWord({ kind }: Token): boolean {
  return /^(true|false|null)$/.test(kind);
}

/** An identifier, a call of a function without receiver, or a message. */
function parseName(p: Parser): Expr {
  const { tokens } = p;
  const dot = tokens.take(".");
  const found = tokens.peek();
  if (dot && found.kind !== "IDENTIFIER" && !isWord(found)) {
    const text = found.kind === "<EOF>" ? "" : found.text;
    tokens.syntaxError(found, `no viable alternative at input '.${text}'`);
    return constant(p, found.pos, null);
  }
  const name = tokens.expect("IDENTIFIER");
  const struct = structName(p, name);
  if (struct) return parseStruct(p, (dot ? "." : "") + struct);
  const isReserved = reserved.has(name.text);
  if (isReserved) p.report(name.pos, `reserved identifier: ${name.text}`);
  const text = dot ? `.${name.text}` : name.text;
  const open = tokens.take("(");
  if (!open && isReserved) return constant(p, name.pos, null);
  if (!open) return node(p, { kind: "ident", id: p.nextId++, pos: name.pos, name: text });
  return finishCall(p, { id: p.nextId++, pos: open.pos }, text, undefined, parseArguments(p));
}

/** `a.b.C` where a brace follows; takes the tokens up to it. */
function structName(p: Parser, first: Token): string | undefined {
  let ahead = 0;
  let name = first.text;
  while (p.tokens.peekAt(ahead).kind === "." && p.tokens.peekAt(ahead + 1).kind === "IDENTIFIER") {
    name += `.${p.tokens.peekAt(ahead + 1).text}`;
    ahead += 2;
  }
  if (p.tokens.peekAt(ahead).kind !== "{") return undefined;
  for (let i = 0; i < ahead; i++) p.tokens.next();
  return name;
}

function parseStruct(p: Parser, name: string): Expr {
  const { tokens } = p;
  const open = tokens.next();
  const id = p.nextId++;
  const fields: StructField[] = [];
  while (!tokens.at("}")) {
    const question = tokens.take("?");
    if (question) requireOptionals(p, question.pos);
    const field = tokens.peek();
    if (field.kind !== "IDENTIFIER" && field.kind !== "ESC_IDENTIFIER") {
      tokens.syntaxError(
        field,
        `mismatched input '${field.text}' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}`,
      );
      break;
    }
    tokens.next();
    const fieldId = p.nextId++;
    const colon = tokens.expect(":");
    const value = parseExpr(p);
    fields.push({ id: fieldId, pos: colon.pos, name: fieldName(p, field), value, optional: question !== undefined });
    if (!tokens.take(",")) break;
  }
  tokens.expect("}", ["}", ","]);
  return node(
    p,
    { kind: "struct", id, pos: open.pos, name, fields },
    fields.map((f) => f.value),
  );
}
