import type { NativeType } from "../schema/native.ts";
import { type CelError, isError, noSuchOverload, type Value } from "../values/value.ts";
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
  };
  return { root: path.root, steps: [...path.steps, step], type: found.native };
}

/** What lies at the root: undefined where the variable is not given. */
function rootValue(f: Frame, root: NativeRoot): Value | undefined {
  if (root.name === undefined) return f.slots[root.slot];
  return root.name in Object.prototype && !Object.hasOwn(f.vars, root.name) ? undefined : f.vars[root.name];
}

/** The raw value at the end of a path. A null of a typed property is none. Steps that cannot be taken are not charged. */
function walk(f: Frame, { root, steps }: NativePath): Value {
  const start = rootValue(f, root);
  if (start === undefined) return root.missing;
  let at: Value = start;
  for (const { property, missing, direct } of steps) {
    if (isError(at)) return at;
    f.cost++;
    if (typeof at !== "object" || at === null) return noSuchOverload();
    const next: Value | undefined =
      direct || Object.hasOwn(at, property) ? (at as Record<string, Value>)[property] : undefined;
    if (next === undefined || next === null) return missing;
    at = next;
  }
  return at;
}

/** Reads the raw value. */
export function rawCode(path: NativePath, rootCost: number): Code {
  return (f) => {
    f.cost += rootCost;
    return walk(f, path);
  };
}

/** Properties that every object seems to have, or an error has. */
function isTreacherous(name: string): boolean {
  return name in Object.prototype || name === "message" || name === "brand";
}

/** Reads the value, converted where its type needs that. The usual path, of one property, is taken in one go. */
export function valueCode(path: NativePath, rootCost: number): Code {
  const { root, steps, type } = path;
  const { adapt } = type;
  const slow: Code = (f) => {
    f.cost += rootCost;
    const v = walk(f, path);
    return adapt === undefined || isError(v) ? v : adapt(v);
  };
  if (steps.length === 0 && root.name === undefined) return slotCode(root.slot, type, rootCost);
  const [step] = steps;
  if (steps.length !== 1 || isTreacherous(step!.property) || (root.name !== undefined && isTreacherous(root.name)))
    return slow;
  const { property } = step!;
  const { name, slot } = root;
  const cost = rootCost + 1;
  if (adapt !== undefined && type.type.kind !== "int") return slow;
  const isInt = adapt !== undefined;
  return (f) => {
    const o = (name === undefined ? f.slots[slot] : f.vars[name]) as Record<string, Value> | null | undefined;
    if (typeof o === "object" && o !== null) {
      const v = o[property];
      if (isInt ? Number.isSafeInteger(v) : v !== undefined && v !== null) {
        f.cost += cost;
        return isInt ? (v as number) + 0 : v!;
      }
    }
    return slow(f);
  };
}

/** Reads an element that a loop has put into a slot. */
function slotCode(slot: number, { adapt, type }: NativeType, cost: number): Code {
  if (adapt === undefined) {
    return (f) => {
      f.cost += cost;
      return f.slots[slot]!;
    };
  }
  const isInt = type.kind === "int";
  return (f) => {
    f.cost += cost;
    const v = f.slots[slot]!;
    if (isInt && Number.isSafeInteger(v)) return (v as number) + 0;
    return isError(v) ? v : adapt(v);
  };
}

/** Whether the property at the end of a path is there; the last step is free. */
export function presenceCode(path: NativePath, rootCost: number): Code {
  const { property } = path.steps.at(-1)!;
  const direct = !isTreacherous(property);
  const owner = rawCode({ ...path, steps: path.steps.slice(0, -1) }, rootCost);
  return (f) => {
    const o = owner(f);
    if (isError(o)) return absent(f, o);
    if (typeof o !== "object" || o === null) return noSuchOverload();
    const v = direct || Object.hasOwn(o, property) ? (o as Record<string, Value>)[property] : undefined;
    return v !== undefined && v !== null;
  };
}

/** A step to what is missing is free where presence is asked for. */
export function absent(f: Frame, error: CelError): CelError {
  if (error.message.startsWith("no such key")) f.cost--;
  return error;
}
