import { readFileSync } from "node:fs";

/** Reads golden data; integers beyond 2^53 become bigints. */
export function readGolden<T>(file: string): T {
  const text = readFileSync(new URL(`../../testdata/${file}`, import.meta.url), "utf8");
  const revive = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
      ? BigInt(context!.source!)
      : value;
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as T;
}

/** JSON text in which large integers of both sides look alike. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, v) => (typeof v === "bigint" ? { bigint: String(v) } : v));
}

/** The names of failures that were not expected, and of expected ones that passed. */
export function unexpected(
  failed: ReadonlyMap<string, string>,
  known: Readonly<Record<string, string>>,
): readonly string[] {
  const surprises = [...failed].filter(([name]) => !Object.hasOwn(known, name)).map(([name, why]) => `${name}: ${why}`);
  const passing = Object.keys(known)
    .filter((name) => !failed.has(name))
    .map((name) => `${name}: passes, or is gone`);
  return [...surprises, ...passing];
}
