import { readFile } from "node:fs/promises";
import type { metav1 } from "@svc/types";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { ExampleComWidgetV1, ExampleComWidgetV1Spec, ExtensionTypes } from "../testing/testdata/types.ts";
import { runProgram } from "./run-program.ts";

const definitions = new URL("../testing/testdata/definitions.yaml", import.meta.url);
const types = new URL("../testing/testdata/types.ts", import.meta.url);

async function run(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const result = { out: "", err: "", written: new Map<string, string>() };
  const code = await runProgram(args, {
    print: (text) => (result.out += text),
    printError: (text) => (result.err += text),
    readFile: async (path) => files[path] ?? readFile(path, "utf8"),
    writeFile: async (path, text) => void result.written.set(path, text),
  });
  return { ...result, code };
}

function definitionWith(schema: object, spec: object = {}): string {
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
  const names = { plural: "widgets", kind: "Widget" };
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    spec: { group: "example.com", scope: "Namespaced", names, versions, ...spec },
  });
}

describe("svc-types", () => {
  it("prints the types that this test is compiled with", async () => {
    const { code, out, err } = await run([definitions.pathname]);
    expect(out).toBe(await readFile(types, "utf8"));
    expect([code, err]).toEqual([0, ""]);
  });

  it("prints the types of the schemas", () => {
    expectTypeOf<keyof ExtensionTypes>().toEqualTypeOf<
      "example.com/v1" | "example.com/v1beta1" | "dns.example.com/v1" | "other.example.com/v1"
    >();
    expectTypeOf<ExtensionTypes["example.com/v1"]["widgets"]["kind"]>().toEqualTypeOf<ExampleComWidgetV1>();
    expectTypeOf<ExtensionTypes["dns.example.com/v1"]["records"]["namespaced"]>().toEqualTypeOf<false>();
    expectTypeOf<ExampleComWidgetV1["spec"]>().toEqualTypeOf<ExampleComWidgetV1Spec>();
    expectTypeOf<ExampleComWidgetV1Spec["size"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<ExampleComWidgetV1Spec["color"]>().toEqualTypeOf<"red" | 'dark "blue"' | "">();
    expectTypeOf<ExampleComWidgetV1Spec["level"]>().toEqualTypeOf<1 | 2 | null | undefined>();
    expectTypeOf<ExampleComWidgetV1Spec["ports"]>().toEqualTypeOf<(number | string | null)[] | undefined>();
  });

  it("gives embedded objects a required type and the metadata of any object, whatever their schema says", () => {
    type Template = Required<ExampleComWidgetV1Spec>["typed"];
    expectTypeOf<Template["apiVersion"]>().toEqualTypeOf<string>();
    expectTypeOf<Template["kind"]>().toEqualTypeOf<"Pod">();
    expectTypeOf<Template["metadata"]>().toEqualTypeOf<metav1.ObjectMeta | undefined>();
    expectTypeOf<Template["spec"]>().toEqualTypeOf<{ size?: number } | undefined>();
  });

  it("gives a field without a name and with any value its own key", () => {
    expectTypeOf<ExampleComWidgetV1Spec>().not.toHaveProperty("undeclared");
    expectTypeOf<ExampleComWidgetV1Spec[""]>().toEqualTypeOf<unknown>();
  });

  it("writes to a file, reads the standard input, and names the map", async () => {
    const { code, out, written } = await run(["-", "--out", "types.ts", "--map", "Mine"], { "-": definitionWith({}) });
    expect([code, out]).toEqual([0, ""]);
    expect(written.get("types.ts")).toContain("export interface Mine {");
  });

  it("takes documents with more tokens than a request can have", async () => {
    const fields = Array.from({ length: 20_000 }, (_, i) => `                f${i}: { type: string }`).join("\n");
    const json = definitionWith({ type: "object", properties: { spec: { type: "object", properties: "FIELDS" } } });
    const { code, out } = await run(["f"], {
      f: `# YAML\n${json.replace('"FIELDS"', `\n{${fields.replaceAll("\n", ",\n")}}`)}`,
    });
    expect(code).toBe(0);
    expect(out).toContain("  f19999?: string;\n");
  });

  it("cuts long names and numbers equal ones", async () => {
    const leaf = { type: "object", properties: { x: { type: "string" } } };
    const long = "a".repeat(300);
    const properties = { [`${long}1`]: leaf, [`${long}2`]: leaf, "a-b": leaf, "a.b": leaf };
    const { out } = await run(["f"], { f: definitionWith({ type: "object", properties }) });
    const names = [...out.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name ?? "");
    expect(new Set(names).size).toBe(6);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThan(130);
  });
});

const deep = Array.from({ length: 250 }).reduce<object>((items) => ({ type: "array", items }), { type: "string" });

describe("svc-types with wrong input", () => {
  const cases: readonly [name: string, text: string, message: string][] = [
    ["no definition", "kind: Pod", "the files hold no custom resource definitions"],
    ["no YAML", "a: [", "f: document 1: "],
    ["nesting without end", "[".repeat(100_000), "f: document 1: "],
    ["an older version", definitionWith({}).replace("/v1", "/v1beta1"), "apiVersion must be v1 of apiextensions"],
    ["no names", definitionWith({}, { names: 1 }), "f: document 1: spec.names must be an object"],
    [
      "no group, behind an empty document",
      `---\n${definitionWith({}, { group: "" })}`,
      "f: document 1: spec.group is no",
    ],
    ["a scope", definitionWith({}, { scope: "World" }), "spec.scope must be Namespaced or Cluster"],
    ["no versions", definitionWith({}, { versions: {} }), "spec.versions must be a list"],
    ["a version that is no object", definitionWith({}, { versions: [1] }), "spec.versions[0] must be an object"],
    ["a kind with code", definitionWith({}, { names: { plural: "a", kind: "A{}" } }), "is no valid name"],
    ["a group with code", definitionWith({}, { group: 'a"b' }), "spec.group is no valid name"],
    [
      "properties that are no object",
      definitionWith({ type: "object", properties: [] }),
      "widgets.example.com, version v1: openAPIV3Schema.properties: must be an object",
    ],
    ["a deep schema", definitionWith({ properties: { a: deep } }), "has more than 200 levels"],
    [
      "one type twice",
      `${definitionWith({})}\n---\n${definitionWith({})}`,
      "widgets of example.com/v1 is defined twice",
    ],
  ];
  it.each(cases)("%s: exits with 1 and an error message", async (_, text, message) => {
    const { code, out, err } = await run(["f"], { f: text });
    expect(err).toContain(message);
    expect(err).toMatch(/^svc-types: [^\n]*\n/);
    expect([code, out]).toEqual([1, ""]);
  });

  it.each([
    ["no file", []],
    ["an unknown flag", ["--unknown"]],
  ])("%s: exits with 2", async (_, args) => {
    expect((await run(args)).code).toBe(2);
  });

  it("a missing file: exits with 1", async () => {
    expect(await run(["/missing.yaml"])).toMatchObject({ code: 1, err: expect.stringContaining("/missing.yaml") });
  });

  it("a map name that is no identifier: exits with 1", async () => {
    expect((await run(["f", "-m", "a b"], { f: definitionWith({}) })).err).toContain("a name such as MyTypes");
  });
});
