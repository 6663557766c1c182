import type { Value } from "../values/value.ts";
import type { Expr } from "./ast.ts";
import { type NodeState, TooLarge } from "./builder.ts";
import type { MacroTable } from "./macros.ts";
import type { TokenStream } from "./token-stream.ts";

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

/** The state of one parse. */
export interface Parser extends NodeState {
  readonly tokens: TokenStream;
  readonly options: ParseOptions;
  /** Height of the subtree of each node, by id. */
  readonly depths: number[];
  /** Stands for an operand with a selection that could not be read. */
  unreadable?: Expr;
  nesting: number;
}

/** Gives a finished node its height, and stops where the tree gets too deep. */
export function node<T extends Expr>(p: Parser, e: T, children: readonly Expr[] = []): T {
  let depth = 0;
  for (const child of children) depth = Math.max(depth, p.depths[child.id] ?? 0);
  p.depths[e.id] = depth + 1;
  if (depth > p.options.maxDepth) throw new TooLarge("max recursion depth exceeded");
  return e;
}

export function constant(p: Parser, pos: number, value: Value): Expr {
  return { kind: "const", id: p.nextId++, pos, value };
}

export function call(p: Parser, pos: number, fn: string, ...args: readonly Expr[]): Expr {
  return node(p, { kind: "call", id: p.nextId++, pos, fn, target: undefined, args }, args);
}
