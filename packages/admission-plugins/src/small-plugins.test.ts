import type { Authorizer } from "@svc/authz";
import { type ApiObject, kubernetesDialect as dialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { alwaysAdmit, alwaysDeny } from "./always.ts";
import { certificateApproval, certificateSigning } from "./certificates/signers.ts";
import { certificateSubjectRestriction } from "./certificates/subject-restriction.ts";
import { clusterTrustBundleAttest } from "./certificates/trust-bundle-attest.ts";
import { persistentVolumeClaimResize } from "./claim-resize.ts";
import { defaultIngressClass, defaultStorageClass } from "./default-class/default-class.ts";
import { denyServiceExternalIps } from "./deny-external-ips.ts";
import { storageObjectInUseProtection } from "./storage-object-protection.ts";
import { taintNodesByCondition } from "./taint-nodes.ts";
import { requestFor, verdictOf } from "./testing/request.ts";
import { signingRequests } from "./testing/signing-requests.ts";

const marked = (name: string, creationTimestamp: string, mark: string): ApiObject => ({
  metadata: { name, creationTimestamp, annotations: { [mark]: "true" } },
});

describe("default classes", () => {
  const storage = "storageclass.kubernetes.io/is-default-class";
  const older = marked("z", "2020-01-01T00:00:00Z", storage);
  const newer = marked("b", "2021-01-01T00:00:00Z", "storageclass.beta.kubernetes.io/is-default-class");
  const asNew = marked("c", "2021-01-01T00:00:00Z", storage);
  const other = { metadata: { name: "a", creationTimestamp: "2022-01-01T00:00:00Z" } };
  const annotations = { "volume.beta.kubernetes.io/storage-class": "" };
  test.each<[object: object, classes: readonly ApiObject[], want: string | undefined]>([
    [{ spec: {} }, [other, newer, asNew, older], "b"],
    [{}, [older], "z"],
    [{ spec: {} }, [other], undefined],
    [{ spec: { storageClassName: "" } }, [older], ""],
    [{ metadata: { name: "a", annotations }, spec: {} }, [older], undefined],
  ])("a claim %j", async (object, classes, want) => {
    const request = requestFor("persistentvolumeclaims", object);
    await verdictOf(defaultStorageClass({ dialect, classes: () => classes }), request);
    expect((request.object as { spec?: { storageClassName?: string } }).spec?.storageClassName).toBe(want);
  });

  test.each<[resource: string, object: object, want: string | undefined]>([
    ["ingresses.networking.k8s.io", { spec: {} }, "i"],
    [
      "ingresses.networking.k8s.io",
      { metadata: { name: "a", annotations: { "kubernetes.io/ingress.class": "q" } }, spec: {} },
      undefined,
    ],
    ["configmaps", { spec: {} }, undefined],
  ])("%s %j", async (resource, object, want) => {
    const classes = [marked("i", "2020-01-01T00:00:00Z", "ingressclass.kubernetes.io/is-default-class")];
    const request = requestFor(resource, object);
    await verdictOf(defaultIngressClass({ dialect, classes: async () => classes }), request);
    expect((request.object as { spec?: { ingressClassName?: string } }).spec?.ingressClassName).toBe(want);
  });
});

describe("claims that grow", () => {
  const claim = (storage: unknown, storageClassName?: string): ApiObject =>
    ({ metadata: { name: "a" }, spec: { storageClassName, resources: { requests: { storage } } } }) as ApiObject;
  const refused =
    'persistentvolumeclaims "a" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
  test.each<[ApiObject, ApiObject, string]>([
    [claim("1", "grows"), claim("2", "grows"), "admitted"],
    [claim("1", "fixed"), claim("2", "fixed"), refused],
    [claim("1", "gone"), claim("2", "gone"), refused],
    [claim("1"), claim("2"), refused],
    [claim("2", "fixed"), claim("2", "fixed"), "admitted"],
    [claim("2", "fixed"), claim("1", "fixed"), "admitted"],
    [claim(7, "fixed"), claim("much", "fixed"), "admitted"],
  ])("%j to %j", async (oldObject, object, want) => {
    const plugin = persistentVolumeClaimResize({
      storageClass: (name) =>
        name === "gone" ? undefined : ({ metadata: { name }, allowVolumeExpansion: name === "grows" } as ApiObject),
    });
    expect(await verdictOf(plugin, requestFor("persistentvolumeclaims", object, { oldObject }))).toBe(want);
  });
});

describe("signers", () => {
  const csr = (status: object): ApiObject =>
    ({ metadata: { name: "a" }, spec: { signerName: "example.com/s" }, status }) as ApiObject;
  const user = { name: "alice", uid: "", groups: [], extra: {} };
  const failed = { conditions: [{ type: "Failed", status: "True" }] };
  const refused = (verb: string): string =>
    `certificatesigningrequests.certificates.k8s.io "a" is forbidden: user not permitted to ${verb} requests with signerName "example.com/s"`;
  test.each<[plugin: typeof certificateApproval, subresource: string, status: object, allowed: string, want: string]>([
    [certificateApproval, "approval", {}, "", refused("approve")],
    [certificateApproval, "approval", {}, "approve example.com/s", "admitted"],
    [certificateApproval, "approval", {}, "approve example.com/*", "admitted"],
    [certificateApproval, "approval", {}, "sign example.com/s", refused("approve")],
    [certificateApproval, "", {}, "", "admitted"],
    [certificateSigning, "status", { certificate: "eA==" }, "", refused("sign")],
    [certificateSigning, "status", failed, "", refused("sign")],
    [certificateSigning, "status", failed, "sign example.com/*", "admitted"],
    [certificateSigning, "status", { conditions: "none" }, "", "admitted"],
  ])("%o %s %j allowed %j", async (plugin, subresource, status, allowed, want) => {
    const authorizer: Authorizer = {
      authorize: ({ verb, resource, name }) => ({
        verdict: resource === "signers" && `${verb} ${name}` === allowed ? "allow" : "noOpinion",
        reason: "",
      }),
    };
    const request = requestFor("certificatesigningrequests.certificates.k8s.io", csr(status), {
      oldObject: csr({}),
      subresource,
      user,
    });
    expect(await verdictOf(plugin({ dialect, authorizer }), request)).toBe(want);
  });
});

describe("subjects of certificates", () => {
  const masters = signingRequests["/O=developers/O=system:masters/CN=x"] ?? "";
  const node = signingRequests["/O=system:nodes/CN=system:node:n1"] ?? "";
  const client = "kubernetes.io/kube-apiserver-client";
  const refused = `certificatesigningrequests.certificates.k8s.io "a" is forbidden: use of ${client} signer with system:masters group is not allowed`;
  const unread = `certificatesigningrequests.certificates.k8s.io "a" is forbidden: failed to parse CSR spec.request: PEM block type must be CERTIFICATE REQUEST`;
  test.each<[signerName: string, pem: string, subresource: string, want: string]>([
    [client, masters, "", refused],
    [client, node, "", "admitted"],
    [client, "nothing of the kind", "", unread],
    [client, masters, "status", "admitted"],
    ["example.com/s", masters, "", "admitted"],
  ])("%s %j %j", async (signerName, pem, subresource, want) => {
    const object = { metadata: { name: "a" }, spec: { signerName, request: Buffer.from(pem).toString("base64") } };
    const request = requestFor("certificatesigningrequests.certificates.k8s.io", object, { subresource });
    expect(await verdictOf(certificateSubjectRestriction({ dialect }), request)).toBe(want);
  });
});

describe("protection of objects in use", () => {
  test.each<[resource: string, finalizers: string[] | undefined, want: readonly string[] | undefined]>([
    ["persistentvolumeclaims", undefined, ["kubernetes.io/pvc-protection"]],
    ["persistentvolumeclaims", ["x.y/z"], ["x.y/z", "kubernetes.io/pvc-protection"]],
    ["persistentvolumes", ["kubernetes.io/pv-protection"], ["kubernetes.io/pv-protection"]],
    ["volumeattributesclasses.storage.k8s.io", undefined, ["kubernetes.io/vac-protection"]],
    ["configmaps", undefined, undefined],
  ])("%s with %j", async (resource, finalizers, want) => {
    const metadata = { name: "a", ...(finalizers === undefined ? {} : { finalizers }) };
    const request = requestFor(resource, { metadata });
    await verdictOf(storageObjectInUseProtection({ dialect }), request);
    expect(request.object?.metadata.finalizers).toEqual(want);
  });

  test("leaves classes of volume attributes alone that are not to be protected", async () => {
    const request = requestFor("volumeattributesclasses.storage.k8s.io", { metadata: { name: "a" } });
    await verdictOf(storageObjectInUseProtection({ dialect, attributesClasses: false }), request);
    expect(request.object?.metadata.finalizers).toBeUndefined();
  });
});

describe("new nodes", () => {
  const taint = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
  const other = { key: "a", effect: "NoSchedule" };
  test.each<[taints: readonly object[] | undefined, want: readonly object[]]>([
    [undefined, [taint]],
    [[other], [other, taint]],
    [[{ ...taint, value: "v" }], [{ ...taint, value: "v" }]],
    [[{ ...taint, effect: "NoExecute" }], [{ ...taint, effect: "NoExecute" }, taint]],
  ])("with %j", async (taints, want) => {
    const request = requestFor("nodes", taints === undefined ? {} : { spec: { taints } });
    await verdictOf(taintNodesByCondition({ dialect }), request);
    expect(request.object).toMatchObject({ spec: { taints: want } });
  });
});

describe("addresses of services", () => {
  const service = (...externalIPs: readonly string[]): ApiObject =>
    ({ metadata: { name: "a" }, spec: { externalIPs } }) as unknown as ApiObject;
  const refused = 'services "a" is forbidden: Use of external IPs is denied by admission control';
  test.each<[before: ApiObject | undefined, after: ApiObject, want: string]>([
    [undefined, service(), "admitted"],
    [undefined, service("1.2.3.4"), refused],
    [service(), service("1.2.3.4"), refused],
    [service("1.2.3.4"), service("1.2.3.4"), "admitted"],
    [service("1.2.3.4", "5.6.7.8"), service("5.6.7.8"), "admitted"],
    [service("1.2.3.4"), service("5.6.7.8"), refused],
  ])("from %j to %j", async (oldObject, after, want) => {
    expect(await verdictOf(denyServiceExternalIps(), requestFor("services", after, { oldObject }))).toBe(want);
  });
});

test("accept all, and deny all", async () => {
  const nameless = { ...requestFor("selfsubjectaccessreviews.authorization.k8s.io", { metadata: {} }), name: "" };
  expect(await verdictOf(alwaysAdmit(), nameless)).toBe("admitted");
  expect(await verdictOf(alwaysDeny(), nameless)).toBe(
    'selfsubjectaccessreviews.authorization.k8s.io "Unknown" is forbidden: admission control is denying all modifications',
  );
});

describe("bundles of trust", () => {
  const refused =
    'clustertrustbundles.certificates.k8s.io "a" is forbidden: user not permitted to attest for signerName "example.com/s"';
  test.each<[signerName: string, allowed: string, want: string]>([
    ["example.com/s", "", refused],
    ["example.com/s", "attest example.com/s", "admitted"],
    ["example.com/s", "attest example.com/*", "admitted"],
    ["example.com/s", "sign example.com/s", refused],
    ["", "", "admitted"],
  ])("of %j, by a user who may %j", async (signerName, allowed, want) => {
    const authorizer: Authorizer = {
      authorize: ({ verb, name }) => ({ verdict: `${verb} ${name}` === allowed ? "allow" : "noOpinion", reason: "" }),
    };
    const request = requestFor(
      "clustertrustbundles.certificates.k8s.io",
      { spec: { signerName } },
      { user: { name: "alice", uid: "", groups: [], extra: {} } },
    );
    expect(await verdictOf(clusterTrustBundleAttest({ dialect, authorizer }), request)).toBe(want);
  });
});
