import { quote } from "@svc/base";
import { aString, checkArgument } from "@svc/base/check";
/**
 * A path to one value in an object: `.spec.replicas`, `spec.ports[0].name`,
 * `.metadata.annotations['a.b/c']`.
 */
export interface ObjectPath {
  readonly text: string;
  readonly steps: readonly (string | number)[];
}

const stepPattern = /\.?([^.[\]'"\s]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/y;
const maxPath = 1000;

/** @throws {TypeError} for an invalid path */
export function parseObjectPath(path: string): ObjectPath {
  checkArgument("parseObjectPath: path", path, aString);
  const steps: (string | number)[] = [];
  stepPattern.lastIndex = 0;
  while (stepPattern.lastIndex < path.length && path.length <= maxPath) {
    const match = stepPattern.exec(path);
    if (match === null) break;
    const [, name, index, ...quoted] = match;
    const text = name ?? quoted[0] ?? quoted[1] ?? "";
    // Paths come from users, whose fields never have this name.
    if (text === "__proto__") break;
    steps.push(index === undefined ? text : Number(index));
    if (stepPattern.lastIndex === path.length) return { text: path, steps };
  }
  throw new TypeError(`not a path to a field: ${quote(path)}`);
}

/** The value at a path; undefined where there is none. */
export function valueAt(object: unknown, { steps }: ObjectPath): unknown {
  let value = object;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return value;
}

/** Sets the value at a path of names, in place, and creates missing objects on the path. */
export function setValueAt(object: Record<string, unknown>, { text, steps }: ObjectPath, value: unknown): void {
  let at = object;
  steps.forEach((step, i) => {
    if (typeof step === "number") throw new TypeError(`cannot set an item of a list: ${text}`);
    if (i === steps.length - 1) {
      at[step] = value;
      return;
    }
    const next = at[step];
    at[step] = typeof next === "object" && next !== null && !Array.isArray(next) ? next : {};
    at = at[step] as Record<string, unknown>;
  });
}
