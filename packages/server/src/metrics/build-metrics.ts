import type { Metrics } from "@svc/metrics";
import type { VersionInfo } from "../discovery/version.ts";

/** Adds the build information. @param product the prefix of the metric's name */
export function buildMetrics(metrics: Metrics, product: string, version: VersionInfo): void {
  const labels = {
    build_date: version.buildDate,
    compiler: version.compiler,
    git_commit: version.gitCommit,
    git_tree_state: version.gitTreeState,
    git_version: version.gitVersion,
    go_version: version.goVersion,
    major: version.major,
    minor: version.minor,
    platform: version.platform,
  };
  metrics.collected({
    name: `${product}_build_info`,
    help: "Always 1; the labels say which server this is.",
    labels: Object.keys(labels),
    stability: "ALPHA",
    type: "gauge",
    collect: () => [{ labels, value: 1 }],
  });
}
