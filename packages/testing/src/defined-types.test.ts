import { createClient, createFetchTransport, startInformer } from "@svc/client";
import { defineResource, type TypesOf } from "@svc/schema";
import type { BuiltinTypes } from "@svc/types";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { startTestServer } from "./start-test-server.ts";

const widgets = defineResource({
  group: "shop.example.com",
  version: "v1",
  kind: "Widget",
  schema: z.object({ spec: z.object({ size: z.int().min(1).default(3), color: z.enum(["red", "blue"]).optional() }) }),
});

const floors = defineResource({
  group: "shop.example.com",
  version: "v1",
  kind: "Floor",
  scope: "Cluster",
  schema: z.object({ level: z.int().optional() }),
});

test("clients typed by definitions: reach the resources that the server serves by them", async () => {
  const server = await startTestServer({ resources: [widgets, floors] });
  try {
    const transport = createFetchTransport(server.fetch);
    const client = createClient<BuiltinTypes & TypesOf<[typeof widgets, typeof floors]>>({ transport });
    const { widgets: widgetsIn, floors: allFloors } = client["shop.example.com"].v1;
    expectTypeOf<Parameters<typeof allFloors>>().toEqualTypeOf<[]>();
    await allFloors().create({ kind: "Floor", metadata: { name: "ground" }, level: 0 });
    expect((await allFloors().get("ground")).level).toBe(0);
    const path = widgetsIn("default").path;
    expect(path).toBe("/apis/shop.example.com/v1/namespaces/default/widgets");
    const { items } = await widgetsIn().list();
    expectTypeOf<(typeof items)[number]["spec"]["color"]>().toEqualTypeOf<"red" | "blue" | undefined>();
    expect(items).toEqual([]);
    const written = await widgetsIn("default").create({ kind: "Widget", metadata: { name: "a" }, spec: {} });
    expectTypeOf(written.spec.size).toEqualTypeOf<number>();
    expect(written.spec.size).toBe(3);
    const updated = await widgetsIn("default").update({ ...written, spec: { ...written.spec, color: "red" } });
    expect(updated.spec).toEqual({ size: 3, color: "red" });
    await widgetsIn("default").apply({ kind: "Widget", metadata: { name: "b" }, spec: {} }, { fieldManager: "me" });
    // @ts-expect-error a color that is not declared
    const refused = widgetsIn("default").create({ kind: "Widget", metadata: { name: "c" }, spec: { color: "green" } });
    await expect(refused).rejects.toThrow("Unsupported value");
    const informer = startInformer({
      resource: widgetsIn("default"),
      signal: AbortSignal.timeout(10_000),
    });
    await informer.synced;
    expectTypeOf<NonNullable<ReturnType<typeof informer.get>>["spec"]["size"]>().toEqualTypeOf<number>();
    expect(informer.get("a", "default")?.spec.size).toBe(3);
    informer.close();
  } finally {
    await server.close();
  }
});
