import type { ApiObject, Dialect } from "@svc/meta";
import type { FeatureGates } from "@svc/schema";
import { autoscalingV1Defaults, autoscalingV2Defaults } from "./autoscaling.ts";
import { coreDefaults } from "./core.ts";
import type { Fill } from "./fill.ts";
import {
  admissionDefaults,
  aggregationDefaults,
  discoveryDefaults,
  extensionDefaults,
  flowControlDefaults,
  networkingDefaults,
  rbacDefaults,
  resourceDefaults,
  schedulingDefaults,
  storageDefaults,
} from "./other-groups.ts";
import { appsDefaults, batchDefaults } from "./workloads.ts";

/** Fills the defaults of an object, in place. */
export type ApplyDefaults = (object: ApiObject, gates: FeatureGates) => void;

/** The defaults of the built-in kinds, found by group, version and kind. */
export function defaultsByKind(
  dialect: Dialect,
): (group: string, version: string, kind: string) => ApplyDefaults | undefined {
  const { expand } = dialect;
  const groups: Readonly<Record<string, Readonly<Record<string, Fill>>>> = {
    "": coreDefaults(dialect),
    apps: appsDefaults,
    batch: batchDefaults,
    [expand("networking.{api}")]: networkingDefaults,
    [expand("rbac.authorization.{api}")]: rbacDefaults(dialect),
    [expand("storage.{api}")]: storageDefaults,
    [expand("scheduling.{api}")]: schedulingDefaults,
    [expand("discovery.{api}")]: discoveryDefaults,
    [expand("admissionregistration.{api}")]: admissionDefaults,
    [expand("apiextensions.{api}")]: extensionDefaults,
    [expand("apiregistration.{api}")]: aggregationDefaults,
    [expand("flowcontrol.apiserver.{api}")]: flowControlDefaults,
    [expand("resource.{api}")]: resourceDefaults,
  };
  return (group, version, kind) => {
    if (group === "autoscaling") return (version === "v1" ? autoscalingV1Defaults : autoscalingV2Defaults)[kind];
    return groups[group]?.[kind];
  };
}
