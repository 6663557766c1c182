import { svcDialect } from "@svc/meta";
import { createCatalog, defineResource } from "@svc/schema";
import { createMemoryStorage } from "@svc/storage/memory";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { createRegistry, type Registry } from "../index.ts";
import { createLocalClient, type LocalResource } from "./local-client.ts";

let registry: Registry;
let widgets: LocalResource;

beforeAll(async () => {
  const catalog = createCatalog();
  const schema = z.object({ size: z.int().optional() });
  catalog.replace("test", defineResource({ group: "example.com", version: "v1", kind: "Widget", schema })(svcDialect));
  registry = await createRegistry({ catalog, storage: createMemoryStorage() });
  const found = createLocalClient(registry).resource("example.com", "widgets");
  if (found === undefined) throw new Error("no widgets");
  widgets = found;
});
afterAll(() => registry.close());

const target = { name: "a", namespace: "default" };
const wrong = (value: unknown): never => value as never;

it.each<[string, () => unknown]>([
  ["find: target", () => widgets.find(wrong("a"))],
  ["find: target", () => widgets.find(wrong({ name: "a" }))],
  ["listAll: namespace", () => widgets.listAll(wrong({ namespace: "default" }))],
  ["listAll: options", () => widgets.listAll("default", wrong(true))],
  ["create: object", () => widgets.create(wrong(undefined))],
  ["create: object", () => widgets.create(wrong({ size: 1 }))],
  ["create: options.dryRun", () => widgets.create({ metadata: { name: "a" } }, wrong({ dryRun: "All" }))],
  [
    "create: options.dryrun is unknown: did you mean dryRun",
    () => widgets.create({ metadata: {} }, wrong({ dryrun: true })),
  ],
  ["ensure: object", () => widgets.ensure(wrong(null))],
  ["change: target", () => widgets.change(wrong(undefined), (live) => live)],
  ["change: next", () => widgets.change(target, wrong({ size: 2 }))],
  ["apply: target", () => widgets.apply(wrong("a"), {})],
  ["apply: fields", () => widgets.apply(target, wrong("size: 2"))],
  ["delete: target", () => widgets.delete(wrong("a"))],
  ["inform: handler", async () => widgets.inform(wrong(() => undefined))],
])("a wrong argument is named: %s", async (name, call) => {
  const error = await Promise.resolve(call()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TypeError);
  expect(`${error}`).toContain(name);
});
