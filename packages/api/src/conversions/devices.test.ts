import type { ApiObject } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { deviceConversions } from "./devices.ts";

const metadata = { name: "a" };

describe("device requests", () => {
  it.each<[string, object, { readonly exactly?: object; readonly firstAvailable?: readonly object[] }]>([
    ["what is asked for", { deviceClassName: "c", count: 2 }, { exactly: { deviceClassName: "c", count: 2 } }],
    ["a mode alone asks too", { allocationMode: "All" }, { exactly: { allocationMode: "All" } }],
    ["nothing", { deviceClassName: "", count: 0 }, {}],
    [
      "one of several",
      { deviceClassName: "", firstAvailable: [{ name: "x", deviceClassName: "c" }] },
      { firstAvailable: [{ name: "x", deviceClassName: "c" }] },
    ],
    [
      "both, which is not valid",
      { deviceClassName: "c", firstAvailable: [{ name: "x" }] },
      { exactly: { deviceClassName: "c" }, firstAvailable: [{ name: "x" }] },
    ],
  ])("%s", (_, request, stored) => {
    const spec = (of: object) => ({ devices: { requests: [{ name: "r", ...of }] } });
    for (const version of ["v1beta1", "v1alpha3"]) {
      const claim = deviceConversions[`${version}/ResourceClaim`];
      expect(claim?.toStorage({ metadata, spec: spec(request) } as ApiObject)).toEqual({
        metadata,
        spec: spec(stored),
      });
      const template = deviceConversions[`${version}/ResourceClaimTemplate`];
      expect(template?.toStorage({ metadata, spec: { spec: spec(request) } } as ApiObject)).toEqual({
        metadata,
        spec: { spec: spec(stored) },
      });
      expect(claim?.fromStorage({ metadata, spec: spec(stored) } as ApiObject)).toMatchObject({
        spec: { devices: { requests: [{ deviceClassName: "", ...stored.exactly }] } },
      });
    }
  });
});

describe("devices", () => {
  const spec = (device: object): ApiObject =>
    ({ metadata, spec: { devices: [{ name: "d", ...device }] } }) as ApiObject;
  it.each([
    ["v1beta1", { basic: { allNodes: true, capacity: { m: { value: "1" } } } }],
    ["v1alpha3", { basic: { allNodes: true, capacity: { m: "1" } } }],
  ])("are basic ones in %s", (version, device) => {
    const slice = deviceConversions[`${version}/ResourceSlice`];
    const stored = spec({ allNodes: true, capacity: { m: { value: "1" } } });
    expect(slice?.toStorage(spec(device))).toEqual(stored);
    expect(slice?.fromStorage(stored)).toEqual(spec(device));
    expect(slice?.fromStorage(spec({})), "also without anything").toEqual(spec({ basic: {} }));
  });
});
