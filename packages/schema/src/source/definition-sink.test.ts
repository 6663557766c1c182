import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { createCatalog } from "../catalog/catalog.ts";
import { sampleType } from "../conformance/sample-type.ts";
import { createDefinitionSink } from "./definition-sink.ts";

const [widgets, gadgets] = [sampleType("Widget", 1), sampleType("Gadget", 1)];

function open(catalog = createCatalog(), source = "files") {
  const ending = new AbortController();
  const refusals: string[] = [];
  const sink = createDefinitionSink({
    ...{ catalog, source, dialect: kubernetesDialect, signal: ending.signal },
    evaluate: (definitions) => definitions(kubernetesDialect),
    refused: (part, { message }) => void refusals.push(`${part}: ${message}`),
  });
  const served = (): readonly string[] => catalog.snapshot().definitions.map(({ resource }) => resource);
  return { catalog, sink, refusals, served, end: () => ending.abort() };
}

describe("a sink of definitions", () => {
  it("replaces one part, and removes it with an empty list", () => {
    const { sink, served } = open();
    sink.define("a", widgets.definitions);
    sink.define("b", gadgets.definitions(kubernetesDialect));
    expect(served()).toEqual(["widgets", "gadgets"]);
    sink.define("a", []);
    expect(served()).toEqual(["gadgets"]);
  });

  it("serves a refused part once its names are free", async () => {
    const first = open();
    const second = open(first.catalog, "others");
    first.sink.define("a", widgets.definitions);
    second.sink.define("b", [...widgets.definitions(kubernetesDialect), ...gadgets.definitions(kubernetesDialect)]);
    expect(second.refusals).toHaveLength(1);
    expect(second.refusals[0]).toMatch(/^b: two definitions of widgets /);
    expect(first.served()).toEqual(["widgets"]);
    first.sink.define("a", []);
    await Promise.resolve();
    expect(first.served()).toEqual(["widgets", "gadgets"]);
  });

  it("does not serve a refused part that was replaced meanwhile", async () => {
    const { sink, served } = open();
    sink.define("a", widgets.definitions);
    sink.define("b", widgets.definitions);
    sink.define("b", gadgets.definitions);
    sink.define("a", []);
    await Promise.resolve();
    expect(served()).toEqual(["gadgets"]);
  });

  it("reports definitions that cannot be made, and keeps what the part had", () => {
    const { sink, served, refusals } = open();
    sink.define("a", widgets.definitions);
    sink.define("a", () => {
      throw new SyntaxError("not YAML");
    });
    expect(refusals).toEqual(["a: not YAML"]);
    expect(served()).toEqual(["widgets"]);
  });

  it("takes everything back, also what waits", async () => {
    const { sink, served } = open();
    sink.define("a", widgets.definitions);
    sink.define("b", widgets.definitions);
    sink.revoke();
    await Promise.resolve();
    expect(served()).toEqual([]);
  });

  it("takes nothing after its end", () => {
    const { sink, served, end } = open();
    end();
    sink.define("a", widgets.definitions);
    expect(served()).toEqual([]);
  });

  it.each<[string, unknown, unknown]>([
    ["define: part", 1, []],
    ["define: definitions", "a", widgets],
  ])("refuses a wrong argument: %s", (name, part, definitions) => {
    expect(() => open().sink.define(part as string, definitions as [])).toThrow(name);
  });
});
