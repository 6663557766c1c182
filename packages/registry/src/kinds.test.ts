import { createCatalog, createStruct, type ResourceDefinition, type ResourceVersion } from "@svc/schema";
import { expect, it } from "vitest";
import { createKindCatalog } from "./kinds.ts";

function definition(resource: string, kind: string, more: Partial<ResourceVersion> = {}): ResourceDefinition {
  const version: ResourceVersion = {
    group: "example.com",
    version: "v1",
    stability: "ga",
    enabledByDefault: true,
    verbs: ["get"],
    schema: createStruct([]),
    semantics: "structural",
    ...more,
  };
  return {
    resource,
    kind,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    shortNames: [],
    categories: [],
    namespaced: true,
    storage: { group: version.group, version: version.version, prefix: `${version.group}/${resource}` },
    strategy: {
      nameRule: () => [],
      allowCreateOnUpdate: false,
      allowUnconditionalUpdate: true,
      generation: "none",
    },
    versions: [version],
  };
}

it("kinds of extension types and of their lists are added and removed with their definitions", () => {
  const catalog = createCatalog();
  const typed = definition("gadgets", "Gadget", { group: "built.in", semantics: "typed" });
  catalog.replace("own", [typed]);
  const kinds = createKindCatalog(catalog);
  const widgets = definition("widgets", "Widget");
  const found = (): readonly unknown[] =>
    ["Widget", "WidgetList", "DeleteOptions", "None"].map((kind) => kinds.find("example.com/v1", kind));
  expect(found()).toEqual([undefined, undefined, undefined, undefined]);
  catalog.replace("custom", [widgets]);
  expect(found()).toEqual([widgets, "other", "other", undefined]);
  expect(kinds.findCompiledIn("example.com/v1", "Widget")).toBeUndefined();
  expect(kinds.findCompiledIn("built.in/v1", "Gadget")).toBe(typed);
  catalog.replace("custom", []);
  expect(found()).toEqual([undefined, undefined, undefined, undefined]);
  expect(kinds.find("built.in/v1", "Gadget")).toBe(typed);
});

it("kinds of types that are built in follow their changes", () => {
  const catalog = createCatalog();
  const kinds = createKindCatalog(catalog);
  expect(kinds.find("built.in/v1", "Gadget")).toBeUndefined();
  const typed = definition("gadgets", "Gadget", { group: "built.in", semantics: "typed" });
  catalog.replace("own", [typed]);
  expect(kinds.find("built.in/v1", "Gadget")).toBe(typed);
  catalog.replace("own", []);
  expect(kinds.find("built.in/v1", "Gadget")).toBeUndefined();
});
