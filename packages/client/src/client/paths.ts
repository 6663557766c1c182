import { quote } from "@svc/base";
import { aString, checkArgument } from "@svc/base/check";

/** A resource type, by the names that its URL has. */
export interface ResourceName {
  /** The empty text is the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural, as in URLs: `pods`. */
  readonly resource: string;
}

/**
 * The path of a collection: of one namespace, or of all when none is given or the resource is
 * cluster-scoped.
 */
export function collectionPath({ group, version, resource }: ResourceName, namespace?: string): string {
  const root = group === "" ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
  const scope = namespace === undefined ? "" : `/namespaces/${segment(namespace)}`;
  return `${root}${scope}/${segment(resource)}`;
}

/**
 * One segment of a path.
 * @throws {TypeError} for another value than text, and for text that would change the path: a
 * request for an object without a name would become one for all
 */
export function segment(text: string): string {
  checkArgument("a name in a path", text, aString);
  if (text === "" || text === "." || text === "..")
    throw new TypeError(`${quote(text)} is not valid as a name in a path`);
  return encodeURIComponent(text);
}
