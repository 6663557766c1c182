import type { Steps } from "@svc/base";
import { WireWriter } from "@svc/base/protobuf";
import type { Histogram } from "./cells.ts";
import { helpOf, type MetricType, type Point, type ReadFamily } from "./family.ts";
import type { NativeBuckets } from "./native-buckets.ts";

const types: Readonly<Record<MetricType, number>> = { counter: 0, gauge: 1, histogram: 4 };
/** Numbers of the fields of a metric that hold its value. */
const valueFields: Readonly<Record<MetricType, number>> = { gauge: 2, counter: 3, histogram: 7 };

/** Bytes after which a step ends, at the end of a family. */
const stepBytes = 64 * 1024;

/**
 * Messages `io.prometheus.client.MetricFamily`, each behind its length. Histograms have their
 * classic buckets, and native ones.
 * Source: Prometheus' protobuf format.
 */
export function* protobufExposition(families: readonly ReadFamily[]): Steps<Buffer> {
  const writer = new WireWriter(1 << 16);
  let begun = 0;
  for (const family of families) {
    writer.message(() => writeFamily(writer, family));
    if (writer.length - begun < stepBytes) continue;
    begun = writer.length;
    yield;
  }
  return writer.finish();
}

function writeFamily(writer: WireWriter, { family: { options, type }, points }: ReadFamily): void {
  text(writer, 1, options.name);
  text(writer, 2, helpOf(options));
  unsigned(writer, 3, types[type]);
  for (const point of points) message(writer, 4, () => writePoint(writer, type, point));
}

function writePoint(writer: WireWriter, type: MetricType, { labels, value }: Point): void {
  for (const [name, labelValue] of Object.entries(labels)) {
    message(writer, 1, () => {
      text(writer, 1, name);
      text(writer, 2, labelValue);
    });
  }
  message(writer, valueFields[type], () => {
    if (typeof value === "number") double(writer, 1, value);
    else writeHistogram(writer, value);
  });
}

function writeHistogram(writer: WireWriter, histogram: Histogram): void {
  const buckets = histogram.buckets();
  unsigned(writer, 1, buckets.at(-1)?.count ?? 0);
  double(writer, 2, histogram.sum);
  for (const { bound, count } of buckets) {
    message(writer, 3, () => {
      unsigned(writer, 1, count);
      double(writer, 2, bound);
    });
  }
  writeNative(writer, histogram.native());
}

function writeNative(writer: WireWriter, native: NativeBuckets): void {
  signed(writer, 5, native.schema);
  double(writer, 6, native.zeroThreshold);
  unsigned(writer, 7, native.zeroCount);
  writeSpans(writer, native.negative, { spans: 9, deltas: 10 });
  const { positive } = native;
  writeSpans(writer, positive, { spans: 12, deltas: 13 });
  // A span without buckets distinguishes an empty native histogram from an absent one.
  if (positive.length === 0 && native.negative.length === 0 && native.zeroCount === 0)
    writeSpan(writer, 12, { offset: 0, length: 0 });
}

interface Span {
  readonly offset: number;
  length: number;
}

/** Runs of neighbouring buckets, and the count of each bucket less that of the one before it. */
function writeSpans(
  writer: WireWriter,
  buckets: NativeBuckets["positive"],
  fields: { readonly spans: number; readonly deltas: number },
): void {
  const spans: Span[] = [];
  const deltas: number[] = [];
  let next = 0;
  let before = 0;
  for (const [index, count] of buckets) {
    const last = spans.at(-1);
    if (last !== undefined && index === next) last.length++;
    else spans.push({ offset: index - next, length: 1 });
    deltas.push(count - before);
    next = index + 1;
    before = count;
  }
  for (const span of spans) writeSpan(writer, fields.spans, span);
  for (const delta of deltas) signed(writer, fields.deltas, delta);
}

function writeSpan(writer: WireWriter, field: number, { offset, length }: Span): void {
  message(writer, field, () => {
    signed(writer, 1, offset);
    unsigned(writer, 2, length);
  });
}

function text(writer: WireWriter, field: number, value: string): void {
  writer.varint(field * 8 + 2);
  writer.string(value);
}

function unsigned(writer: WireWriter, field: number, value: number): void {
  writer.varint(field * 8);
  writer.varint(value);
}

/** In zigzag form: 0, -1, 1, -2, … are 0, 1, 2, 3, … */
function signed(writer: WireWriter, field: number, value: number): void {
  unsigned(writer, field, value < 0 ? -2 * value - 1 : 2 * value);
}

function double(writer: WireWriter, field: number, value: number): void {
  writer.varint(field * 8 + 1);
  writer.double(value);
}

function message(writer: WireWriter, field: number, write: () => void): void {
  writer.varint(field * 8 + 2);
  writer.message(write);
}
