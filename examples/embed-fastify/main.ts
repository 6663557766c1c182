// An API server in a Fastify application. Fastify must not read the bodies: the API server does.
import { singleUser } from "@svc/authn";
import { alwaysAllow } from "@svc/authz";
import { toNodeListener } from "@svc/http";
import { defineResource } from "@svc/schema";
import { createServer } from "@svc/server";
import { createMemoryStorage } from "@svc/storage/memory";
import fastify from "fastify";
import { z } from "zod";

const schema = z.object({ spec: z.object({ size: z.int() }) });
const widgets = defineResource({ group: "example.com", version: "v1", kind: "Widget", schema });
const api = await createServer({
  resources: [widgets],
  storage: createMemoryStorage(),
  authenticator: singleUser({ name: "alice" }),
  authorizer: alwaysAllow,
});

const app = fastify();
app.get("/hello", () => "hello");
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", (_request, _payload, done) => done(null));
app.all("/*", (request, reply) => {
  reply.hijack();
  toNodeListener(api.handler)(request.raw, reply.raw);
});

const origin = await app.listen({ port: 0, host: "127.0.0.1" });
const response = await fetch(`${origin}/apis/example.com/v1/widgets`);
console.log(((await response.json()) as { kind: string }).kind); // WidgetList
const page = await fetch(`${origin}/hello`);
console.log(await page.text()); // hello
app.server.closeAllConnections();
await app.close();
await api.close();
