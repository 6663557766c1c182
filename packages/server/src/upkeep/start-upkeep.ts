import { appendAll } from "@svc/base";

import { type BootstrapWriter, createWriter, startChecks } from "../bootstrap/bootstrap.ts";
import { flowControlDefaults } from "../flow-control/keep-defaults.ts";
import type { HealthCheck } from "../health/health.ts";
import { expiredIdentityLeases, identityLease } from "../identity/identity-lease.ts";
import type { ServerIdentity } from "../identity/server-identity.ts";
import type { ServerParts } from "../parts.ts";
import type { ServerConfig } from "../server-config.ts";
import { keepApiServices } from "./api-services.ts";
import { keepDefinitions } from "./definitions.ts";
import { keepFlowSchemas } from "./flow-schemas.ts";
import { keepGroupVersions } from "./group-versions.ts";
import type { Upkeep } from "./kept-objects.ts";
import { repeat } from "./repeat.ts";
import { keepServiceCidrs } from "./service-cidrs.ts";

interface UpkeepOptions extends Pick<ServerConfig, "bootstrap"> {
  readonly identity: ServerIdentity | undefined;
}

/** Anybody who may can change the defaults. */
const mendEveryMs = 60_000;
const renewEveryMs = 10_000;
const collectEveryMs = 3_600_000;

type Keep = (writer: BootstrapWriter) => Upkeep | undefined;

/** What there is to keep, and how health checks name those who begin with it, behind `poststarthook/`. */
const keepers: readonly (readonly [keep: Keep, ...names: string[]])[] = [
  [
    keepApiServices,
    "start-{system}-aggregator-informers",
    "apiservice-status-local-available-controller",
    "apiservice-status-remote-available-controller",
    "apiservice-registration-controller",
    "apiservice-discovery-controller",
    "apiservice-openapi-controller",
    "apiservice-openapiv3-controller",
  ],
  [keepDefinitions, "start-apiextensions-informers", "start-apiextensions-controllers", "crd-informer-synced"],
  [keepGroupVersions],
  [keepFlowSchemas, "priority-and-fairness-config-consumer", "priority-and-fairness-filter"],
  [keepServiceCidrs, "start-{product}-service-cidr-controller", "start-service-ip-repair-controllers"],
];

interface ServerUpkeep extends Upkeep {
  readonly checks: readonly HealthCheck[];
}

/** What the server itself says of objects in their status, for as long as it runs. Several servers of one store may say it. */
export function startUpkeep(parts: ServerParts, { bootstrap, identity }: UpkeepOptions): ServerUpkeep {
  const controller = new AbortController();
  const writer = createWriter(parts, controller.signal);
  const checks: HealthCheck[] = [];
  const all = bootstrap === false ? [] : [...repeated(writer, identity)];
  for (const [keep, ...names] of keepers) {
    const upkeep = keep(writer);
    if (upkeep === undefined) continue;
    all.push(upkeep);
    const hooks = names.map((name) => `poststarthook/${name}`);
    appendAll(checks, startChecks(parts, hooks, upkeep.ready));
  }
  return {
    checks,
    ready: Promise.all(all.map(({ ready }) => ready)).then(() => undefined),
    idle: async () => {
      await parts.registry.changeStream.awaitCurrent();
      await Promise.all(all.map(({ idle }) => idle()));
    },
    stop: () => {
      for (const upkeep of all) upkeep.stop();
      controller.abort();
    },
  };
}

function repeated(writer: BootstrapWriter, identity: ServerIdentity | undefined): readonly Upkeep[] {
  return [
    repeat(writer, flowControlDefaults, mendEveryMs),
    ...(identity === undefined ? [] : [repeat(writer, identityLease(identity), renewEveryMs)]),
    repeat(writer, expiredIdentityLeases, collectEveryMs),
  ];
}
