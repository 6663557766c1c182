import { isAbsolute } from "node:path";
import type { WebhookIdentityOptions } from "@svc/admission";
import type { AdmissionOptions } from "@svc/admission-plugins";
import { credentialsByHost, loadKubeconfig } from "@svc/client";
import { dns1123Label, dns1123Subdomain } from "@svc/meta";
import * as z from "zod/mini";
import { connectWebhook } from "../webhooks/webhook-connection.ts";
import type { PluginEnvironment } from "./plugin-environment.ts";

/** Converts the configuration of one plugin into its options. */
export type PluginConfiguration = z.ZodMiniType<AdmissionOptions>;

/** The readers of configurations, by name of the plugin. */
export function pluginConfigurations(environment: PluginEnvironment): Readonly<Record<string, PluginConfiguration>> {
  const { dialect } = environment;
  const typed = (kind: string, ...versions: readonly string[]) => ({
    apiVersion: z.enum(versions.map(dialect.expand)),
    kind: z.literal(kind),
  });
  const podSecurityGroup = "pod-security.admission.config.{api}";
  const webhookGroups = ["apiserver.config.{api}/v1", "apiserver.{api}/v1alpha1"];
  const webhookTyped = typed("WebhookAdmissionConfiguration", ...webhookGroups);
  return {
    PodSecurity: podSecurity(
      typed("PodSecurityConfiguration", ...["v1", "v1beta1", "v1alpha1"].map((v) => `${podSecurityGroup}/${v}`)),
    ),
    EventRateLimit: eventRateLimit(typed("Configuration", "eventratelimit.admission.{api}/v1alpha1")),
    ImagePolicyWebhook: imagePolicy(environment),
    PodNodeSelector: podNodeSelector(),
    PodTolerationRestriction: podTolerationRestriction(
      typed("Configuration", "podtolerationrestriction.admission.{api}/v1alpha1"),
    ),
    MutatingAdmissionWebhook: webhookIdentity(webhookTyped, environment, (mutatingWebhooks) => ({ mutatingWebhooks })),
    ValidatingAdmissionWebhook: webhookIdentity(webhookTyped, environment, (validatingWebhooks) => ({
      validatingWebhooks,
    })),
    ResourceQuota: resourceQuota(typed("ResourceQuotaConfiguration", "apiserver.config.{api}/v1")),
  };
}

type Typed = Readonly<Record<"apiVersion" | "kind", z.ZodMiniType>>;

const text = z._default(z.string(), "");
const texts = z._default(z.array(z.string()), []);

/** Credentials for webhooks, by host, from a kubeconfig. */
function webhookIdentity(
  typed: Typed,
  environment: PluginEnvironment,
  optionsOf: (identity: WebhookIdentityOptions) => AdmissionOptions,
): PluginConfiguration {
  const isAbsolutePath = z.refine<string>((path) => path === "" || isAbsolute(path), "must be an absolute file path");
  return z.pipe(
    z.strictObject({ ...typed, kubeConfigFile: text.check(isAbsolutePath) }),
    z.transform(async ({ kubeConfigFile: path }) =>
      path === ""
        ? {}
        : optionsOf({ credentials: await credentialsByHost(await loadKubeconfig({ path }), environment) }),
    ),
  );
}

function podSecurity(typed: Typed): PluginConfiguration {
  const level = z._default(z.enum(["privileged", "baseline", "restricted"]), "privileged");
  const isVersion = z.regex(/^(latest|v1\.(0|[1-9]\d{0,5}))$/, 'must be "latest" or "v1.x"');
  const version = z._default(z.string().check(isVersion), "latest");
  const defaults = z.strictObject({
    enforce: level,
    "enforce-version": version,
    audit: level,
    "audit-version": version,
    warn: level,
    "warn-version": version,
  });
  const exemptions = z.strictObject({
    usernames: names(() => []),
    namespaces: names(dns1123Label),
    runtimeClasses: names(dns1123Subdomain),
  });
  const schema = z.strictObject({
    ...typed,
    defaults: z.prefault(defaults, {}),
    exemptions: z.prefault(exemptions, {}),
  });
  return z.pipe(
    schema,
    z.transform(({ defaults: d, exemptions: e }) => ({
      podSecurity: {
        defaults: {
          enforce: { level: d.enforce, version: d["enforce-version"] },
          audit: { level: d.audit, version: d["audit-version"] },
          warn: { level: d.warn, version: d["warn-version"] },
        },
        exemptions: {
          usernames: new Set(e.usernames),
          namespaces: new Set(e.namespaces),
          runtimeClasses: new Set(e.runtimeClasses),
        },
      },
    })),
  );
}

