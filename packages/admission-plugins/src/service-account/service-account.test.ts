import { createAdmission } from "@svc/admission";
import { createManualClock } from "@svc/base";
import { type ApiObject, kubernetesDialect as dialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { requestFor, verdictOf } from "../testing/request.ts";
import { serviceAccount } from "./service-account.ts";

const accounts: Readonly<Record<string, object>> = {
  default: { imagePullSecrets: [{ name: "ps" }] },
  quiet: { automountServiceAccountToken: false },
  strict: {
    metadata: { name: "strict", annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } },
    imagePullSecrets: [{ name: "ps" }],
    secrets: [{ name: "allowed" }],
  },
};
const plugin = serviceAccount({
  dialect,
  clock: createManualClock(),
  randomSuffix: () => "abcde",
  serviceAccount: (_, name) =>
    name in accounts ? ({ metadata: { name }, ...accounts[name] } as ApiObject) : undefined,
});
const mountPath = "/var/run/secrets/kubernetes.io/serviceaccount";
const mounted = { name: "kube-api-access-abcde", readOnly: true, mountPath };
const container = { name: "a", image: "x" };
const pod = (spec: object): object => ({ spec: { containers: [container], ...spec } });

describe("tokens", () => {
  const volume = {
    name: "kube-api-access-abcde",
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
        { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
        {
          downwardAPI: {
            items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
          },
        },
      ],
      defaultMode: 420,
    },
  };
  const elsewhere = { name: "v", mountPath };
  test.each<[name: string, spec: object, want: object]>([
    [
      "of the default account",
      {},
      {
        serviceAccountName: "default",
        serviceAccount: "default",
        imagePullSecrets: [{ name: "ps" }],
        volumes: [volume],
        containers: [{ ...container, volumeMounts: [mounted] }],
      },
    ],
    [
      "of an account that wants none",
      { serviceAccountName: "quiet" },
      { serviceAccountName: "quiet", containers: [container] },
    ],
    [
      "that the pod wants all the same",
      { serviceAccountName: "quiet", automountServiceAccountToken: true, initContainers: [{ name: "i" }] },
      {
        serviceAccountName: "quiet",
        automountServiceAccountToken: true,
        volumes: [volume],
        containers: [{ ...container, volumeMounts: [mounted] }],
        initContainers: [{ name: "i", volumeMounts: [mounted] }],
      },
    ],
    [
      "that the pod does not want",
      { serviceAccountName: "default", automountServiceAccountToken: false, imagePullSecrets: [{ name: "own" }] },
      {
        serviceAccountName: "default",
        automountServiceAccountToken: false,
        imagePullSecrets: [{ name: "own" }],
        containers: [container],
      },
    ],
    [
      "where something else is",
      { serviceAccountName: "strict", containers: [{ ...container, volumeMounts: [elsewhere] }] },
      {
        serviceAccountName: "strict",
        imagePullSecrets: [{ name: "ps" }],
        containers: [{ ...container, volumeMounts: [elsewhere] }],
      },
    ],
    [
      "in a volume that is there",
      { serviceAccountName: "default", volumes: [{ name: "kube-api-access-mine1" }] },
      {
        serviceAccountName: "default",
        imagePullSecrets: [{ name: "ps" }],
        volumes: [{ name: "kube-api-access-mine1" }],
        containers: [{ ...container, volumeMounts: [{ ...mounted, name: "kube-api-access-mine1" }] }],
      },
    ],
  ])("%s", async (_, spec, want) => {
    const request = requestFor("pods", structuredClone(pod(spec)));
    expect(await verdictOf(plugin, request)).toBe("admitted");
    expect((request.object as { spec?: unknown }).spec).toEqual(want);
  });

  test("have the names of the dialect", async () => {
    const ours = serviceAccount({
      dialect: svcDialect,
      clock: createManualClock(),
      randomSuffix: () => "abcde",
      serviceAccount: () => ({ metadata: { name: "default" } }),
    });
    const request = requestFor("pods", structuredClone(pod({})));
    await verdictOf(ours, request);
    expect(JSON.stringify(request.object)).toContain('"mountPath":"/var/run/secrets/svc.io/serviceaccount"');
    expect(JSON.stringify(request.object)).toContain('"name":"svc-root-ca.crt"');
  });
});

