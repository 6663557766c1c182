// An API server in a Hono application, on any runtime that Hono runs on.
import { singleUser } from "@svc/authn";
import { alwaysAllow } from "@svc/authz";
import { toFetch } from "@svc/http";
import { defineResource } from "@svc/schema";
import { createServer } from "@svc/server";
import { createMemoryStorage } from "@svc/storage/memory";
import { Hono } from "hono";
import { z } from "zod";

const schema = z.object({ spec: z.object({ size: z.int() }) });
const widgets = defineResource({ group: "example.com", version: "v1", kind: "Widget", schema });
const api = await createServer({
  resources: [widgets],
  storage: createMemoryStorage(),
  authenticator: singleUser({ name: "alice" }),
  authorizer: alwaysAllow,
});

const app = new Hono();
const serve = toFetch(api.handler);
app.get("/hello", (context) => context.text("hello"));
app.all("*", (context) => serve(context.req.raw));

const response = await app.request("/apis/example.com/v1/widgets");
console.log(((await response.json()) as { kind: string }).kind); // WidgetList
console.log(await (await app.request("/hello")).text()); // hello
await api.close();
