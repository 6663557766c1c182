import type { Revision } from "../storage.ts";

/** What a key held from a revision on, and before it. Immutable, so that forks can share it. */
export interface Version {
  readonly revision: Revision;
  /** Undefined where the key was deleted. */
  readonly value: Uint8Array | undefined;
  readonly older: Version | undefined;
}

/** The version that is seen at a revision. */
export function versionAt(newest: Version | undefined, revision: Revision): Version | undefined {
  let version = newest;
  while (version !== undefined && version.revision > revision) version = version.older;
  return version;
}

/**
 * The versions without those that no read at the revision or above can see; the very same when that
 * is all of them.
 */
export function compactVersions(newest: Version | undefined, revision: Revision): Version | undefined {
  const newer: Version[] = [];
  let version = newest;
  for (; version !== undefined && version.revision > revision; version = version.older) newer.push(version);
  // The one that is seen at the revision stays, unless it says that nothing is there.
  const seen = version?.value === undefined ? undefined : version;
  if (version === seen && seen?.older === undefined) return newest;
  let kept: Version | undefined = seen === undefined ? undefined : { ...seen, older: undefined };
  for (const later of newer.reverse()) kept = { ...later, older: kept };
  return kept;
}

export function versionBytes(key: string, version: Version | undefined): number {
  return version === undefined ? 0 : key.length + (version.value?.byteLength ?? 0);
}
