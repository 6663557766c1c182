import { byteLength, type NameRule, sortedTexts } from "@svc/meta";
import type { FieldPath } from "./field-path.ts";

/** Reports the errors of a value that is present. */
export type Check<in T> = (value: T, at: FieldPath) => void;

/** A check that is made of an absent member too. */
class MemberRule<in T> {
  readonly run: (value: T | undefined, at: FieldPath, name: string) => void;
  constructor(run: (value: T | undefined, at: FieldPath, name: string) => void) {
    this.run = run;
  }
}

/** Reports text, lists and maps that are absent or empty as required; checks the others. */
export function needed<T>(check?: Check<T>, detail?: string): MemberRule<T> {
  return new MemberRule((value, at, name) => {
    if (value === undefined || isEmpty(value)) at.field(name).required(detail);
    else check?.(value, at.field(name));
  });
}

/** Reports an absent value as required, and checks a present one even if it is empty. */
export function present<T>(check: Check<T>, detail?: string): MemberRule<T> {
  return new MemberRule((value, at, name) => {
    if (value === undefined || value === null) at.field(name).required(detail);
    else check(value, at.field(name));
  });
}

/** Text that is checked as empty where it is absent. */
export function text<T extends string = string>(check: Check<string>): MemberRule<T> {
  return new MemberRule((value, at, name) => check(value ?? "", at.field(name)));
}

/** A number that is checked as zero where it is absent. */
export function number(check: Check<number>): MemberRule<number> {
  return new MemberRule((value, at, name) => check(value ?? 0, at.field(name)));
}

type MemberChecks<T> = { readonly [K in keyof T]?: Check<NonNullable<T[K]>> | MemberRule<NonNullable<T[K]>> };

/** Checks members in the order of the rules; absent ones only where the rule requires it. */
export function members<T extends object>(checks: MemberChecks<T>): Check<T> {
  const rules = Object.entries(checks) as readonly [string, Check<unknown> | MemberRule<unknown>][];
  return (object, at) => {
    const values = object as Readonly<Record<string, unknown>>;
    for (const [name, rule] of rules) {
      const value = values[name];
      if (typeof rule !== "function") rule.run(value, at, name);
      else if (value !== undefined && value !== null) rule(value, at.field(name));
    }
  };
}

/** Absent, or text, a list or a map without anything in it. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

/** Every item of a list. */
export function each<T>(check: Check<T>): Check<readonly T[]> {
  return (list, at) => {
    for (let i = 0; i < list.length; i++) check(list[i] as T, at.item(i));
  };
}

export function sortedKeys(map: object): readonly string[] {
  return sortedTexts(Object.keys(map));
}

/** One check after the other. */
export function all<T>(...checks: readonly Check<T>[]): Check<T> {
  return (value, at) => {
    for (const check of checks) check(value, at);
  };
}

/** One of some texts, which errors list in this order. */
export function oneOf(...supported: readonly string[]): Check<string> {
  return (value, at) => {
    if (!supported.includes(value)) at.notSupported(value, supported);
  };
}

/** As `oneOf`, of text that is required. */
export function choice(...supported: readonly string[]): Check<string> {
  return (value, at) => {
    if (value === "") at.required();
    else if (!supported.includes(value)) at.notSupported(value, supported);
  };
}

/** Text by a rule for names; an error for each thing that is wrong. */
export function named(rule: NameRule): Check<string> {
  return (value, at) => {
    for (const problem of rule(value)) at.invalid(value, problem);
  };
}

export function maxBytes(max: number): Check<string> {
  return (value, at) => {
    if (byteLength(value) > max) at.tooLong(max);
  };
}

/** Reports the second and each later item that has the key of an earlier one. */
export function unique<T>(
  keyOf: (item: T) => string | undefined,
  report: (item: T, at: FieldPath) => void,
): Check<readonly T[]> {
  return (list, at) => {
    if (list.length < 2) return;
    const seen = new Set<string>();
    for (let i = 0; i < list.length; i++) {
      const item = list[i] as T;
      const key = keyOf(item);
      if (key === undefined) continue;
      if (seen.has(key)) report(item, at.item(i));
      seen.add(key);
    }
  };
}
