/** A resource type, by the names that its URL has. */
export interface ResourceName {
  /** The empty text is the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural, as in URLs: `pods`. */
  readonly resource: string;
}

/**
 * The path of a collection: of one namespace, or all where none is given or the resource has none.
 */
export function collectionPath({ group, version, resource }: ResourceName, namespace?: string): string {
  const root = group === "" ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
  const scope = namespace === undefined ? "" : `/namespaces/${segment(namespace)}`;
  return `${root}${scope}/${segment(resource)}`;
}

/**
 * One part of a path.
 * @throws {TypeError} for what would make another path: a request for an object without a name
 * would become one for all
 */
export function segment(text: string): string {
  if (text === "" || text === "." || text === "..")
    throw new TypeError(`${JSON.stringify(text)} cannot stand in a path as a name`);
  return encodeURIComponent(text);
}
