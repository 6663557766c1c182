import fc from "fast-check";
import { expect, test } from "vitest";
import { createStore } from "./store.ts";

const name = fc.constantFrom("", "a", "b", "c");
const step = fc.record({ op: fc.constantFrom("set", "delete"), namespace: name, name, value: fc.nat() });

test("a store equals a map by namespace and name", () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const places = createStore<number>();
      const model = new Map<string, number>();
      for (const { op, namespace, name, value } of steps) {
        const key = `${namespace}/${name}`;
        if (op === "set") {
          places.set(namespace, name, value);
          model.set(key, value);
        } else {
          places.delete(namespace, name);
          model.delete(key);
        }
        expect(places.get(namespace, name)).toBe(model.get(key));
      }
      const sorted = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b);
      expect(places.size).toBe(model.size);
      expect(sorted(places.values())).toEqual(sorted(model.values()));
      expect(sorted(places.values("a"))).toEqual(
        sorted([...model].flatMap(([k, v]) => (k.startsWith("a/") ? [v] : []))),
      );
    }),
  );
});

test("values may be deleted while they are visited", () => {
  const places = createStore<string>();
  for (const name of ["a", "b", "c"]) places.set("ns", name, name);
  for (const name of places.values()) places.delete("ns", name);
  expect([places.size, ...places.values()]).toEqual([0]);
});
