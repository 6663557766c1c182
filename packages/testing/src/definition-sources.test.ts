import { core } from "@svc/api";
import { createManualClock, type Log, type ManualClock, silentLog } from "@svc/base";
import { type DefinitionSink, type DefinitionSource, defineResource } from "@svc/schema";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { startTestServer } from "./index.ts";

const schema = z.object({ size: z.int().optional() });
const widgets = defineResource({ group: "shop.example.com", version: "v1", kind: "Widget", schema });
const gadgets = defineResource({ group: "shop.example.com", version: "v1", kind: "Gadget", schema });

/** A source that passes on what a test tells it to. */
function openSource(name = "test") {
  const sinks: DefinitionSink[] = [];
  const signals: AbortSignal[] = [];
  const source: DefinitionSource = {
    name,
    follow: (sink, { signal }) => {
      sinks.push(sink);
      signals.push(signal);
      sink.define("widgets", widgets);
      return Promise.resolve();
    },
  };
  const define: DefinitionSink["define"] = (part, definitions) => sinks.at(-1)?.define(part, definitions);
  return { source, define, signals };
}

const start = (sources: readonly DefinitionSource[], options: { log?: Log; clock?: ManualClock } = {}) => {
  const { log = silentLog, clock = createManualClock() } = options;
  return startTestServer({ resources: [core("namespaces")], clock, config: { sources, log } });
};

const codeOf = async (server: Awaited<ReturnType<typeof start>>, plural: string) =>
  (await server.fetch(`/apis/shop.example.com/v1/${plural}`)).status;

describe("sources of definitions", () => {
  test("have their types served when the server is ready, and while it runs", async () => {
    const { source, define } = openSource();
    await using server = await start([source]);
    expect(await codeOf(server, "widgets")).toBe(200);
    define("gadgets", gadgets);
    expect(await codeOf(server, "gadgets")).toBe(200);
    define("gadgets", []);
    expect([await codeOf(server, "gadgets"), await codeOf(server, "widgets")]).toEqual([404, 200]);
  });

  test("end with the server", async () => {
    const { source, signals } = openSource();
    await (await start([source])).close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("that cannot be read are asked again, and nothing of the failed attempt counts", async () => {
    const { source, signals } = openSource();
    let attempts = 0;
    const failing: DefinitionSource = {
      name: source.name,
      follow: async (sink, options) => {
        await source.follow(sink, options);
        sink.define(`attempt-${++attempts}`, gadgets);
        if (attempts === 1) throw new Error("unreachable");
      },
    };
    const clock = createManualClock();
    // The pause begins right after the line.
    const warn: Log["warn"] = () => queueMicrotask(() => clock.advance(1_000));
    await using server = await start([failing], { clock, log: { ...silentLog, warn } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(server.server.catalog.snapshot().find("shop.example.com", "v1", "gadgets")).toBeDefined();
    server.server.define("test/attempt-2", []);
    expect(await codeOf(server, "gadgets")).toBe(404);
  });

  test("whose types cannot be served are reported, and served once they can be", async () => {
    const lines: unknown[] = [];
    const log: Log = { ...silentLog, warn: (message, fields) => void lines.push([message, fields]) };
    const { source } = openSource();
    await using server = await start([source, openSource("other").source], { log });
    expect(lines).toEqual([
      [
        "types are not served",
        {
          source: "other",
          part: "widgets",
          error: expect.stringContaining("two definitions of widgets") as string,
        },
      ],
    ]);
    server.server.define("test/widgets", []);
    await Promise.resolve();
    expect(await codeOf(server, "widgets")).toBe(200);
  });

  test("must have different names", async () => {
    await expect(start([openSource().source, openSource().source])).rejects.toThrow(
      "createServer: two sources have one name",
    );
  });
});
