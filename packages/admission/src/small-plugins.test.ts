import type { Authorizer } from "@svc/authz";
import { type ApiObject, kubernetesDialect as dialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { certificateApproval, certificateSigning } from "./certificates/signers.ts";
import { certificateSubjectRestriction } from "./certificates/subject-restriction.ts";
import { persistentVolumeClaimResize } from "./claim-resize.ts";
import { defaultIngressClass, defaultStorageClass } from "./default-class/default-class.ts";
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
