import { admissionStepNames } from "@svc/controlplane";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

const containers = [{ name: "c", image: "x" }];
const claim = { accessModes: ["ReadWriteOnce" as const], resources: { requests: { storage: "1Gi" } } };

describe.each([svcDialect, kubernetesDialect])("steps that are enabled by name, $name", (dialect) => {
  let server: TestServer;
  beforeAll(async () => {
    const steps = ["ServiceAccount", "Priority", "DefaultTolerationSeconds", "StorageObjectInUseProtection"];
    server = await startTestServer({
      dialect,
      authorizer: {
        authorize: ({ resource, subresource }) =>
          resource === "*" && subresource === "finalizers"
            ? { verdict: "noOpinion", reason: "" }
            : { verdict: "allow", reason: "" },
      },
      controlPlane: {
        enabledAdmission: [
          ...steps,
          "TaintNodesByCondition",
          "NamespaceAutoProvision",
          "OwnerReferencesPermissionEnforcement",
        ],
        admissionOptions: { defaultTolerationSeconds: { notReadySeconds: 7 } },
      },
    });
    await server.client.core.v1.serviceaccounts("default").create({ metadata: { name: "default" } });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const labels = (text: string): string => dialect.expand(text);

  test("a pod gets its account, its token, its priority and its tolerations", async () => {
    const { spec } = await server.client.core.v1
      .pods("default")
      .create({ metadata: { name: "a" }, spec: { containers, priorityClassName: "system-node-critical" } });
    expect(spec).toMatchObject({
      serviceAccountName: "default",
      serviceAccount: "default",
      priority: 2_000_001_000,
      preemptionPolicy: "PreemptLowerPriority",
      containers: [
        { volumeMounts: [{ mountPath: labels("/var/run/secrets/{labels}/serviceaccount"), readOnly: true }] },
      ],
      volumes: [{ projected: { defaultMode: 420 } }],
      tolerations: [
        { key: labels("node.{labels}/not-ready"), tolerationSeconds: 7 },
        { key: labels("node.{labels}/unreachable"), tolerationSeconds: 300 },
      ],
    });
  });

  test("fields set by admission have no owner", async () => {
    const { metadata } = await server.client.core.v1
      .pods("default")
      .create({ metadata: { name: "b" }, spec: { containers } });
    expect(JSON.stringify(metadata.managedFields)).not.toMatch(/f:(priority|tolerations|volumes|serviceAccountName)/);
  });

  test("claims are protected, nodes are tainted, namespaces are created on demand", async () => {
    const { core } = server.client;
    const { metadata } = await core.v1
      .persistentvolumeclaims("default")
      .create({ metadata: { name: "a" }, spec: claim });
    expect(metadata.finalizers).toEqual([labels("{labels}/pvc-protection")]);
    const { spec } = await core.v1.nodes().create({ metadata: { name: "n" } });
    expect(spec?.taints).toEqual([{ key: labels("node.{labels}/not-ready"), effect: "NoSchedule" }]);
    await core.v1.configmaps("new").create({ metadata: { name: "a" } });
    expect((await core.v1.namespaces().get("new")).status).toEqual({ phase: "Active" });
  });

  test("owners are looked for among the kinds that are served, for a user who may not update all finalizers", async () => {
    const { client } = server.as({ name: "alice" });
    const owner = { name: "o", uid: "1", blockOwnerDeletion: true };
    const owned = (name: string, apiVersion: string, kind: string) =>
      client.core.v1
        .configmaps("default")
        .create({ metadata: { name, ownerReferences: [{ ...owner, apiVersion, kind }] } });
    await owned("one", "apps/v1", "Deployment");
    await expect(owned("two", "apps/v9", "Deployment")).rejects.toThrow(
      'no matches for kind "Deployment" in version "apps/v9"',
    );
  });

  test("a class that is not there", async () => {
    const pods = server.client.core.v1.pods("default");
    const spec = { containers, runtimeClassName: "no" };
    await expect(pods.create({ metadata: { name: "c" }, spec })).rejects.toThrow('RuntimeClass "no" not found');
  });
});

test("by default a server does not change pods", async () => {
  await using server = await startTestServer();
  const { spec, metadata } = await server.client.core.v1
    .pods("default")
    .create({ metadata: { name: "a" }, spec: { containers } });
  expect([spec?.priority, spec?.volumes, spec?.tolerations, spec?.serviceAccountName, metadata.finalizers]).toEqual(
    Array(5).fill(undefined),
  );
});

test("every step can be enabled, except one that refuses every write and one that needs a webhook", async () => {
  const others = new Set(["AlwaysDeny", "ImagePolicyWebhook"]);
  const enabledAdmission = admissionStepNames().filter((name) => !others.has(name));
  await using server = await startTestServer({ controlPlane: { enabledAdmission } });
  await server.client.core.v1.configmaps("default").create({ metadata: { name: "a" } });
});

test("a step that needs a webhook does not start without its options", async () => {
  const controlPlane = { enabledAdmission: ["ImagePolicyWebhook"] };
  await expect(startTestServer({ controlPlane })).rejects.toThrow("needs admissionOptions.imagePolicy");
});
