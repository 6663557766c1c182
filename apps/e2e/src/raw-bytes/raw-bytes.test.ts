import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "../server-process.ts";
import { createChoices } from "./choices.ts";
import { clientCredentials } from "./client-credentials.ts";
import { fuzzConnections } from "./fuzz-connections.ts";
import { http1Bytes } from "./http1-bytes.ts";
import { http2Bytes } from "./http2-bytes.ts";

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess("kubernetes");
});
afterAll(() => server?.[Symbol.asyncDispose]());

test.each([1, 2, 3])("the server stays ready while connections of seed %i send malformed bytes", async (seed) => {
  const fuzzed = { url: server.url, credentials: clientCredentials(server.kubeconfig) };
  expect(await fuzzConnections(fuzzed, { seed, connections: 100 })).toBeUndefined();
});

test("a server that is not there is a finding", async () => {
  const fuzzed = { url: "https://127.0.0.1:9/", credentials: clientCredentials(server.kubeconfig) };
  expect(await fuzzConnections(fuzzed, { seed: 1, connections: 10 })).toMatch(/^seed 1, after 10 connections: /);
});

test.each([http1Bytes, http2Bytes])("the bytes follow from the seed", (bytesOf) => {
  expect(bytesOf(createChoices(7)).equals(bytesOf(createChoices(7)))).toBe(true);
});