function names(problemsOf: (name: string) => readonly string[]) {
  const isName = z.refine<string>((name) => name !== "" && problemsOf(name).length === 0, "is no name");
  const isOnce = z.refine<readonly string[]>((list) => new Set(list).size === list.length, "must not repeat");
  return z._default(z.array(z.string().check(isName)).check(isOnce), []);
}

function eventRateLimit(typed: Typed): PluginConfiguration {
  const limit = z.strictObject({
    type: z.enum(["Server", "Namespace", "User", "SourceAndObject"]),
    qps: z.int().check(z.positive()),
    burst: z.int().check(z.positive()),
    cacheSize: z._default(z.int().check(z.nonnegative()), 0),
  });
  return z.pipe(
    z.strictObject({ ...typed, limits: z.array(limit).check(z.minLength(1)) }),
    z.transform(({ limits }) => ({
      eventRateLimit: {
        limits: limits.map(({ cacheSize, ...of }) => (cacheSize === 0 ? of : { ...of, cacheSize })),
      },
    })),
  );
}

/** The webhook that judges images. Times are in seconds, the backoff in ms; -1 is none. */
function imagePolicy(environment: PluginEnvironment): PluginConfiguration {
  const duration = ({
    unitMs,
    minMs,
    maxMs,
    defaultMs,
  }: Record<"unitMs" | "minMs" | "maxMs" | "defaultMs", number>) => {
    const isAllowed = (value: number): boolean =>
      value === 0 || value === -1 || (value * unitMs >= minMs && value * unitMs <= maxMs);
    const bounds = `must be -1, 0 or between ${minMs / unitMs} and ${maxMs / unitMs}`;
    return z.pipe(
      z._default(z.int().check(z.refine(isAllowed, bounds)), 0),
      z.transform((value) => (value === 0 ? defaultMs : Math.max(0, value * unitMs))),
    );
  };
  const ttl = { unitMs: 1_000, minMs: 1_000, maxMs: 1_800_000 };
  const schema = z.strictObject({
    kubeConfigFile: z.string().check(z.minLength(1)),
    allowTTL: duration({ ...ttl, defaultMs: 300_000 }),
    denyTTL: duration({ ...ttl, defaultMs: 30_000 }),
    retryBackoff: duration({ unitMs: 1, minMs: 1, maxMs: 300_000, defaultMs: 500 }),
    defaultAllow: z._default(z.boolean(), false),
  });
  return z.pipe(
    z.strictObject({ imagePolicy: schema }),
    z.transform(async ({ imagePolicy: { kubeConfigFile: path, allowTTL, denyTTL, retryBackoff, defaultAllow } }) => ({
      imagePolicy: {
        post: await connectWebhook({ path, purpose: "webhook", ...environment }),
        allowTtlMs: allowTTL,
        denyTtlMs: denyTTL,
        retryBackoffMs: retryBackoff,
        defaultAllow,
      },
    })),
  );
}

function podNodeSelector(): PluginConfiguration {
  return z.pipe(
    z.strictObject({ podNodeSelectorPluginConfig: z._default(z.record(z.string(), z.string()), {}) }),
    z.transform(({ podNodeSelectorPluginConfig: selectors }) => ({
      podNodeSelector: { selectors: new Map(Object.entries(selectors)) },
    })),
  );
}

function podTolerationRestriction(typed: Typed): PluginConfiguration {
  const toleration = z.strictObject({
    key: z.optional(z.string()),
    operator: z.optional(z.enum(["Equal", "Exists"])),
    value: z.optional(z.string()),
    effect: z.optional(z.enum(["NoSchedule", "PreferNoSchedule", "NoExecute"])),
    tolerationSeconds: z.optional(z.int()),
  });
  const list = z._default(z.array(z.pipe(toleration, z.transform(shownToleration))), []);
  return z.pipe(
    z.strictObject({ ...typed, default: list, whitelist: list }),
    z.transform((value) => ({ podTolerationRestriction: { defaults: value.default, allowed: value.whitelist } })),
  );
}

/** Without fields that are not there. */
function shownToleration(toleration: object): object {
  return Object.fromEntries(Object.entries(toleration).filter(([, value]) => value !== undefined));
}

function resourceQuota(typed: Typed): PluginConfiguration {
  const scope = z.strictObject({
    scopeName: z.string(),
    operator: z.enum(["In", "NotIn", "Exists", "DoesNotExist"]),
    values: texts,
  });
  const limited = z.strictObject({
    apiGroup: text,
    resource: z.string().check(z.minLength(1)),
    matchContains: texts,
    matchScopes: z._default(z.array(scope), []),
  });
  return z.pipe(
    z.strictObject({ ...typed, limitedResources: z._default(z.array(limited), []) }),
    z.transform(({ limitedResources }) => ({
      resourceQuota: { limited: limitedResources.map(({ apiGroup: group, ...of }) => ({ group, ...of })) },
    })),
  );
}
