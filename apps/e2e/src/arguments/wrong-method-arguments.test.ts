import { startInformer } from "@svc/client";
import { startTestServer } from "@svc/testing";
import { expect, test } from "vitest";
import { internalErrors } from "./wrong-arguments.ts";

/** Methods that end their object, or are called for each request or object: see decision 0026. */
const unchecked: ReadonlySet<string> = new Set(["close", "drain", "server.handler", "catalog.copy"]);

function methodsOf(object: object): readonly string[] {
  const names = new Set<string>();
  for (let owner: object = object; owner !== Object.prototype; owner = Object.getPrototypeOf(owner) as object)
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (typeof value === "function" && name !== "constructor") names.add(name);
  return [...names];
}

test("methods of the objects that users hold answer wrong arguments with errors that name them", async () => {
  await using testServer = await startTestServer();
  const { server, client } = testServer;
  const resource = client.resource({ group: "", version: "v1", resource: "configmaps", namespace: "default" });
  using informer = startInformer({ resource, dialect: client.dialect });
  const objects = {
    testServer,
    server,
    catalog: server.catalog,
    client,
    resource,
    scale: resource.scale,
    discovery: client.discovery,
    requester: client.requester,
    informer,
  };
  const failing: string[] = [];
  for (const [name, object] of Object.entries(objects)) {
    for (const method of methodsOf(object)) {
      if (unchecked.has(method) || unchecked.has(`${name}.${method}`)) continue;
      const call = (args: readonly unknown[]): unknown =>
        (object as unknown as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>)[method]?.(...args);
      if ((await internalErrors({ name: method, call })).length > 0) failing.push(`${name}.${method}`);
    }
  }
  expect(failing).toEqual([]);
});
