import { svcDialect } from "@svc/meta";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Attributes } from "../authorizer.ts";
import { authorizerConformance } from "../conformance/suite.ts";
import { attributesWith, pathAttributes, userOf } from "../testing/attributes.ts";
import { createNodeAuthorizer } from "./node-authorizer.ts";
import { createNodeGraph, type NodeGraph } from "./node-graph.ts";

const n1 = userOf("system:node:n1", "system:nodes");
const pod = {
  metadata: { name: "p1" },
  spec: {
    nodeName: "n1",
    serviceAccountName: "sa",
    imagePullSecrets: [{ name: "pull" }],
    initContainers: [{ envFrom: [{ configMapRef: { name: "init-map" } }, { secretRef: { name: "init-secret" } }] }],
    containers: [
      {
        env: [
          { name: "A", value: "plain" },
          { name: "B", valueFrom: { secretKeyRef: { name: "env-secret", key: "k" } } },
          { name: "C", valueFrom: { configMapKeyRef: { name: "env-map", key: "k" } } },
        ],
      },
    ],
    ephemeralContainers: [{ env: [{ name: "D", valueFrom: { secretKeyRef: { name: "debug-secret", key: "k" } } }] }],
    volumes: [
      { name: "a", secret: { secretName: "volume-secret" } },
      { name: "b", configMap: { name: "volume-map" } },
      { name: "c", projected: { sources: [{ secret: { name: "part-secret" } }, { configMap: { name: "part-map" } }] } },
      { name: "d", persistentVolumeClaim: { claimName: "claim" } },
      { name: "e", ephemeral: { volumeClaimTemplate: {} } },
      { name: "f", csi: { driver: "d", nodePublishSecretRef: { name: "csi-secret" } } },
      { name: "g", flexVolume: { driver: "d", secretRef: { name: "flex-secret" } } },
      { name: "h", azureFile: { secretName: "azure-secret", shareName: "s" } },
    ],
    resourceClaims: [
      { name: "r", resourceClaimName: "device" },
      { name: "t", resourceClaimTemplateName: "x" },
    ],
  },
  status: { resourceClaimStatuses: [{ name: "t", resourceClaimName: "p1-t-made" }] },
};
const volume = {
  spec: {
    claimRef: { namespace: "default", name: "claim" },
    csi: {
      nodeStageSecretRef: { namespace: "other", name: "stage" },
      controllerPublishSecretRef: { namespace: "other", name: "controller" },
    },
    cephfs: { secretRef: { name: "ceph" } },
  },
};

function filled(): NodeGraph {
  const graph = createNodeGraph(svcDialect);
  graph.setPod("default", "p1", pod);
  graph.setVolume("pv", volume);
  graph.setVolumeAttachment("va", { spec: { nodeName: "n1" } });
  graph.setResourceSlice("slice", { spec: { nodeName: "n1" } });
  return graph;
}

const authorizer = createNodeAuthorizer({ dialect: svcDialect, graph: filled() });
const ask = (changes: Partial<Attributes>): Attributes => attributesWith({ user: n1, name: "", ...changes });
const may = (changes: Partial<Attributes>): boolean => authorizer.authorize(ask(changes)) === allowed;
const allowed = authorizer.authorize(attributesWith({ user: n1, resource: "nodes", name: "n1", namespace: "" }));

describe("conformance", () =>
  authorizerConformance({
    open: () => ({ authorizer, allowed: ask({ resource: "secrets", name: "env-secret" }), ignores: [] }),
    test,
  }));

test("the request that others vary is allowed", () => {
  expect(allowed).toEqual({ verdict: "allow", reason: "" });
});

