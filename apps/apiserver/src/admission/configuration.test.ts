import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualClock } from "@svc/base";
import { createEgress } from "@svc/http/client";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadAdmissionConfiguration } from "./configuration.ts";

const egress = createEgress({ policy: () => ({ deniedSubnets: [] }) });
const environment = {
  dialect: kubernetesDialect,
  clock: createManualClock(),
  egress,
  metrics: { clientCalled: () => undefined },
};

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "admission-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function load(plugins: string, files: Readonly<Record<string, string>> = {}) {
  const head = "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n";
  const all = {
    "admission.yaml": plugins.includes("kind: Admission") ? plugins : `${head}plugins: [${plugins}]`,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
  return loadAdmissionConfiguration(join(folder, "admission.yaml"), environment);
}

const eventLimits = (limit: string): string =>
  `{name: EventRateLimit, configuration: {apiVersion: eventratelimit.admission.k8s.io/v1alpha1, kind: Configuration, limits: [${limit}]}}`;
const podSecurity = (more: string): string =>
  `{name: PodSecurity, configuration: {apiVersion: pod-security.admission.config.k8s.io/v1, kind: PodSecurityConfiguration, ${more}}}`;

describe("content of configuration files", () => {
  const free = { level: "privileged", version: "latest" };
  test.each<[plugins: string, want: object]>([
    ["", {}],
    ["{name: Priority}, {name: Whatever, configuration: {a: b}}", {}],
    [
      podSecurity(
        "defaults: {enforce: baseline, enforce-version: v1.20}, exemptions: {namespaces: [system], usernames: ['system:x']}",
      ),
      {
        podSecurity: {
          defaults: { enforce: { level: "baseline", version: "v1.20" }, audit: free, warn: free },
          exemptions: {
            usernames: new Set(["system:x"]),
            namespaces: new Set(["system"]),
            runtimeClasses: new Set(),
          },
        },
      },
    ],
    [
      eventLimits("{type: Server, qps: 5, burst: 10, cacheSize: 0}, {type: User, qps: 1, burst: 1, cacheSize: 7}"),
      {
        eventRateLimit: {
          limits: [
            { type: "Server", qps: 5, burst: 10 },
            { type: "User", qps: 1, burst: 1, cacheSize: 7 },
          ],
        },
      },
    ],
    [
      "{name: PodNodeSelector, path: selectors.yaml}",
      { podNodeSelector: { selectors: new Map([["clusterDefaultNodeSelector", "env=dev"]]) } },
    ],
    [
      "{name: PodTolerationRestriction, configuration: {apiVersion: podtolerationrestriction.admission.k8s.io/v1alpha1, kind: Configuration, default: [{key: d, operator: Exists}]}}",
      { podTolerationRestriction: { defaults: [{ key: "d", operator: "Exists" }], allowed: [] } },
    ],
    [
      "{name: ResourceQuota, configuration: {apiVersion: apiserver.config.k8s.io/v1, kind: ResourceQuotaConfiguration, limitedResources: [{resource: pods, matchScopes: [{scopeName: PriorityClass, operator: In, values: [a]}]}]}}",
      {
        resourceQuota: {
          limited: [
            {
              group: "",
              resource: "pods",
              matchContains: [],
              matchScopes: [{ scopeName: "PriorityClass", operator: "In", values: ["a"] }],
            },
          ],
        },
      },
    ],
  ])("%s", async (plugins, want) => {
    const files = { "selectors.yaml": "podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: env=dev}" };
    expect(await load(plugins, files)).toEqual(want);
  });
});

