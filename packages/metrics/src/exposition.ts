import type { Family, MetricOptions, Sample } from "./family.ts";

/** Format of exposed metrics. */
export type ExpositionFormat = "text" | "openmetrics";

/** Exposed metrics with their media type. */
export interface Exposition {
  readonly contentType: string;
  readonly body: string;
}

const contentTypes: Readonly<Record<ExpositionFormat, string>> = {
  text: "text/plain; version=0.0.4; charset=utf-8; escaping=underscores",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

/**
 * Writes the metrics that have values, in order of their names.
 * Source: Prometheus' text format 0.0.4, and OpenMetrics 1.0.0.
 */
export async function exposeMetrics(families: readonly Family[], format: ExpositionFormat): Promise<Exposition> {
  const sampled = await Promise.all(
    families.map(async (family) => ({ family, samples: [...(await family.samples())] })),
  );
  const lines: string[] = [];
  const shown = sampled.filter(({ samples }) => samples.length > 0);
  shown.sort((a, b) => (a.family.options.name < b.family.options.name ? -1 : 1));
  for (const { family, samples } of shown) writeFamily(family, samples, { format, lines });
  if (format === "openmetrics") lines.push("# EOF");
  return { contentType: contentTypes[format], body: `${lines.join("\n")}\n` };
}

function writeFamily(
  { options, type }: Family,
  samples: readonly Sample[],
  { format, lines }: { readonly format: ExpositionFormat; readonly lines: string[] },
): void {
  const { name } = options;
  const declared = format === "openmetrics" ? openMetricsName(name, type) : { name, type };
  lines.push(`# HELP ${declared.name} ${escapeText(helpOf(options))}`, `# TYPE ${declared.name} ${declared.type}`);
  for (const { suffix = "", labels, value } of samples)
    lines.push(`${name}${suffix}${labelText(labels)} ${numberText(value)}`);
}

/**
 * OpenMetrics declares a counter without the suffix `_total` that its samples must have. A counter
 * of another name is declared with an unknown type, so that its samples are named the same in both
 * formats.
 */
function openMetricsName(name: string, type: Family["type"]): { readonly name: string; readonly type: string } {
  if (type !== "counter") return { name, type };
  return name.endsWith("_total") ? { name: name.slice(0, -"_total".length), type } : { name, type: "unknown" };
}

function helpOf({ help, stability, deprecated }: MetricOptions): string {
  const since = deprecated === undefined ? "" : `(Deprecated since ${deprecated}) `;
  return stability === undefined ? `${since}${help}` : `[${stability}] ${since}${help}`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeText(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeText(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
}
