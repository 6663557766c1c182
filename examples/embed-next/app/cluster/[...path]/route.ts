// A route handler of Next's app router: everything below /cluster is the API server.
import { singleUser } from "@svc/authn";
import { alwaysAllow } from "@svc/authz";
import { defineResource } from "@svc/schema";
import { createServer, type Server } from "@svc/server";
import { createMemoryStorage } from "@svc/storage/memory";
import { z } from "zod";

const schema = z.object({ spec: z.object({ size: z.int() }) });
const widgets = defineResource({ group: "example.com", version: "v1", kind: "Widget", schema });

// Next loads this module anew when it changes: the server is made once in a process.
const global = globalThis as { apiServer?: Promise<Server> };
const api = (global.apiServer ??= createServer({
  resources: [widgets],
  storage: createMemoryStorage(),
  authenticator: singleUser({ name: "alice" }),
  authorizer: alwaysAllow,
}));

type Handler = (request: Request) => Promise<Response>;

async function handle(request: Request): Promise<Response> {
  const server = await api;
  const url = new URL(request.url);
  url.pathname = url.pathname.slice("/cluster".length);
  return server.fetch(new Request(url, request));
}

export const dynamic = "force-dynamic";
export const GET: Handler = handle;
export const POST: Handler = handle;
export const PUT: Handler = handle;
export const PATCH: Handler = handle;
export const DELETE: Handler = handle;