describe("a node reads the objects that its pods use", () => {
  const used: readonly [string, readonly string[]][] = [
    [
      "secrets",
      [
        "pull",
        "init-secret",
        "env-secret",
        "debug-secret",
        "volume-secret",
        "part-secret",
        "csi-secret",
        "flex-secret",
        "azure-secret",
        "ceph",
      ],
    ],
    ["configmaps", ["init-map", "env-map", "volume-map", "part-map"]],
    ["persistentvolumeclaims", ["claim", "p1-e"]],
    ["pods", ["p1"]],
  ];
  test.each(used)("%s", (resource, names) => {
    for (const name of names) {
      expect([name, may({ resource, name })]).toEqual([name, true]);
      expect([name, may({ resource, name, namespace: "other" })]).toEqual([name, false]);
      const other = userOf("system:node:n2", "system:nodes");
      expect(authorizer.authorize(ask({ resource, name, user: other }))).toEqual({
        verdict: "noOpinion",
        reason: "no relationship found between node 'n2' and this object",
      });
    }
    expect(may({ resource, name: "another" })).toBe(false);
  });

  test("claims of devices, volumes, and the secrets of volumes that nodes need", () => {
    const group = "resource.svc.io";
    expect(may({ group, resource: "resourceclaims", name: "device" })).toBe(true);
    expect(may({ group, resource: "resourceclaims", name: "p1-t-made" })).toBe(true);
    expect(may({ resource: "persistentvolumes", name: "pv", namespace: "" })).toBe(true);
    expect(may({ resource: "secrets", name: "stage", namespace: "other" })).toBe(true);
    expect(may({ resource: "secrets", name: "controller", namespace: "other" })).toBe(false);
  });
});

