import {
  type AdmissionPlugin,
  type AroundWebhookCall,
  mutatingWebhooks,
  type ObjectList,
  validatingWebhooks,
  type WebhookCaller,
  type WebhookOptions,
} from "@svc/admission";
import { restClientMetrics } from "@svc/metrics";
import type { LocalResource, Registry } from "@svc/registry";
import { serviceAddresses } from "../../webhooks/service-addresses.ts";
import { kindCheck, namespacesOf, resourceOf } from "../sources/reads.ts";
import type { AdmissionSources } from "../sources/sources.ts";
import { logIgnoredFailures } from "./ignored-failures.ts";
import { webhookCaller } from "./webhook-caller.ts";
import { webhookMetrics } from "./webhook-metrics.ts";

/** The step that calls mutating webhooks; undefined for a server without their configurations. */
export function mutatingWebhookStep(sources: AdmissionSources): AdmissionPlugin | undefined {
  const options = webhookOptions(sources, "mutating");
  return options === undefined ? undefined : mutatingWebhooks(options);
}

/** The step that calls validating webhooks; undefined for a server without their configurations. */
export function validatingWebhookStep(sources: AdmissionSources): AdmissionPlugin | undefined {
  const options = webhookOptions(sources, "validating");
  return options === undefined ? undefined : validatingWebhooks(options);
}

function webhookOptions(sources: AdmissionSources, kind: "mutating" | "validating"): WebhookOptions | undefined {
  const configurations = objectListOf(sources, `${kind}webhookconfigurations.admissionregistration.{api}`);
  if (configurations === undefined) return undefined;
  const { dialect, clock, authorizer, codec, local } = sources;
  const { gates, log, randomUid } = local.environment;
  const metrics = webhookMetrics(sources.metrics);
  const logIgnored = logIgnoredFailures({ log, clock });
  return {
    dialect,
    clock,
    authorizer,
    codec,
    gates,
    randomUid,
    isKind: kindCheck(sources),
    configurations,
    namespaces: namespacesOf(sources),
    caller: wrapped(
      webhookCaller({
        clock,
        observe: restClientMetrics(sources.metrics),
        egress: sources.egress,
        findAddress: serviceAddresses(local, sources.options.webhooks?.routeToEndpoints === true),
        credentials: sources.options[`${kind}Webhooks`]?.credentials,
        maxRedirects: sources.options.webhooks?.maxRedirects,
      }),
      sources.options.webhooks?.around,
    ),
    observer: {
      ...metrics,
      called: (outcome) => {
        metrics.called?.(outcome);
        logIgnored(outcome);
      },
    },
  };
}

/** Lists all objects of a resource for a step; undefined if the server does not serve it. */
export function objectListOf(sources: AdmissionSources, resource: string): ObjectList | undefined {
  const objects = resourceOf(sources, resource);
  return objects === undefined ? undefined : listIn(sources.local.registry, objects);
}

function listIn(registry: Registry, objects: LocalResource): ObjectList {
  return {
    version: () => {
      const cache = registry.store(objects.endpoint().definition)?.cache;
      if (cache === undefined) return "none";
      return cache.ready() === undefined ? `${cache.loads}/${cache.changes}` : "unread";
    },
    list: () => objects.list(""),
  };
}

function wrapped(caller: WebhookCaller, around: AroundWebhookCall | undefined): WebhookCaller {
  return around === undefined ? caller : { call: (call) => around(call, () => caller.call(call)) };
}