describe("refusals", () => {
  const because = "is not allowed because service account strict does not reference that";
  const env = [{ name: "E", valueFrom: { secretKeyRef: { name: "no", key: "k" } } }];
  const envFrom = [{ secretRef: { name: "no" } }];
  test.each<[spec: object, want: string]>([
    [{ serviceAccountName: "no" }, 'error looking up service account default/no: serviceaccount "no" not found'],
    [
      { volumes: [{ name: "v", secret: { secretName: "no" } }] },
      `volume with secret.secretName="no" ${because} secret`,
    ],
    [{ volumes: [{ name: "v", secret: { secretName: "allowed" } }] }, "admitted"],
    [
      { containers: [{ name: "a", env }] },
      `container a with envVar E referencing secret.secretName="no" ${because} secret`,
    ],
    [
      { containers: [{ name: "a", envFrom }] },
      `container a with envFrom referencing secret.secretName="no" ${because} secret`,
    ],
    [
      { initContainers: [{ name: "i", env }] },
      `init container i with envVar E referencing secret.secretName="no" ${because} secret`,
    ],
    [{ imagePullSecrets: [{ name: "no" }] }, `imagePullSecrets[0].name="no" ${because} imagePullSecret`],
    [{ volumes: [{ name: "v", projected: { sources: [{ secret: { name: "no" } }] } }] }, "admitted"],
  ])("%j", async (spec, want) => {
    const request = requestFor("pods", structuredClone(pod({ serviceAccountName: "strict", ...spec })));
    const verdict = await verdictOf(plugin, request);
    expect(verdict).toBe(want === "admitted" ? want : `pods "a" is forbidden: ${want}`);
  });

  test("come before the plugins behind it see the pod", async () => {
    const request = requestFor("pods", pod({ serviceAccountName: "strict", containers: [{ name: "a", envFrom }] }));
    await expect(async () => createAdmission([plugin]).mutate(request)).rejects.toThrow(because);
  });

  test.each<[spec: object, want: string]>([
    [{ ephemeralContainers: [{ name: "d", envFrom }], containers: [{ name: "a", envFrom }] }, "ephemeral container d"],
    [{ containers: [{ name: "a", envFrom }] }, "admitted"],
  ])("containers that are added to a pod: %j", async (spec, want) => {
    const object = pod({ serviceAccountName: "strict", ...spec });
    const more = { subresource: "ephemeralcontainers", oldObject: { metadata: { name: "a" } } };
    expect(await verdictOf(plugin, requestFor("pods", object, more))).toContain(want);
  });

  test.each<[spec: object, want: string]>([
    [{}, "admitted"],
    [{ serviceAccountName: "default" }, "a mirror pod may not reference service accounts"],
    [{ imagePullSecrets: [{ name: "x" }] }, "a mirror pod may not reference secrets"],
    [{ containers: [{ name: "a", envFrom }] }, "a mirror pod may not reference secrets"],
    [
      { volumes: [{ name: "v", projected: { sources: [{ serviceAccountToken: { path: "x" } }] } }] },
      "a mirror pod may not use ServiceAccountToken volume projections",
    ],
  ])("mirror pods: %j", async (spec, want) => {
    const metadata = { name: "a", annotations: { "kubernetes.io/config.mirror": "x" } };
    const request = requestFor("pods", { metadata, ...pod(spec) });
    expect(await verdictOf(plugin, request)).toContain(want);
    expect(request.object).toEqual({ metadata, ...pod(spec) });
  });
});

describe("the account of a new namespace", () => {
  const waiting = (comesAfter: number) => {
    const clock = createManualClock();
    let requested = 0;
    const late = serviceAccount({
      dialect,
      clock,
      randomSuffix: () => "abcde",
      serviceAccount: async () => (++requested > comesAfter ? { metadata: { name: "default" } } : undefined),
    });
    return { clock, verdict: verdictOf(late, requestFor("pods", pod({}))) };
  };
  const settle = async ({ clock }: ReturnType<typeof waiting>): Promise<void> => {
    for (let i = 0; i < 20; i++) {
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      clock.advance(150);
    }
  };
  test.each<[comesAfter: number, want: string]>([
    [3, "admitted"],
    [
      100,
      'pods "a" is forbidden: error looking up service account default/default: serviceaccount "default" not found',
    ],
  ])("is found after %d attempts", async (comesAfter, want) => {
    const late = waiting(comesAfter);
    await settle(late);
    expect(await late.verdict).toBe(want);
  });
});
