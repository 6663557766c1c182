/**
 * True when a member replies to a progress request only after every change up to the reported
 * revision. Older versions may reply early; 3.4 and 3.5 were fixed in patch releases.
 */
export function hasOrderedProgress(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/, 3).map(Number);
  if (major !== 3) return major > 3;
  const firstPatch: Readonly<Record<number, number>> = { 4: 31, 5: 13 };
  return minor > 5 || patch >= (firstPatch[minor] ?? Number.POSITIVE_INFINITY);
}
