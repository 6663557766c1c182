import type { Revision } from "../storage.ts";

/**
 * The value of a key from a revision on, linked to earlier versions. Immutable, so that forks can
 * share it.
 */
export interface Version {
  readonly revision: Revision;
  /** Undefined for a deletion. */
  readonly value: Uint8Array | undefined;
  readonly older: Version | undefined;
}

/** Returns the version visible at a revision. */
export function versionAt(newest: Version | undefined, revision: Revision): Version | undefined {
  let version = newest;
  while (version !== undefined && version.revision > revision) version = version.older;
  return version;
}

/**
 * The versions that a read at the revision or above can see; the same list when that is all of
 * them.
 */
export function compactVersions(newest: Version | undefined, revision: Revision): Version | undefined {
  const newer: Version[] = [];
  let version = newest;
  for (; version !== undefined && version.revision > revision; version = version.older) newer.push(version);
  // The visible version stays unless it is a deletion.
  const seen = version?.value === undefined ? undefined : version;
  if (version === seen && seen?.older === undefined) return newest;
  let kept: Version | undefined = seen === undefined ? undefined : { ...seen, older: undefined };
  for (const later of newer.reverse()) kept = { ...later, older: kept };
  return kept;
}

/** Size of a key's newest version. */
export function versionBytes(key: string, version: Version | undefined): number {
  return version === undefined ? 0 : key.length + (version.value?.byteLength ?? 0);
}
