import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NativeBuckets } from "./native-buckets.ts";

const total = (buckets: NativeBuckets): number =>
  [...buckets.positive, ...buckets.negative].reduce((sum, [, count]) => sum + count, buckets.zeroCount);

describe("native buckets", () => {
  test("count each value in the bucket whose bounds contain it", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (value) => {
        const buckets = new NativeBuckets();
        buckets.add(value, 1);
        const [[index, count] = [0, 0]] = buckets.positive;
        const width = 2 ** -buckets.schema;
        expect(count).toBe(1);
        expect(2 ** (index * width)).toBeGreaterThanOrEqual(value * (1 - 1e-12));
        expect(2 ** ((index - 1) * width)).toBeLessThan(value * (1 + 1e-12));
      }),
    );
  });

  test("halve their resolution past 160 buckets and lose no value", () => {
    const buckets = new NativeBuckets();
    for (let i = -200; i < 200; i++) {
      buckets.add(2 ** (i / 4), 1);
      buckets.add(-(2 ** (i / 4)), 2);
    }
    buckets.add(0, 5);
    expect(buckets.schema).toBeLessThan(3);
    expect(buckets.positive.length + buckets.negative.length).toBeLessThanOrEqual(160);
    expect(total(buckets)).toBe(400 + 800 + 5);
  });
});
