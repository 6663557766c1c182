// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

/** Which version of the server this is. */
export interface Info {
  /** The first number of the API's version. */
  major: string;
  /** The second one. */
  minor: string;
  /** The first number of the version that it behaves as. */
  emulationMajor?: string;
  /** The second one. */
  emulationMinor?: string;
  /** The first number of the oldest version that it works with. */
  minCompatibilityMajor?: string;
  /** The second one. */
  minCompatibilityMinor?: string;
  /** The whole version. */
  gitVersion: string;
  /** The commit that it was built of. */
  gitCommit: string;
  /** Whether that commit was all of it. */
  gitTreeState: string;
  /** When it was built. */
  buildDate: string;
  /** What it was built with. */
  goVersion: string;
  /** By which compiler. */
  compiler: string;
  /** For which machines. */
  platform: string;
}
