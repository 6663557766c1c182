/** Names of types. The core group is the empty text. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** A kind in a version of a group. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

/** A resource in a group. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** A resource in a version of a group. */
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string;
}

/** `v1` for the core group, else `<group>/<version>`. */
export function formatApiVersion({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/**
 * The reverse of `formatApiVersion`; undefined for text that is none, such as `a/b/c`. The empty
 * text is no version at all.
 */
export function parseApiVersion(text: string): GroupVersion | undefined {
  const slash = text.indexOf("/");
  if (slash < 0) return { group: "", version: text };
  if (text.indexOf("/", slash + 1) >= 0) return undefined;
  return { group: text.slice(0, slash), version: text.slice(slash + 1) };
}

/**
 * `deployments.apps`, or `pods` in the core group: how errors name a resource (and, given kinds, a
 * kind).
 */
export function qualifiedResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** Formats a kind: `apps/v1, Kind=Deployment`; in the core group `/v1, Kind=Pod`. */
export function formatKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}
