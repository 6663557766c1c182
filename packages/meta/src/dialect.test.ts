import { expect, it } from "vitest";
import {
  createDialect,
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

it("accepts users' own values, and rejects values that are invalid in names", () => {
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

it("detects text that is not a version, and names kinds and resources", () => {
  expect(parseApiVersion("a/b/c")).toBeUndefined();
  expect(formatKind({ group: "", version: "v1", kind: "Pod" })).toBe("/v1, Kind=Pod");
  expect(qualifiedResource({ group: "apps", resource: "deployments" })).toBe("deployments.apps");
});
