import { expect, it } from "vitest";
import {
  createDialect,
  createManualClock,
  createNameSuffixSource,
  createUidSource,
  formatApiVersion,
  formatKind,
  kubernetesDialect,
  parseApiVersion,
  qualifiedResource,
  svcDialect,
} from "./index.ts";

it("derives every name from one value", () => {
  const template = "{api} {labels} {product} {system}";
  expect(svcDialect.expand(template)).toBe("svc.io svc.io svc svc");
  expect(kubernetesDialect.expand(template)).toBe("k8s.io kubernetes.io kubernetes kube");
  expect(kubernetesDialect.protobufMediaType).toBe("application/vnd.kubernetes.protobuf");
  expect(kubernetesDialect.extensionPrefix).toBe("x-kubernetes-");
  expect(kubernetesDialect.namespaces.nodeLease).toBe("kube-node-lease");
  expect(kubernetesDialect.execInfoVariable).toBe("KUBERNETES_EXEC_INFO");
  expect(kubernetesDialect.openapiPrefix).toBe("io.k8s");
  expect(svcDialect.execInfoVariable).toBe("SVC_EXEC_INFO");
  expect(svcDialect.protobufMagic).toEqual([0x6b, 0x38, 0x73, 0]);
});

it("lets users make their own, and refuses what could not stand in a name", () => {
  const own = createDialect({ name: "acme", apiDomain: "acme.dev" });
  expect(own.headerPrefix).toBe("X-Acme-");
  expect(() => own.expand("{nope}")).toThrow(TypeError);
  expect(() => createDialect({ name: "acme", apiDomain: "Acme" })).toThrow(TypeError);
  expect(() => createDialect({ name: "A b", apiDomain: "acme.dev" })).toThrow(TypeError);
});

it.each([
  ["v1", { group: "", version: "v1" }],
  ["apps/v1", { group: "apps", version: "v1" }],
])("reads and writes %s", (text, gv) => {
  expect(parseApiVersion(text)).toEqual(gv);
  expect(formatApiVersion(gv)).toBe(text);
});

it("knows text that is no version, and names kinds and resources", () => {
  expect(parseApiVersion("a/b/c")).toBeUndefined();
  expect(formatKind({ group: "", version: "v1", kind: "Pod" })).toBe("/v1, Kind=Pod");
  expect(qualifiedResource({ group: "apps", resource: "deployments" })).toBe("deployments.apps");
});

it("makes version 4 ids and pronounceable-proof suffixes from the randomness it is given", () => {
  let next = 0;
  const random = (into: Uint8Array): void => {
    for (let i = 0; i < into.length; i++) into[i] = next++ & 0xff;
  };
  const uid = createUidSource(random);
  expect(uid()).toBe("00010203-0405-4607-8809-0a0b0c0d0e0f");
  expect(new Set(Array.from({ length: 1000 }, createUidSource())).size).toBe(1000);
  next = 0;
  expect(createNameSuffixSource(random)()).toBe("bcdfg");
});

it("fires timers in order of their time, when told to advance", () => {
  const clock = createManualClock(0);
  const seen: string[] = [];
  clock.after(20, () => seen.push(`b${clock.now()}`));
  clock.after(10, () => {
    seen.push(`a${clock.now()}`);
    clock.after(5, () => seen.push(`c${clock.now()}`));
  });
  clock.after(1, () => seen.push("never")).cancel();
  clock.advance(30);
  expect(seen).toEqual(["a10", "c15", "b20"]);
  expect(clock.monotonic()).toBe(30);
});