describe("credentials for webhooks", () => {
  const identity = (path: string, version = "apiserver.config.k8s.io/v1"): string =>
    `configuration: {apiVersion: ${version}, kind: WebhookAdmissionConfiguration, kubeConfigFile: "${path}"}`;
  const kubeconfig = "users: [{name: '*.tools.svc', user: {token: abc}}]";

  test.each([
    ["MutatingAdmissionWebhook", "mutatingWebhooks", "validatingWebhooks"],
    ["ValidatingAdmissionWebhook", "validatingWebhooks", "mutatingWebhooks"],
  ] as const)("of %s come from its kubeconfig", async (name, own, other) => {
    for (const version of ["apiserver.config.k8s.io/v1", "apiserver.k8s.io/v1alpha1"]) {
      const plugin = `{name: ${name}, ${identity(join(folder, "hooks.yaml"), version)}}`;
      const options = await load(plugin, { "hooks.yaml": kubeconfig });
      const credentials = options[own]?.credentials;
      expect(await credentials?.("a.tools.svc:443")?.current()).toEqual({ headers: { authorization: "Bearer abc" } });
      expect(credentials?.("a.others.svc:443")).toBe(undefined);
      expect(options[other]).toBe(undefined);
    }
  });

  test("are none without a file", async () => {
    expect(await load(`{name: MutatingAdmissionWebhook, ${identity("")}}`)).toEqual({});
  });

  test.each([
    ["hooks.yaml", "kubeConfigFile: must be an absolute file path"],
    ["/none-such/hooks.yaml", "/none-such/hooks.yaml: there is no such file"],
  ])("from %s are refused", async (path, problem) => {
    await expect(load(`{name: MutatingAdmissionWebhook, ${identity(path)}}`)).rejects.toThrow(problem);
  });
});

describe("the webhook that judges images", () => {
  const kubeconfig =
    "{current-context: c, contexts: [{name: c, context: {cluster: c}}], clusters: [{name: c, cluster: {server: 'https://a'}}]}";
  const given = (more: string): string =>
    `{name: ImagePolicyWebhook, configuration: {imagePolicy: {kubeConfigFile: "${join(folder, "images.yaml")}", ${more}}}}`;

  test.each([
    ["", { allowTtlMs: 300_000, denyTtlMs: 30_000, retryBackoffMs: 500, defaultAllow: false }],
    [
      "allowTTL: 60, denyTTL: -1, retryBackoff: 20, defaultAllow: true",
      { allowTtlMs: 60_000, denyTtlMs: 0, retryBackoffMs: 20, defaultAllow: true },
    ],
    [
      "retryBackoff: -1, allowTTL: 0",
      { allowTtlMs: 300_000, denyTtlMs: 30_000, retryBackoffMs: 0, defaultAllow: false },
    ],
  ])("is configured: %s", async (more, want) => {
    const { imagePolicy } = await load(given(more), { "images.yaml": kubeconfig });
    expect(imagePolicy).toEqual({ ...want, post: expect.any(Function) as unknown });
  });

  test.each([
    ["allowTTL: 1801", "imagePolicy.allowTTL: must be -1, 0 or between 1 and 1800"],
    ["retryBackoff: 300001", "imagePolicy.retryBackoff: must be -1, 0 or between 1 and 300000"],
    ["nope: 1", "nope"],
  ])("is refused: %s", async (more, problem) => {
    await expect(load(given(more), { "images.yaml": kubeconfig })).rejects.toThrow(problem);
  });
});

describe("unusable configuration", () => {
  test.each<[plugins: string, problem: string]>([
    ["kind: AdmissionConfigurations", "apiVersion: "],
    ["{name: PodNodeSelector, path: none.yaml}", "none.yaml"],
    ["{name: PodNodeSelector, nope: 1}", "nope"],
    ["{", "admission.yaml"],
    [podSecurity("x: 1"), '"x"'],
    [podSecurity("defaults: {enforce: much}"), "defaults.enforce: "],
    [podSecurity("defaults: {warn-version: v2}"), 'defaults.warn-version: must be "latest" or "v1.x"'],
    [podSecurity("exemptions: {namespaces: [Bad_]}"), "exemptions.namespaces.0: is no name"],
    [podSecurity("exemptions: {namespaces: [a, a]}"), "exemptions.namespaces: must not repeat"],
    ["{name: PodSecurity, configuration: {}}", "apiVersion: "],
    ["{name: EventRateLimit}", "limits: "],
    [eventLimits(""), "limits: "],
    [eventLimits("{type: Nope, qps: 1, burst: 1}"), "limits.0.type: "],
    [eventLimits("{type: Server, qps: 0, burst: 1}"), "limits.0.qps: "],
  ])("%s", async (plugins, problem) => {
    await expect(load(plugins)).rejects.toThrow(problem);
    await expect(load(plugins)).rejects.toThrow("--admission-control-config-file: ");
  });

  test("names of another dialect", async () => {
    await load("");
    await expect(
      loadAdmissionConfiguration(join(folder, "admission.yaml"), { ...environment, dialect: svcDialect }),
    ).rejects.toThrow("svc.io/v1");
  });
});
