import { setImmediate } from "node:timers/promises";
import { runSteps } from "@svc/base";
import type { Family } from "./family.ts";
import { protobufExposition } from "./protobuf-exposition.ts";
import { textExposition } from "./text-exposition.ts";

/** Format of exposed metrics. Native histograms are in `protobuf` only. */
export type ExpositionFormat = "text" | "openmetrics" | "protobuf";

/** Exposed metrics with their media type. */
export interface Exposition {
  readonly contentType: string;
  readonly body: Buffer;
}

const contentTypes: Readonly<Record<ExpositionFormat, string>> = {
  text: "text/plain; version=0.0.4; charset=utf-8; escaping=underscores",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  protobuf:
    "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited; escaping=underscores",
};

/**
 * Writes the metrics that have values, in order of their names, in steps between which other work
 * is done: thousands of extension types have many megabytes of metrics.
 */
export async function exposeMetrics(families: readonly Family[], format: ExpositionFormat): Promise<Exposition> {
  const read = await Promise.all(families.map(async (family) => ({ family, points: [...(await family.points())] })));
  const shown = read.filter(({ points }) => points.length > 0);
  shown.sort((a, b) => (a.family.options.name < b.family.options.name ? -1 : 1));
  const steps = format === "protobuf" ? protobufExposition(shown) : textExposition(shown, format);
  const body = await runSteps(steps, () => setImmediate());
  return { contentType: contentTypes[format], body };
}
