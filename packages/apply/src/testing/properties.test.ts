import { type ApiObject, copyJson, isStatusError, type JsonValue } from "@svc/meta";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareObjects } from "../changes.ts";
import { emptySet, type FieldSet, isEmpty, isSubset, setOf, union } from "../field-set.ts";
import { parseFieldsV1 } from "../fields-v1.ts";
import { createShapes } from "../shape.ts";
import { shareStructure } from "../structural-sharing.ts";
import type { JsonMap } from "../value.ts";
import { createThingOwnership, runSteps, type Step, type StepResult } from "./scenario.ts";
import { things, thingVersions } from "./thing.ts";

const text = fc.constantFrom("1", "2", "3");
/** Not empty: a list that is owned item by item has no owner while there is no item. */
const few = (...names: readonly string[]): fc.Arbitrary<string[]> => fc.subarray([...names], { minLength: 1 });
const mapOf = (...names: readonly string[]): fc.Arbitrary<Record<string, JsonValue>> =>
  fc.dictionary(fc.constantFrom(...names), text as fc.Arbitrary<JsonValue>);

const items = fc.uniqueArray(
  // With the key that has a default: defaulted fields have no owner.
  fc.record({ k: fc.constantFrom("a", "b", "c"), p: text, v: text, o: mapOf("a", "b") }, { requiredKeys: ["k", "p"] }),
  { selector: ({ k }) => k, minLength: 1 },
);

const spec: fc.Arbitrary<Record<string, JsonValue>> = fc.record(
  {
    scalar: text,
    list: few("a", "b"),
    set: few("a", "b", "c").map((values) => values.reverse()),
    items: items as fc.Arbitrary<JsonValue>,
    map: mapOf("a", "b", "c"),
    whole: mapOf("a", "b"),
    nested: fc.dictionary(fc.constantFrom("x", "y"), mapOf("a", "b")),
    free: fc.dictionary(
      fc.constantFrom("x", "y", "__proto__"),
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, JsonValue>>;

const step: fc.Arbitrary<Step> = fc.tuple(
  fc
    .tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("applies", "forces", "updates"))
    .map((does) => does.join(" ")),
  spec,
);
const steps = fc.array(step, { minLength: 1, maxLength: 6 });

const options = { seed: 1, numRuns: 100 };

const { v1 } = thingVersions;
const endpoint = { definition: things, version: v1, subresource: "" };
const shape = createShapes({ semantics: "structural" }).of(v1.schema);
const ownership = createThingOwnership();

describe("invariants", () => {
  test("an apply is idempotent, times included", () => {
    fc.assert(
      fc.property(steps, spec, (before, expected) => {
        const live = runSteps(before);
        const intent = {
          apiVersion: "test.example.com/v1",
          kind: "Thing",
          metadata: { name: "thing" },
          spec: expected,
        };
        // Nothing may be left where null is not allowed.
        fc.pre(applies(live, intent));
        const apply = (to: ApiObject | undefined, now: string): ApiObject =>
          ownership.apply({ endpoint, live: to, intent, force: true, manager: "a", now });
        const once = apply(live, "2027-01-01T00:00:00Z");
        // A map that lost all members is null, but the intent has it empty, so that the next apply
        // changes it.
        fc.pre(!JSON.stringify(once["spec"] ?? {}).includes("null"));
        once.metadata.uid = "uid";
        expect(apply(once, "2028-01-01T00:00:00Z")).toEqual(once);
      }),
      options,
    );
  });

  test("every field has an owner, and every owned field exists", () => {
    fc.assert(
      fc.property(steps, (before) => {
        const live = runSteps(before);
        if (live === undefined) return;
        const owned = (live.metadata.managedFields ?? [])
          .map(({ fieldsV1 }) => parseFieldsV1(fieldsV1))
          .reduce(union, emptySet);
        const there = { spec: live["spec"] as JsonValue };
        const whole = compareObjects(shape, { before: {}, after: there }).changed;
        const leaves = compareObjects(shape, { before: { spec: {} }, after: withoutEmpty(there) }).changed;
        expect(isSubset(owned, whole)).toBe(true);
        expect(isSubset(leavesOf(leaves) ?? emptySet, owned)).toBe(true);
      }),
      options,
    );
  });

  test("an update without changes changes no owner", () => {
    fc.assert(
      fc.property(steps, (before) => {
        const live = runSteps(before);
        if (live === undefined) return;
        const next = structuredClone(live);
        ownership.track({ endpoint, live, next, manager: "new", now: "2027-01-01T00:00:00Z" });
        expect(next).toEqual(live);
      }),
      options,
    );
  });
});

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null)
    for (const member of Object.values(Object.freeze(value))) freeze(member);
  return value;
}

/** Shares unchanged parts with the previous version, as a server does. */
function sharing({ metadata, ...next }: ApiObject, live: ApiObject | undefined): ApiObject {
  const { metadata: _, ...before } = live ?? { metadata: {} };
  return { ...freeze(shareStructure(copyJson(next) as JsonMap, before as JsonMap)), metadata } as ApiObject;
}

