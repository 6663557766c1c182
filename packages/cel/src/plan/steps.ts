import { CelError, isError, noSuchOverload, Opaque, Optional, TypeValue, type Value } from "../values/value.ts";
import { absentField, absentIndex, findField, findIndex, hasParts, invalidKey } from "./access.ts";
import type { Code, Frame } from "./frame.ts";
import type { Planned } from "./planned.ts";

/** One step from a value to a part of it. */
export interface Step {
  /** Whether a missing part ends the path with an empty optional instead of an error. */
  readonly optional: boolean;
  /** The name of the part; else `key` gives it. */
  readonly field?: string;
  readonly key?: Code;
}

/** A root and the steps from there. */
export interface Steps {
  readonly root: (cost: number) => Code;
  readonly steps: readonly Step[];
  /** Whether optional steps from a value that has no parts are errors. */
  readonly strict: boolean;
  /** True if the content of an optional at the root becomes plain data. */
  readonly flat: boolean;
  /** True if the last step only tests that the value exists. @default false */
  readonly isTest?: boolean;
}

/** A step by a key. A key that is a name is not charged for it. */
export function stepByKey(key: Planned, optional: boolean): Step {
  const code = key.attribute ? key.attribute(0) : key.code;
  return {
    optional,
    key(f) {
      const k = code(f);
      return isError(k) ? k : (invalidKey(k) ?? k);
    },
  };
}

/**
 * Follows the steps. Each costs one, whether it can be taken or not; but from an optional on, or
 * from the first optional step, a step costs one only if it finds something, and the path ends
 * where a step finds nothing.
 */
function follow(f: Frame, start: Value, { steps, strict, flat, isTest = false }: Steps): Value {
  let v = start;
  let lenient = false;
  if (v instanceof Optional) {
    if (v.value === undefined) return isTest ? false : v;
    v = flat ? plainContent(v.value) : v.value;
    if (isError(v) && steps.length > 0) return v;
    lenient = true;
  } else if (isError(v)) return v;
  const last = steps.length - 1;
  for (let i = 0; i <= last; i++) {
    const step = steps[i]!;
    if (isTest && i === last) return isThere(f, find(f, v, step), lenient);
    if (lenient || step.optional) {
      if (strict && !hasParts(v)) return noSuchOverload();
      const found = find(f, v, step);
      if (found === undefined) return isTest ? false : new Optional(undefined);
      if (isError(found)) return found;
      f.cost++;
      v = found;
      lenient = true;
    } else {
      f.cost++;
      v = take(f, v, step);
      if (isError(v)) return v;
    }
  }
  return lenient ? new Optional(v) : v;
}

function isThere(f: Frame, found: Value | undefined, lenient: boolean): Value {
  if (!lenient || (found !== undefined && !isError(found))) f.cost++;
  return isError(found) ? found : found !== undefined;
}

/** The content of an optional as plain data. An error stays inside until the value is used. */
function plainContent(v: Value): Value {
  if (v instanceof Optional) return v.value === undefined ? null : plainContent(v.value);
  if (v instanceof TypeValue) return v.name;
  if (!(v instanceof Opaque) || !v.kind.plainText) return v;
  const text = v.kind.plainText(v.data);
  return text === undefined ? noSuchOverload() : new CelError(`unsupported conversion to ref.Val: ${text}`);
}

function find(f: Frame, v: Value, { field, key }: Step): Value | undefined {
  if (field !== undefined) return findField(v, field);
  const k = key!(f);
  return isError(k) ? k : findIndex(v, k);
}

function take(f: Frame, v: Value, { field, key }: Step): Value {
  if (field !== undefined) {
    const found = findField(v, field);
    return found === undefined ? absentField(v, field) : found;
  }
  const k = key!(f);
  if (isError(k)) return k;
  const found = findIndex(v, k);
  return found === undefined ? absentIndex(v, k) : found;
}

/** The value at the end of the steps. */
export function valueAt(path: Steps, rootCost: number): Code {
  const start = path.root(rootCost);
  return path.steps.length === 0 && !path.flat ? start : (f) => follow(f, start(f), path);
}

/** Whether the last step finds something. Of a conditional at the root one step is free. */
export function presenceAt(path: Steps, isConditional: boolean): Code {
  const start = path.root(0);
  const tested = { ...path, isTest: true };
  const free = isConditional ? 1 : 0;
  return (f) => {
    f.cost -= free;
    return follow(f, start(f), tested);
  };
}