/** `want` is the reason of a denial; undefined when allowed. */
const cases: readonly { readonly name: string; readonly ask: Partial<Attributes>; readonly want?: string }[] = [
  { name: "watch one secret", ask: { verb: "watch", resource: "secrets", name: "pull" } },
  { name: "list all secrets", ask: { verb: "list", resource: "secrets" }, want: "No Object name found" },
  {
    name: "list secrets of all namespaces",
    ask: { verb: "list", resource: "secrets", namespace: "" },
    want: "can only read namespaced object of this type",
  },
  {
    name: "write a secret",
    ask: { verb: "update", resource: "secrets", name: "pull" },
    want: "can only read resources of this type",
  },
  {
    name: "read a part of a secret",
    ask: { resource: "secrets", name: "pull", subresource: "x" },
    want: "cannot read subresource",
  },
  {
    name: "list claims",
    ask: { verb: "list", resource: "persistentvolumeclaims" },
    want: "can only get individual resources of this type",
  },
  {
    name: "the status of a claim",
    ask: { verb: "patch", resource: "persistentvolumeclaims", subresource: "status", name: "claim" },
  },
  {
    name: "read the status of a claim",
    ask: { resource: "persistentvolumeclaims", subresource: "status", name: "claim" },
    want: "can only get/update/patch this type",
  },
  {
    name: "a token of an account of its pods",
    ask: { verb: "create", resource: "serviceaccounts", subresource: "token", name: "sa" },
  },
  {
    name: "a token of another account",
    ask: { verb: "create", resource: "serviceaccounts", subresource: "token", name: "x" },
    want: "no relationship found between node 'n1' and this object",
  },
  {
    name: "an account",
    ask: { verb: "create", resource: "serviceaccounts", name: "x" },
    want: "can only create token subresource of serviceaccount",
  },
  {
    name: "tokens of all",
    ask: { verb: "create", resource: "serviceaccounts", subresource: "token" },
    want: "can only create tokens for individual service accounts",
  },
  {
    name: "read an account",
    ask: { resource: "serviceaccounts", name: "sa" },
    want: "not allowed to get service accounts",
  },
  {
    name: "its own attachment",
    ask: { group: "storage.svc.io", resource: "volumeattachments", name: "va", namespace: "" },
  },
  { name: "its own node", ask: { verb: "watch", resource: "nodes", name: "n1", namespace: "" } },
  {
    name: "another node",
    ask: { resource: "nodes", name: "n2", namespace: "" },
    want: "node 'n1' cannot read 'n2', only its own Node object",
  },
  {
    name: "all nodes",
    ask: { verb: "list", resource: "nodes", namespace: "" },
    want: "node 'n1' cannot read all nodes, only its own Node object",
  },
  {
    name: "write nodes, which admission checks",
    ask: { verb: "update", resource: "nodes", name: "n2", namespace: "" },
  },
  {
    name: "the status of nodes: so too",
    ask: { verb: "patch", resource: "nodes", subresource: "status", name: "n1", namespace: "" },
  },
  { name: "delete a node", ask: { verb: "delete", resource: "nodes", name: "n1", namespace: "" }, want: "" },
  {
    name: "the proxy of a node",
    ask: { resource: "nodes", subresource: "proxy", name: "n1", namespace: "" },
    want: "",
  },
  { name: "watch one of its pods", ask: { verb: "watch", name: "p1" } },
  {
    name: "all pods",
    ask: { verb: "list", namespace: "" },
    want: "can only list/watch pods with spec.nodeName field selector",
  },
  {
    name: "its own pods",
    ask: { verb: "list", namespace: "", fieldSelector: [{ key: "spec.nodeName", operator: "In", values: ["n1"] }] },
  },
  {
    name: "read other pods than its own",
    ask: { verb: "list", namespace: "", fieldSelector: [{ key: "spec.nodeName", operator: "NotIn", values: ["n1"] }] },
    want: "can only list/watch pods with spec.nodeName field selector",
  },
  {
    name: "the pods of another node",
    ask: { verb: "watch", namespace: "", fieldSelector: [{ key: "spec.nodeName", operator: "In", values: ["n2"] }] },
    want: "can only list/watch pods with spec.nodeName field selector",
  },
  { name: "evict pods, which admission checks", ask: { verb: "create", subresource: "eviction", name: "p1" } },
  { name: "run something in a pod", ask: { verb: "create", subresource: "exec", name: "p1" }, want: "" },
  { name: "patch a pod", ask: { verb: "patch", name: "p1" }, want: "" },
  {
    name: "its own lease",
    ask: { verb: "update", group: "coordination.svc.io", resource: "leases", name: "n1", namespace: "svc-node-lease" },
  },
  {
    name: "the lease of another node",
    ask: { verb: "update", group: "coordination.svc.io", resource: "leases", name: "n2", namespace: "svc-node-lease" },
    want: "can only access node lease with the same name as the requesting node",
  },
  {
    name: "a lease elsewhere",
    ask: { verb: "get", group: "coordination.svc.io", resource: "leases", name: "n1" },
    want: 'can only access leases in the "svc-node-lease" system namespace',
  },
  {
    name: "all leases",
    ask: { verb: "list", group: "coordination.svc.io", resource: "leases", namespace: "svc-node-lease" },
    want: "can only get, create, update, patch, or delete a node lease",
  },
  {
    name: "the CSINode of another node",
    ask: { group: "storage.svc.io", resource: "csinodes", name: "n2", namespace: "" },
    want: "can only access CSINode with the same name as the requesting node",
  },
  {
    name: "its own CSINode",
    ask: { verb: "delete", group: "storage.svc.io", resource: "csinodes", name: "n1", namespace: "" },
  },
  {
    name: "its own slice",
    ask: { verb: "delete", group: "resource.svc.io", resource: "resourceslices", name: "slice", namespace: "" },
  },
  {
    name: "all slices",
    ask: { verb: "deletecollection", group: "resource.svc.io", resource: "resourceslices", namespace: "" },
    want: "can only list/watch/deletecollection resourceslices with nodeName field selector",
  },
  { name: "services, by the role of nodes", ask: { verb: "list", resource: "services", namespace: "" } },
  { name: "no deployments", ask: { verb: "list", group: "apps", resource: "deployments", namespace: "" }, want: "" },
  {
    name: "nothing as a node without a name",
    ask: { user: userOf("system:node:", "system:nodes") },
    want: 'unknown node for user "system:node:"',
  },
  {
    name: "nothing without the group",
    ask: { user: userOf("system:node:n1"), resource: "secrets", name: "pull" },
    want: "",
  },
  {
    name: "nothing without the name",
    ask: { user: userOf("n1", "system:nodes"), resource: "secrets", name: "pull" },
    want: "",
  },
];
describe("a node may", () => {
  test.each(cases)("$name", ({ ask: changes, want }) => {
    const decision = authorizer.authorize(ask(changes));
    expect(decision).toEqual(want === undefined ? allowed : { verdict: "noOpinion", reason: want });
  });

  test("read all nodes and pods with requests without selectors", () => {
    const lenient = createNodeAuthorizer({ dialect: svcDialect, graph: filled(), selectors: false });
    for (const resource of ["nodes", "pods"])
      expect(lenient.authorize(ask({ verb: "list", resource, namespace: "" }))).toEqual(allowed);
    expect(lenient.authorize(ask({ resource: "secrets", name: "another" }))).toMatchObject({ verdict: "noOpinion" });
  });

  test("read no paths", () => {
    expect(authorizer.authorize(pathAttributes("/metrics", { user: n1 }))).toMatchObject({ verdict: "noOpinion" });
  });
});

