import type { Histogram } from "./cells.ts";
import { helpOf, type MetricType, type ReadFamily } from "./family.ts";

type TextFormat = "text" | "openmetrics";
type Labels = Readonly<Record<string, string>>;

/** Source: Prometheus' text format 0.0.4, and OpenMetrics 1.0.0. */
export function textExposition(families: readonly ReadFamily[], format: TextFormat): string {
  const lines: string[] = [];
  for (const family of families) writeFamily(family, { format, lines });
  if (format === "openmetrics") lines.push("# EOF");
  return `${lines.join("\n")}\n`;
}

function writeFamily(
  { family: { options, type }, points }: ReadFamily,
  { format, lines }: { readonly format: TextFormat; readonly lines: string[] },
): void {
  const { name } = options;
  const declared = format === "openmetrics" ? openMetricsName(name, type) : { name, type };
  lines.push(`# HELP ${declared.name} ${escapeText(helpOf(options))}`, `# TYPE ${declared.name} ${declared.type}`);
  for (const { labels, value } of points) {
    if (typeof value === "number") lines.push(sampleLine(name, labels, value));
    else writeHistogram(name, labels, { histogram: value, lines });
  }
}

function writeHistogram(
  name: string,
  labels: Labels,
  { histogram, lines }: { readonly histogram: Histogram; readonly lines: string[] },
): void {
  let all = 0;
  for (const { bound, count } of histogram.buckets()) {
    all = count;
    const le = numberText(bound);
    lines.push(sampleLine(`${name}_bucket`, { ...labels, le }, count));
  }
  lines.push(sampleLine(`${name}_sum`, labels, histogram.sum), sampleLine(`${name}_count`, labels, all));
}

function sampleLine(name: string, labels: Labels, value: number): string {
  return `${name}${labelText(labels)} ${numberText(value)}`;
}

/**
 * OpenMetrics declares a counter without the suffix `_total` that its samples must have. A counter
 * of another name is declared with an unknown type, so that its samples are named the same in both
 * formats.
 */
function openMetricsName(name: string, type: MetricType): { readonly name: string; readonly type: string } {
  if (type !== "counter") return { name, type };
  return name.endsWith("_total") ? { name: name.slice(0, -"_total".length), type } : { name, type: "unknown" };
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeText(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeText(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/**
 * A number as Prometheus' own libraries write it, with an exponent from a million on and below a
 * ten thousandth: queries and rules name buckets by this text.
 */
function numberText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  const [digits, exponent = ""] = value.toExponential().split("e");
  return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, "0")}`;
}
