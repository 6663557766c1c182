import { WireReader } from "@svc/base/protobuf";
import { describe, expect, test } from "vitest";
import { createMetricsRegistry } from "./metrics.ts";

/** A message as its fields by number, each with all its values. */
type Message = ReadonlyMap<number, readonly (number | Buffer)[]>;

function readMessage(bytes: Buffer): Message {
  const reader = new WireReader(bytes);
  const fields = new Map<number, (number | Buffer)[]>();
  while (!reader.done) {
    const tag = reader.tag();
    const [field, wire] = [tag >>> 3, tag & 7];
    const value = wire === 0 ? reader.varint() : wire === 1 ? reader.double() : Buffer.from(reader.bytes());
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

const nested = (message: Message | undefined, field: number): readonly Message[] =>
  (message?.get(field) ?? []).map((bytes) => readMessage(bytes as Buffer));
const zigzag = (value: number | Buffer): number =>
  (value as number) % 2 === 0 ? Number(value) / 2 : -(Number(value) + 1) / 2;

async function histogramMessage(observe: (value: (v: number) => void) => void, before: readonly number[] = []) {
  const { metrics } = createMetricsRegistry();
  const histogram = metrics.histogram({ name: "seconds", help: "Seconds.", buckets: [0.5, 1] })();
  for (const value of before) histogram.observe(value);
  await metrics.expose("protobuf");
  observe((value) => histogram.observe(value));
  const { body } = await metrics.expose("protobuf");
  const [family] = nested(new Map([[1, [...delimited(body)]]]), 1);
  return nested(nested(family, 4)[0], 7)[0];
}

function* delimited(body: Buffer): Iterable<Buffer> {
  const reader = new WireReader(body);
  while (!reader.done) yield Buffer.from(reader.bytes());
}

describe("protobuf exposition", () => {
  test("has one delimited message a family with its type, labels and values", async () => {
    const { metrics } = createMetricsRegistry();
    metrics
      .counter({ name: "a_total", help: "A.", labels: ["code"], stability: "BETA" })("200")
      .add(3);
    metrics.gauge({ name: "b", help: "B." })().set(-1.5);
    const { body, contentType } = await metrics.expose("protobuf");
    expect(contentType).toContain("proto=io.prometheus.client.MetricFamily; encoding=delimited");
    const [a, b, ...more] = [...delimited(body)].map(readMessage);
    expect(more).toEqual([]);
    expect([a?.get(1), a?.get(2), a?.get(3)].map(String)).toEqual(["a_total", "[BETA] A.", "0"]);
    const [point] = nested(a, 4);
    expect(nested(point, 1)).toEqual([
      new Map([
        [1, [Buffer.from("code")]],
        [2, [Buffer.from("200")]],
      ]),
    ]);
    expect(nested(point, 3)).toEqual([new Map([[1, [3]]])]);
    expect(b?.get(3)).toEqual([1]);
    expect(nested(nested(b, 4)[0], 2)).toEqual([new Map([[1, [-1.5]]])]);
  });

  test("has cumulative classic buckets, the sum and the count of a histogram", async () => {
    const histogram = await histogramMessage((observe) => [0.5, 0.7, 5].forEach(observe));
    expect([histogram?.get(1), histogram?.get(2)]).toEqual([[3], [6.2]]);
    expect(nested(histogram, 3).map((b) => [b.get(2)?.[0], b.get(1)?.[0]])).toEqual([
      [0.5, 1],
      [1, 2],
      [Number.POSITIVE_INFINITY, 3],
    ]);
  });

  test("has native buckets of schema 3 as spans and deltas", async () => {
    // 0.5 ends bucket -8, 1 bucket 0, 1.05 lies in bucket 1, 2 ends bucket 8.
    const histogram = await histogramMessage((observe) => [0, 0.5, 1, 1, 1.05, 2].forEach(observe));
    expect([histogram?.get(5), histogram?.get(7)]).toEqual([[6], [1]]);
    expect(nested(histogram, 12).map((s) => [zigzag(s.get(1)?.[0] ?? 0), s.get(2)?.[0]])).toEqual([
      [-8, 1],
      [7, 2],
      [6, 1],
    ]);
    expect(histogram?.get(13)?.map(zigzag)).toEqual([1, 1, -1, 0]);
  });

  test("counts values from before the first scrape with the bound of their bucket", async () => {
    const histogram = await histogramMessage((observe) => observe(1), [0.9, 0.2, 7]);
    const spans = nested(histogram, 12).map((s) => [zigzag(s.get(1)?.[0] ?? 0), s.get(2)?.[0]]);
    expect(spans).toEqual([
      [-8, 1],
      [7, 1],
      [7, 1],
    ]);
    expect(histogram?.get(13)?.map(zigzag)).toEqual([1, 1, -1]);
  });

  test("marks an empty histogram as native by a span without buckets", async () => {
    const histogram = await histogramMessage(() => undefined);
    expect(nested(histogram, 12)).toEqual([
      new Map([
        [1, [0]],
        [2, [0]],
      ]),
    ]);
  });
});
