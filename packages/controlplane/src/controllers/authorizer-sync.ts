import type { LocalClient } from "@svc/registry";
import type { Controller } from "@svc/server";
import { syncNodes } from "../nodes/sync-nodes.ts";
import type { ControlPlaneOptions } from "../options/options.ts";
import { syncRbac } from "../rbac/sync-rbac.ts";

/**
 * Synchronizes the authorizers of the options with the stored objects. Until then the server is not
 * ready.
 */
export function authorizerSync(local: LocalClient, { rbac, nodes }: ControlPlaneOptions): Controller {
  return {
    name: "authorizer sync",
    checks: [
      { name: "informer-sync", endpoints: ["readyz"] },
      { name: "poststarthook/start-apiserver-admission-initializer" },
      { name: "poststarthook/generic-apiserver-start-informers" },
      { name: "poststarthook/storage-object-count-tracker-hook" },
    ],
    start: () => {
      const informers = [
        ...(rbac === undefined ? [] : syncRbac(local, rbac)),
        ...(nodes === undefined ? [] : syncNodes(local, nodes)),
      ];
      return {
        ready: Promise.all(informers.map(({ ready }) => ready)).then(() => undefined),
        idle: () => Promise.resolve(),
        stop: () => {
          for (const informer of informers) informer.stop();
        },
      };
    },
  };
}
