import { binaryOperators, type Expr, type MapEntry, type ParsedExpr, type StructField } from "./ast.ts";
import { TooLarge } from "./builder.ts";
import type { Token } from "./lexer.ts";
import { literalValue } from "./literal-value.ts";
import {
  call,
  constant,
  createTreeState,
  finishCall,
  isReserved,
  logic,
  mapLiteral,
  node,
  type ParseOptions,
  select,
  type TreeState,
  type WrittenCall,
} from "./parser-state.ts";
import { TokenStream, Unreadable } from "./token-stream.ts";

/** The state of reading one text. */
interface Parser extends TreeState {
  readonly tokens: TokenStream;
  nesting: number;
}

/** The position at which parsing ended. */
export interface ReadingEnd {
  readonly end: Token;
  /** The limit that the text exceeds; absent for an error. */
  readonly tooLarge?: string;
}

/**
 * Makes the tree of a text from its tokens, macros expanded; of a text with any error, the token at
 * which the first one showed.
 */
export function parse(
  { source, tokens }: { readonly source: string; readonly tokens: readonly Token[] },
  options: ParseOptions,
): ParsedExpr | ReadingEnd {
  const p: Parser = { ...createTreeState(options, refuse), tokens: new TokenStream(tokens), nesting: 0 };
  try {
    const expr = parseExpr(p);
    p.tokens.expect("<EOF>");
    return { expr, source, macroCalls: p.macroCalls, nextId: p.nextId };
  } catch (e) {
    if (e instanceof Unreadable) return { end: p.tokens.peek() };
    if (e instanceof TooLarge) return { end: p.tokens.peek(), tooLarge: e.message };
    throw e;
  }
}

function refuse(): never {
  throw new Unreadable();
}

function parseExpr(p: Parser): Expr {
  const { maxDepth } = p.options;
  if (++p.nesting > maxDepth) throw new TooLarge(`expression recursion limit exceeded: ${maxDepth}`);
  const condition = parseLogic(p, "||");
  const question = p.tokens.take("?");
  if (!question) {
    p.nesting--;
    return condition;
  }
  const then = parseLogic(p, "||");
  p.tokens.expect(":");
  const otherwise = parseExpr(p);
  p.nesting--;
  return call(p, { fn: "_?_:_", pos: question.pos }, condition, then, otherwise);
}

function parseLogic(p: Parser, op: "||" | "&&"): Expr {
  const first = op === "||" ? parseLogic(p, "&&") : parseBinary(p, 1);
  if (!p.tokens.at(op)) return first;
  const terms = [first];
  const operators: Token[] = [];
  for (let t = p.tokens.take(op); t; t = p.tokens.take(op)) {
    operators.push(t);
    terms.push(op === "||" ? parseLogic(p, "&&") : parseBinary(p, 1));
  }
  return logic(p, terms, operators);
}

/** Operators that bind to the left, by how tightly they do. */
const levels: ReadonlyMap<string, number> = new Map([
  ...["==", "!=", "<", "<=", ">", ">=", "in"].map((op) => [op, 1] as const),
  ...["+", "-"].map((op) => [op, 2] as const),
  ...["*", "/", "%"].map((op) => [op, 3] as const),
]);

/** An operand and all operators behind it that bind at least as tightly as `least`. */
function parseBinary(p: Parser, least: number): Expr {
  let left = parseUnary(p);
  for (;;) {
    const level = levels.get(p.tokens.peek().kind);
    if (level === undefined || level < least) return left;
    const op = p.tokens.next();
    const right = parseBinary(p, level + 1);
    left = call(p, { fn: binaryOperators[op.kind]!, pos: op.pos }, left, right);
  }
}

function parseUnary(p: Parser): Expr {
  const { tokens } = p;
  const first = tokens.peek();
  if (first.kind !== "!" && first.kind !== "-") return parseMember(p);
  if (first.kind === "-" && isSigned(tokens.peekAt(1))) return parseMember(p);
  let count = 0;
  for (; tokens.take(first.kind); count++);
  const operand = parseMember(p);
  return count % 2 === 0 ? operand : call(p, { fn: first.kind === "!" ? "!_" : "-_", pos: first.pos }, operand);
}

/** Whether a minus before the token belongs to it. */
function isSigned({ kind }: Token): boolean {
  return kind === "NUM_INT" || kind === "NUM_FLOAT";
}

function parseMember(p: Parser): Expr {
  const { tokens } = p;
  let e = parsePrimary(p);
  for (;;) {
    const dot = tokens.take(".");
    if (dot) e = parseSelection(p, dot, e);
    else {
      const open = tokens.take("[");
      if (!open) return e;
      e = parseIndex(p, open, e);
    }
  }
}

