import { copyMembers, type JsonValue } from "@svc/meta";
import { DecodeError } from "../decoding/decode-error.ts";
import { type Exact, ExactObject, integerOf, NumberText, type PlainObject } from "./exact.ts";

/** Upper bound of nesting for stored values, since recursive walks need stack. */
export const maxValueDepth = 1_000;

interface ToJsonOptions {
  /** Called for each repeated member of an object, in the order of the text. */
  readonly onDuplicate?: (path: readonly (string | number)[]) => void;
}

/**
 * Converts exact JSON to a plain value: the last of repeated members wins, integers beyond int64
 * become doubles.
 * @throws {DecodeError} for numbers beyond the range of a double, and for values that are too deep
 */
export function toJson(value: Exact, { onDuplicate }: ToJsonOptions = {}): JsonValue {
  return convert(value, onDuplicate === undefined ? undefined : { onDuplicate, path: [] }, 0);
}

/** The path of a value, to report repeated members. */
interface Trail extends Required<ToJsonOptions> {
  readonly path: (string | number)[];
}

function convert(value: Exact, trail: Trail | undefined, depth: number): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof NumberText) return numberOf(value.text);
  if (depth >= maxValueDepth) throw new DecodeError("object", "exceeded max depth");
  // One frame of the stack for each level: deep values reach far where code is not compiled yet.
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (let i = 0; i < value.length; i++) {
      const item = value[i] as Exact;
      items.push(trail === undefined ? convert(item, trail, depth + 1) : convertAt(item, i, trail, depth));
    }
    return items;
  }
  if (value instanceof ExactObject) {
    const named: Record<string, JsonValue> = {};
    value.names.forEach((name, i) => {
      if (trail !== undefined && Object.hasOwn(named, name)) trail.onDuplicate([...trail.path, name]);
      setMember(named, name, convertAt(value.values[i] as Exact, name, trail, depth));
    });
    return named;
  }
  const plain = value as PlainObject;
  const members = copyMembers(plain);
  for (const name in plain) {
    const member = plain[name];
    if (typeof member !== "object" || member === null) continue;
    members[name] = trail === undefined ? convert(member, trail, depth + 1) : convertAt(member, name, trail, depth);
  }
  return members as Record<string, JsonValue>;
}

function convertAt(value: Exact, step: string | number, trail: Trail | undefined, depth: number): JsonValue {
  if (trail === undefined || typeof value !== "object") return convert(value, trail, depth + 1);
  trail.path.push(step);
  const kept = convert(value, trail, depth + 1);
  trail.path.pop();
  return kept;
}

/** @throws {DecodeError} for numbers beyond the range of a double */
export function numberOf(text: string): number | bigint {
  const integer = integerOf(text);
  if (integer !== undefined) return integer === 0 ? 0 : integer;
  const double = Number(text);
  if (Number.isFinite(double)) return double + 0;
  throw new DecodeError("object", `json: cannot unmarshal number ${text} into Go value of type float64`);
}

/** The names and values of an object in either form. */
export function membersOf(value: Exclude<Exact, null> & object): readonly [readonly string[], readonly Exact[]] {
  if (value instanceof ExactObject) return [value.names, value.values];
  return [Object.keys(value), Object.values(value) as readonly Exact[]];
}

/** Sets a member of any name, `__proto__` included. */
export function setMember(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
  else members[name] = value;
}
