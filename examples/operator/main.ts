// An operator: it makes a ConfigMap for each Greeting, and keeps it as it should be.
import { core } from "@svc/api";
import type { AnyObject } from "@svc/client";
import { createManager, type ResourceType } from "@svc/controllers";
import { defineResource } from "@svc/schema";
import { startTestServer } from "@svc/testing";
import { z } from "zod";

const spec = z.object({ name: z.string().default("world") });
const greetings = defineResource({ group: "example.com", version: "v1", kind: "Greeting", schema: z.object({ spec }) });
interface Greeting extends AnyObject {
  readonly spec: z.infer<typeof spec>;
}
const greetingType: ResourceType = { group: "example.com", version: "v1", resource: "greetings", kind: "Greeting" };
const mapType: ResourceType = { group: "", version: "v1", resource: "configmaps", kind: "ConfigMap" };

const server = await startTestServer({ resources: [core("namespaces", "configmaps", "events"), greetings] });
const { client, clock } = server; // Against a cluster: createClient({ connection: await connectionOf(await loadKubeconfig()) })

const manager = createManager({ client, clock });
manager.add<Greeting>({
  name: "greetings",
  for: greetingType,
  owns: [mapType],
  reconcile: async ({ name, namespace = "" }, { object, objects, events }) => {
    if (object === undefined) return undefined; // The garbage collector deletes what it owned.
    const metadata = { name, namespace, ownerReferences: [objects.controllerReference(object)] };
    const data = { text: `Hello, ${object.spec.name}!` };
    await objects.apply(mapType, { metadata, data }, "greetings");
    await events.record(object, { type: "Normal", reason: "Greeted", message: data.text });
    return { requeueAfterMs: 600_000 };
  },
});
const stop = new AbortController();
const running = manager.run({ signal: stop.signal });

await client
  .resource<Greeting>({ ...greetingType, namespace: "default" })
  .create({ metadata: { name: "hi" }, spec: { name: "operator" } });
for await (const event of client.core.v1.configmaps("default").watch({ signal: AbortSignal.timeout(10_000) })) {
  if (event.type === "BOOKMARK" || event.object.metadata.name !== "hi") continue;
  console.log(event.object.data); // { text: 'Hello, operator!' }
  break;
}
stop.abort();
await running;
await server.close();
