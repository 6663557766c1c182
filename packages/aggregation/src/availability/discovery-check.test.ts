import { systemClock } from "@svc/base";
import type { ClientRequest, SharedHttpClient } from "@svc/http/client";
import { expect, test } from "vitest";
import { discoveryProblem } from "./discovery-check.ts";

/** Responds to URLs by their hosts; a host without a status refuses connections. */
function clientOf(statuses: Readonly<Record<string, number>>): SharedHttpClient {
  const fetch = ({ url: { hostname } }: ClientRequest): Promise<unknown> => {
    const status = statuses[hostname];
    const refused = Object.assign(new Error(), { code: "ECONNREFUSED", address: hostname, port: 443 });
    return status === undefined ? Promise.reject(refused) : Promise.resolve({ status, headers: [], body: [] });
  };
  return { fetch } as unknown as SharedHttpClient;
}

async function problemOf(client: SharedHttpClient, hosts: readonly string[]): Promise<string | undefined> {
  let attempts = 0;
  return await discoveryProblem({
    client,
    findUrl: () => {
      const host = hosts[attempts++ % hosts.length] ?? "";
      if (host === "") throw new Error("no endpoints");
      return new URL(`https://${host}/apis/g/v1`);
    },
    headers: {},
    clock: systemClock,
    signal: new AbortController().signal,
  });
}

const failing = (host: string, why: string): string =>
  `failing or missing response from https://${host}:443/apis/g/v1: ${why}`;
const refusedOf = (host: string): string =>
  failing(host, `Get "https://${host}:443/apis/g/v1": dial tcp ${host}:443: connect: connection refused`);

test.each([
  { name: "any endpoint", hosts: ["10.0.0.1", "10.0.0.2"], statuses: { "10.0.0.2": 200 }, want: undefined },
  { name: "one of several that refuse", hosts: ["10.0.0.1", "10.0.0.2"], statuses: {}, want: refusedOf("10.0.0.1") },
  {
    name: "no status but success",
    hosts: ["10.0.0.1"],
    statuses: { "10.0.0.1": 302 },
    want: failing("10.0.0.1", "bad status from https://10.0.0.1:443/apis/g/v1: 302"),
  },
  { name: "a service without endpoints", hosts: [""], statuses: {}, want: "no endpoints" },
  { name: "endpoints that come meanwhile", hosts: ["", "10.0.0.1"], statuses: { "10.0.0.1": 200 }, want: undefined },
])("the check asks $name", async ({ hosts, statuses, want }) => {
  expect(await problemOf(clientOf(statuses as Record<string, number>), hosts)).toBe(want);
});
