import type { Check } from "../common/check.ts";

/** Whether a path has a step up. */
export function climbs(path: string): boolean {
  return path.includes("..") && path.split("/").includes("..");
}

export const noBacksteps: Check<string> = (path, at) => {
  if (climbs(path)) at.invalid(path, "must not contain '..'");
};

/** A path that stays below where it begins. */
export const descendingPath: Check<string> = (path, at) => {
  if (path.startsWith("/")) at.invalid(path, "must be a relative path");
  noBacksteps(path, at);
};

/** As `descendingPath`; names that begin with two dots are reserved for volume plugins. */
export const fileInVolume: Check<string> = (path, at) => {
  descendingPath(path, at);
  if (path.startsWith("..") && !path.startsWith("../")) at.invalid(path, "must not start with '..'");
};
