import type { ApiObject, Dialect } from "@svc/meta";
import type { FeatureGates } from "@svc/schema";
import { admissionregistrationDefaults } from "./admissionregistration.ts";
import { apiextensionsDefaults } from "./apiextensions.ts";
import { apiregistrationDefaults } from "./apiregistration.ts";
import { appsDefaults } from "./apps.ts";
import { autoscalingV1Defaults, autoscalingV2Defaults } from "./autoscaling.ts";
import { batchDefaults } from "./batch.ts";
import { coreDefaults } from "./core.ts";
import { discoveryDefaults } from "./discovery.ts";
import type { Fill } from "./fill.ts";
import { flowcontrolDefaults } from "./flowcontrol.ts";
import { networkingDefaults } from "./networking.ts";
import { rbacDefaults } from "./rbac.ts";
import { resourceDefaults } from "./resource.ts";
import { schedulingDefaults } from "./scheduling.ts";
import { storageDefaults } from "./storage.ts";

/** Fills the defaults of an object, in place. */
type ApplyDefaults = (object: ApiObject, gates: FeatureGates) => void;

/** The defaults of the built-in kinds, found by group, version and kind. */
export function defaultsByKind(
  dialect: Dialect,
): (group: string, version: string, kind: string) => ApplyDefaults | undefined {
  const { expand } = dialect;
  const autoscalingV1 = autoscalingV1Defaults(dialect);
  const groups: ReadonlyMap<string, Readonly<Record<string, Fill>>> = new Map(
    Object.entries<Readonly<Record<string, Fill>>>({
      "": coreDefaults(dialect),
      apps: appsDefaults,
      batch: batchDefaults,
      [expand("networking.{api}")]: networkingDefaults,
      [expand("rbac.authorization.{api}")]: rbacDefaults(dialect),
      [expand("storage.{api}")]: storageDefaults,
      [expand("scheduling.{api}")]: schedulingDefaults,
      [expand("discovery.{api}")]: discoveryDefaults,
      [expand("admissionregistration.{api}")]: admissionregistrationDefaults,
      [expand("apiextensions.{api}")]: apiextensionsDefaults,
      [expand("apiregistration.{api}")]: apiregistrationDefaults,
      [expand("flowcontrol.apiserver.{api}")]: flowcontrolDefaults,
      [expand("resource.{api}")]: resourceDefaults,
    }),
  );
  return (group, version, kind) => {
    if (group === "autoscaling") return (version === "v1" ? autoscalingV1 : autoscalingV2Defaults)[kind];
    return groups.get(group)?.[kind];
  };
}
