import { type AdmissionRequest, MutationRounds } from "@svc/admission";
import { type ApiObject, isStatusError, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { subjectOf } from "../certificates/certificate-request.ts";
import { signingRequests } from "../testing/signing-requests.ts";
import { nodeRestriction } from "./node-restriction.ts";
import type { ObjectSource } from "./request.ts";

const pod = (name: string, nodeName: string, spec: object = {}, metadata: object = {}): ApiObject => ({
  metadata: { name, namespace: "ns", uid: `uid-${name}`, ...metadata },
  spec: { nodeName, serviceAccountName: "sa", containers: [], ...spec },
});
const driver = (name: string, audience: string): ApiObject => ({
  metadata: { name },
  spec: { tokenRequests: [{ audience }] },
});
const volumes = [
  { name: "t", projected: { sources: [{ serviceAccountToken: { path: "p", audience: "mine" } }] } },
  { name: "c", csi: { driver: "inline" } },
  { name: "p", persistentVolumeClaim: { claimName: "claim" } },
  { name: "e", ephemeral: { volumeClaimTemplate: {} } },
];
const stored: Readonly<Record<string, ApiObject>> = {
  "nodes//n1": { metadata: { name: "n1", uid: "uid-n1" } },
  "pods/ns/p1": pod("p1", "n1", { volumes }),
  "pods/ns/p2": pod("p2", "n2"),
  "csidrivers//inline": driver("inline", "inline-audience"),
  "csidrivers//bound": driver("bound", "bound-audience"),
  "csidrivers//lives": driver("lives", "lives-audience"),
  "persistentvolumeclaims/ns/claim": { metadata: { name: "claim" }, spec: { volumeName: "pv" } },
  "persistentvolumeclaims/ns/p1-e": { metadata: { name: "p1-e" }, spec: { volumeName: "pv2" } },
  "persistentvolumes//pv": { metadata: { name: "pv" }, spec: { csi: { driver: "bound" } } },
  "persistentvolumes//pv2": { metadata: { name: "pv2" }, spec: { csi: { driver: "lives" } } },
};
const objects: ObjectSource = { get: (resource, namespace, name) => stored[`${resource}/${namespace}/${name}`] };
const plugin = nodeRestriction({ dialect: svcDialect, objects });
const n1 = { name: "system:node:n1", uid: "", groups: ["system:nodes"], extra: {} };

type Asked = Partial<AdmissionRequest> & { readonly resource: AdmissionRequest["resource"] };

/** What is refused, or "allowed". */
async function judge(requested: Asked, by = plugin): Promise<string> {
  const request: AdmissionRequest = {
    operation: "CREATE",
    kind: { group: "", version: "", kind: "" },
    subresource: "",
    namespace: "",
    name: "",
    object: undefined,
    oldObject: undefined,
    dryRun: false,
    user: n1,
    warn: () => undefined,
    ...requested,
  };
  try {
    await by.mutate?.(request, new MutationRounds());
    return "allowed";
  } catch (error) {
    if (isStatusError(error)) return error.message.replace(/^\S+( "[^"]*")? is forbidden: /, "");
    throw error;
  }
}

const of = (resource: string, group = ""): AdmissionRequest["resource"] => ({ group, version: "v1", resource });

describe("a node is only itself", () => {
  const nodes = of("nodes");
  const node = (
    name: string,
    more: Partial<ApiObject> & { readonly labels?: Readonly<Record<string, string>> } = {},
  ): ApiObject => {
    const { labels, ...parts } = more;
    return { metadata: { name, ...(labels === undefined ? {} : { labels }) }, ...parts };
  };
  const change = (object: ApiObject, oldObject = node("n1")): Asked => ({
    resource: nodes,
    operation: "UPDATE",
    name: "n1",
    object,
    oldObject,
  });
  const restricted = "node-restriction.svc.io/x";
  const pod = { apiVersion: "v1", kind: "Pod", name: "x", uid: "y" };
  const cases: readonly [string, Asked, string][] = [
    ["itself", { resource: nodes, object: node("n1", { labels: { "svc.io/hostname": "n1", free: "x" } }) }, "allowed"],
    ["another", { resource: nodes, object: node("n2") }, 'node "n1" is not allowed to modify node "n2"'],
    [
      "another, with its labels",
      { resource: nodes, object: node("n2", { labels: { [restricted]: "" }, spec: { configSource: {} } }) },
      'node "n1" is not allowed to modify node "n2"',
    ],
    [
      "a name made up",
      { resource: nodes, object: { metadata: { generateName: "n1" } } },
      'node "n1" is not allowed to modify node ""',
    ],
    [
      "labels of a new node",
      { resource: nodes, object: node("n1", { labels: { [restricted]: "", "svc.io/role": "" } }) },
      `node "n1" is not allowed to set the following labels: ${restricted}, svc.io/role`,
    ],
    [
      "a source of configuration",
      { resource: nodes, object: node("n1", { spec: { configSource: {} } }) },
      'node "n1" is not allowed to create pods with a non-nil configSource',
    ],
    [
      "the status of another",
      {
        resource: nodes,
        operation: "UPDATE",
        subresource: "status",
        name: "n2",
        object: node("n2"),
        oldObject: node("n2"),
      },
      'node "n1" is not allowed to modify node "n2"',
    ],
    ["its annotations", change({ metadata: { name: "n1", annotations: { a: "b" } } }), "allowed"],
    [
      "its taints",
      change(node("n1", { spec: { taints: [{ key: "a", effect: "NoSchedule" }] } })),
      'node "n1" is not allowed to modify taints',
    ],
    [
      "its taints, going",
      change(node("n1", { spec: {} }), node("n1", { spec: { taints: [{ key: "a" }] } })),
      'node "n1" is not allowed to modify taints',
    ],
    [
      "its labels",
      change(node("n1", { labels: { [restricted]: "y" } })),
      `is not allowed to modify labels: ${restricted}`,
    ],
    [
      "its labels, going",
      change(node("n1"), node("n1", { labels: { [restricted]: "y" } })),
      `is not allowed to modify labels: ${restricted}`,
    ],
    [
      "its owners",
      change({ metadata: { name: "n1", ownerReferences: [pod] } }),
      'node "n1" is not allowed to modify ownerReferences',
    ],
    [
      "its owners and labels",
      change({ metadata: { name: "n1", labels: { [restricted]: "" }, ownerReferences: [pod] } }),
      'node "n1" is not allowed to modify ownerReferences',
    ],
    [
      "a new source of configuration",
      change(node("n1", { spec: { configSource: {} } })),
      'node "n1" is not allowed to update configSource to a new non-nil configSource',
    ],
  ];
  test.each(cases)("%s", async (_name, requested, want) => expect(await judge(requested)).toBe(want));

  const labels: readonly [string, boolean][] = [
    ["svc.io/arch", true],
    ["beta.svc.io/os", true],
    ["topology.svc.io/zone", true],
    ["failure-domain.beta.svc.io/region", true],
    ["node.svc.io/anything", true],
    ["a.kubelet.svc.io/anything", true],
    ["example.com/x", true],
    ["notsvc.io/x", true],
    ["svc.io/x", false],
    ["a.svc.io/x", false],
    ["a.node-restriction.svc.io/x", false],
    ["topology.svc.io/rack", false],
  ];
  test.each(labels)("label %s", async (label, may) => {
    expect((await judge({ resource: nodes, object: node("n1", { labels: { [label]: "v" } }) })) === "allowed").toBe(
      may,
    );
  });
});

describe("pods", () => {
  const owner = { apiVersion: "v1", kind: "Node", name: "n1", uid: "uid-n1", controller: true };
  const mirror = (metadata: object = {}, spec: object = {}): Asked => ({
    resource: of("pods"),
    namespace: "ns",
    object: {
      metadata: { name: "m", annotations: { "svc.io/config.mirror": "x" }, ownerReferences: [owner], ...metadata },
      spec: { nodeName: "n1", containers: [], ...spec },
    },
  });
  const volume = (source: object): Asked => mirror({}, { volumes: [{ name: "v", ...source }] });
  const owned = (...ownerReferences: object[]): Asked => mirror({ ownerReferences });
  const refers = (what: string): string => `node "n1" can not create pods that reference ${what}`;
  const made: readonly [string, Asked, string][] = [
    ["a mirror", mirror(), "allowed"],
    [
      "a pod",
      mirror({ annotations: {} }),
      'pod does not have "svc.io/config.mirror" annotation, node "n1" can only create mirror pods',
    ],
    [
      "of another node",
      mirror({}, { nodeName: "n2" }),
      'node "n1" can only create pods with spec.nodeName set to itself',
    ],
    ["without an owner", owned(), 'node "n1" can only create pods with an owner reference set to itself'],
    [
      "with two owners",
      owned(owner, owner),
      'node "n1" can only create pods with a single owner reference set to itself',
    ],
    [
      "of another owner",
      owned({ ...owner, name: "n2" }),
      'node "n1" can only create pods with an owner reference set to itself',
    ],
    [
      "not controlled",
      owned({ ...owner, controller: false }),
      'node "n1" can only create pods with a controller owner reference set to itself',
    ],
    [
      "that blocks",
      owned({ ...owner, blockOwnerDeletion: true }),
      'node "n1" must not set blockOwnerDeletion on an owner reference',
    ],
    ["of a node that was", owned({ ...owner, uid: "x" }), "node n1 UID mismatch: expected x got uid-n1"],
    ["with an account", mirror({}, { serviceAccountName: "sa" }), refers("a service account")],
    ["with a secret", volume({ secret: { secretName: "s" } }), refers("secrets")],
    [
      "with a secret of its driver",
      volume({ csi: { driver: "d", nodePublishSecretRef: { name: "s" } } }),
      refers("secrets"),
    ],
    [
      "with a config map",
      mirror({}, { containers: [{ envFrom: [{ configMapRef: { name: "c" } }] }] }),
      refers("configmaps"),
    ],
    ["with a claim", volume({ persistentVolumeClaim: { claimName: "c" } }), refers("persistentvolumeclaims")],
    [
      "with a bundle",
      volume({ projected: { sources: [{ clusterTrustBundle: { path: "p" } }] } }),
      refers("clustertrustbundles"),
    ],
    [
      "with a device",
      mirror({}, { resourceClaims: [{ name: "r", resourceClaimName: "x" }] }),
      refers("resourceclaims"),
    ],
  ];
  test.each(made)("made: %s", async (_name, requested, want) => expect(await judge(requested)).toBe(want));

  const at = (
    operation: AdmissionRequest["operation"],
    subresource: string,
    name: string,
    changes: object = {},
  ): Asked => ({
    resource: of("pods"),
    operation,
    subresource,
    namespace: "ns",
    name,
    ...changes,
  });
  const [own, other] = [stored["pods/ns/p1"], stored["pods/ns/p2"]];
  const update = (object: ApiObject | undefined, oldObject: ApiObject | undefined): object => ({ object, oldObject });
  const used: readonly [string, Asked, string][] = [
    ["deletes its own", at("DELETE", "", "p1", { oldObject: own }), "allowed"],
    [
      "deletes another's",
      at("DELETE", "", "p2", { oldObject: other }),
      'node "n1" can only delete pods with spec.nodeName set to itself',
    ],
    [
      "updates",
      at("UPDATE", "", "p1", update(own, own)),
      'unexpected operation "UPDATE", node "n1" can only create and delete mirror pods',
    ],
    ["evicts its own", at("CREATE", "eviction", "p1"), "allowed"],
    [
      "evicts another's",
      at("CREATE", "eviction", "p2"),
      "node n1 can only evict pods with spec.nodeName set to itself",
    ],
    ["evicts what is not there", at("CREATE", "eviction", "p3"), 'pod "p3" not found'],
    [
      "reports on its own",
      at("UPDATE", "status", "p1", update({ ...(own as ApiObject), status: { phase: "x" } }, own)),
      "allowed",
    ],
    [
      "reports on another's",
      at("UPDATE", "status", "p2", update(other, other)),
      'node "n1" can only update pod status for pods with spec.nodeName set to itself',
    ],
    [
      "labels by a report",
      at("UPDATE", "status", "p1", update(pod("p1", "n1", {}, { labels: { a: "b" } }), own)),
      'node "n1" cannot update labels through pod status',
    ],
    [
      "claims by a report",
      at(
        "UPDATE",
        "status",
        "p1",
        update({ ...(own as ApiObject), status: { resourceClaimStatuses: [{ name: "a" }] } }, own),
      ),
      'node "n1" cannot update resource claim statues',
    ],
    [
      "takes another's by a report",
      at("UPDATE", "status", "p2", update(pod("p2", "n1"), other)),
      'node "n1" can only update pod status for pods with spec.nodeName set to itself',
    ],
    [
      "runs something",
      at("CONNECT", "exec", "p1"),
      "unexpected pod subresource \"exec\", only 'status' and 'eviction' are allowed",
    ],
  ];
  test.each(used)("a node %s", async (_name, requested, want) => expect(await judge(requested)).toBe(want));
});

describe("tokens", () => {
  const token = (reference: object | undefined, ...audiences: string[]): Asked => ({
    resource: of("serviceaccounts"),
    subresource: "token",
    namespace: "ns",
    name: "sa",
    object: { metadata: {}, spec: { audiences, ...(reference === undefined ? {} : { boundObjectRef: reference }) } },
  });
  const p1 = { apiVersion: "v1", kind: "Pod", name: "p1", uid: "uid-p1" };
  const not = (audience: string): string =>
    `audience "${audience}" not found in pod spec volume, system:node:n1 is not authorized to request tokens for this audience`;
  const cases: readonly [string, Asked, string][] = [
    ["of a volume", token(p1, "mine"), "allowed"],
    ["of a driver", token(p1, "inline-audience"), "allowed"],
    ["of the driver of a claim", token(p1, "bound-audience"), "allowed"],
    ["of the driver of a volume that lives with its pod", token(p1, "lives-audience"), "allowed"],
    ["without an audience of the pod", token(p1, "other"), not("other")],
    ["of the server, where no volume has one", token(p1), not("")],
    ["of two", token(p1, "mine", "other"), "node may only request 0 or 1 audiences"],
    ["unbound", token(undefined, "mine"), "node requested token not bound to a pod"],
    ["bound to a secret", token({ ...p1, kind: "Secret" }), "node requested token not bound to a pod"],
    ["without a uid", token({ ...p1, uid: undefined }), "node requested token with a pod binding without a uid"],
    ["of a pod that is not there", token({ ...p1, name: "p3" }), 'pod "p3" not found'],
    [
      "of a pod that was",
      token({ ...p1, uid: "x" }),
      "the UID in the bound object reference (x) does not match the UID in record. The object might have been deleted and then recreated",
    ],
    [
      "of another node's pod",
      token({ ...p1, name: "p2", uid: "uid-p2" }),
      "node requested token bound to a pod scheduled on a different node",
    ],
  ];
  test.each(cases)("%s", async (_name, requested, want) => expect(await judge(requested)).toBe(want));

  test("that an administrator allows", async () => {
    const authorizer = {
      authorize: ({
        verb,
        resource,
        name,
        namespace,
      }: {
        verb: string;
        resource: string;
        name: string;
        namespace: string;
      }) =>
        ({
          verdict:
            [verb, resource, namespace, name].join() === "request-serviceaccounts-token-audience,other,ns,sa"
              ? "allow"
              : "noOpinion",
          reason: "",
        }) as const,
    };
    const lenient = nodeRestriction({ dialect: svcDialect, objects, authorizer });
    expect(await judge(token(p1, "other"), lenient)).toBe("allowed");
    expect(await judge(token(p1, "third"), lenient)).toBe(not("third"));
  });
});

describe("objects with a node's name", () => {
  const claim = (labels: object, status: object): ApiObject => ({
    metadata: { name: "c", ...labels },
    spec: {},
    status: { ...status },
  });
  const claims = (object: ApiObject, subresource = "status"): Asked => ({
    resource: of("persistentvolumeclaims"),
    operation: "UPDATE",
    subresource,
    namespace: "ns",
    name: "c",
    object,
    oldObject: claim({}, { phase: "Bound" }),
  });
  const leases = of("leases", "coordination.svc.io");
  const named = (name: string): ApiObject => ({ metadata: { name } });
  const only = "can only access node lease with the same name as the requesting node";
  const fields = 'node "n1" is not allowed to update fields other than status.quantity and status.conditions: ';
  const cases: readonly [string, Asked, string][] = [
    ["its lease", { resource: leases, namespace: "svc-node-lease", object: named("n1") }, "allowed"],
    ["another's lease", { resource: leases, namespace: "svc-node-lease", object: named("n2") }, only],
    [
      "a lease with a name made up",
      { resource: leases, namespace: "svc-node-lease", object: { metadata: { generateName: "n1" } } },
      only,
    ],
    [
      "a lease elsewhere",
      { resource: leases, namespace: "ns", object: named("n1") },
      'can only access leases in the "svc-node-lease" system namespace',
    ],
    [
      "another's CSINode",
      {
        resource: of("csinodes", "storage.svc.io"),
        operation: "UPDATE",
        name: "n2",
        object: named("n2"),
        oldObject: named("n2"),
      },
      "can only access CSINode with the same name as the requesting node",
    ],
    [
      "another's slice",
      {
        resource: of("resourceslices", "resource.svc.io"),
        object: { metadata: { name: "s" }, spec: { nodeName: "n2" } },
      },
      "can only create ResourceSlice with the same NodeName as the requesting node",
    ],
    [
      "the size of a claim",
      claims(claim({}, { phase: "Bound", capacity: { storage: "2" }, conditions: [] })),
      "allowed",
    ],
    ["the phase of a claim", claims(claim({}, { phase: "Lost" })), `${fields}status.phase`],
    ["the labels of a claim", claims(claim({ labels: { a: "b" } }, { phase: "Bound" })), `${fields}metadata.labels`],
    ["a claim", claims(claim({}, { phase: "Bound" }), ""), "may only update PVC status"],
    ["what is not a node's", { resource: of("configmaps"), object: named("x") }, "allowed"],
  ];
  test.each(cases)("%s", async (_name, requested, want) => expect(await judge(requested)).toBe(want));

  test("a node without a name is refused, and other users are not checked", async () => {
    const resource = of("configmaps");
    const nameless = { ...n1, name: "system:node:" };
    expect(await judge({ resource, user: nameless })).toBe('could not determine node from user "system:node:"');
    expect(await judge({ resource: of("nodes"), object: named("n2"), user: { ...n1, groups: [] } })).toBe("allowed");
    expect(await judge({ resource: of("nodes"), object: named("n2"), user: undefined })).toBe("allowed");
  });
});

describe("requests for certificates", () => {
  const ask = (subject: string): string => signingRequests[subject] ?? "";
  const csr = (pem: string, signerName = "svc.io/kube-apiserver-client-kubelet"): Asked => ({
    resource: of("certificatesigningrequests", "certificates.svc.io"),
    object: { metadata: { name: "x" }, spec: { signerName, request: Buffer.from(pem).toString("base64") } },
  });

  test("a node requests one in its own name", async () => {
    const own = ask("/O=system:nodes/CN=system:node:n1");
    const other = ask("/O=system:nodes/CN=system:node:n2");
    const two = ask("/CN=system:node:n1/CN=system:node:n2");
    const wrong = "can only create a node CSR with CN=system:node:n1";
    expect(await judge(csr(own))).toBe("allowed");
    expect(await judge(csr(other))).toBe(wrong);
    expect(await judge(csr(two, "svc.io/kubelet-serving"))).toBe(wrong);
    expect(await judge(csr(other, "example.com/signer"))).toBe("allowed");
    expect(await judge(csr("junk"))).toBe("unable to parse csr: PEM block type must be CERTIFICATE REQUEST");
  });

  test("an invalid request is refused, also if it is truncated", () => {
    const pem = ask("/O=system:nodes/CN=system:node:n1");
    const der = Buffer.from(pem.replace(/-----.*-----/g, ""), "base64");
    for (let length = 0; length < der.length; length++) {
      const cut = `-----BEGIN CERTIFICATE REQUEST-----\n${der.subarray(0, length).toString("base64")}\n-----END CERTIFICATE REQUEST-----`;
      expect(subjectOf(cut)).toEqual({ ok: false, message: "malformed certificate request" });
    }
    expect(subjectOf(pem)).toEqual({ ok: true, commonName: "system:node:n1", organizations: ["system:nodes"] });
  });
});
