import { describe, expect, test } from "vitest";
import type { ResourceDefinition, ResourceVersion } from "../definition.ts";
import { createStruct } from "../schema.ts";
import { type CatalogChange, createCatalog } from "./catalog.ts";
import { derivedFrom } from "./derived.ts";

function version(name: string, more: Partial<ResourceVersion> = {}): ResourceVersion {
  return {
    group: "example.com",
    version: name,
    stability: "ga",
    enabledByDefault: true,
    verbs: ["get"],
    schema: createStruct([]),
    semantics: "structural",
    ...more,
  };
}

function definition(resource: string, more: Partial<ResourceDefinition> = {}): ResourceDefinition {
  const kind = `${resource.charAt(0).toUpperCase()}${resource.slice(1, -1)}`;
  const versions = more.versions ?? [version("v1")];
  const { group = "", version: stored = "" } = versions[0] ?? {};
  return {
    resource,
    kind,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    shortNames: [],
    categories: [],
    namespaced: true,
    storage: { group, version: stored, prefix: `${group}/${resource}` },
    strategy: {
      nameRule: () => [],
      allowCreateOnUpdate: false,
      allowUnconditionalUpdate: true,
      generation: "none",
    },
    ...more,
    versions,
  };
}

describe("a catalog", () => {
  test("serves the definitions of its sources, groups by priority and versions by age", () => {
    const catalog = createCatalog();
    const first = version("v1", { group: "a.io", priority: { group: 2000, version: 1 } });
    catalog.replace("one", [definition("widgets", { versions: [version("v1beta1"), version("v2"), version("v1")] })]);
    catalog.replace("two", [definition("gadgets", { versions: [first] })]);
    const { groups, definitions } = catalog.snapshot();
    expect(groups.map(({ group, versions }) => [group, versions.map((v) => v.version)])).toEqual([
      ["a.io", ["v1"]],
      ["example.com", ["v2", "v1", "v1beta1"]],
    ]);
    expect(definitions.map((d) => d.resource)).toEqual(["widgets", "gadgets"]);
    expect(catalog.snapshot().find("a.io", "v1", "gadgets")?.version).toBe(first);
    expect(catalog.snapshot().ofKind("example.com", "v2", "Widget")?.definition.resource).toBe("widgets");
  });

  test("knows the kinds of lists and the versions of its definitions, and which are of extension types only", () => {
    const catalog = createCatalog();
    catalog.replace("one", [definition("widgets", { versions: [version("v1"), version("v2")] })]);
    catalog.replace("two", [definition("gadgets", { versions: [version("v2", { semantics: "typed" })] })]);
    const snapshot = catalog.snapshot();
    const lists = ["v1", "v2", "v3"].map((name) => snapshot.isListKind("example.com", name, "WidgetList"));
    expect(lists).toEqual([true, true, false]);
    expect(["v1", "v2", "v3"].map((name) => snapshot.hasVersion("example.com", name))).toEqual([true, true, false]);
    const pure = ["v1", "v2"].map((name) => snapshot.version("example.com", name)?.isOfExtensions);
    expect(pure).toEqual([true, false]);
  });

  test("holds versions that are not served, without serving them", () => {
    const catalog = createCatalog({ serves: (source, _, { version: v }) => source === "start" || v !== "v2" });
    const versions = [version("v1"), version("v2")];
    catalog.replace("later", [definition("widgets", { versions })]);
    expect(catalog.snapshot().version("example.com", "v2")).toBeUndefined();
    expect(catalog.snapshot().ofKind("example.com", "v2", "Widget")?.version).toBe(versions[1]);
    expect(catalog.snapshot().stored("example.com", "widgets")?.versions).toBe(versions);
  });

  test("keeps a snapshot unchanged, and groups without changes", () => {
    const catalog = createCatalog();
    catalog.replace("one", [definition("widgets")]);
    catalog.replace("two", [definition("gadgets", { versions: [version("v1", { group: "a.io" })] })]);
    const before = catalog.snapshot();
    expect(catalog.snapshot()).toBe(before);
    catalog.replace("one", []);
    expect(before.find("example.com", "v1", "widgets")).toBeDefined();
    expect(catalog.snapshot().group("example.com")).toBeUndefined();
    expect(catalog.snapshot().group("a.io")).toBe(before.group("a.io"));
  });

  test("notifies listeners of added, replaced and removed definitions and of ended versions", () => {
    const catalog = createCatalog();
    const observed: CatalogChange[] = [];
    const stop = catalog.onChange((change) => void observed.push(change));
    const [v1, v2] = [version("v1"), version("v2")];
    const before = definition("widgets", { versions: [v1, v2] });
    const after = definition("widgets", { versions: [version("v1")] });
    catalog.replace("one", [before]);
    catalog.replace("one", [before]);
    catalog.replace("one", [after, definition("gadgets")]);
    catalog.replace("one", []);
    stop();
    catalog.replace("one", [before]);
    expect(observed.map(({ added, removed }) => [added.length, removed.length])).toEqual([
      [1, 0],
      [1, 0],
      [0, 2],
    ]);
    expect(observed[1]?.replaced).toEqual([{ before, after, ended: [v2] }]);
  });

  test("takes a definition of another scope for another resource", () => {
    const catalog = createCatalog();
    const observed: CatalogChange[] = [];
    catalog.onChange((change) => void observed.push(change));
    catalog.replace("one", [definition("widgets")]);
    catalog.replace("one", [definition("widgets", { namespaced: false })]);
    expect(observed[1]).toMatchObject({
      added: [{ namespaced: false }],
      removed: [{ namespaced: true }],
      replaced: [],
    });
  });

  const other = { kind: "Other", storage: { group: "example.com", version: "v1", prefix: "other" } };
  test.each([
    ["a resource", definition("widgets", other), "widgets in example.com/v1"],
    ["a kind", definition("gizmos", { ...other, kind: "Widget" }), "kind Widget in example.com/v1"],
    [
      "a storage prefix",
      definition("gizmos", { storage: { group: "example.com", version: "v1", prefix: "example.com/widgets" } }),
      "storage prefix example.com/widgets",
    ],
  ])("refuses %s that another source has, and stays unchanged", (_, second, name) => {
    const catalog = createCatalog();
    catalog.replace("one", [definition("widgets")]);
    const before = catalog.snapshot();
    const conflict = new TypeError(`two definitions of ${name}: from "one" and "two"`);
    expect(() => catalog.replace("two", [definition("gears"), second])).toThrow(conflict);
    expect(catalog.snapshot()).toBe(before);
    expect(() => catalog.replace("one", [definition("widgets"), second])).toThrow('both from "one"');
    expect(catalog.snapshot()).toBe(before);
  });

  test("refuses a definition that is stored in a version that it does not have", () => {
    const storage = { group: "example.com", version: "v9", prefix: "x" };
    const wrong = definition("widgets", { storage });
    expect(() => createCatalog().replace("one", [wrong])).toThrow("a version that it does not have: example.com/v9");
  });

  test("two definitions of a source may swap their names", () => {
    const catalog = createCatalog();
    const at = (prefix: string) => ({ storage: { group: "example.com", version: "v1", prefix } });
    catalog.replace("one", [definition("as", at("1")), definition("bs", at("2"))]);
    catalog.replace("one", [definition("as", at("2")), definition("bs", at("1"))]);
    expect(catalog.snapshot().stored("example.com", "as")?.storage?.prefix).toBe("2");
    expect(() => catalog.replace("two", [definition("bs", at("3"))])).toThrow("two definitions of bs");
  });

  test("does not visit existing definitions again when one is added to 5,000", () => {
    let requested = 0;
    const catalog = createCatalog({ serves: () => ++requested > 0 });
    for (let i = 0; i < 5_000; i++) {
      const versions = [version("v1", { group: `g${i % 100}.io` })];
      catalog.replace(`source ${i}`, [definition(`r${i}s`, { versions })]);
    }
    expect(catalog.snapshot().groups).toHaveLength(100);
    expect(requested).toBe(5_000);
    // After that, a change visits the fifty of its group.
    catalog.replace("source 0", []);
    expect(catalog.snapshot().definitions).toHaveLength(4_999);
    expect(requested).toBe(5_049);
  });

  test("a derived value is computed once per change, on first use", () => {
    const catalog = createCatalog();
    let made = 0;
    const count = derivedFrom(catalog, ({ definitions }) => {
      made++;
      return definitions.length;
    });
    catalog.replace("one", [definition("widgets")]);
    catalog.replace("two", [definition("gadgets")]);
    expect([count(), count(), made]).toEqual([2, 2, 1]);
    catalog.replace("two", []);
    expect([count(), made]).toEqual([1, 2]);
  });

  test("a copy begins with the same state, and changes alone", () => {
    const original = createCatalog();
    const [widgets, gadgets] = [definition("widgets"), definition("gadgets")];
    original.replace("one", [widgets]);
    const changes: CatalogChange[] = [];
    original.onChange((change) => void changes.push(change));
    const copy = original.copy();
    expect(copy.snapshot()).toBe(original.snapshot());
    copy.replace("two", [gadgets]);
    copy.replace("one", []);
    expect(changes).toEqual([]);
    expect(original.snapshot().definitions).toEqual([widgets]);
    expect(original.snapshot().find("example.com", "v1", "gadgets")).toBeUndefined();
    expect(copy.snapshot().definitions).toEqual([gadgets]);
    expect(copy.snapshot().find("example.com", "v1", "widgets")).toBeUndefined();
    expect(() => copy.replace("three", [definition("gadgets")])).toThrow("two definitions of");
  });

  test("the definition of a prefix is found until it is removed", () => {
    const catalog = createCatalog();
    const widgets = definition("widgets");
    const clusters = definition("clusters", { namespaced: false });
    catalog.replace("one", [widgets, clusters]);
    expect(catalog.storedAt("example.com/widgets")).toBe(widgets);
    expect(catalog.storedAt("example.com/clusters")).toBe(clusters);
    expect(catalog.storedAt("example.com/none")).toBeUndefined();
    catalog.replace("one", []);
    expect(catalog.storedAt("example.com/widgets")).toBeUndefined();
  });
});
