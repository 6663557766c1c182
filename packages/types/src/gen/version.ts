// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

/** Version of the server. */
export interface Info {
  /** Major version. */
  major: string;
  /** Minor version. */
  minor: string;
  /** Major version that the server emulates. */
  emulationMajor?: string;
  /** Minor version that the server emulates. */
  emulationMinor?: string;
  /** Major version of the oldest compatible release. */
  minCompatibilityMajor?: string;
  /** Minor version of the oldest compatible release. */
  minCompatibilityMinor?: string;
  /** Full semantic version. */
  gitVersion: string;
  /** Commit from which the server was built. */
  gitCommit: string;
  /** clean if the working tree matched the commit, else dirty. */
  gitTreeState: string;
  /** Time of the build. */
  buildDate: string;
  /** Version of the language runtime. */
  goVersion: string;
  /** Compiler of the build. */
  compiler: string;
  /** Operating system and architecture. */
  platform: string;
}
