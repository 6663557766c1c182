import { type Dialect, dns1123Label } from "@svc/meta";
import { same } from "../validation/common/equal.ts";
import { daemonSet } from "./daemon-set.ts";
import { job } from "./job.ts";
import { anyName, checksChangeOnly, checksNothing, checksObjectFirst, type KindStrategy } from "./kind-strategy.ts";
import { clientMetadata, partOf } from "./status.ts";

/** Strategies of kinds that run pods. */
export function workloadKinds(dialect: Dialect): Readonly<Record<string, KindStrategy>> {
  return {
    "apps/DaemonSet": { ...daemonSet, ...checksObjectFirst },
    "apps/ReplicaSet": checksObjectFirst,
    // Annotations configured controllers before the fields existed.
    "apps/Deployment": {
      ...checksChangeOnly,
      generation: (object, old) =>
        !same(object["spec"], old["spec"]) || !same(object.metadata.annotations, old.metadata.annotations),
    },
    "apps/StatefulSet": { nameRule: dns1123Label, ...checksChangeOnly },
    "batch/CronJob": {
      ...checksChangeOnly,
      subresources: { status: partOf(["status"], clientMetadata, { keepsGeneration: true, metadataChecks: [] }) },
    },
    "autoscaling/HorizontalPodAutoscaler": checksChangeOnly,
    "batch/Job": { ...job(dialect), ...checksObjectFirst },
    "policy/PodDisruptionBudget": { nameRule: anyName, ...checksNothing },
  };
}