describe("objects are reachable as long as a pod uses them", () => {
  const secret = (graph: NodeGraph, node = "n1"): boolean =>
    graph.reaches(node, { kind: "secret", namespace: "default", name: "pull" });

  test("deleting a pod removes access to the objects only it used", () => {
    const graph = filled();
    graph.setPod("default", "p2", { spec: { nodeName: "n1", imagePullSecrets: [{ name: "pull" }] } });
    graph.setPod("default", "p1", undefined);
    expect([secret(graph), graph.reaches("n1", { kind: "secret", namespace: "default", name: "env-secret" })]).toEqual([
      true,
      false,
    ]);
    graph.setPod("default", "p2", undefined);
    expect(secret(graph)).toBe(false);
  });

  test("a pod without a node, and one that moves to another node", () => {
    const graph = createNodeGraph(svcDialect);
    graph.setPod("default", "p", { spec: { imagePullSecrets: [{ name: "pull" }] } });
    expect(secret(graph)).toBe(false);
    graph.setPod("default", "p", { spec: { nodeName: "n1", imagePullSecrets: [{ name: "pull" }] } });
    expect([secret(graph), secret(graph, "n2")]).toEqual([true, false]);
    graph.setPod("default", "p", { spec: { nodeName: "n2", imagePullSecrets: [{ name: "pull" }] } });
    expect([secret(graph), secret(graph, "n2")]).toEqual([false, true]);
  });

  test("a mirror pod, which a node creates itself, adds no access", () => {
    const graph = createNodeGraph(svcDialect);
    const annotations = { "svc.io/config.mirror": "" };
    graph.setPod("default", "p", {
      metadata: { annotations },
      spec: { nodeName: "n1", imagePullSecrets: [{ name: "pull" }] },
    });
    expect(secret(graph)).toBe(false);
    expect(graph.reaches("n1", { kind: "pod", namespace: "default", name: "p" })).toBe(true);
  });

  test("a volume bound to another claim", () => {
    const graph = filled();
    graph.setVolume("pv", { spec: { ...volume.spec, claimRef: { namespace: "default", name: "x" } } });
    expect(graph.reaches("n1", { kind: "pv", namespace: "", name: "pv" })).toBe(false);
    expect(graph.reaches("n1", { kind: "secret", namespace: "other", name: "stage" })).toBe(false);
    graph.setVolume("pv", volume);
    expect(graph.reaches("n1", { kind: "secret", namespace: "other", name: "stage" })).toBe(true);
    graph.setVolume("pv", undefined);
    expect(graph.reaches("n1", { kind: "secret", namespace: "other", name: "stage" })).toBe(false);
  });

  test("after any history, the reachable objects equal those of a search through all pods", () => {
    const secrets = fc.array(fc.constantFrom("s1", "s2", "s3"), { maxLength: 3 });
    const change = fc.record({
      name: fc.constantFrom("a", "b", "c"),
      pod: fc.option(fc.record({ nodeName: fc.constantFrom("n1", "n2", ""), secrets }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const graph = createNodeGraph(svcDialect);
        const model = new Map<string, { readonly nodeName: string; readonly secrets: readonly string[] }>();
        for (const { name, pod: made } of changes) {
          if (made === undefined) model.delete(name);
          else model.set(name, made);
          const spec = { nodeName: made?.nodeName, imagePullSecrets: made?.secrets.map((s) => ({ name: s })) };
          graph.setPod("ns", name, made === undefined ? undefined : { spec });
        }
        for (const node of ["n1", "n2"])
          for (const name of ["s1", "s2", "s3"]) {
            const found = [...model.values()].some((p) => p.nodeName === node && p.secrets.includes(name));
            expect(graph.reaches(node, { kind: "secret", namespace: "ns", name })).toBe(found);
          }
      }),
    );
  });

  test("any stored object is handled without an exception", () => {
    const graph = createNodeGraph(svcDialect);
    const part = fc.object({
      key: fc.constantFrom("spec", "volumes", "containers", "env", "nodeName", "claimRef", "metadata"),
      maxDepth: 5,
    });
    fc.assert(
      fc.property(part, (value) => {
        graph.setPod("ns", "p", { ...value, spec: { ...(value["spec"] as object), nodeName: "n" } });
        graph.setVolume("pv", value as Readonly<Record<string, unknown>>);
        graph.setVolumeAttachment("va", value as Readonly<Record<string, unknown>>);
      }),
    );
  });
});
