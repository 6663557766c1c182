import type { ResolvedOverload } from "../declarations/functions.ts";
import { dynType, sameType, type Type } from "../declarations/types.ts";

/** The known types of type parameters. */
export type Mapping = Map<string, Type>;

/**
 * True if a value of type `a` can be used as `b`; bindings of type parameters are kept only then.
 */
export function assignable(mapping: Mapping, a: Type, b: Type): boolean {
  if (isClosed(a) && isClosed(b)) return fits(mapping, a, b);
  return allAssignable(mapping, [a], [b]);
}

export function allAssignable(mapping: Mapping, from: readonly Type[], to: readonly Type[]): boolean {
  if (from.length !== to.length) return false;
  const trial = new Map(mapping);
  if (!from.every((t, i) => fits(trial, t, to[i]!))) return false;
  for (const [name, type] of trial) mapping.set(name, type);
  return true;
}

/** Whether a type has no parameters. */
export function isClosed(t: Type): boolean {
  return t.kind !== "param" && (t.params.length === 0 || t.params.every(isClosed));
}

/** The types of an overload's parameters, if the closed types fit its arguments. */
export function matchClosed(overload: ResolvedOverload, have: readonly Type[]): Mapping | undefined {
  const m: Mapping = overload.params.length === 0 ? noParams : new Map();
  const { args } = overload;
  for (let i = 0; i < args.length; i++) if (!fits(m, have[i]!, args[i]!)) return undefined;
  return m;
}

/** The empty mapping, for types without parameters. */
const noParams: Mapping = new Map();

function fits(m: Mapping, a: Type, b: Type): boolean {
  if (b.kind === "param") {
    const found = bind(m, a, b);
    if (found.valid) return true;
    if (found.bound) return false;
  }
  if (a.kind === "param") return bind(m, b, a).valid;
  if (isOpen(a) || isOpen(b)) return true;
  if (a.kind === "null") return isNullable(b);
  if (b.kind === "null") return isNullable(a);
  if (a.kind === "wrapper" || b.kind === "wrapper") {
    return sameType(a.kind === "wrapper" ? a.params[0]! : a, b.kind === "wrapper" ? b.params[0]! : b);
  }
  if (a.kind !== b.kind) return false;
  if (a.kind === "type") return true;
  return a.name === b.name && a.params.length === b.params.length && a.params.every((p, i) => fits(m, p, b.params[i]!));
}

/** Types that agree with every other. */
function isOpen(t: Type): boolean {
  return t.kind === "dyn" || t.kind === "error" || t.kind === "any";
}

const nullable: ReadonlySet<string> = new Set(["null", "wrapper", "object", "opaque", "timestamp", "duration", "any"]);

function isNullable(t: Type): boolean {
  return nullable.has(t.kind);
}

/** Tries `t` as the meaning of a parameter. `bound`: it had one before. */
function bind(m: Mapping, t: Type, param: Type): { readonly valid: boolean; readonly bound: boolean } {
  if (sameType(t, param)) return { valid: true, bound: true };
  const bound = m.get(param.name);
  if (bound === undefined) {
    if (occurs(m, param, t)) return { valid: false, bound: false };
    m.set(param.name, t);
    return { valid: true, bound: false };
  }
  if (sameType(t, bound)) return { valid: true, bound: true };
  if (!fits(m, t, bound)) return { valid: false, bound: true };
  const general = mostGeneral(t, bound);
  if (!occurs(m, param, general)) m.set(param.name, general);
  return { valid: true, bound: true };
}

function occurs(m: Mapping, param: Type, within: Type): boolean {
  if (within.kind === "param") {
    if (within.name === param.name) return true;
    const bound = m.get(within.name);
    return bound !== undefined && occurs(m, param, bound);
  }
  return within.params.some((p) => occurs(m, param, p));
}

export function mostGeneral(a: Type, b: Type): Type {
  if (b.kind === "null") return a;
  return isEqualOrLessSpecific(a, b) ? a : b;
}

function isEqualOrLessSpecific(a: Type, b: Type): boolean {
  if (a.kind === "dyn" || a.kind === "param") return true;
  if (b.kind === "dyn" || b.kind === "param") return false;
  if (a.kind !== b.kind || a.name !== b.name || a.params.length !== b.params.length) return false;
  if (a.kind === "type") return true;
  return a.params.every((p, i) => isEqualOrLessSpecific(p, b.params[i]!));
}

/** Replaces type parameters by their bindings; `open` makes unbound ones dyn. */
export function substitute(m: Mapping, t: Type, open: boolean): Type {
  if (t.kind === "param") {
    const bound = m.get(t.name);
    if (bound !== undefined) return substitute(m, bound, open);
    return open ? dynType : t;
  }
  if (t.params.length === 0) return t;
  let changed = false;
  const params = t.params.map((p) => {
    const s = substitute(m, p, open);
    if (s !== p) changed = true;
    return s;
  });
  return changed ? { kind: t.kind, name: t.name, params } : t;
}

/** A copy of types with parameters of their own, named by `fresh`. */
export function instantiate(types: readonly Type[], names: readonly string[], fresh: () => Type): readonly Type[] {
  const renaming: Mapping = new Map(names.map((name) => [name, fresh()]));
  return types.map((t) => rename(renaming, t));
}

function rename(names: Mapping, t: Type): Type {
  if (t.kind === "param") return names.get(t.name) ?? t;
  if (t.params.length === 0) return t;
  return { kind: t.kind, name: t.name, params: t.params.map((p) => rename(names, p)) };
}
