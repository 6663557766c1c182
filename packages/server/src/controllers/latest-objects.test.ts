import type { ApiObject } from "@svc/meta";
import { expect, it } from "vitest";
import { LatestObjects } from "./latest-objects.ts";

/** An object of a cache that parses its bytes at each read. */
function stored(name: string, revision: number): { name: string; revision: number; readonly object: ApiObject } {
  return {
    name,
    revision,
    get object(): ApiObject {
      return { metadata: { name, resourceVersion: String(revision) } };
    },
  };
}

it("holds an object until it is released, and parses it again for later reads", () => {
  const latest = new LatestObjects<ApiObject>(undefined);
  const { object } = latest.set(stored("a", 1));
  expect(latest.get("a")).toBe(object);
  expect([...latest]).toEqual([["a", object]]);
  latest.release("a", object);
  expect(latest.get("a")).not.toBe(object);
  expect(latest.get("a")).toEqual(object);
  expect([...latest]).toEqual([["a", object]]);
});

it("holds a later version when an earlier one is released", () => {
  const latest = new LatestObjects<ApiObject>(undefined);
  const { object: first } = latest.set(stored("a", 1));
  const { object: second } = latest.set(stored("a", 2));
  latest.release("a", first);
  expect(latest.get("a")).toBe(second);
});

it("keeps the later version when an earlier one arrives, and reports what it keeps", () => {
  const known: unknown[] = [];
  const latest = new LatestObjects<ApiObject>((name, object) => known.push([name, object?.metadata.resourceVersion]));
  const newer = stored("a", 2);
  latest.set(newer);
  expect(latest.set(stored("a", 1))).toMatchObject({ stored: newer, object: { metadata: { resourceVersion: "2" } } });
  latest.remove("a");
  latest.set(stored("a", 1));
  expect(known).toEqual([
    ["a", "2"],
    ["a", undefined],
    ["a", "1"],
  ]);
});
