import type { Dialect } from "@svc/meta";
import type { KindValidation } from "../common/kind-validation.ts";
import { controllerRevision } from "./controller-revision.ts";
import { daemonSet } from "./daemon-set.ts";
import { deployment } from "./deployment.ts";
import { replicaSet } from "./replica-set.ts";
import { statefulSet } from "./stateful-set.ts";

/** The kinds of the group `apps`. */
export function appsValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return {
    ControllerRevision: controllerRevision,
    DaemonSet: daemonSet(dialect),
    Deployment: deployment(dialect),
    ReplicaSet: replicaSet(dialect),
    StatefulSet: statefulSet(dialect),
  };
}
