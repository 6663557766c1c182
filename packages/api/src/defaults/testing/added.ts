import { type ApiObject, type Dialect, kubernetesDialect, parseApiVersion } from "@svc/meta";
import { defaultsByKind } from "../index.ts";

/**
 * An object as a client sends it, and what defaults make of it: paths with their new values,
 * undefined where something went.
 */
export interface DefaultsCase {
  readonly name: string;
  readonly given: Omit<ApiObject, "metadata"> & { readonly metadata?: ApiObject["metadata"] };
  readonly adds: Readonly<Record<string, unknown>>;
}

export interface FillOptions {
  /** @default the one that objects of tests are written in */
  readonly dialect?: Dialect;
  /** Gates that are on. @default none */
  readonly gates?: readonly string[];
}

/** A copy of an object, with its defaults. */
export function filled(
  given: DefaultsCase["given"],
  { dialect = kubernetesDialect, gates = [] }: FillOptions = {},
): ApiObject {
  const object = structuredClone({ metadata: { name: "a" }, ...given }) as ApiObject;
  const { group, version } = parseApiVersion(object.apiVersion ?? "") ?? { group: "", version: "" };
  const fill = defaultsByKind(dialect)(group, version, object.kind ?? "");
  if (fill === undefined) throw new TypeError(`${object.apiVersion} ${object.kind} has no defaults`);
  fill(object, { enabled: (gate) => gates.includes(gate) });
  return object;
}

/** The changes that defaults make to an object. */
export function added(given: DefaultsCase["given"], options?: FillOptions): Readonly<Record<string, unknown>> {
  const changes: Record<string, unknown> = {};
  compare({ metadata: { name: "a" }, ...given }, filled(given, options), "", changes);
  return changes;
}

function compare(before: unknown, after: unknown, path: string, changes: Record<string, unknown>): void {
  if (isParent(before) && isParent(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const step = Array.isArray(after) ? `[${key}]` : key.includes(".") ? `[${key}]` : path === "" ? key : `.${key}`;
      compare(before[key], after[key], path + step, changes);
    }
  } else if (!Object.is(before, after)) changes[path] = after;
}

function isParent(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
