import { type Dialect, dns1035Label, dns1123Subdomain } from "@svc/meta";
import { same } from "../validation/common/equal.ts";
import {
  anyName,
  checksChangeOnly,
  checksNothing,
  checksObjectFirst,
  checksObjectOnly,
  checksObjectTwice,
  type KindStrategy,
  orphansDependents,
  returnsObject,
} from "./kind-strategy.ts";
import { namespace } from "./namespace.ts";
import { node } from "./node.ts";
import { persistentVolumeClaim } from "./persistent-volume-claim.ts";
import { pod } from "./pod.ts";
import { service } from "./service.ts";
import { serviceAccount } from "./service-account.ts";
import { persistentVolume } from "./volumes.ts";

/** Strategies of kinds of the core group. */
export function coreKinds(dialect: Dialect): Readonly<Record<string, KindStrategy>> {
  return {
    "/Namespace": { ...namespace(dialect), ...checksObjectFirst },
    "/Pod": pod(dialect),
    "/Node": { ...node, ...checksObjectFirst },
    "/Event": {
      nameRule: anyName,
      ...checksNothing,
      metadataRulesOf: new Map([[dialect.expand("events.{api}"), { nameRule: dns1123Subdomain, ...checksChangeOnly }]]),
      deletion: { dependents: "unsupported" },
    },
    "/Service": { nameRule: dns1035Label, ...returnsObject, ...service },
    "/ServiceAccount": { ...returnsObject, ...serviceAccount },
    "/PodTemplate": {
      ...returnsObject,
      ...checksChangeOnly,
      generation: (object, old) => !same(object["template"], old["template"]),
    },
    "/LimitRange": { ...checksObjectOnly, namesUnnamed: "uid" },
    "/ResourceQuota": { ...returnsObject, ...checksChangeOnly },
    "/PersistentVolume": { ...persistentVolume, ...returnsObject, ...checksObjectTwice },
    "/PersistentVolumeClaim": {
      ...persistentVolumeClaim(dialect),
      ...returnsObject,
      metadataChecks: { onUpdate: ["object", "change", "object"] },
    },
    "/ReplicationController": { deletion: orphansDependents, ...checksObjectFirst },
  };
}
