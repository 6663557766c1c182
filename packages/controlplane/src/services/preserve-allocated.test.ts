import { describe, expect, it } from "vitest";
import { agreeOnAddresses, dropSecond, preserveAllocated } from "./preserve-allocated.ts";
import type { Service, ServiceSpec } from "./service.ts";

const old: ServiceSpec = {
  type: "NodePort",
  clusterIP: "10.0.0.7",
  clusterIPs: ["10.0.0.7"],
  ipFamilies: ["IPv4"],
  ipFamilyPolicy: "SingleStack",
  ports: [{ port: 80, protocol: "TCP", nodePort: 30080 }],
};

const serviceOf = (spec: ServiceSpec): Service => ({ apiVersion: "v1", kind: "Service", metadata: {}, spec });

describe("an address and the list of addresses", () => {
  it.each<[ServiceSpec, ServiceSpec | undefined, readonly string[] | undefined]>([
    [{ clusterIP: "10.0.0.8" }, undefined, ["10.0.0.8"]],
    [{ clusterIPs: ["10.0.0.8"] }, undefined, ["10.0.0.8"]],
    [{ clusterIP: "10.0.0.7" }, old, ["10.0.0.7"]],
    [{ clusterIP: "10.0.0.8", clusterIPs: ["10.0.0.7"] }, old, ["10.0.0.8"]],
    [{ clusterIP: "", clusterIPs: ["10.0.0.7"] }, old, undefined],
    [{ clusterIP: "10.0.0.7", clusterIPs: ["10.0.0.8"] }, old, ["10.0.0.8"]],
    [{ clusterIP: "10.0.0.8" }, old, undefined],
    [{ clusterIP: "10.0.0.8" }, {}, ["10.0.0.8"]],
  ])("%j", (spec, before, want) => {
    const next = structuredClone(spec);
    agreeOnAddresses(next, before);
    expect(next.clusterIPs).toEqual(want);
  });
});

it("omitted fields are kept, but for the families", () => {
  const service = serviceOf({ type: "NodePort", ports: [{ port: 80 }, { port: 81 }] });
  preserveAllocated(service, serviceOf(old));
  const { ipFamilies: _, ...kept } = old;
  expect(service.spec).toEqual({ ...kept, ports: [{ port: 80, nodePort: 30080 }, { port: 81 }] });
});

describe("a service of which only the single address changes", () => {
  it.each<[string, readonly string[] | undefined]>([
    ["ClusterIP", ["10.0.0.8"]],
    ["ExternalName", undefined],
  ])("has as %s the list %j", (type, want) => {
    const service = serviceOf({ type, clusterIP: "10.0.0.8" });
    preserveAllocated(service, serviceOf(old));
    agreeOnAddresses(service.spec ?? {}, old);
    expect(service.spec?.clusterIPs).toEqual(want);
  });
});

it("a single-stack service drops the second address, unless the client sets it", () => {
  const both = { clusterIPs: ["10.0.0.7", "fd00::7"], ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "PreferDualStack" };
  const next: ServiceSpec = structuredClone({ ...both, ipFamilyPolicy: "SingleStack" });
  dropSecond(next, both);
  expect(next).toMatchObject({ clusterIPs: ["10.0.0.7"], ipFamilies: ["IPv4"] });
  const other: ServiceSpec = { ...both, clusterIPs: ["10.0.0.7", "fd00::8"], ipFamilyPolicy: "SingleStack" };
  dropSecond(other, both);
  expect(other.clusterIPs).toHaveLength(2);
});
