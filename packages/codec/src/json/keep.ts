import type { JsonValue } from "@svc/meta";
import { DecodeError } from "../decode-error.ts";
import { type Exact, ExactObject, integerOf, NumberText } from "./exact.ts";

/** Values that are kept may not be deeper: those who walk them later need a stack. */
export const maxKeptDepth = 1_000;

interface KeepOptions {
  /** Told of members that repeat within one object, in the order of the text. */
  readonly onDuplicate?: (path: readonly (string | number)[]) => void;
}

/**
 * The plain value of exact JSON: of members that repeat the last counts, integers beyond int64 become doubles.
 * @throws {DecodeError} for numbers that no double holds, and for values that are too deep
 */
export function keepValue(value: Exact, options: KeepOptions = {}): JsonValue {
  return keep(value, options.onDuplicate, []);
}

function keep(value: Exact, onDuplicate: KeepOptions["onDuplicate"], path: (string | number)[]): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof NumberText) return numberOf(value.text);
  if (path.length >= maxKeptDepth) throw new DecodeError("object", "exceeded max depth");
  if (Array.isArray(value)) {
    return value.map((item: Exact, i) => within(item, i, onDuplicate, path));
  }
  const [names, values] = membersOf(value);
  const members: Record<string, JsonValue> = {};
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    if (onDuplicate !== undefined && Object.hasOwn(members, name)) onDuplicate([...path, name]);
    setMember(members, name, within(values[i] as Exact, name, onDuplicate, path));
  }
  return members;
}

function within(
  value: Exact,
  step: string | number,
  onDuplicate: KeepOptions["onDuplicate"],
  path: (string | number)[],
): JsonValue {
  path.push(step);
  const kept = keep(value, onDuplicate, path);
  path.pop();
  return kept;
}

/** @throws {DecodeError} for numbers that no double holds */
export function numberOf(text: string): number | bigint {
  const integer = integerOf(text);
  if (integer !== undefined) return integer;
  const double = Number(text);
  if (Number.isFinite(double)) return double + 0;
  throw new DecodeError("object", `json: cannot unmarshal number ${text} into Go value of type float64`);
}

/** The members of an object, however it came about. */
export function membersOf(value: Exclude<Exact, null> & object): readonly [readonly string[], readonly Exact[]] {
  if (value instanceof ExactObject) return [value.names, value.values];
  return [Object.keys(value), Object.values(value) as readonly Exact[]];
}

/** `__proto__` is a name like any other. */
export function setMember(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
  else members[name] = value;
}