function parseIndex(p: Parser, open: Token, operand: Expr): Expr {
  const optional = takeQuestion(p);
  const index = parseExpr(p);
  p.tokens.expect("]");
  return call(p, { fn: optional ? "_[?_]" : "_[_]", pos: open.pos }, operand, index);
}

/** Whether a question mark makes the next part optional. */
function takeQuestion(p: Parser): boolean {
  const question = p.tokens.take("?");
  if (question && !p.options.optionalSyntax) refuse();
  return question !== undefined;
}

/** Parses the part after a dot: a field, perhaps optional, or a call. */
function parseSelection(p: Parser, dot: Token, operand: Expr): Expr {
  const { tokens } = p;
  const optional = takeQuestion(p);
  const name = tokens.next();
  const field = fieldName(p, name);
  if (optional) return call(p, { fn: "_?._", pos: dot.pos }, operand, constant(p, name.pos, field));
  const open = name.kind === "IDENTIFIER" ? tokens.take("(") : undefined;
  if (!open) return select(p, dot.pos, { operand, field });
  const id = p.nextId++;
  return finish(p, { id, pos: open.pos, fn: field, target: operand, args: parseArguments(p) });
}

function fieldName(p: Parser, name: Token): string {
  if (name.kind === "IDENTIFIER") return name.text;
  if (name.kind !== "ESC_IDENTIFIER" || !p.options.quotedFields) refuse();
  return name.text.slice(1, -1);
}

function parseArguments(p: Parser): readonly Expr[] {
  const args: Expr[] = [];
  if (p.tokens.take(")")) return args;
  do args.push(parseExpr(p));
  while (p.tokens.take(","));
  p.tokens.expect(")");
  return args;
}

function finish(p: Parser, written: WrittenCall): Expr {
  return finishCall(p, written) ?? refuse();
}

function parsePrimary(p: Parser): Expr {
  const { tokens } = p;
  switch (tokens.peek().kind) {
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

/** A number, text, bytes, or a word that is a value. */
function parseLiteral(p: Parser): Expr {
  const start = p.tokens.peek();
  const negative = p.tokens.take("-") !== undefined;
  const token = p.tokens.next();
  if (negative && !isSigned(token)) refuse();
  const literal = literalValue(token, negative);
  return literal !== undefined && "value" in literal ? constant(p, start.pos, literal.value) : refuse();
}

/** Reads items with commas between them, and perhaps behind the last, up to the closing token. */
function parseItems(p: Parser, close: string, parseItem: () => void): void {
  const { tokens } = p;
  if (!tokens.at(close) && !tokens.at(",")) {
    parseItem();
    while (tokens.at(",") && tokens.peekAt(1).kind !== close) {
      tokens.next();
      parseItem();
    }
  }
  tokens.take(",");
  tokens.expect(close);
}

function parseList(p: Parser): Expr {
  const open = p.tokens.next();
  const id = p.nextId++;
  const elements: Expr[] = [];
  const optionals: number[] = [];
  parseItems(p, "]", () => {
    if (takeQuestion(p)) optionals.push(elements.length);
    elements.push(parseExpr(p));
  });
  return node(p, { kind: "list", id, pos: open.pos, elements, optionals }, elements);
}

function parseMap(p: Parser): Expr {
  const open = p.tokens.next();
  const id = p.nextId++;
  const entries: MapEntry[] = [];
  parseItems(p, "}", () => {
    const optional = takeQuestion(p);
    const entryId = p.nextId++;
    const key = parseExpr(p);
    const colon = p.tokens.expect(":");
    entries.push({ id: entryId, pos: colon.pos, key, value: parseExpr(p), optional });
  });
  return mapLiteral(p, { id, pos: open.pos }, entries);
}

/** An identifier, a call of a function without receiver, or a message. */
function parseName(p: Parser): Expr {
  const { tokens } = p;
  const dot = tokens.take(".") ? "." : "";
  const name = tokens.expect("IDENTIFIER");
  const struct = structName(p, name);
  if (struct) return parseStruct(p, dot + struct);
  if (isReserved(name.text)) refuse();
  const fn = dot + name.text;
  const open = tokens.take("(");
  if (!open) return node(p, { kind: "ident", id: p.nextId++, pos: name.pos, name: fn });
  const id = p.nextId++;
  return finish(p, { id, pos: open.pos, fn, target: undefined, args: parseArguments(p) });
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
  parseItems(p, "}", () => {
    const optional = takeQuestion(p);
    const field = fieldName(p, tokens.next());
    const fieldId = p.nextId++;
    const colon = tokens.expect(":");
    fields.push({ id: fieldId, pos: colon.pos, name: field, value: parseExpr(p), optional });
  });
  const values = fields.map(({ value }) => value);
  return node(p, { kind: "struct", id, pos: open.pos, name, fields }, values);
}
