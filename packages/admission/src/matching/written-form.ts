import { sortedJson } from "@svc/codec";
import type { ApiObject, JsonValue } from "@svc/meta";
import { jsonEqual } from "@svc/schema";

type Members = Readonly<Record<string, JsonValue>>;

/**
 * An object of an extension type as a webhook wrote it. Its schema may lack some of it: that is
 * shown to later steps, and never stored.
 */
export interface WrittenForm {
  /** The version in which it was written. */
  readonly apiVersion: string;
  readonly value: Members;
  /** The object, decoded from the value, as a value of the form. */
  readonly decoded: Members;
  /** Why the value cannot be stored. */
  readonly problem?: Error | undefined;
}

const writtenForms = new WeakMap<object, WrittenForm>();

/** Remembers what a webhook wrote while the request that it belongs to is admitted. */
export function rememberWritten(object: ApiObject, written: WrittenForm): void {
  writtenForms.set(object, written);
}

/** Forgets what a webhook wrote: the object is now as it is stored. */
export function forgetWritten(object: ApiObject): void {
  writtenForms.delete(object);
}

/** The error of an object that mutating steps left with another type. */
export function problemOfWritten(object: ApiObject | undefined): Error | undefined {
  return object === undefined ? undefined : writtenForms.get(object)?.problem;
}

/**
 * The members of an object that a webhook wrote and that the schema lacks, whole or in part, by the
 * name of the top-level member.
 */
export function membersBeyondSchema(object: ApiObject): readonly string[] {
  const written = writtenForms.get(object);
  if (written === undefined) return [];
  const { value, decoded } = written;
  return namesOf(value, decoded).filter((name) => !jsonEqual(value[name], decoded[name]));
}

/** Keeps what a webhook wrote in some of the top-level members only. */
export function restrictWritten(object: ApiObject, isKept: (name: string) => boolean): void {
  const written = writtenForms.get(object);
  if (written === undefined) return;
  const { value, decoded } = written;
  const kept = namesOf(value, decoded).flatMap((name) => {
    const member = (isKept(name) ? value : decoded)[name];
    return member === undefined ? [] : [[name, member] as const];
  });
  writtenForms.set(object, { ...written, value: Object.fromEntries(kept) });
}

/** An object in a version, given as a value, with what a webhook wrote in the same version. */
export function withWritten(object: ApiObject, apiVersion: string, value: () => JsonValue): JsonValue | undefined {
  const written = writtenForms.get(object);
  if (written?.apiVersion !== apiVersion) return undefined;
  return carryOver(written.value, written.decoded, value());
}

/** The same as JSON text. */
export function textWithWritten(object: ApiObject, apiVersion: string, value: () => JsonValue): Buffer | undefined {
  const found = withWritten(object, apiVersion, value);
  return found === undefined ? undefined : Buffer.from(sortedJson(found));
}

/** The written value with the changes that lead from the decoded object to the present one. */
function carryOver(written: JsonValue, decoded: JsonValue, now: JsonValue): JsonValue {
  if (jsonEqual(decoded, now)) return written;
  if (!isMembers(written) || !isMembers(decoded) || !isMembers(now)) return now;
  const members = namesOf(written, now).flatMap((name) => {
    const [before, after] = [decoded[name], now[name]];
    const own = written[name];
    if (jsonEqual(before, after)) return own === undefined ? [] : [[name, own] as const];
    if (after === undefined) return [];
    return [[name, own === undefined || before === undefined ? after : carryOver(own, before, after)] as const];
  });
  return Object.fromEntries(members);
}

function namesOf(a: Members, b: Members): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function isMembers(value: JsonValue): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
