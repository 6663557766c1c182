import type { Steps } from "@svc/base";
import { helpOf, type MetricType, type Point, type ReadFamily } from "./family.ts";

type TextFormat = "text" | "openmetrics";

/** Characters of text that are written in one step: a few milliseconds of work. */
const stepChars = 128 * 1024;

/** Source: Prometheus' text format 0.0.4, and OpenMetrics 1.0.0. */
export function* textExposition(families: readonly ReadFamily[], format: TextFormat): Steps<Buffer> {
  const written: Buffer[] = [];
  let text = "";
  for (const { family, points } of families) {
    text += declarationOf(family, format);
    for (const point of points) {
      text += samplesOf(family.options.name, point);
      if (text.length < stepChars) continue;
      written.push(Buffer.from(text));
      text = "";
      yield;
    }
  }
  if (format === "openmetrics") text += "# EOF\n";
  written.push(Buffer.from(text));
  return Buffer.concat(written);
}

function declarationOf({ options, type: kind }: ReadFamily["family"], format: TextFormat): string {
  const { name, type } =
    format === "openmetrics" ? openMetricsName(options.name, kind) : { name: options.name, type: kind };
  return `# HELP ${name} ${escapeText(helpOf(options))}\n# TYPE ${name} ${type}\n`;
}

function samplesOf(name: string, { labels, value }: Point): string {
  const pairs = pairsOf(labels);
  const series = pairs === "" ? "" : `{${pairs}}`;
  if (typeof value === "number") return `${name}${series} ${numberText(value)}\n`;
  const bucket = `${name}_bucket{${pairs === "" ? "" : `${pairs},`}le="`;
  let text = "";
  let all = 0;
  for (const { bound, count } of value.buckets()) {
    all = count;
    text += `${bucket}${numberText(bound)}"} ${numberText(count)}\n`;
  }
  return `${text}${name}_sum${series} ${numberText(value.sum)}\n${name}_count${series} ${numberText(all)}\n`;
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

/** Labels without their braces. */
function pairsOf(labels: Point["labels"]): string {
  let pairs = "";
  for (const name in labels)
    pairs += `${pairs === "" ? "" : ","}${name}="${escapeText(labels[name] ?? "").replaceAll('"', '\\"')}"`;
  return pairs;
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
