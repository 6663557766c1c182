import type { AdmissionRequest } from "@svc/admission";
import { type ApiObject, kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { requestFor, verdictOf } from "../testing/request.ts";
import type { Container, PodSpec, SecurityContext } from "./pod.ts";
import { podSecurity } from "./pod-security.ts";

type Labels = Readonly<Record<string, string>>;

const label = (name: string): string => `pod-security.kubernetes.io/${name}`;
const labelled = (labels: Labels): Labels => Object.fromEntries(Object.entries(labels).map(([k, v]) => [label(k), v]));

/**
 * What is said to a request in a namespace with such labels: the warnings, and the verdict at last.
 */
async function reported(
  labels: Labels,
  request: AdmissionRequest,
  pods: readonly ApiObject[] = [],
): Promise<readonly string[]> {
  const namespace = { metadata: { name: "default", labels: labelled(labels) } };
  const namespaces = { get: () => namespace, getFresh: () => namespace };
  const warnings: string[] = [];
  const plugin = podSecurity({ dialect: kubernetesDialect, namespaces, pods: () => pods });
  const verdict = await verdictOf(plugin, { ...request, warn: (text) => warnings.push(text) });
  return [...warnings, verdict];
}

const hardened: SecurityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } };
const decent: PodSpec = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
  containers: [{ name: "a", securityContext: hardened }],
};
const inPod = (securityContext: SecurityContext): PodSpec => ({
  ...decent,
  securityContext: { ...decent.securityContext, ...securityContext },
});
const inContainer = (securityContext: SecurityContext, more: Container = {}): PodSpec => ({
  ...decent,
  containers: [{ name: "a", securityContext: { ...hardened, ...securityContext }, ...more }],
});
const plain: PodSpec = { containers: [{ name: "a", image: "x" }] };

