import type { ApiObject } from "@svc/meta";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { shareUnchanged } from "./structural-sharing.ts";
import { createRegistryFixture, defineNotes } from "./testing/registry-fixture.ts";

const name = fc.constantFrom("a", "b", "c", "__proto__", "constructor");
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>("", "x", 0, 1, true, null, 2n ** 60n),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie("any")), { maxLength: 3 }).map(Object.fromEntries),
  ),
})).any;
const object = fc
  .array(fc.tuple(fc.constantFrom("spec", "status", "data"), value), { maxLength: 3 })
  .map((members): ApiObject => ({ metadata: { name: "a", labels: { l: "1" } }, ...Object.fromEntries(members) }));

const textOf = (of: unknown): string =>
  JSON.stringify(of, (_, v: unknown) => (typeof v === "bigint" ? `bigint ${v}` : v)) ?? "undefined";
const isContainer = (of: unknown): of is Record<string, unknown> => typeof of === "object" && of !== null;

interface Found {
  readonly once: object[];
  readonly twice: object[];
}

/** The largest equal parts that are shared, and the duplicated ones. */
function membersOf(next: object, old: object, found: Found = { once: [], twice: [] }): Found {
  for (const [key, a] of Object.entries(next)) {
    const b = Object.hasOwn(old, key) ? (old as Record<string, unknown>)[key] : undefined;
    if (!isContainer(a) || !isContainer(b)) continue;
    if (textOf(a) !== textOf(b)) membersOf(a, b, found);
    else found[a === b ? "once" : "twice"].push(a);
  }
  return found;
}

function freeze<T>(of: T): T {
  if (isContainer(of)) for (const key of Object.keys(Object.freeze(of))) freeze(of[key]);
  return of;
}

const bodyOf = ({ metadata: _, ...body }: ApiObject): object => body;

describe("equal parts of two versions", () => {
  test("are shared, without a change of either's content", () => {
    fc.assert(
      fc.property(object, object, fc.boolean(), (old, other, mixed) => {
        const next = structuredClone(mixed ? { ...old, ...other, status: old["status"] } : other);
        const before = { next: textOf(next), old: textOf(old) };
        const parts = shareUnchanged(next, freeze(old));
        expect({ next: textOf(next), old: textOf(old) }).toEqual(before);
        const { once, twice } = membersOf(bodyOf(next), bodyOf(old));
        expect(twice).toEqual([]);
        expect(parts).toEqual(new Set(once));
      }),
    );
  });

  test("are not shared in another order, or with an undefined member", () => {
    const old = { metadata: {}, spec: { a: 1, b: { c: [] } } };
    const turned = { metadata: {}, spec: { b: { c: [] }, a: 1 } };
    expect([...shareUnchanged(turned, old)]).toEqual([{ c: [] }]);
    expect(Object.keys(turned.spec)).toEqual(["b", "a"]);
    const more = { metadata: {}, spec: { a: 1, b: { c: [] }, d: undefined } };
    shareUnchanged(more, old);
    expect(more.spec).not.toBe(old.spec);
    expect(more.spec.b).toBe(old.spec.b);
  });

  test("is no part that only every object has", () => {
    const next = { metadata: {}, data: JSON.parse('{"__proto__":{}}') as object };
    shareUnchanged(next, { metadata: {}, data: {} });
    expect(Object.values(next.data)[0]).not.toBe(Object.prototype);
  });

  it("leaves metadata alone", () => {
    const labels = { a: "1" };
    const next = { metadata: { labels: { ...labels } } };
    expect(shareUnchanged(next, { metadata: { labels } }).size).toBe(0);
    expect(next.metadata.labels).not.toBe(labels);
  });
});

describe("a stored object and the one before it", () => {
  const update = async (strategy: Parameters<typeof defineNotes>[0]) => {
    const fixture = await createRegistryFixture(defineNotes(strategy));
    const before = await fixture.create("ns/a", {
      spec: { text: "hello", list: [{ n: 1 }, { n: 2 }] },
      other: { n: 1 },
    });
    const { stored } = await fixture.registry.update(fixture.notes, fixture.context, {
      target: { namespace: "ns", name: "a" },
      object: { ...structuredClone(before), other: { n: 2 } },
      options: fixture.options,
    });
    return { before, after: stored.object };
  };

  it("share unchanged parts", async () => {
    const { before, after } = await update({});
    expect(after["spec"]).toBe(before["spec"]);
    expect(after.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion);
  });

  it("share nothing if the kind changes its objects after all checks", async () => {
    const { before, after } = await update({
      canonicalize: (note) => {
        (note["spec"] as { text: string }).text += "!";
      },
    });
    expect([before, after].map((note) => (note["spec"] as { text: string }).text)).toEqual(["hello!", "hello!!"]);
  });
});
