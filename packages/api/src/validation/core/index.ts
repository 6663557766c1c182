import type { Dialect } from "@svc/meta";
import type { KindValidation } from "../common/kind-validation.ts";
import { configMap } from "./config-map.ts";
import { endpoints } from "./endpoints.ts";
import { event } from "./event.ts";
import { limitRange } from "./limit-range.ts";
import { namespace } from "./namespace.ts";
import { node } from "./node.ts";
import { persistentVolume } from "./persistent-volume.ts";
import { persistentVolumeClaim } from "./persistent-volume-claim.ts";
import { podsValidation } from "./pods.ts";
import { resourceQuota } from "./resource-quota.ts";
import { secret } from "./secret.ts";
import { service } from "./service.ts";
import { serviceAccount } from "./service-account.ts";

/** The kinds of the core group. */
export function coreValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return {
    ...podsValidation(dialect),
    ConfigMap: configMap,
    Endpoints: endpoints(dialect),
    Event: event(dialect),
    LimitRange: limitRange(dialect),
    Namespace: namespace(dialect),
    Node: node(dialect),
    PersistentVolume: persistentVolume(dialect),
    PersistentVolumeClaim: persistentVolumeClaim(dialect),
    ResourceQuota: resourceQuota(dialect),
    Secret: secret(dialect),
    Service: service(dialect),
    ServiceAccount: serviceAccount(dialect),
  };
}