describe("checks", () => {
  test.each<[policy: string, spec: PodSpec, found: string, annotations?: Labels]>([
    ["baseline:latest", plain, ""],
    ["restricted:latest", decent, ""],
    ["privileged:latest", { hostNetwork: true }, ""],
    [
      "baseline:latest",
      { hostNetwork: true, hostPID: true, hostIPC: true },
      "host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)",
    ],
    [
      "baseline:latest",
      {
        initContainers: [{ name: "i", securityContext: { privileged: true } }],
        containers: [{ name: "a", securityContext: { privileged: true } }],
      },
      'privileged (containers "i", "a" must not set securityContext.privileged=true)',
    ],
    [
      "baseline:latest",
      inContainer({ capabilities: { add: ["NET_RAW", "CHOWN", "ALL"] } }),
      'non-default capabilities (container "a" must not include "ALL", "NET_RAW" in securityContext.capabilities.add)',
    ],
    [
      "baseline:latest",
      { volumes: [{ name: "a", hostPath: {} } as never, { name: "b", emptyDir: {} } as never] },
      'hostPath volumes (volume "a")',
    ],
    [
      "baseline:latest",
      inContainer({}, { ports: [{ hostPort: 80 }, { hostPort: 443 }, { hostPort: 0 }] }),
      'hostPort (container "a" uses hostPorts 443, 80)',
    ],
    [
      "baseline:latest",
      inContainer({ procMount: "Unmasked" }),
      'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
    ],
    [
      "baseline:latest",
      inPod({ seLinuxOptions: { type: "x", user: "u", role: "r" } }),
      'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "x"; user may not be set; role may not be set)',
    ],
    ["baseline:v1.31", inPod({ seLinuxOptions: { type: "container_engine_t" } }), ""],
    [
      "baseline:v1.30",
      inPod({ seLinuxOptions: { type: "container_engine_t" } }),
      'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "container_engine_t")',
    ],
    [
      "baseline:latest",
      inPod({ sysctls: [{ name: "net.ipv4.tcp_rmem" }, { name: "a.b" }] }),
      "forbidden sysctls (a.b)",
    ],
    ["baseline:v1.31", inPod({ sysctls: [{ name: "net.ipv4.tcp_rmem" }] }), "forbidden sysctls (net.ipv4.tcp_rmem)"],
    [
      "baseline:latest",
      inPod({ windowsOptions: { hostProcess: true } }),
      "hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)",
    ],
    [
      "baseline:v1.19",
      inPod({ seccompProfile: { type: "Unconfined" } }),
      'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    ["baseline:v1.18", inPod({ seccompProfile: { type: "Unconfined" } }), ""],
    [
      "baseline:v1.18",
      plain,
      'seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod="unconfined")',
      { "seccomp.security.alpha.kubernetes.io/pod": "unconfined" },
    ],
    [
      "baseline:latest",
      inContainer({ appArmorProfile: { type: "Unconfined" } }),
      'forbidden AppArmor profile (container "a" must not set AppArmor profile type to "Unconfined")',
    ],
    [
      "baseline:latest",
      inPod({ appArmorProfile: { type: "Unconfined" } }),
      'forbidden AppArmor profiles (pod and annotation must not set AppArmor profile type to "Unconfined", "container.apparmor.security.beta.kubernetes.io/a="unconfined"")',
      {
        "container.apparmor.security.beta.kubernetes.io/a": "unconfined",
        "container.apparmor.security.beta.kubernetes.io/b": "runtime/default",
      },
    ],
    [
      "restricted:latest",
      plain,
      'allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    ],
    [
      "restricted:v1.7",
      plain,
      'runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true)',
    ],
    [
      "restricted:latest",
      { ...plain, os: { name: "windows" } },
      'runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true)',
    ],
    [
      "restricted:latest",
      inPod({ runAsNonRoot: false, runAsUser: 0 }),
      "runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false), runAsUser=0 (pod must not set runAsUser=0)",
    ],
    [
      "restricted:latest",
      { ...decent, volumes: [{ name: "a", nfs: {} } as never, { name: "b", hostPath: {} } as never] },
      'restricted volume types (volumes "a", "b" use restricted volume types "hostPath", "nfs")',
    ],
    [
      "restricted:v1.99",
      { ...decent, ephemeralContainers: [{ name: "e", securityContext: { ...hardened, runAsNonRoot: false } }] },
      'runAsNonRoot != true (container "e" must not set securityContext.runAsNonRoot=false)',
    ],
  ])("%s of %j: %s", async (policy, spec, found, annotations) => {
    const [level = "", version = ""] = policy.split(":");
    const metadata = { name: "a", ...(annotations && { annotations }) };
    const want = found === "" ? "admitted" : `pods "a" is forbidden: violates PodSecurity "${policy}": ${found}`;
    expect(
      await reported({ enforce: level, "enforce-version": version }, requestFor("pods", { metadata, spec })),
    ).toEqual([want]);
  });
});

describe("modes", () => {
  const nonRoot = 'runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true)';
  const old = { "enforce-version": "v1.0", "warn-version": "v1.0" };
  const refused = `pods "a" is forbidden: violates PodSecurity "restricted:v1.0": ${nonRoot}`;
  const warned = `would violate PodSecurity "restricted:v1.0": ${nonRoot}`;
  const deployment = { spec: { template: { spec: plain } } };
  const job = { spec: { jobTemplate: { spec: { template: { spec: plain } } } } };
  const pod = { spec: plain };
  const stored = (spec: PodSpec): ApiObject => ({ metadata: { name: "a" }, spec }) as ApiObject;
  test.each<[string, Labels, AdmissionRequest, readonly string[]]>([
    ["warn", { warn: "restricted", ...old }, requestFor("pods", pod), [warned, "admitted"]],
    ["enforce says it once", { enforce: "restricted", warn: "restricted", ...old }, requestFor("pods", pod), [refused]],
    ["audit", { audit: "restricted", ...old }, requestFor("pods", pod), ["admitted"]],
    [
      "workloads are warned of what is enforced",
      { enforce: "restricted", ...old },
      requestFor("deployments.apps", deployment),
      [warned, "admitted"],
    ],
    [
      "unless the namespace does not want it",
      { enforce: "restricted", warn: "privileged", ...old },
      requestFor("deployments.apps", deployment),
      ["admitted"],
    ],
    ["jobs of jobs", { warn: "restricted", ...old }, requestFor("cronjobs.batch", job), [warned, "admitted"]],
    [
      "scales",
      { warn: "restricted", ...old },
      requestFor("deployments.apps", deployment, { subresource: "scale" }),
      ["admitted"],
    ],
    ["others", { enforce: "restricted", ...old }, requestFor("configmaps", pod), ["admitted"]],
    ["unreadable levels are the strictest", { enforce: "Nope", ...old }, requestFor("pods", pod), [refused]],
    ["unreadable levels cause no warning", { warn: "Nope", ...old }, requestFor("pods", pod), ["admitted"]],
    [
      "an update of what does not count",
      { enforce: "restricted", ...old },
      requestFor("pods", pod, { oldObject: stored(plain) }),
      ["admitted"],
    ],
    [
      "an update of the image",
      { enforce: "restricted", ...old },
      requestFor("pods", pod, { oldObject: stored({ containers: [{ name: "a", image: "y" }] }) }),
      [refused],
    ],
    ["a status", { enforce: "restricted", ...old }, requestFor("pods", pod, { subresource: "status" }), ["admitted"]],
    ["hostile shapes", { enforce: "restricted", ...old }, requestFor("pods", {}), ["admitted"]],
  ])("%s", async (_, labels, request, want) => {
    expect(await reported(labels, request)).toEqual(want);
  });
});

describe("labels of namespaces", () => {
  const namespace = (labels: Labels): ApiObject => ({ metadata: { name: "ns", labels: labelled(labels) } });
  const named = (name: string, spec: PodSpec): ApiObject => ({ metadata: { name }, spec }) as ApiObject;
  const pods = [named("a", plain), named("b", { hostPID: true, ...plain }), named("c", plain), named("d", decent)];
  const update = (before: Labels, after: Labels): AdmissionRequest =>
    requestFor("namespaces", namespace(after), {
      oldObject: namespace(before),
      name: "ns",
      kind: { group: "", version: "v1", kind: "Namespace" },
    });
  const warned = (policy: string): string =>
    `existing pods in namespace "ns" violate the new PodSecurity enforce level "${policy}"`;
  test.each<[before: Labels, after: Labels, readonly string[]]>([
    [{}, { enforce: "baseline" }, [warned("baseline:latest"), "b: host namespaces", "admitted"]],
    [
      { enforce: "baseline", "enforce-version": "v1.0" },
      { enforce: "restricted", "enforce-version": "v1.0" },
      [
        warned("restricted:v1.0"),
        "a (and 1 other pod): runAsNonRoot != true",
        "b: host namespaces, runAsNonRoot != true",
        "admitted",
      ],
    ],
    [{ enforce: "restricted" }, { enforce: "baseline" }, ["admitted"]],
    [{ enforce: "baseline" }, { enforce: "privileged" }, ["admitted"]],
    [{ enforce: "baseline" }, { enforce: "baseline", warn: "restricted" }, ["admitted"]],
    [
      {},
      { enforce: "x" },
      [
        'Namespace "ns" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "x": must be one of privileged, baseline, restricted',
      ],
    ],
    [{ warn: "x" }, { warn: "x" }, ["admitted"]],
    ...["", "v1", "v1.01", "1.2", "V1.2", "v1.x", "v2.3", "v1.-1", `v1.${"9".repeat(30)}`].map(
      (version): [Labels, Labels, readonly string[]] => [
        {},
        { "audit-version": version },
        [
          `Namespace "ns" is invalid: metadata.labels[pod-security.kubernetes.io/audit-version]: Invalid value: "${version}": must be "latest" or "v1.x"`,
        ],
      ],
    ),
  ])("from %j to %j", async (before, after, want) => {
    expect(await reported({}, update(before, after), pods)).toEqual(want);
  });
});

test("labels have the names of the dialect", async () => {
  const metadata = { name: "default", labels: { [`pod-security.${svcDialect.labelDomain}/enforce`]: "restricted" } };
  const plugin = podSecurity({
    dialect: svcDialect,
    namespaces: { get: () => ({ metadata }), getFresh: () => undefined },
    pods: () => [],
  });
  expect(await verdictOf(plugin, requestFor("pods", { spec: plain }))).toContain("violates PodSecurity");
});

describe("defaults, exemptions and the audit event", () => {
  const baseline = { level: "baseline", version: "v1.20" } as const;
  const privileged = { level: "privileged", version: "latest" } as const;
  const names = (namespace: string, labels: Labels): ApiObject => ({
    metadata: { name: namespace, labels: labelled(labels) },
  });
  const received = async (labels: Labels, request: AdmissionRequest): Promise<readonly string[]> => {
    const namespace = names(request.namespace, labels);
    const all: string[] = [];
    const plugin = podSecurity({
      dialect: kubernetesDialect,
      namespaces: { get: () => namespace, getFresh: () => namespace },
      pods: () => [{ metadata: { name: "p" }, spec: { ...bad, runtimeClassName: "exempt" } } as ApiObject],
      defaults: { enforce: baseline, audit: privileged, warn: { ...privileged, version: "v1.24" } },
      exemptions: {
        usernames: new Set(["alice"]),
        namespaces: new Set(["free"]),
        runtimeClasses: new Set(["exempt"]),
      },
    });
    const annotate = (key: string, value: string): void =>
      void all.push(`${key.replace(label(""), "")}=${value.slice(0, 45)}`);
    const verdict = await verdictOf(plugin, { ...request, annotate, warn: (text) => all.push(text.slice(0, 45)) });
    return [...all, verdict.slice(0, 70)];
  };
  const bad: PodSpec = { containers: [{ name: "a", image: "x", securityContext: { privileged: true } }] };
  const alice = { user: { name: "alice", uid: "", groups: [], extra: {} } };
  const exempt = { ...bad, runtimeClassName: "exempt" };
  const refused = (policy: string): string => `pods "a" is forbidden: violates PodSecurity "${policy}": privileged (c`;
  const workload = (spec: PodSpec): AdmissionRequest =>
    requestFor("deployments.apps", { spec: { template: { spec } } });
  test.each<[string, Labels, AdmissionRequest, readonly string[]]>([
    ["held by default", {}, requestFor("pods", { spec: plain }), ["enforce-policy=baseline:v1.20", "admitted"]],
    [
      "refused by default",
      {},
      requestFor("pods", { spec: bad }),
      ["enforce-policy=baseline:v1.20", `${refused("baseline:v1.20").slice(0, 70)}`],
    ],
    [
      "let free",
      { enforce: "privileged" },
      requestFor("pods", { spec: bad }),
      ["enforce-policy=privileged:latest", "admitted"],
    ],
    [
      "audited",
      { enforce: "privileged", audit: "restricted", "audit-version": "v1.0" },
      requestFor("pods", { spec: plain }),
      ["enforce-policy=privileged:v1.20", 'audit-violations=would violate PodSecurity "restricted:v1.0": ', "admitted"],
    ],
    ["the default causes no warning", {}, workload(bad), ["admitted"]],
    [
      "what is asked for does",
      { enforce: "baseline" },
      workload(bad),
      ['would violate PodSecurity "baseline:v1.20": p', "admitted"],
    ],
    [
      "in the version of warnings",
      { enforce: "restricted", "warn-version": "v1.0" },
      workload(bad),
      ['would violate PodSecurity "restricted:v1.0": ', "admitted"],
    ],
    [
      "of a namespace",
      {},
      requestFor("pods", { spec: exempt }, { namespace: "free", ...alice }),
      ["exempt=namespace", "admitted"],
    ],
    ["of a user", {}, requestFor("pods", { spec: exempt }, alice), ["exempt=user", "admitted"]],
    ["of a class", {}, requestFor("pods", { spec: exempt }), ["exempt=runtimeClass", "admitted"]],
    [
      "of a class, for nothing",
      { enforce: "privileged" },
      requestFor("pods", { spec: exempt }),
      ["enforce-policy=privileged:latest", "admitted"],
    ],
    [
      "a namespace for which it is in vain",
      {},
      requestFor("namespaces", names("free", { enforce: "restricted", audit: "baseline", warn: "privileged" })),
      ['namespace "free" is exempt from Pod Security,', "admitted"],
    ],
    ["a namespace that asks for nothing", {}, requestFor("namespaces", names("free", {})), ["admitted"]],
    [
      "exempt pods are not checked among existing ones",
      {},
      requestFor("namespaces", names("ns", { enforce: "restricted" }), { oldObject: names("ns", {}) }),
      ["admitted"],
    ],
  ])("%s", async (_, labels, request, want) => {
    expect(await received(labels, request)).toEqual(want);
  });
});
