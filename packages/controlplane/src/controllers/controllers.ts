import type { LocalClient } from "@svc/registry";
import {
  type Controller,
  type ExtensionContext,
  type PostStartStep,
  type RunningController,
  runPeriodically,
} from "@svc/server";
import { startOwnEndpoints } from "../endpoints/own-endpoints.ts";
import type { ServedTypesOptions } from "../extensions/served-types.ts";
import { expiredIdentityLeases, identityLease } from "../identity/identity-lease.ts";
import type { ServerIdentity } from "../identity/server-identity.ts";
import type { ControlPlaneOptions } from "../options/options.ts";
import { egressOf } from "../webhooks/egress-of.ts";
import { startDefinitionController } from "./definitions.ts";
import { startPolicyTypeController } from "./policy-types.ts";
import { startServiceCidrController } from "./service-cidrs.ts";

const renewEveryMs = 10_000;
const collectEveryMs = 3_600_000;

interface StatusControllerOptions extends ServedTypesOptions, Pick<ControlPlaneOptions, "checkPolicyTypes"> {}

interface StatusController {
  readonly name: string;
  readonly start: (local: LocalClient, options: StatusControllerOptions) => RunningController | undefined;
  /** Its name in health checks, after `poststarthook/`. */
  readonly hooks: readonly string[];
}

const statusControllers: readonly StatusController[] = [
  {
    name: "definitions of types",
    start: startDefinitionController,
    hooks: ["start-apiextensions-informers", "start-apiextensions-controllers", "crd-informer-synced"],
  },
  {
    name: "types of policies",
    start: (local, { checkPolicyTypes = true }) => (checkPolicyTypes ? startPolicyTypeController(local) : undefined),
    hooks: [],
  },
  {
    name: "ranges of service addresses",
    start: startServiceCidrController,
    hooks: ["start-{product}-service-cidr-controller", "start-service-ip-repair-controllers"],
  },
];

interface ControllerOptions {
  readonly options: ControlPlaneOptions;
  readonly bootstrap: boolean;
  readonly identity: ServerIdentity | undefined;
}

/**
 * The controllers that write the status of objects, and the periodic tasks. They may run in several
 * servers of one store.
 */
export function controlPlaneControllers(
  context: ExtensionContext,
  { bootstrap, identity, options }: ControllerOptions,
): readonly Controller[] {
  const { local } = context;
  const periodic = (step: PostStartStep, everyMs: number): Controller => ({
    name: step.name,
    start: () => runPeriodically(local, step, everyMs),
  });
  const { callConversionWebhook, checkPolicyTypes } = options;
  const webhooks = options.admissionOptions?.webhooks;
  const served = { callConversionWebhook, checkPolicyTypes, egress: egressOf(options), webhooks };
  const repeated = [
    ...(identity === undefined ? [] : [periodic(identityLease(identity), renewEveryMs)]),
    periodic(expiredIdentityLeases, collectEveryMs),
  ];
  return [
    ...(bootstrap ? [...repeated, ...ownEndpoints(context, options)] : []),
    ...statusControllers.map(({ name, start, hooks }) => ({
      name,
      checks: hooks.map((hook) => ({ name: `poststarthook/${hook}` })),
      start: () => start(local, served),
    })),
  ];
}

function ownEndpoints(
  context: ExtensionContext,
  { ownAddress, securePort = 6443 }: ControlPlaneOptions,
): readonly Controller[] {
  if (ownAddress === undefined) return [];
  const start = (): RunningController => startOwnEndpoints(context, { address: ownAddress, port: securePort });
  return [{ name: "endpoints of the server's service", start }];
}
