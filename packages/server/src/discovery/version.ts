/** The response of `/version`: the release whose behaviour this server has. */
export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  readonly emulationMajor: string;
  readonly emulationMinor: string;
  readonly minCompatibilityMajor: string;
  readonly minCompatibilityMinor: string;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** @param build the name of the server itself: `svc` */
export function versionInfo(build: string): VersionInfo {
  return {
    major: "1",
    minor: "33",
    emulationMajor: "1",
    emulationMinor: "33",
    minCompatibilityMajor: "1",
    minCompatibilityMinor: "32",
    gitVersion: `v1.33.0+${build}`,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: "",
    compiler: `node ${process.version}`,
    platform: `${process.platform}/${process.arch === "x64" ? "amd64" : process.arch}`,
  };
}
