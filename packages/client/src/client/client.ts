import { type Clock, type Log, silentLog, systemClock } from "@svc/base";
import {
  aBoolean,
  aClock,
  aFunction,
  aLog,
  aNonNegativeNumber,
  aString,
  checkArgument,
  either,
  oneOf,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { aDialect, type Dialect, svcDialect } from "@svc/meta";
import { aConnection, type Connection } from "../kubeconfig/connection.ts";
import { createHttpTransport } from "../transport/http-transport.ts";
import type { Transport } from "../transport/transport.ts";
import { withAccessors } from "./accessors.ts";
import { createDiscovery, type Discovery } from "./discovery.ts";
import type { AnyObject } from "./objects.ts";
import type { ResourceName } from "./paths.ts";
import { createRequester, type Requester } from "./requester.ts";
import { createResourceClient, type ResourceClient } from "./resource-client.ts";
import type { Accessors } from "./types-map.ts";

interface CommonOptions {
  /** @default svcDialect */
  readonly dialect?: Dialect;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default silentLog */
  readonly log?: Log;
  /** User agent. Up to its first slash, it is the default field manager. @default svc-client */
  readonly userAgent?: string;
  /**
   * Timeout of a request and its response, including waits for `Retry-After`. Watches have none.
   * @default 65 seconds
   */
  readonly timeoutMs?: number;
  /** Maximum number of retries after responses with `Retry-After`. @default 10 */
  readonly maxRetries?: number;
  /** Maximum size of a response body. @default 256 MiB */
  readonly maxBodyBytes?: number;
  /** Maximum size of a watch event. @default 16 MiB */
  readonly maxEventBytes?: number;
  /** Called with each warning of the server. @default logs it */
  readonly onWarning?: (text: string) => void;
}

/** Options of a client: a transport, or a connection for which the client creates one. */
export type ClientOptions = CommonOptions &
  ({ readonly transport: Transport } | { readonly connection: Connection; readonly maxConnections?: number });

/** The members of both forms of the options. */
interface AnyOptions extends CommonOptions {
  readonly transport?: Transport;
  readonly connection?: Connection;
  readonly maxConnections?: number;
}

const clientOptions = optionsOf<AnyOptions>({
  transport: optional(withMethods("a Transport of @svc/client", "fetch")),
  connection: optional(aConnection),
  maxConnections: optional(aNonNegativeNumber),
  dialect: optional(aDialect),
  clock: optional(aClock),
  log: optional(aLog),
  userAgent: optional(aString),
  timeoutMs: optional(aNonNegativeNumber),
  maxRetries: optional(aNonNegativeNumber),
  maxBodyBytes: optional(aNonNegativeNumber),
  maxEventBytes: optional(aNonNegativeNumber),
  onWarning: optional(aFunction),
});

/** Selects a resource, and how its objects are read. */
export interface ResourceOptions extends ResourceName {
  /** Kind that is added to objects without one. */
  readonly kind?: string;
  /** Namespace of the objects. @default all namespaces, or none for cluster-scoped resources */
  readonly namespace?: string;
  /**
   * If true, only the metadata of objects is read. `unowned` also removes `managedFields`, which is
   * most of the metadata, from watch events before they are parsed.
   * @default false
   */
  readonly metadataOnly?: boolean | "unowned";
}

const resourceOptions = optionsOf<ResourceOptions>({
  group: aString,
  version: aString,
  resource: aString,
  kind: optional(aString),
  namespace: optional(aString),
  metadataOnly: optional(either(aBoolean, oneOf("unowned"))),
});

export interface BaseClient extends Disposable {
  readonly dialect: Dialect;
  /** Default namespace for namespaced resources. */
  readonly namespace: string;
  /** Returns a client of any resource, given by its names. */
  resource<T extends AnyObject>(options: ResourceOptions): ResourceClient<T>;
  /** Resources that the server serves. */
  readonly discovery: Discovery;
  /** Sends requests to other endpoints, such as `/version` or `/readyz`. */
  readonly requester: Requester;
  /** Closes the connections. A transport from the options stays open. */
  close(): void;
}

/** A client of one server, with accessors for the types in the map `M`. */
export type Client<M = unknown> = BaseClient & Accessors<M>;

/**
 * Creates a client of one server. `createClient<BuiltinTypes>(…)` has accessors for all types of
 * the map, for example `client.core.v1.pods("default")`.
 * @throws {TypeError} for a wrong argument
 */
export function createClient<M = unknown>(options: ClientOptions): Client<M> {
  checkArgument("createClient: options", options, clientOptions);
  const { dialect = svcDialect, maxEventBytes = 16 * 1024 * 1024 } = options;
  const { transport, close, namespace } = reach(options);
  const requester = requesterOf(options, transport);
  const metaGroup = dialect.expand("meta.{api}");
  const resource = <T extends AnyObject>(of: ResourceOptions): ResourceClient<T> => {
    checkArgument("resource: options", of, resourceOptions);
    const { metadataOnly = false, ...names } = of;
    const accept = metadataOnly === false ? json : metadataTypes(metaGroup);
    return createResourceClient<T>({
      ...names,
      requester,
      accept,
      maxEventBytes,
      skipsOwners: metadataOnly === "unowned",
    });
  };
  const base: BaseClient = {
    dialect,
    namespace,
    resource,
    discovery: createDiscovery({ requester, dialect, clock: options.clock ?? systemClock }),
    requester,
    close,
    [Symbol.dispose]: close,
  };
  return withAccessors(base, dialect, (names, within) =>
    resource<AnyObject>({ ...names, ...(within === undefined ? {} : { namespace: within }) }),
  ) as Client<M>;
}

const json = { object: "application/json", list: "application/json" };

function metadataTypes(group: string): typeof json {
  const as = (kind: string): string => `application/json;as=${kind};g=${group};v=v1`;
  return { object: as("PartialObjectMetadata"), list: as("PartialObjectMetadataList") };
}

interface Reach {
  readonly transport: Transport;
  readonly namespace: string;
  readonly close: () => void;
}

function reach(options: ClientOptions): Reach {
  const { transport: ownTransport, connection, maxConnections }: AnyOptions = options;
  if (ownTransport !== undefined) return { transport: ownTransport, namespace: "default", close: () => undefined };
  if (connection === undefined) throw new TypeError("createClient: options must have a connection or a transport");
  const { endpoint, credentials, namespace } = connection;
  const transport = createHttpTransport({
    endpoint,
    credentials,
    ...(maxConnections === undefined ? {} : { maxConnections }),
  });
  return { transport, namespace, close: transport.close };
}

function requesterOf(options: ClientOptions, transport: Transport): Requester {
  const { clock = systemClock, log = silentLog, userAgent = "svc-client" } = options;
  const { timeoutMs = 65_000, maxRetries = 10, maxBodyBytes = 256 * 1024 * 1024 } = options;
  const onWarning = options.onWarning ?? ((text: string) => log.warn("the server warns", { text }));
  return createRequester({ transport, clock, log, userAgent, timeoutMs, maxRetries, maxBodyBytes, onWarning });
}
