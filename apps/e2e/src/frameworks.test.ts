import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Handler, type ResponseWriter, toFetch, toNodeListener } from "@svc/http";
import { createHttpClient, readWhole } from "@svc/http/client";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterEach, describe, expect, test } from "vitest";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const writers: ResponseWriter[] = [];
/** Says what was sent, and for a watch what happens. */
const handler: Handler = async (request) => {
  if (request.target.endsWith("watch=1"))
    return { status: 200, headers: [], body: { start: (writer) => void writers.push(writer) } };
  const body = await request.readBody(100);
  return { status: 201, headers: ["X-A", "b"], body: Buffer.from(`${request.method} ${request.target} ${body}`) };
};

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Fetch = (path: string, init?: { method: string; body: string }) => Promise<AsyncIterable<Uint8Array>>;

function over(origin: string): Fetch {
  const client = createHttpClient();
  closing.push(() => client.close());
  return async (path, { method, body } = { method: "GET", body: "" }) =>
    (await client.fetch({ method, url: new URL(path, origin), ...(body === "" ? {} : { body }) })).body;
}

const frameworks: readonly { readonly name: string; readonly open: () => Promise<Fetch> }[] = [
  { name: "plain Node", open: async () => over(await listening(createServer(toNodeListener(handler)))) },
  {
    name: "Express",
    open: async () => {
      const app = express();
      app.use("/mounted", (_request, response) => void response.end("another"));
      app.use(toNodeListener(handler));
      return over(await listening(createServer(app)));
    },
  },
  {
    name: "Fastify",
    open: async () => {
      const app = fastify();
      app.removeAllContentTypeParsers();
      app.addContentTypeParser("*", (_request, _payload, done) => done(null));
      app.all("/*", (request, reply) => {
        reply.hijack();
        toNodeListener(handler)(request.raw, reply.raw);
      });
      closing.push(() => app.close());
      closing.push(() => app.server.closeAllConnections());
      return over(await app.listen({ port: 0, host: "127.0.0.1" }));
    },
  },
  {
    name: "Hono",
    open: async () => {
      const app = new Hono();
      const serve = toFetch(handler);
      app.all("*", (context) => serve(context.req.raw));
      return async (path, { method, body } = { method: "GET", body: "" }) => {
        const response = await app.request(path, { method, ...(body === "" ? {} : { body }) });
        return response.body ?? new ReadableStream<Uint8Array>();
      };
    },
  },
];

describe.each(frameworks)("a handler in $name", ({ open }) => {
  test("serves requests with and without a body", async () => {
    const fetch = await open();
    const text = async (...sent: Parameters<Fetch>): Promise<string> =>
      (await readWhole({ body: await fetch(...sent) })).toString();
    expect(await text("/a?b=c")).toBe("GET /a?b=c ");
    expect(await text("/a", { method: "POST", body: "sent" })).toBe("POST /a sent");
  });

  test("streams a watch", async () => {
    const fetch = await open();
    writers.length = 0;
    const pieces = (await fetch("/a?watch=1"))[Symbol.asyncIterator]();
    for (const event of ["one", "two"]) {
      writers[0]?.write(Buffer.from(event));
      expect(Buffer.from((await pieces.next()).value as Uint8Array).toString()).toBe(event);
    }
    writers[0]?.end();
    expect((await pieces.next()).done).toBe(true);
  });
});
