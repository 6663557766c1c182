import { KubeconfigError } from "./kubeconfig-error.ts";

/** A part of a document whose fields are read and validated one by one. */
export interface Fields {
  /** The location for messages: `config: users[0].user`. */
  readonly where: string;
  has(name: string): boolean;
  /** Undefined when absent or empty. */
  text(name: string): string | undefined;
  requiredText(name: string): string;
  flag(name: string): boolean | undefined;
  object(name: string): Fields | undefined;
  objects(name: string): readonly Fields[];
  texts(name: string): readonly string[];
  /** The unchecked value. */
  raw(name: string): unknown;
}

/** @throws {KubeconfigError} when the value is no object */
export function fieldsOf(value: unknown, where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new KubeconfigError(`${where.trimEnd()} must be an object`);
  // Own properties only: `__proto__` is a plain name.
  const get = (name: string): unknown =>
    Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  const fail = (name: string, what: string): never => {
    throw new KubeconfigError(`${where}${separator(where)}${name} must be ${what}`);
  };
  const at = (name: string): string => `${where}${separator(where)}${name}`;
  const list = (name: string): readonly unknown[] => {
    const found = get(name) ?? [];
    return Array.isArray(found) ? found : fail(name, "a list");
  };
  const text = (name: string): string | undefined => {
    const found = get(name) ?? "";
    if (typeof found !== "string") return fail(name, "a string");
    return found === "" ? undefined : found;
  };
  return {
    where,
    has: (name) => get(name) !== undefined && get(name) !== null,
    text,
    requiredText: (name) => text(name) ?? fail(name, "given"),
    flag: (name) => {
      const found = get(name) ?? undefined;
      return found === undefined || typeof found === "boolean" ? found : fail(name, "true or false");
    },
    object: (name) => {
      const found = get(name) ?? undefined;
      return found === undefined ? undefined : fieldsOf(found, at(name));
    },
    objects: (name) => list(name).map((item, i) => fieldsOf(item, at(`${name}[${i}]`))),
    texts: (name) => list(name).map((item, i) => (typeof item === "string" ? item : fail(`${name}[${i}]`, "a string"))),
    raw: get,
  };
}

function separator(where: string): string {
  return where.endsWith(": ") ? "" : ".";
}
