import { expect, test } from "vitest";
import { createFindBackend } from "./backend-address.ts";

const reference = { namespace: "ns", name: "api", port: 443 };
const service = (spec: object) => ({ metadata: {}, spec: { ports: [{ port: 443, name: "https" }], ...spec } });
const endpoints = {
  metadata: {},
  subsets: [
    { addresses: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }], ports: [{ name: "https", port: 8443 }] },
    { addresses: [{ ip: "10.0.0.3" }], ports: [{ name: "other", port: 1 }] },
  ],
};
const failure = (message: string) => ({ ok: false, message });

test.each([
  {
    name: "an external name",
    service: service({ type: "ExternalName", externalName: "x.example" }),
    want: { ok: true, host: "x.example", port: 443 },
  },
  {
    name: "a cluster IP",
    service: service({ clusterIP: "10.1.1.1" }),
    want: { ok: true, host: "10.1.1.1", port: 443 },
  },
  {
    name: "a headless service",
    service: service({ clusterIP: "None" }),
    want: { ok: true, host: "10.0.0.2", port: 8443 },
  },
  { name: "no service", service: undefined, want: failure('service "api" not found') },
  {
    name: "another port",
    service: service({ clusterIP: "10.1.1.1", ports: [] }),
    want: failure('no service port 443 found for service "api"'),
  },
  { name: "no cluster IP", service: service({}), want: failure('cannot route to service with ClusterIP ""') },
])("by its cluster IP, $name resolves to $want", ({ service: found, want }) => {
  const find = createFindBackend({ byEndpoints: false, random: () => 0.6 });
  expect(find(reference, { service: found, endpoints })).toEqual(want);
});

test.each([
  {
    name: "a cluster IP",
    service: service({ clusterIP: "10.1.1.1" }),
    want: { ok: true, host: "10.0.0.1", port: 8443 },
  },
  {
    name: "an external name",
    service: service({ type: "ExternalName" }),
    want: failure('unsupported service type "ExternalName"'),
  },
  {
    name: "a port without endpoints",
    service: service({ ports: [{ port: 443, name: "none" }] }),
    want: failure('no endpoints available for service "api"'),
  },
])("by endpoints, $name resolves to $want", ({ service: found, want }) => {
  const find = createFindBackend({ byEndpoints: true, random: () => 0 });
  expect(find(reference, { service: found, endpoints })).toEqual(want);
});
