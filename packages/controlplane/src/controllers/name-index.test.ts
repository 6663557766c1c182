import { describe, expect, it } from "vitest";
import type { Definition } from "./definition.ts";
import { createNameIndex } from "./name-index.ts";

function definition(name: string, group: string, { plural = name, isWaiting = false } = {}): Definition {
  const conditions = [{ type: "NamesAccepted", status: isWaiting ? "False" : "True" }];
  return {
    metadata: { name },
    spec: { group, names: { plural, kind: plural }, scope: "Namespaced", versions: [] },
    status: { conditions, acceptedNames: { plural, kind: plural, shortNames: ["s"] } },
  };
}

describe("names of definitions", () => {
  it("are taken from others of the group, not from itself or other groups", () => {
    const index = createNameIndex();
    const [a, b] = [definition("a", "one"), definition("b", "one")];
    index.note("a", a);
    index.note("b", b);
    index.note("c", definition("c", "two"));
    const { resources, kinds } = index.takenFrom(a);
    expect(["a", "b", "c", "s"].map((name) => resources.has(name))).toEqual([false, true, false, true]);
    expect(["a", "b", "c"].map((name) => kinds.has(name))).toEqual([false, true, false]);
  });

  it("are released when their definition has others, or is deleted", () => {
    const index = createNameIndex();
    const a = definition("a", "one");
    index.note("b", definition("b", "one"));
    index.note("b", definition("b", "one", { plural: "other" }));
    expect(["b", "other"].map((name) => index.takenFrom(a).resources.has(name))).toEqual([false, true]);
    index.note("b", undefined);
    expect(["b", "other", "s"].map((name) => index.takenFrom(a).resources.has(name))).toEqual([false, false, false]);
  });

  it("that are not all free make their definition wait for others of the group", () => {
    const index = createNameIndex();
    index.note("b", definition("b", "one", { isWaiting: true }));
    index.note("c", definition("c", "two", { isWaiting: true }));
    expect([...index.waitingWith(definition("a", "one"))]).toEqual(["b"]);
    expect([...index.waitingWith(definition("b", "one"))]).toEqual([]);
    index.note("b", definition("b", "one"));
    expect([...index.waitingWith(definition("a", "one"))]).toEqual([]);
  });
});
