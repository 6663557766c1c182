import type { Value } from "../values/value.ts";
import { binaryOperators, type Expr, type MapEntry } from "./ast.ts";
import { createMacroBuilder, type NodeState, TooLarge } from "./builder.ts";
import type { Token } from "./lexer.ts";
import { findMacro, type MacroTable } from "./macros.ts";

export interface ParseOptions {
  readonly macros: MacroTable;
  /** Whether `.?`, `[?]` and `?` in literals are allowed. */
  readonly optionalSyntax: boolean;
  /** Whether fields may be written in backquotes. */
  readonly quotedFields: boolean;
  /** Code points. */
  readonly maxLength: number;
  /** Levels of parentheses and of the tree. */
  readonly maxDepth: number;
  /** Whether macro calls are remembered for `unparse`. */
  readonly keepMacroCalls: boolean;
}

/** The expansions of ordinary expressions fit by far. */
const nodesPerCharacter = 4;

/** The state of making one tree. */
export interface TreeState extends NodeState {
  readonly options: ParseOptions;
  /** Height of the subtree of each node, by id. */
  readonly depths: number[];
}

export function createTreeState(options: ParseOptions, report: NodeState["report"]): TreeState {
  const maxId = nodesPerCharacter * options.maxLength;
  return { options, nextId: 1, maxId, macroCalls: new Map(), depths: [], report };
}

/** Gives a finished node its height, and stops where the tree gets too deep. */
export function node<T extends Expr>(p: TreeState, e: T, children: readonly Expr[] = []): T {
  let depth = 0;
  for (const child of children) depth = Math.max(depth, p.depths[child.id] ?? 0);
  p.depths[e.id] = depth + 1;
  if (depth > p.options.maxDepth) throw new TooLarge("max recursion depth exceeded");
  return e;
}

export function constant(p: TreeState, pos: number, value: Value): Expr {
  return node(p, { kind: "const", id: p.nextId++, pos, value });
}

/** A call of an operator. */
export function call(
  p: TreeState,
  { fn, pos }: { readonly fn: string; readonly pos: number },
  ...args: readonly Expr[]
): Expr {
  return node(p, { kind: "call", id: p.nextId++, pos, fn, target: undefined, args }, args);
}

export function select(p: TreeState, pos: number, { operand, field }: { operand: Expr; field: string }): Expr {
  return node(p, { kind: "select", id: p.nextId++, pos, operand, field, testOnly: false }, [operand]);
}

export function mapLiteral(
  p: TreeState,
  { id, pos }: { readonly id: number; readonly pos: number },
  entries: readonly MapEntry[],
): Expr {
  const children = entries.flatMap(({ key, value }) => [key, value]);
  return node(p, { kind: "map", id, pos, entries }, children);
}

/**
 * A chain of `||` or `&&`, which becomes a balanced tree, since the order of evaluation is the same
 * and it stays shallow.
 */
export function logic(p: TreeState, terms: readonly Expr[], operators: readonly Token[]): Expr {
  const balance = (low: number, high: number): Expr => {
    const middle = (low + high + 1) >> 1;
    const left = middle === low ? terms[middle]! : balance(low, middle - 1);
    const right = middle === high ? terms[middle + 1]! : balance(middle + 1, high);
    const { kind, pos } = operators[middle]!;
    return call(p, { fn: binaryOperators[kind]!, pos }, left, right);
  };
  return operators.length === 0 ? terms[0]! : balance(0, operators.length - 1);
}

/** A call as it is written. */
export interface WrittenCall {
  readonly id: number;
  readonly pos: number;
  readonly fn: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** The call, or what its macro makes of it; undefined where the macro refuses it. */
export function finishCall(p: TreeState, written: WrittenCall): Expr | undefined {
  const { fn, target, args } = written;
  const children = target ? [target, ...args] : args;
  const macro = findMacro(p.options.macros, { name: fn, args: args.length, receiver: target !== undefined });
  if (macro) {
    let refused = false;
    const report: NodeState["report"] = (pos, message) => {
      refused = true;
      p.report(pos, message);
    };
    const expanded = macro.expand(createMacroBuilder(p, { pos: written.pos, report }), target, args);
    if (expanded) {
      if (p.options.keepMacroCalls) p.macroCalls.set(expanded.id, { fn, target, args });
      return node(p, expanded, children);
    }
    if (refused) return undefined;
  }
  return node(p, { kind: "call", ...written }, children);
}

/** Keywords of other languages, which are reserved as identifiers. */
const reserved: ReadonlySet<string> = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(" "),
);

export function isReserved(name: string): boolean {
  return reserved.has(name);
}
