import type { ResolvedOverload } from "../declarations/functions.ts";
import { type Declarations, type ObjectTypeInfo, objectTypeNamed, type VariableInfo } from "../declarations/scope.ts";
import { dynType, errorType, formatType, isOptional, optionalOf, type Type } from "../declarations/types.ts";
import type { Expr } from "../syntax/ast.ts";
import { closest } from "./suggest.ts";
import { assignable, type Mapping, substitute } from "./unify.ts";

/** The declaration that a name or a call refers to. */
export type Reference =
  | { readonly kind: "variable"; readonly name: string; readonly variable: VariableInfo }
  | { readonly kind: "type"; readonly name: string; readonly type: Type }
  | { readonly kind: "local"; readonly name: string }
  | { readonly kind: "call"; readonly name: string; readonly overloads: readonly ResolvedOverload[] };

/** A tree whose every node has a type. Qualified names have become single identifiers. */
export interface CheckedExpr {
  readonly expr: Expr;
  readonly source: string;
  /** By node id. */
  readonly types: readonly (Type | undefined)[];
  /** By node id. */
  readonly references: readonly (Reference | undefined)[];
  readonly type: Type;
  /** Nodes, by id, whose values may have other types than the checker inferred. */
  readonly guessed: ReadonlySet<number>;
}

/** The state of one check. */
export interface Checker {
  readonly declarations: Declarations;
  readonly mapping: Mapping;
  readonly types: (Type | undefined)[];
  readonly references: (Reference | undefined)[];
  readonly locals: { readonly name: string; readonly type: Type }[];
  readonly report: (e: { readonly pos: number }, message: string, suggestion?: string) => void;
  readonly fresh: () => Type;
  /** Leaves out the names of type parameters that need none. */
  readonly skip: (count: number) => void;
  /** Checks a node and returns it, or what replaces it in the checked tree. */
  readonly visit: (e: Expr) => Expr;
}

/** The type that has been found for a checked node. */
export function typeOfNode(c: Checker, e: Expr): Type {
  return c.types[e.id] ?? errorType;
}

/** `a.b.c` as a name, where it may be one. */
export function qualifiedName(e: Expr): string | undefined {
  if (e.kind === "ident") return e.name;
  if (e.kind !== "select" || e.testOnly) return undefined;
  const operand = qualifiedName(e.operand);
  return operand === undefined ? undefined : `${operand}.${e.field}`;
}

/** The type of a field, optional where it is selected from an optional. */
/** A field that an expression selects. */
interface Selection {
  readonly operand: Type;
  readonly field: string;
  /** Whether it may be absent. */
  readonly optional?: boolean;
}

export function selectField(c: Checker, at: Expr, { operand, field, optional = false }: Selection): Type {
  const type = substitute(c.mapping, operand, false);
  if (isOptional(type))
    return optionalOf(plainField(c, at, { operand: substitute(c.mapping, type.params[0]!, false), field }));
  const result = plainField(c, at, { operand: type, field });
  return optional ? optionalOf(result) : result;
}

function plainField(c: Checker, at: Expr, { operand: type, field }: Selection): Type {
  switch (type.kind) {
    case "map":
      return type.params[1]!;
    case "object": {
      const info = objectTypeNamed(c.declarations, type.name);
      const found = info?.fields.get(field) ?? info?.rest;
      if (found) return found.type;
      c.report(at, `undefined field '${field}'`, info && suggestField(info, field));
      return errorType;
    }
    case "param":
      assignable(c.mapping, dynType, type);
      return dynType;
    case "dyn":
    case "any":
    case "error":
      return dynType;
    default:
      // Clusters take such types of theirs for messages, which they then do not find.
      if (c.declarations.clusterSemantics && type.name.startsWith("kubernetes."))
        c.report(at, `unexpected failed resolution of '${formatType(type)}'`);
      else c.report(at, `type '${formatType(type)}' does not support field selection`);
      return errorType;
  }
}

function suggestField(info: ObjectTypeInfo, field: string): string | undefined {
  return closest(info.fields.keys(), field);
}

/** Reports an expression that does not have the required type. @returns whether it has the type */
export function assertType(c: Checker, e: Expr, expected: Type): boolean {
  const found = typeOfNode(c, e);
  const fits = assignable(c.mapping, expected, found);
  if (!fits) mismatch(c, e, { expected, found });
  return fits;
}

export function mismatch(
  c: Checker,
  e: Expr,
  { expected, found }: { readonly expected: Type; readonly found: Type },
): void {
  const show = (t: Type): string => formatType(substitute(c.mapping, t, false));
  c.report(e, `expected type '${show(expected)}' but found '${show(found)}'`);
}

export function sameElements<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.every((x, i) => x === b[i]);
}
