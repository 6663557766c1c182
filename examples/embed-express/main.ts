// An API server in an Express application, at the root: clients request /api and /apis.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { singleUser } from "@svc/authn";
import { alwaysAllow } from "@svc/authz";
import { toNodeListener } from "@svc/http";
import { defineResource } from "@svc/schema";
import { createServer } from "@svc/server";
import { createMemoryStorage } from "@svc/storage/memory";
import express from "express";
import { z } from "zod";

const schema = z.object({ spec: z.object({ size: z.int() }) });
const widgets = defineResource({ group: "example.com", version: "v1", kind: "Widget", schema });
const api = await createServer({
  resources: [widgets],
  storage: createMemoryStorage(),
  authenticator: singleUser({ name: "alice" }),
  authorizer: alwaysAllow,
});

const app = express();
app.get("/hello", (_request, response) => void response.send("hello"));
app.use(toNodeListener(api.handler));

const listener = app.listen(0, "127.0.0.1");
await once(listener, "listening");
const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
const response = await fetch(`${origin}/apis/example.com/v1/widgets`);
console.log(((await response.json()) as { kind: string }).kind); // WidgetList
const page = await fetch(`${origin}/hello`);
console.log(await page.text()); // hello
listener.close();
listener.closeAllConnections();
await api.close();
