import { isPlainObject } from "../values/plain.ts";
import { unlikeList, unlikeMap } from "../values/unlike-data.ts";
import { isError, noSuchOverload, type Value } from "../values/value.ts";
import { noSuchKey } from "./access.ts";
import type { Code, Frame } from "./frame.ts";
import type { NativePath, NativeRoot, NativeStep } from "./planned.ts";

/** One step further, if the type has such a field. */
export function stepTo(path: NativePath, field: string): NativePath | undefined {
  const found = path.type.fields?.get(field);
  if (!found) return undefined;
  const step: NativeStep = {
    property: found.property,
    missing: noSuchKey(field),
    direct: !isTreacherous(found.property),
    nullable: found.nullable === true,
  };
  return { root: path.root, steps: [...path.steps, step], type: found.native };
}

/** Reads the value of the root, or the error of a variable that is not given. */
function rootCode({ name, slot, missing }: NativeRoot): Code {
  if (name === undefined) return ({ slots }) => givenOr(missing, slots[slot]);
  if (name in Object.prototype) return ({ vars }) => (Object.hasOwn(vars, name) ? vars[name]! : missing);
  return ({ vars }) => givenOr(missing, vars[name]);
}

function givenOr(missing: Value, v: Value | undefined): Value {
  return v === undefined ? missing : v;
}

/**
 * Reads the raw value at the end of a path. A null of a typed property is none, unless its field is
 * nullable, and a null has no properties. Steps that cannot be taken are not charged.
 */
function walkCode({ root, steps }: NativePath): Code {
  const start = rootCode(root);
  return steps.length === 0 ? start : (f) => walk(f, start(f), steps);
}

function walk(f: Frame, start: Value, steps: NativePath["steps"]): Value {
  let at = start;
  for (const { property, missing, direct, nullable } of steps) {
    if (isError(at)) return at;
    f.cost++;
    if (at === null) return missing;
    if (typeof at !== "object" || Array.isArray(at)) return unlikeObject(at);
    const next: Value | undefined =
      direct || Object.hasOwn(at, property) ? (at as Record<string, Value>)[property] : undefined;
    if (next === undefined || (next === null && !nullable)) return missing;
    at = next;
  }
  return at;
}

/** Reads the raw value. */
export function rawCode(path: NativePath, rootCost: number): Code {
  const read = walkCode(path);
  return (f) => {
    f.cost += rootCost;
    return read(f);
  };
}

/** Reads a raw list or map, whose elements are converted only where they are used. */
export function rangeCode(path: NativePath): Code {
  const raw = rawCode(path, 1);
  if (path.type.type.kind === "list") {
    return (f) => {
      const v = raw(f);
      return Array.isArray(v) ? v : unlikeList(v);
    };
  }
  return (f) => {
    const v = raw(f);
    return isPlainObject(v) ? v : unlikeMap(v);
  };
}

/** Data may be of another type than its schema; other values have no fields. */
function unlikeObject(v: Value): Value {
  const wrong = unlikeMap(v);
  return isError(wrong) ? wrong : noSuchOverload();
}

/** Properties that every object seems to have, or an error has. */
function isTreacherous(name: string): boolean {
  return name in Object.prototype || name === "message" || name === "brand";
}

/**
 * Reads the value, converted where its type needs that. There is a closure for each shape: here
 * evaluation spends its time.
 */
export function valueCode(path: NativePath, rootCost: number): Code {
  const { root, steps, type } = path;
  const { adapt } = type;
  const read = walkCode(path);
  const slow: Code = (f) => {
    f.cost += rootCost;
    const v = read(f);
    return adapt === undefined || isError(v) ? v : adapt(v);
  };
  const { name, slot } = root;
  if (steps.some((step) => !step.direct) || (name !== undefined && isTreacherous(name))) return slow;
  const cost = rootCost + steps.length;
  const isInt = adapt !== undefined && type.type.kind === "int";
  const isPlain = adapt === undefined;
  const [first, ...more] = steps.map((step) => step.property);
  const others = (f: Frame, v: Value | null | undefined): Value => {
    if (adapt === undefined || isInt || v === undefined || v === null) return slow(f);
    f.cost += cost;
    return adapt(v);
  };
  if (first === undefined) {
    return (f) => {
      const v = name === undefined ? f.slots[slot] : f.vars[name];
      if (isInt ? !Number.isSafeInteger(v) : !isPlain || v === undefined || v === null) return others(f, v);
      f.cost += cost;
      return isInt ? (v as number) + 0 : v!;
    };
  }
  if (more.length === 0) {
    return (f) => {
      const v = property(name === undefined ? f.slots[slot] : f.vars[name], first);
      if (isInt ? !Number.isSafeInteger(v) : !isPlain || v === undefined || v === null) return others(f, v);
      f.cost += cost;
      return isInt ? (v as number) + 0 : v!;
    };
  }
  return (f) => {
    let v = property(name === undefined ? f.slots[slot] : f.vars[name], first);
    for (const next of more) v = property(v, next);
    if (isInt ? !Number.isSafeInteger(v) : !isPlain || v === undefined || v === null) return others(f, v);
    f.cost += cost;
    return isInt ? (v as number) + 0 : v!;
  };
}

function property(o: Value | null | undefined, name: string): Value | null | undefined {
  return typeof o === "object" && o !== null ? (o as Readonly<Record<string, Value>>)[name] : undefined;
}

/** Whether the property at the end of a path is there; the root is free. */
export function presenceCode(path: NativePath): Code {
  const { property, nullable } = path.steps.at(-1)!;
  const direct = !isTreacherous(property);
  const owner = walkCode({ ...path, steps: path.steps.slice(0, -1) });
  return (f) => {
    const o = owner(f);
    if (isError(o)) return o;
    f.cost++;
    if (o === null) return false;
    if (typeof o !== "object" || Array.isArray(o)) return unlikeObject(o);
    const v = direct || Object.hasOwn(o, property) ? (o as Record<string, Value>)[property] : undefined;
    if (v !== undefined && isError(v)) return v;
    return v !== undefined && (v !== null || nullable);
  };
}
