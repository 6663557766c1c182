import type { Endpoint } from "@svc/registry";

/** The minor release of the API. */
const currentMinor = 33;

export interface Deprecation {
  /** The warning for clients. */
  readonly warning: string;
  /** The release that no longer serves it; empty while it is unknown. */
  readonly removed: string;
}

/** The deprecation of a version. */
export function deprecationOf({ definition, version }: Endpoint): Deprecation | undefined {
  const { lifecycle, deprecationWarning } = version;
  if (deprecationWarning !== undefined) return { warning: deprecationWarning, removed: "" };
  const since = minorOf(lifecycle?.deprecated);
  if (lifecycle === undefined || since === undefined || since > currentMinor) return undefined;
  const kind = version.kind ?? definition.kind;
  const apiVersion = version.group === "" ? version.version : `${version.group}/${version.version}`;
  const removed = lifecycle.removed === undefined ? "" : `, unavailable in v${lifecycle.removed}+`;
  const { replacement } = lifecycle;
  const instead =
    replacement === undefined
      ? ""
      : `; use ${replacement.group === "" ? "" : `${replacement.group}/`}${replacement.version} ${replacement.kind}`;
  return {
    warning: `${apiVersion} ${kind} is deprecated in v${lifecycle.deprecated}+${removed}${instead}`,
    removed: lifecycle.removed ?? "",
  };
}

function minorOf(release: string | undefined): number | undefined {
  const minor = release === undefined ? Number.NaN : Number(release.split(".")[1]);
  return Number.isInteger(minor) ? minor : undefined;
}
