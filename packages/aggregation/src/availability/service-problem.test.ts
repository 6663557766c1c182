import { expect, it } from "vitest";
import { serviceProblem } from "./service-problem.ts";

const service = { metadata: {}, spec: { ports: [{ port: 80 }, { port: 443, name: "https" }] } };
const endpoints = (addresses: readonly string[], name?: string) => ({
  metadata: {},
  subsets: [{ addresses: addresses.map((ip) => ({ ip })), ports: [name === undefined ? {} : { name }] }],
});
const backend = { namespace: "ns", name: "s" };
const noAddress = 'endpoints for service/s in "ns" have no addresses with port name "https"';

it.each<[string, Parameters<typeof serviceProblem>, string, string]>([
  [
    "no service",
    [backend, { service: undefined, endpoints: undefined }],
    "ServiceNotFound",
    'service/s in "ns" is not present',
  ],
  [
    "another port",
    [
      { ...backend, port: 8443 },
      { service, endpoints: undefined },
    ],
    "ServicePortError",
    'service/s in "ns" is not listening on port 8443',
  ],
  [
    "no endpoints",
    [backend, { service, endpoints: undefined }],
    "EndpointsNotFound",
    'cannot find endpoints for service/s in "ns"',
  ],
  ["no address", [backend, { service, endpoints: endpoints([], "https") }], "MissingEndpoints", noAddress],
  [
    "no address for the port",
    [backend, { service, endpoints: endpoints(["10.0.0.1"]) }],
    "MissingEndpoints",
    noAddress,
  ],
])("a service is a problem because of %s", (_, [to, found], reason, message) => {
  expect(serviceProblem(to, found)).toEqual({ reason, message });
});

it.each([
  ["an endpoint of the port", { service, endpoints: endpoints(["10.0.0.1"], "https") }],
  ["an external name", { service: { metadata: {}, spec: { type: "ExternalName" } }, endpoints: undefined }],
])("a service with %s is reachable", (_, found) => {
  expect(serviceProblem(backend, found)).toBeUndefined();
});
