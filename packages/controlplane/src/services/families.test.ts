import { fieldErrorText } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { keptFamilies, settleFamilies } from "./families.ts";
import type { ServiceSpec } from "./service.ts";

const selector = { app: "web" };

function settled(spec: ServiceSpec, served: readonly string[]): object {
  const next = structuredClone({ selector, ...spec });
  const errors = settleFamilies(next, served);
  if (errors.length > 0) return errors.map(fieldErrorText);
  return { families: next.ipFamilies, policy: next.ipFamilyPolicy };
}

describe("in a cluster of one family", () => {
  it.each<[ServiceSpec, object]>([
    [{}, { families: ["IPv4"], policy: "SingleStack" }],
    [{ ipFamilyPolicy: "PreferDualStack" }, { families: ["IPv4"], policy: "PreferDualStack" }],
    [
      { ipFamilyPolicy: "RequireDualStack", ipFamilies: ["IPv4", "IPv6"] },
      [
        'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
        'spec.ipFamilies[1]: Invalid value: "IPv6": not configured on this cluster',
      ],
    ],
    [
      { clusterIP: "10.0.0.7", clusterIPs: ["10.0.0.7", "2001:db8::1"] },
      [
        "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified",
        'spec.clusterIPs[1]: Invalid value: []string{"10.0.0.7", "2001:db8::1"}: IPv6 is not configured on this cluster',
      ],
    ],
    [
      { ipFamilies: ["IPv4", "IPv6"] },
      [
        "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
      ],
    ],
    [
      { clusterIP: "None", clusterIPs: ["None"], ipFamilyPolicy: "RequireDualStack" },
      [
        'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
      ],
    ],
    [
      { clusterIP: "None", selector: {}, ipFamilies: ["IPv6"] },
      { families: ["IPv6", "IPv4"], policy: "RequireDualStack" },
    ],
    [
      { clusterIP: "None", selector: {}, ipFamilyPolicy: "SingleStack" },
      { families: ["IPv4"], policy: "SingleStack" },
    ],
  ])("%j", (spec, want) => {
    expect(settled(spec, ["IPv4"])).toEqual(want);
  });
});

describe("in a cluster of both families", () => {
  it.each<[ServiceSpec, object]>([
    [{}, { families: ["IPv4"], policy: "SingleStack" }],
    [
      { ipFamilyPolicy: "PreferDualStack", ipFamilies: ["IPv6"] },
      { families: ["IPv6", "IPv4"], policy: "PreferDualStack" },
    ],
    [
      { clusterIP: "fd00::7", clusterIPs: ["fd00::7"] },
      { families: ["IPv6"], policy: "SingleStack" },
    ],
  ])("%j", (spec, want) => {
    expect(settled(spec, ["IPv4", "IPv6"])).toEqual(want);
  });
});

describe("the second family is released", () => {
  const both = { ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "RequireDualStack" };
  it.each<[ServiceSpec, ServiceSpec, readonly string[]]>([
    [{ ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" }, both, []],
    [{ ipFamilyPolicy: "PreferDualStack" }, both, []],
    [both, both, []],
    [{ ipFamilies: ["IPv4"], ipFamilyPolicy: "PreferDualStack" }, {}, []],
    [
      { ipFamilies: ["IPv6"], ipFamilyPolicy: "PreferDualStack" },
      both,
      [
        "spec.ipFamilyPolicy: Invalid value: \"PreferDualStack\": must be 'SingleStack' to release the secondary IP family",
      ],
    ],
  ])("%j of %j", (spec, old, want) => {
    expect(keptFamilies(spec, old).map(fieldErrorText)).toEqual(want);
  });
});
