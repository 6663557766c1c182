import { type Clock, type Log, silentLog, systemClock } from "@svc/base";
import { type Dialect, svcDialect } from "@svc/meta";
import type { Connection } from "../kubeconfig/connection.ts";
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
  /** Owns the fields that this client changes, up to the first slash. @default svc-client */
  readonly userAgent?: string;
  /** How long a whole answer may take, waits that the server asks for included; watches have no bound. @default 65 seconds */
  readonly timeoutMs?: number;
  /** How often a request is sent again when the server asks for it with `Retry-After`. @default 10 */
  readonly maxRetries?: number;
  /** Of one answer. @default 256 MiB */
  readonly maxBodyBytes?: number;
  /** Of one event of a watch. @default 16 MiB */
  readonly maxEventBytes?: number;
  /** Is told what the server warns of. @default logs it */
  readonly onWarning?: (text: string) => void;
}

export type ClientOptions = CommonOptions &
  ({ readonly transport: Transport } | { readonly connection: Connection; readonly maxConnections?: number });

export interface ResourceOptions extends ResourceName {
  /** Written into objects that do not name their kind. */
  readonly kind?: string;
  /** @default all of them, or none where the resource has none */
  readonly namespace?: string;
  /**
   * Only the metadata of objects is read, whatever their kind; `unowned`: and of events of watches not even the owners of fields, which are most of it.
   *
   * @default false
   */
  readonly metadataOnly?: boolean | "unowned";
}

export interface BaseClient extends Disposable {
  readonly dialect: Dialect;
  /** Where namespaced things are meant when nobody says otherwise. */
  readonly namespace: string;
  /** Any resource by its names, known at build time or not. */
  resource<T extends AnyObject>(options: ResourceOptions): ResourceClient<T>;
  /** What the server serves. */
  readonly discovery: Discovery;
  /** Anything else that answers with JSON or text: `/version`, `/readyz`. */
  readonly requester: Requester;
  /** Closes connections; a transport that was given stays open. */
  close(): void;
}

export type Client<M = unknown> = BaseClient & Accessors<M>;

/**
 * A client of one server. `createClient<BuiltinTypes>(…)` also has `client.core.v1.pods("default")`, for every type in the map.
 */
export function createClient<M = unknown>(options: ClientOptions): Client<M> {
  const { dialect = svcDialect, maxEventBytes = 16 * 1024 * 1024 } = options;
  const { transport, close, namespace } = reach(options);
  const requester = requesterOf(options, transport);
  const metaGroup = dialect.expand("meta.{api}");
  const resource = <T extends AnyObject>({ metadataOnly = false, ...names }: ResourceOptions): ResourceClient<T> => {
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
  if ("transport" in options) return { transport: options.transport, namespace: "default", close: () => undefined };
  const { connection, maxConnections } = options;
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
