import { binaryOperators, type Expr, type MapEntry, type StructField } from "../syntax/ast.ts";
import { TooLarge } from "../syntax/builder.ts";
import type { Token, TokenKind } from "../syntax/lexer.ts";
import { literalValue } from "../syntax/literal-value.ts";
import {
  call,
  constant,
  finishCall,
  isReserved,
  logic,
  mapLiteral,
  node,
  select,
  type TreeState,
} from "../syntax/parser-state.ts";
import { shells, type Tree } from "./reader.ts";

/** Trees that count as levels of nesting. */
const deepening: ReadonlySet<string> = new Set(["conditional", "binary", "select", "memberCall", "index"]);

type Build = (tree: Tree) => Expr;

/**
 * Makes expressions of what could be read of a text, to find errors that are none of the grammar:
 * bad literals, reserved names, and arguments that a macro refuses. What could not be read is a
 * constant.
 */
export class ExpressionBuilder {
  readonly #state: TreeState;
  readonly #builds: ReadonlyMap<string, Build>;
  #depth = 0;

  constructor(state: TreeState) {
    this.#state = state;
    this.#builds = new Map<string, Build>([
      ["conditional", (t) => this.#conditional(t)],
      ["logic", (t) => this.#logic(t)],
      ["binary", (t) => this.#binary(t)],
      ["not", (t) => this.#unary(t, "!")],
      ["negation", (t) => this.#unary(t, "-")],
      ["select", (t) => this.#select(t)],
      ["memberCall", (t) => this.#memberCall(t)],
      ["index", (t) => this.#index(t)],
      ["ident", (t) => this.#ident(t)],
      ["call", (t) => this.#call(t)],
      ["list", (t) => this.#list(t)],
      ["map", (t) => this.#map(t)],
      ["message", (t) => this.#message(t)],
      ["number", (t) => this.#literal(t)],
      ["word", (t) => this.#literal(t)],
      ...["start", "nested", ...shells].map((label) => [label, (t: Tree) => this.build(treesOf(t)[0])] as const),
    ]);
  }

  /** @throws {TooLarge} where operators and selections are nested too deep. */
  build(tree: Tree | undefined): Expr {
    const build = tree === undefined ? undefined : this.#builds.get(tree.label);
    if (tree === undefined || build === undefined) return this.#nothing(tree?.start.pos ?? 0);
    const level = deepening.has(tree.label) ? 1 : 0;
    this.#depth += level;
    if (this.#depth > this.#state.options.maxDepth) throw new TooLarge("max recursion depth exceeded");
    const built = build(tree);
    this.#depth -= level;
    return built;
  }

  #nothing(pos: number): Expr {
    return constant(this.#state, pos, null);
  }

  #report(pos: number, message: string): Expr {
    this.#state.report(pos, message);
    return this.#nothing(pos);
  }

  #conditional(tree: Tree): Expr {
    const { pos } = tokenOf(tree, "?")!;
    const [condition, then, otherwise] = treesOf(tree);
    return call(this.#state, { fn: "_?_:_", pos }, this.build(condition), this.build(then), this.build(otherwise));
  }

  #logic(tree: Tree): Expr {
    const terms = treesOf(tree).map((t) => this.build(t));
    const operators = tree.parts.filter(isToken).slice(0, terms.length - 1);
    return logic(this.#state, terms, operators);
  }

  #binary(tree: Tree): Expr {
    const [left, right] = treesOf(tree);
    const { kind, pos } = tree.parts.find(isToken)!;
    return call(this.#state, { fn: binaryOperators[kind]!, pos }, this.build(left), this.build(right));
  }

  #unary(tree: Tree, operator: "!" | "-"): Expr {
    const signs = tree.parts.filter((part) => isToken(part) && part.kind === operator) as Token[];
    const operand = this.build(treesOf(tree)[0]);
    if (signs.length % 2 === 0) return operand;
    return call(this.#state, { fn: `${operator}_`, pos: signs[0]!.pos }, operand);
  }

  #select(tree: Tree): Expr {
    const [operandTree, name] = treesOf(tree);
    const operand = this.build(operandTree);
    const dot = tokenOf(tree, ".");
    if (name === undefined || dot === undefined) return this.#nothing(tree.start.pos);
    const field = this.#fieldName(name, name.start.pos);
    if (tokenOf(tree, "?") === undefined) return select(this.#state, dot.pos, { operand, field: field ?? "" });
    if (!this.#state.options.optionalSyntax) return this.#report(dot.pos, "unsupported syntax '.?'");
    const nameConstant = constant(this.#state, name.start.pos, field ?? "");
    return call(this.#state, { fn: "_?._", pos: dot.pos }, operand, nameConstant);
  }

  /** The name of a field; undefined, with an issue, where it is none or may not be quoted. */
  #fieldName(tree: Tree | undefined, pos: number): string | undefined {
    const token = tree?.parts.find(isToken);
    if (tree?.label === "plainName" && token !== undefined) return token.text;
    const quoted = tree?.label === "quotedName" && token !== undefined;
    if (quoted && this.#state.options.quotedFields) return token.text.slice(1, -1);
    this.#state.report(pos, quoted ? "unsupported syntax: '`'" : "unsupported ident kind");
    return undefined;
  }

  #memberCall(tree: Tree): Expr {
    const [operandTree, args] = treesOf(tree);
    const target = this.build(operandTree);
    const name = tokenOf(tree, "IDENTIFIER");
    if (name === undefined) return this.#nothing(tree.start.pos);
    return this.#finishCall(tree, { fn: name.text, target, args });
  }

  #finishCall(
    tree: Tree,
    { fn, target, args }: { readonly fn: string; readonly target?: Expr; readonly args: Tree | undefined },
  ): Expr {
    const pos = tokenOf(tree, "(")?.pos ?? tree.start.pos;
    const id = this.#state.nextId++;
    const built = treesOf(args).map((arg) => this.build(arg));
    return finishCall(this.#state, { id, pos, fn, target, args: built }) ?? this.#nothing(pos);
  }

  #index(tree: Tree): Expr {
    const [operand, index] = treesOf(tree);
    const target = this.build(operand);
    const { pos } = tokenOf(tree, "[")!;
    const at = this.build(index);
    const optional = tokenOf(tree, "?") !== undefined;
    if (optional && !this.#state.options.optionalSyntax) return this.#report(pos, "unsupported syntax '[?'");
    return call(this.#state, { fn: optional ? "_[?_]" : "_[_]", pos }, target, at);
  }

  /** The name of an identifier or a function; undefined, with an issue, where it is reserved. */
  #name(tree: Tree): Token | undefined {
    const name = tokenOf(tree, "IDENTIFIER");
    if (name === undefined || !isReserved(name.text)) return name;
    this.#state.report(tree.start.pos, `reserved identifier: ${name.text}`);
    return undefined;
  }

  #ident(tree: Tree): Expr {
    const name = this.#name(tree);
    if (name === undefined) return this.#nothing(tree.start.pos);
    const dot = tokenOf(tree, ".") === undefined ? "" : ".";
    return node(this.#state, { kind: "ident", id: this.#state.nextId++, pos: name.pos, name: dot + name.text });
  }

  #call(tree: Tree): Expr {
    const name = this.#name(tree);
    if (name === undefined) return this.#nothing(tree.start.pos);
    const dot = tokenOf(tree, ".") === undefined ? "" : ".";
    return this.#finishCall(tree, { fn: dot + name.text, args: treesOf(tree)[0] });
  }

  #list(tree: Tree): Expr {
    const id = this.#state.nextId++;
    const optionals: number[] = [];
    const elements = treesOf(treesOf(tree)[0]).map((element, i) => {
      const built = this.build(treesOf(element)[0]);
      const question = tokenOf(element, "?");
      if (question && !this.#state.options.optionalSyntax) this.#report(question.pos, "unsupported syntax '?'");
      else if (question) optionals.push(i);
      return built;
    });
    return node(this.#state, { kind: "list", id, pos: tree.start.pos, elements, optionals }, elements);
  }

  #map(tree: Tree): Expr {
    const id = this.#state.nextId++;
    const entries: MapEntry[] = [];
    for (const { item, colon, value } of pairsOf(treesOf(tree)[0])) {
      const entryId = this.#state.nextId++;
      const optional = this.#isOptional(item);
      if (optional === undefined) continue;
      const key = this.build(treesOf(item)[0]);
      entries.push({ id: entryId, pos: colon.pos, key, value: this.build(value), optional });
    }
    return mapLiteral(this.#state, { id, pos: tree.start.pos }, entries);
  }

  /** Whether an entry has a question mark; undefined, with an issue, where it must not. */
  #isOptional(item: Tree): boolean | undefined {
    const optional = tokenOf(item, "?") !== undefined;
    if (!optional || this.#state.options.optionalSyntax) return optional;
    this.#state.report(item.start.pos, "unsupported syntax '?'");
    return undefined;
  }

  #message(tree: Tree): Expr {
    const names = tree.parts.filter((part) => isToken(part) && part.kind === "IDENTIFIER") as Token[];
    const { pos } = tokenOf(tree, "{") ?? tree.start;
    const id = this.#state.nextId++;
    const fields: StructField[] = [];
    const list = treesOf(tree)[0];
    for (const { item, colon, value } of pairsOf(list)) {
      const fieldId = this.#state.nextId++;
      const optional = this.#isOptional(item);
      if (optional === undefined) continue;
      const name = this.#fieldName(treesOf(item)[0], list!.start.pos);
      if (name === undefined) continue;
      fields.push({ id: fieldId, pos: colon.pos, name, value: this.build(value), optional });
    }
    const values = fields.map(({ value }) => value);
    const name = names.map(({ text }) => text).join(".");
    return node(this.#state, { kind: "struct", id, pos, name, fields }, values);
  }

  #literal(tree: Tree): Expr {
    const token = tree.parts.filter(isToken).at(-1);
    const literal = token && literalValue(token, tokenOf(tree, "-") !== undefined);
    const { pos } = tree.start;
    if (literal === undefined) return this.#nothing(pos);
    return "error" in literal ? this.#report(pos, literal.error) : constant(this.#state, pos, literal.value);
  }
}

function isToken(part: Tree | Token): part is Token {
  return "kind" in part;
}

function treesOf(tree: Tree | undefined): readonly Tree[] {
  return tree === undefined ? [] : tree.parts.filter((part): part is Tree => !isToken(part));
}

function tokenOf(tree: Tree, kind: TokenKind): Token | undefined {
  return tree.parts.find((part): part is Token => isToken(part) && part.kind === kind);
}

interface Pair {
  readonly item: Tree;
  readonly colon: Token;
  readonly value: Tree;
}

/** The entries of a map or a message up to one that could not be read. */
function pairsOf(list: Tree | undefined): readonly Pair[] {
  const trees = treesOf(list);
  const colons = list?.parts.filter((part) => isToken(part) && part.kind === ":") ?? [];
  const pairs: Pair[] = [];
  for (const [i, colon] of colons.entries()) {
    const item = trees[2 * i];
    const value = trees[2 * i + 1];
    if (item === undefined || value === undefined) break;
    pairs.push({ item, colon: colon as Token, value });
  }
  return pairs;
}
