import { type Metric, Registry, type RegistryContentType } from "prom-client";
import type { Family, MetricOptions } from "./family.ts";

export type ExpositionFormat = "text" | "openmetrics";

export interface Exposition {
  readonly contentType: string;
  readonly body: string;
}

/** One metric as a registry writes it. The types of the library say less than it takes. */
interface Written {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly {
    readonly metricName?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

/**
 * Writes the metrics that have values, by name. A registry is made each time: it writes what is given to it, and as OpenMetrics
 * renames what it holds.
 */
export async function exposeMetrics(
  families: readonly Family[],
  process: Registry,
  format: ExpositionFormat,
): Promise<Exposition> {
  const own = await Promise.all(families.map(writtenFamily));
  const all = [...own, ...((await process.getMetricsAsJSON()) as unknown as readonly Written[])];
  const shown = all.filter(({ values }) => values.length > 0).sort((a, b) => (a.name < b.name ? -1 : 1));
  const registry = new Registry<RegistryContentType>();
  if (format === "openmetrics") registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  for (const metric of format === "openmetrics" ? shown.map(asOpenMetrics) : shown)
    registry.registerMetric({ name: metric.name, get: async () => metric } as unknown as Metric);
  const text = await registry.metrics();
  if (format === "openmetrics") return { contentType: registry.contentType, body: text };
  return { contentType: `${registry.contentType}; escaping=underscores`, body: text.replaceAll("\n\n", "\n") };
}

async function writtenFamily({ options, type, samples }: Family): Promise<Written> {
  const { name } = options;
  const values = [...(await samples())].map(({ suffix = "", labels, value }) => ({
    metricName: `${name}${suffix}`,
    labels,
    value,
  }));
  return { name, help: helpOf(options), type, values };
}

function helpOf({ help, stability, deprecated }: MetricOptions): string {
  const since = deprecated === undefined ? "" : `(Deprecated since ${deprecated}) `;
  return stability === undefined ? `${since}${help}` : `[${stability}] ${since}${help}`;
}

/**
 * There the name of a counter is told without its ending, and all its values have it. One that has another name keeps it, and is
 * told to be of no known type, so that it is called the same in both forms.
 */
function asOpenMetrics(metric: Written): Written {
  const { name, type } = metric;
  if (type !== "counter") return metric;
  const values = metric.values.map(({ labels, value }) => ({ labels, value }));
  if (!name.endsWith("_total")) return { ...metric, type: "unknown", values };
  return { ...metric, name: name.slice(0, -"_total".length), values };
}
