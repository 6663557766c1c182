import type { Value } from "../values/value.ts";
import type { Call, Comprehension, Expr, ListExpr, MacroCall, MapEntry } from "./ast.ts";

/** Makes nodes with ids of their own at the place of the macro call. */
export interface MacroBuilder {
  readonly pos: number;
  readonly literal: (value: Value) => Expr;
  readonly ident: (name: string) => Expr;
  readonly call: (fn: string, ...args: Expr[]) => Call;
  readonly member: (fn: string, target: Expr, ...args: Expr[]) => Call;
  readonly list: (elements: readonly Expr[]) => ListExpr;
  readonly map: () => Expr;
  readonly has: (operand: Expr, field: string) => Expr;
  readonly fold: (parts: Omit<Comprehension, "kind" | "id" | "pos">) => Expr;
  /** The same tree with new ids. */
  readonly copy: (e: Expr) => Expr;
  /** Refuses the call. */
  readonly fail: (at: Expr, message: string) => undefined;
}

export interface NodeState {
  nextId: number;
  /** No node gets a larger id: macros copy, so that a short text can become a huge tree. */
  readonly maxId: number;
  readonly macroCalls: Map<number, MacroCall>;
  readonly report: (pos: number, message: string) => void;
}

/** Stops the parser where going on makes no sense. */
export class TooLarge {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export function createMacroBuilder(
  state: NodeState,
  { pos, report }: { readonly pos: number; readonly report: NodeState["report"] },
): MacroBuilder {
  const id = (): number => {
    if (state.nextId > state.maxId)
      throw new TooLarge(`expression is too large: it has more than ${state.maxId} nodes`);
    return state.nextId++;
  };
  const b: MacroBuilder = {
    pos,
    literal: (value) => ({ kind: "const", id: id(), pos, value }),
    ident: (name) => ({ kind: "ident", id: id(), pos, name }),
    call: (fn, ...args) => ({ kind: "call", id: id(), pos, fn, target: undefined, args }),
    member: (fn, target, ...args) => ({ kind: "call", id: id(), pos, fn, target, args }),
    list: (elements) => ({ kind: "list", id: id(), pos, elements, optionals: [] }),
    map: () => ({ kind: "map", id: id(), pos, entries: [] }),
    has: (operand, field) => ({ kind: "select", id: id(), pos, operand, field, testOnly: true }),
    fold: (parts) => ({ kind: "comprehension", id: id(), pos, ...parts }),
    copy: (e) => copyTree(e, id),
    fail(at, message) {
      report(at.pos, message);
      return undefined;
    },
  };
  return b;
}

function copyTree(e: Expr, id: () => number): Expr {
  const copy = (x: Expr): Expr => copyTree(x, id);
  switch (e.kind) {
    case "const":
    case "ident":
      return { ...e, id: id() };
    case "select":
      return { ...e, id: id(), operand: copy(e.operand) };
    case "call":
      return { ...e, id: id(), target: e.target && copy(e.target), args: e.args.map(copy) };
    case "list":
      return { ...e, id: id(), elements: e.elements.map(copy) };
    case "map": {
      const entry = (x: MapEntry): MapEntry => ({ ...x, id: id(), key: copy(x.key), value: copy(x.value) });
      return { ...e, id: id(), entries: e.entries.map(entry) };
    }
    case "struct":
      return { ...e, id: id(), fields: e.fields.map((f) => ({ ...f, id: id(), value: copy(f.value) })) };
    case "comprehension":
      return {
        ...e,
        id: id(),
        range: copy(e.range),
        accuInit: copy(e.accuInit),
        condition: copy(e.condition),
        step: copy(e.step),
        result: copy(e.result),
      };
  }
}
