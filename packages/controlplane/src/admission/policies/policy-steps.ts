import {
  type AdmissionPlugin,
  type MutatingPolicyOptions,
  mutatingPolicies,
  type ParamKind,
  type ValidatingPolicyOptions,
  validatingPolicies,
} from "@svc/admission";
import { formatApiVersion, parseApiVersion } from "@svc/meta";
import { kindCheck, namespacesOf } from "../sources/reads.ts";
import type { AdmissionSources } from "../sources/sources.ts";
import { objectListOf } from "../webhooks/webhook-steps.ts";
import { policyMetrics } from "./policy-metrics.ts";

/** The step that evaluates ValidatingAdmissionPolicies; undefined for a server without them. */
export function validatingPolicyStep(sources: AdmissionSources): AdmissionPlugin | undefined {
  const options = policyOptions(sources, "validatingadmissionpolic");
  return options === undefined ? undefined : validatingPolicies(options);
}

/** The step that applies MutatingAdmissionPolicies; undefined for a server without them. */
export function mutatingPolicyStep(sources: AdmissionSources): AdmissionPlugin | undefined {
  if (!sources.local.environment.gates.enabled("MutatingAdmissionPolicy")) return undefined;
  const options = policyOptions(sources, "mutatingadmissionpolic");
  return options === undefined ? undefined : mutatingPolicies(options);
}

/** @param stem the names of policies and bindings up to the ending of the first */
function policyOptions(
  sources: AdmissionSources,
  stem: string,
): (ValidatingPolicyOptions & MutatingPolicyOptions) | undefined {
  const policies = objectListOf(sources, `${stem}ies.admissionregistration.{api}`);
  const bindings = objectListOf(sources, `${stem}ybindings.admissionregistration.{api}`);
  if (policies === undefined || bindings === undefined) return undefined;
  const { dialect, authorizer, codec, local, clock } = sources;
  const { gates } = local.environment;
  const params = (apiVersion: string, kind: string): ParamKind | undefined => paramKind(sources, apiVersion, kind);
  const namespaces = namespacesOf(sources);
  const observer = policyMetrics(sources.metrics);
  const isResource = (apiVersion: string, kind: string): boolean => {
    const { group = "", version = "" } = parseApiVersion(apiVersion) ?? {};
    return local.registry.catalog.snapshot().ofKind(group, version, kind) !== undefined;
  };
  const isKind = kindCheck(sources);
  const names = { policies, bindings, isResource, isKind, params, namespaces };
  return { ...names, authorizer, codec, dialect, gates, clock, observer };
}

function paramKind({ local, codec }: AdmissionSources, apiVersion: string, kind: string): ParamKind | undefined {
  const named = parseApiVersion(apiVersion);
  const found = named && local.registry.catalog.snapshot().ofKind(named.group, named.version, kind);
  if (found === undefined) return undefined;
  const { definition, version } = found;
  const objects = local.resource(definition.storage?.group ?? "", definition.resource);
  if (objects === undefined) return undefined;
  const root = { kind, apiVersion: formatApiVersion(version) };
  return {
    namespaced: definition.namespaced,
    get: (namespace, name) => objects.get({ namespace, name }) ?? objects.getFresh({ namespace, name }),
    list: (namespace) => objects.list(namespace),
    value: (object) => codec.valueOf(version.conversion?.fromStorage(object) ?? object, version, root),
  };
}
