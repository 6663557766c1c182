/** Reads plain data, and keeps the first error. */
export interface PolicyReader {
  object(value: unknown, path: string, fields: readonly string[]): Readonly<Record<string, unknown>>;
  /** Absent is empty. */
  list(value: unknown, path: string): readonly unknown[];
  texts(value: unknown, path: string): readonly string[];
  /** Absent is empty. */
  text(value: unknown, path: string): string;
  flag(value: unknown, path: string): boolean | undefined;
  problem(): string | undefined;
  /** Unknown fields. */
  unknown(): readonly string[];
}

export function createPolicyReader(): PolicyReader {
  let problem: string | undefined;
  const unknown: string[] = [];
  const wrong = <T>(path: string, requested: string, instead: T): T => {
    problem ??= `${path === "" ? "the file" : path} must be ${requested}`;
    return instead;
  };
  const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;
  const text = (value: unknown, path: string): string =>
    isAbsent(value) ? "" : typeof value === "string" ? value : wrong(path, "a string", "");
  const list = (value: unknown, path: string): readonly unknown[] =>
    isAbsent(value) ? [] : Array.isArray(value) ? value : wrong(path, "a list", []);
  return {
    text,
    list,
    texts: (value, path) => list(value, path).map((item, i) => text(item, `${path}[${i}]`)),
    object: (value, path, fields) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong(path, "an object", {});
      for (const name of Object.keys(value))
        if (!fields.includes(name)) unknown.push(path === "" ? name : `${path}.${name}`);
      return value as Readonly<Record<string, unknown>>;
    },
    flag: (value, path) =>
      isAbsent(value) ? undefined : typeof value === "boolean" ? value : wrong(path, "true or false", undefined),
    problem: () => problem,
    unknown: () => unknown,
  };
}
