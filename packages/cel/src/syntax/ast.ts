import type { Value } from "../values/value.ts";

/**
 * The syntax tree. Every node has an `id`, unique in its expression, and `pos`, the offset in the
 * source (UTF-16 units) where an error about it points: the operator of an operation, the opening
 * parenthesis of a call, the dot of a selection.
 */
export type Expr = Const | Ident | Select | Call | ListExpr | MapExpr | StructExpr | Comprehension;

interface Node {
  readonly id: number;
  readonly pos: number;
}

/** A literal. */
export interface Const extends Node {
  readonly kind: "const";
  readonly value: Value;
}

/** A name; with a leading dot it is looked up from the root container only. */
export interface Ident extends Node {
  readonly kind: "ident";
  readonly name: string;
}

/** The selection of a field, `operand.field`. */
export interface Select extends Node {
  readonly kind: "select";
  readonly operand: Expr;
  readonly field: string;
  /** Written by `has()`: answers whether the field is there. */
  readonly testOnly: boolean;
}

/** A function or operator call; operators have names such as `_+_`. */
export interface Call extends Node {
  readonly kind: "call";
  readonly fn: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** A list literal. */
export interface ListExpr extends Node {
  readonly kind: "list";
  readonly elements: readonly Expr[];
  /** Indices of elements written with `?`. */
  readonly optionals: readonly number[];
}

/** A map literal. */
export interface MapExpr extends Node {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
}

/** One entry of a map literal; `optional` if written with `?`. */
export interface MapEntry extends Node {
  readonly key: Expr;
  readonly value: Expr;
  readonly optional: boolean;
}

/** Construction of a message by name. */
export interface StructExpr extends Node {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly StructField[];
}

/** One field of a message literal; `optional` if written with `?`. */
export interface StructField extends Node {
  readonly name: string;
  readonly value: Expr;
  readonly optional: boolean;
}

/** The expansion of macros: a fold of `range` into `accuVar`. */
export interface Comprehension extends Node {
  readonly kind: "comprehension";
  readonly range: Expr;
  readonly iterVar: string;
  readonly iterVar2: string | undefined;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** A macro call as it was written, kept for `unparse`. */
export interface MacroCall {
  readonly fn: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** A parsed expression with its source and the macro calls that were expanded. */
export interface ParsedExpr {
  readonly expr: Expr;
  readonly source: string;
  /** By the id of the expanded node. */
  readonly macroCalls: ReadonlyMap<number, MacroCall>;
  /** One more than the largest id. */
  readonly nextId: number;
}

/** The accumulator of comprehensions; no source text can spell it. */
export const accumulator = "@result";

/** Operator functions by their source spelling. */
export const binaryOperators: Readonly<Record<string, string>> = {
  "||": "_||_",
  "&&": "_&&_",
  "==": "_==_",
  "!=": "_!=_",
  "<": "_<_",
  "<=": "_<=_",
  ">": "_>_",
  ">=": "_>=_",
  in: "@in",
  "+": "_+_",
  "-": "_-_",
  "*": "_*_",
  "/": "_/_",
  "%": "_%_",
};

/** Calls `visit` on the direct parts of a node, in the order of the source. */
export function forEachChild(e: Expr, visit: (child: Expr) => void): void {
  switch (e.kind) {
    case "const":
    case "ident":
      return;
    case "select":
      visit(e.operand);
      return;
    case "call":
      if (e.target) visit(e.target);
      for (const arg of e.args) visit(arg);
      return;
    case "list":
      for (const element of e.elements) visit(element);
      return;
    case "map":
      for (const { key, value } of e.entries) {
        visit(key);
        visit(value);
      }
      return;
    case "struct":
      for (const { value } of e.fields) visit(value);
      return;
    case "comprehension":
      for (const part of [e.range, e.accuInit, e.condition, e.step, e.result]) visit(part);
  }
}
