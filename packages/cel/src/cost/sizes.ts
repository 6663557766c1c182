import type { CheckedExpr } from "../check/check-state.ts";
import type { NativeType } from "../declarations/native-type.ts";
import type { Declarations } from "../declarations/scope.ts";
import { exactly, oneCost, type Range, union, unknownSize, zeroCost } from "../declarations/size.ts";
import { dynType, type Type } from "../declarations/types.ts";
import type { Comprehension, Expr } from "../syntax/ast.ts";
import { constantSize } from "./constant.ts";

/** The sizes of the keys (or positions) and values of a list or map that an expression made. */
export interface EntrySize {
  readonly isList: boolean;
  readonly key: Range;
  readonly value: Range;
}

/** A variable of a comprehension. */
interface Local {
  readonly path: readonly string[] | undefined;
  readonly size: Range | undefined;
  readonly entries: EntrySize | undefined;
}

/** The known sizes of values during the estimation of an expression's cost. */
export interface Sizes {
  readonly checked: CheckedExpr;
  readonly declarations: Declarations;
  /** Sizes found for nodes, by id. */
  readonly found: (Range | undefined)[];
  readonly entries: (EntrySize | undefined)[];
  readonly locals: Map<string, Local>;
}

export function createSizes(checked: CheckedExpr, declarations: Declarations): Sizes {
  return { checked, declarations, found: [], entries: [], locals: new Map() };
}

export function typeAt(s: Sizes, e: Expr): Type {
  return s.checked.types[e.id] ?? dynType;
}

/**
 * The size of a value, if something is known of it: from its computation, its literal, its schema,
 * its type, or where a variable comes from.
 */
export function sizeOf(s: Sizes, e: Expr): Range | undefined {
  const size = s.found[e.id] ?? literalSize(e);
  if (size) return size;
  const declared = declaredSize(s, pathOf(s, e));
  if (declared) return declared;
  if (isScalar(typeAt(s, e))) return oneCost;
  return localOf(s, e)?.size;
}

function literalSize(e: Expr): Range | undefined {
  if (e.kind === "const") return constantSize(e.value);
  if (e.kind === "list") return exactly(e.elements.length);
  return e.kind === "map" ? exactly(e.entries.length) : undefined;
}

const scalars: ReadonlySet<string> = new Set(["bool", "int", "uint", "double", "timestamp", "duration"]);

function isScalar(type: Type): boolean {
  if (type.kind === "opaque" && type.name === "optional_type") return isScalar(type.params[0]!);
  return scalars.has(type.kind);
}

/** The sizes of the entries of what an expression made. */
export function entriesOf(s: Sizes, e: Expr): EntrySize | undefined {
  return s.entries[e.id] ?? localOf(s, e)?.entries;
}

/** Entries of the one or of the other; unknown if those of one are. */
export function eitherEntries(a: EntrySize | undefined, b: EntrySize | undefined): EntrySize | undefined {
  return a && b && { isList: a.isList, key: union(a.key, b.key), value: union(a.value, b.value) };
}

/** The size that covers all of some expressions. */
export function coveringSize(s: Sizes, all: readonly Expr[]): Range {
  const sizes = all.map((e) => sizeOf(s, e) ?? unknownSize);
  return sizes.length === 0 ? zeroCost : sizes.reduce(union);
}

/** The declared size of the elements of a list that names lead to. */
export function elementSizeOf(s: Sizes, e: Expr): Range | undefined {
  const path = pathOf(s, e);
  return path && declaredSize(s, [...path, "@items"]);
}

function localOf(s: Sizes, e: Expr): Local | undefined {
  return e.kind === "ident" && s.checked.references[e.id]?.kind === "local" ? s.locals.get(e.name) : undefined;
}

/**
 * The names of the path to a value. A value that is not reached by names alone, such as the result
 * of a call, is not on a path; its parts start a new one. Undefined without names.
 */
function pathOf(s: Sizes, e: Expr): readonly string[] | undefined {
  switch (e.kind) {
    case "ident": {
      if (s.checked.references[e.id]?.kind === "local") return s.locals.get(e.name)?.path;
      return [e.name];
    }
    case "select":
      // Whether a field is there has no size of the field.
      return e.testOnly ? undefined : [...(pathOf(s, e.operand) ?? []), e.field];
    case "call": {
      if (e.fn !== "_[_]") return undefined;
      const { kind } = typeAt(s, e.args[0]!);
      return [...(pathOf(s, e.args[0]!) ?? []), kind === "map" ? "@values" : "@items"];
    }
    default:
      return undefined;
  }
}

function declaredSize(s: Sizes, path: readonly string[] | undefined): Range | undefined {
  const native = path && follow(s, path);
  return native?.maxSize === undefined ? undefined : { min: 0, max: native.maxSize };
}

/**
 * The declared type at the end of a path. The first name is not looked at: where a schema types
 * `self`, everything is taken to be in it.
 * Source: this is how the original counts, and limits on costs are compared with its numbers.
 */
function follow(s: Sizes, path: readonly string[]): NativeType | undefined {
  let at = (s.declarations.variables.get("self") ?? s.declarations.variables.get(path[0]!))?.native;
  for (const name of path.slice(1)) {
    if (name === "@keys") return at?.element && at.type.kind === "map" ? keyType : undefined;
    at = name === "@items" || name === "@values" ? at?.element : fieldOf(at, name);
  }
  return at;
}

/** The declared type of a field; undefined for a reserved word without its underscores. */
function fieldOf(at: NativeType | undefined, name: string): NativeType | undefined {
  return at?.fields?.has(`__${name}__`) ? undefined : at?.fields?.get(name)?.native;
}

/** Keys count as if they had no size. */
const keyType: NativeType = { type: dynType, adapt: undefined, maxSize: 0 };

/** Binds the variables that go through a range. Gives what takes them back. */
export function bindIteration(s: Sizes, e: Comprehension): () => void {
  const path = pathOf(s, e.range) ?? [];
  const entries = entriesOf(s, e.range);
  const isList = entries?.isList ?? typeAt(s, e.range).kind === "list";
  const key: Local = { path: [...path, isList ? "@indices" : "@keys"], size: entries?.key, entries: undefined };
  const value: Local = { path: [...path, isList ? "@items" : "@values"], size: entries?.value, entries: undefined };
  if (e.iterVar2 === undefined) return bind(s, [[e.iterVar, isList ? value : key]]);
  return bind(s, [
    [e.iterVar, key],
    [e.iterVar2, value],
  ]);
}

/** Binds a name to what an expression gives. */
export function bindTo(s: Sizes, name: string, e: Expr): () => void {
  return bind(s, [[name, { path: pathOf(s, e), size: sizeOf(s, e), entries: entriesOf(s, e) }]]);
}

function bind(s: Sizes, locals: readonly (readonly [string, Local])[]): () => void {
  const before = locals.map(([name]) => [name, s.locals.get(name)] as const);
  for (const [name, local] of locals) s.locals.set(name, local);
  return () => {
    for (const [name, local] of before) {
      if (local) s.locals.set(name, local);
      else s.locals.delete(name);
    }
  };
}