test("a tracker with caches gives the same results as one without", () => {
  const runs = (taken: readonly Step[], options: Parameters<typeof runSteps>[2]): readonly StepResult[] => {
    const results: StepResult[] = [];
    runSteps(taken, (result) => void results.push(result), options);
    return results;
  };
  // Each step is repeated, also after the next one, then slightly changed.
  const slowly = (taken: readonly Step[]): readonly Step[] =>
    taken.flatMap((step, i): Step[] => {
      const next = taken[(i + 1) % taken.length] ?? step;
      const [does, value] = step;
      return [step, step, next, step, [does, { ...value, ...Object.fromEntries(Object.entries(next[1]).slice(0, 1)) }]];
    });
  fc.assert(
    fc.property(steps, (before) => {
      const taken = slowly(before);
      expect(runs(taken, { store: sharing })).toEqual(runs(taken, { ownership: createThingOwnership }));
    }),
    options,
  );
});

function applies(live: ApiObject | undefined, intent: ApiObject): boolean {
  try {
    ownership.apply({ endpoint, live, intent, force: true, manager: "a", now: "2027-01-01T00:00:00Z" });
    return true;
  } catch (error) {
    if (isStatusError(error)) return false;
    throw error;
  }
}

/** An empty value may be the rest of one whose members other managers removed. */
function withoutEmpty<T extends JsonValue>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutEmpty) as JsonValue as T;
  if (typeof value !== "object" || value === null) return value;
  const isEmptyMap = (member: JsonValue): boolean =>
    typeof member === "object" && member !== null && Object.keys(member).length === 0;
  const kept = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member as JsonValue)] as const);
  return Object.fromEntries(kept.filter(([, member]) => !isEmptyMap(member))) as T;
}

/** A set without the paths that have children. */
function leavesOf(set: FieldSet): FieldSet | undefined {
  return setOf(
    Object.entries(set).flatMap(([key, node]): [string, FieldSet][] => {
      if (key === ".") return [];
      const below = isEmpty(node) ? node : leavesOf(node);
      return below === undefined ? [] : [[key, below]];
    }),
  );
}

/** Ownership of the keys of one map, written down as a reader would. */
function createModel() {
  const values = new Map<string, string>();
  const owners = new Map<string, Set<string>>();
  return {
    apply: (manager: string, expected: Readonly<Record<string, string>>, force: boolean): boolean => {
      const me = `${manager} Apply`;
      const keys = Object.keys(expected);
      const taken = keys.filter((key) => values.has(key) && values.get(key) !== expected[key]);
      if (!force && taken.some((key) => [...(owners.get(key) ?? [])].some((owner) => owner !== me))) return false;
      for (const key of taken) owners.delete(key);
      for (const key of keys) {
        values.set(key, expected[key] ?? "");
        owners.set(key, new Set([...(owners.get(key) ?? []), me]));
      }
      for (const [key, of] of [...owners]) {
        if (keys.includes(key) || !of.delete(me) || of.size > 0) continue;
        owners.delete(key);
        values.delete(key);
      }
      return true;
    },
    update: (manager: string, expected: Readonly<Record<string, string>>): void => {
      for (const key of new Set([...values.keys(), ...Object.keys(expected)])) {
        const value = expected[key];
        if (value === values.get(key)) continue;
        owners.delete(key);
        values.delete(key);
        if (value === undefined) continue;
        values.set(key, value);
        owners.set(key, new Set([`${manager} Update`]));
      }
    },
    state: (): unknown => ({
      values: Object.fromEntries([...values].sort()),
      owners: Object.fromEntries([...owners].sort().map(([key, of]) => [key, [...of].sort()])),
    }),
  };
}

test("the owners of a map equal those of a naive model", () => {
  const map = fc.dictionary(fc.constantFrom("a", "b", "c"), text, { minKeys: 1 });
  const act = fc.record({
    who: fc.constantFrom("x", "y", "z"),
    how: fc.constantFrom("applies", "forces", "updates"),
    map,
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      const model = createModel();
      const taken: Step[] = [];
      for (const { who, how, map } of acts) {
        taken.push([`${who} ${how}`, { map }]);
        if (how === "updates") model.update(who, map);
        else model.apply(who, map, how === "forces");
      }
      const live = runSteps(taken);
      const spec = live?.["spec"] as { map?: Record<string, string> } | undefined;
      const owners: Record<string, string[]> = {};
      for (const { manager = "", operation = "", fieldsV1 } of live?.metadata.managedFields ?? []) {
        const inSpec = (fieldsV1?.["f:spec"] ?? {}) as Record<string, Record<string, JsonValue>>;
        for (const key of Object.keys(inSpec["f:map"] ?? {}))
          if (key !== ".") (owners[key.slice(2)] ??= []).push(`${manager} ${operation}`);
      }
      const sorted = Object.fromEntries(
        Object.entries(owners)
          .sort()
          .map(([key, of]) => [key, of.sort()]),
      );
      expect({ values: Object.fromEntries(Object.entries(spec?.map ?? {}).sort()), owners: sorted }).toEqual(
        model.state(),
      );
    }),
  );
});
