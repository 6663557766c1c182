import { expect, test } from "vitest";
import { createFetchTransport } from "./fetch-transport.ts";

test("a function shaped like fetch is a transport", async () => {
  const requested: unknown[] = [];
  const transport = createFetchTransport(
    async (path, init) => {
      requested.push([init.method, path, init.headers, init.body]);
      return new Response("body", { status: 201, headers: { warning: "w" } });
    },
    { baseUrl: "https://h/", headers: { authorization: "a", accept: "x" } },
  );
  const headers = { accept: "y", "impersonate-group": ["g", "h"] };
  const response = await transport.fetch({ method: "POST", path: "/api", headers, body: "{}" });
  expect([response.status, response.header("warning"), response.header("none")]).toEqual([201, "w", undefined]);
  const parts: string[] = [];
  for await (const chunk of response.body) parts.push(Buffer.from(chunk).toString());
  expect(parts.join("")).toBe("body");
  const sent = [
    ["authorization", "a"],
    ["accept", "y"],
    ["impersonate-group", "g"],
    ["impersonate-group", "h"],
  ];
  expect(requested).toEqual([["POST", "https://h/api", sent, "{}"]]);
});

test("a response without a body has a null body", async () => {
  const transport = createFetchTransport(async () => new Response(null, { status: 204 }));
  const { body } = await transport.fetch({ method: "GET", path: "/" });
  for await (const _chunk of body) throw new Error("there was a body");
});
