import { expect, it } from "vitest";
import { createByteCache } from "./byte-cache.ts";

it("caches the most recently used values, up to a size", () => {
  const cache = createByteCache(10);
  const [a, b, c, large] = [{}, {}, {}, {}];
  const made: object[] = [];
  const get = (key: object, bytes: number): number =>
    cache.get(key, () => {
      made.push(key);
      return Buffer.alloc(bytes);
    }).length;
  get(a, 4);
  get(b, 4);
  get(a, 4);
  expect(made).toEqual([a, b]);
  get(c, 4);
  get(a, 4);
  expect(made, "b was used least recently").toEqual([a, b, c]);
  get(b, 4);
  expect(made).toEqual([a, b, c, b]);
  expect(get(large, 100)).toBe(100);
  get(large, 100);
  expect(made, "one that is larger than all may be is kept alone").toEqual([a, b, c, b, large]);
  get(a, 4);
  expect(made).toEqual([a, b, c, b, large, a]);
});
