import { aBoolean, aFunction, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import type { LocalClient } from "@svc/registry";
import {
  type Controller,
  type ExtensionContext,
  type GroupsSnapshot,
  type RunningController,
  type ServerExtension,
  unavailableMetrics,
} from "@svc/server";
import { aggregatedGroups } from "./aggregated-groups.ts";
import { startAvailabilityController } from "./availability/availability-controller.ts";
import { availabilityMetrics } from "./availability/availability-metrics.ts";
import { type BackendOptions, type Backends, createBackends } from "./backends/backends.ts";
import { pollRemotes, type RemoteReadings } from "./backends/poll-remotes.ts";
import { type RemoteVersion, readRemoteVersion } from "./discovery/remote-discovery.ts";
import { type RemoteOpenApi, readRemoteOpenApi } from "./openapi/remote-openapi.ts";
import { createProxy } from "./proxy/proxy-handler.ts";
import { registerGroupVersions } from "./registration/builtin-group-versions.ts";
import { startExtensionGroupVersions } from "./registration/extension-group-versions.ts";
import { followRegistrations, type Registrations } from "./registration/registrations.ts";
import {
  type ClientAuthentication,
  keepClientAuthentication,
  publishClientAuthentication,
} from "./trust/client-authentication.ts";

/** Options of `aggregation`. Everything has a default. */
export interface AggregationOptions extends BackendOptions {
  /** Published for extension servers, which authenticate in the same way. @default nothing */
  readonly clientAuthentication?: ClientAuthentication;
}

const aggregationOptions = optionsOf<AggregationOptions>({
  clientAuthentication: optional(withMethods("a ClientAuthentication of @svc/aggregation", "current")),
  clientCertificate: optional(aFunction),
  routeToEndpoints: optional(aBoolean),
  egress: optional(withMethods("an Egress of @svc/http", "client", "connectOptions")),
});

/**
 * Serves group versions of other servers: an `APIService` names the group version and the service
 * behind which its server is. The group versions of this server are registered too. It is for a
 * server with the built-in types, and comes behind `controlPlane`.
 * @throws {TypeError} for a wrong argument
 */
export function aggregation(options: AggregationOptions = {}): ServerExtension {
  checkArgument("aggregation: options", options, aggregationOptions);
  const aggregators = new WeakMap<LocalClient, Aggregator | undefined>();
  const aggregatorOf = (context: ExtensionContext): Aggregator | undefined => {
    const { local } = context;
    if (!aggregators.has(local)) aggregators.set(local, createAggregator(context, options));
    return aggregators.get(local);
  };
  const { clientAuthentication: published } = options;
  return {
    name: "aggregation",
    groups: (context) => aggregatorOf(context)?.groups ?? { snapshot: () => noGroups },
    controllers: (context) => [
      ...(aggregatorOf(context)?.controllers ?? []),
      ...(published === undefined ? [] : [keepClientAuthentication(context.local, published)]),
    ],
    health: () => ({ order: healthOrder }),
    postStart: () => [
      registerGroupVersions,
      ...(published === undefined ? [] : [publishClientAuthentication(published)]),
    ],
  };
}

/** The informers and state of one server. */
interface Aggregator {
  readonly groups: ReturnType<typeof aggregatedGroups>;
  readonly controllers: readonly Controller[];
}

function createAggregator(context: ExtensionContext, options: BackendOptions): Aggregator | undefined {
  const { local, metrics } = context;
  const { clock, dialect } = local.environment;
  const registrations = followRegistrations(local);
  if (registrations === undefined) return undefined;
  const backends = createBackends(local, options);
  const { discovery, openApi } = readings(local, { registrations, backends });
  const proxy = createProxy({ backends, clock, onUnavailable: unavailableMetrics(metrics) });
  const follow: RunningController = {
    ready: registrations.ready,
    idle: () => Promise.resolve(),
    stop: () => {
      for (const part of [discovery, openApi, registrations, backends]) part.stop();
    },
  };
  const availability = { backends, metrics: availabilityMetrics(metrics) };
  return {
    groups: aggregatedGroups({ dialect, catalog: local.registry.catalog, registrations, discovery, openApi, proxy }),
    controllers: [
      {
        name: "registrations",
        checks: options.clientCertificate === undefined ? followChecks : [...certificateChecks, ...followChecks],
        start: () => follow,
      },
      {
        name: "availability of registrations",
        checks: availabilityChecks,
        start: () => startAvailabilityController(local, availability),
      },
      { name: "registrations of extension types", start: () => startExtensionGroupVersions(local) },
    ],
  };
}

interface ReadingsDeps {
  readonly registrations: Registrations;
  readonly backends: Backends;
}

function readings(
  { environment: { clock, dialect, log } }: LocalClient,
  { registrations, backends }: ReadingsDeps,
): { readonly discovery: RemoteReadings<RemoteVersion>; readonly openApi: RemoteReadings<RemoteOpenApi> } {
  const shared = { registrations, clock, log };
  const requestDeps = { backends, clock, dialect };
  const discovery = pollRemotes<RemoteVersion>({
    ...shared,
    subject: "discovery",
    read: async (registration, signal) => {
      await backends.services.follow();
      return readRemoteVersion(registration, { ...requestDeps, signal });
    },
  });
  const openApi: RemoteReadings<RemoteOpenApi> = pollRemotes<RemoteOpenApi>({
    ...shared,
    subject: "OpenAPI",
    read: async (registration, signal) => {
      await backends.services.follow();
      const before = openApi.current().get(registration.metadata.name ?? "");
      return readRemoteOpenApi(registration, { ...requestDeps, before, signal });
    },
  });
  return { discovery, openApi };
}

const noGroups: GroupsSnapshot = { handler: () => undefined };

const hooks = (...names: readonly string[]): NonNullable<Controller["checks"]> =>
  names.map((name) => ({ name: `poststarthook/${name}` }));

const certificateChecks = hooks("aggregator-reload-proxy-client-cert");
const followChecks = hooks(
  "start-{system}-aggregator-informers",
  "apiservice-registration-controller",
  "apiservice-discovery-controller",
  "apiservice-openapi-controller",
  "apiservice-openapiv3-controller",
);
const availabilityChecks = hooks(
  "apiservice-status-local-available-controller",
  "apiservice-status-remote-available-controller",
);

/** The order in which clients are used to see what begins with a server. */
const healthOrder: readonly string[] = [
  "poststarthook/aggregator-reload-proxy-client-cert",
  "poststarthook/start-{system}-aggregator-informers",
  "poststarthook/apiservice-status-local-available-controller",
  "poststarthook/apiservice-status-remote-available-controller",
  "poststarthook/apiservice-registration-controller",
  "poststarthook/apiservice-discovery-controller",
  "poststarthook/{system}-apiserver-autoregistration",
  "autoregister-completion",
  "poststarthook/apiservice-openapi-controller",
  "poststarthook/apiservice-openapiv3-controller",
];
