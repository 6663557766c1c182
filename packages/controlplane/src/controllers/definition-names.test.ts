import { describe, expect, it } from "vitest";
import type { NamedDefinition, Names } from "./definition.ts";
import { acceptNames, establish } from "./definition-names.ts";

const now = "2026-01-02T03:04:05Z";
const taken = { resources: new Set(["foos", "foo", "f", "ff"]), kinds: new Set(["Foo", "FooList"]) };

function asking(names: Names, acceptedNames?: Names): NamedDefinition {
  return { metadata: {}, spec: { names }, ...(acceptedNames === undefined ? {} : { status: { acceptedNames } }) };
}

/** What is said of the names, and which are accepted. */
function outcome(definition: NamedDefinition): readonly unknown[] {
  const { conditions = [], acceptedNames } = acceptNames(definition, taken, now).status ?? {};
  return [...conditions.map((c) => [c.status, c.reason, c.message].join(" ")), acceptedNames];
}

const installing = "False Installing the initial names have been accepted";
const notAccepted = "False NotAccepted not all names are accepted";

describe("a definition gets the names that are free", () => {
  it.each<[string, Names, string, Names]>([
    ["all", { plural: "bars", kind: "Bar" }, "True NoConflicts no conflicts found", { plural: "bars", kind: "Bar" }],
    ["not the plural", { plural: "f", kind: "X" }, 'False PluralConflict "f" is already in use', { kind: "X" }],
    [
      "not the singular",
      { plural: "x", singular: "foos" },
      'False SingularConflict "foos" is already in use',
      { plural: "x" },
    ],
    [
      "none of the short ones",
      { plural: "x", shortNames: ["foos", "ok", "ff"] },
      'False ShortNamesConflict ["foos" is already in use, "ff" is already in use]',
      { plural: "x" },
    ],
    ["not the kind", { kind: "FooList" }, 'False KindConflict "FooList" is already in use', {}],
    [
      "the last of several is told",
      { plural: "f", listKind: "Foo" },
      'False ListKindConflict "Foo" is already in use',
      {},
    ],
    [
      "kinds and resources are apart",
      { plural: "Foo", kind: "foo" },
      "True NoConflicts no conflicts found",
      { plural: "Foo", kind: "foo" },
    ],
    [
      "any category",
      { plural: "f", categories: ["all"] },
      'False PluralConflict "f" is already in use',
      { categories: ["all"] },
    ],
  ])("%s", (_, names, reported, accepted) => {
    expect(outcome(asking(names))).toEqual([
      reported,
      reported.startsWith("True") ? installing : notAccepted,
      accepted,
    ]);
  });

  it("and keeps its names until others are accepted", () => {
    const [reported, , accepted] = outcome(
      asking({ plural: "bars", singular: "foo" }, { plural: "bars", singular: "bar" }),
    );
    expect([reported, accepted]).toEqual([
      'False SingularConflict "foo" is already in use',
      { plural: "bars", singular: "bar" },
    ]);
  });

  it("conditions are written once", () => {
    const once = acceptNames(asking({ plural: "bars", kind: "Bar" }), taken, now);
    expect(acceptNames(once, taken, "2027-01-01T00:00:00Z")).toBe(once);
  });
});

describe("it is established once its names are accepted", () => {
  it.each<[string, Names, string]>([
    ["accepted", { plural: "bars" }, "True InitialNamesAccepted"],
    ["not accepted", { plural: "f" }, "False NotAccepted"],
  ])("%s", (_, names, want) => {
    const conditions = establish(acceptNames(asking(names), taken, now), now).status?.conditions ?? [];
    expect(conditions.map(({ status, reason }) => `${status} ${reason}`)[1]).toBe(want);
  });

  it("permanently", () => {
    const established = establish(acceptNames(asking({ plural: "bars" }), taken, now), now);
    const renamed = acceptNames({ ...established, spec: { names: { plural: "bars", shortNames: ["f"] } } }, taken, now);
    expect(renamed.status?.conditions?.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      "False ShortNamesConflict",
      "True InitialNamesAccepted",
    ]);
    expect(establish(renamed, now)).toBe(renamed);
  });
});
