import { type AggregationOptions, aggregation } from "@svc/aggregation";
import { builtin } from "@svc/api";
import type { Authorizer } from "@svc/authz";
import { createManualClock, type ManualClock } from "@svc/base";
import {
  aFunction,
  aNumber,
  anObject,
  anything,
  aString,
  checkArgument,
  listOf,
  type OptionTable,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { type Client, createClient, createFetchTransport } from "@svc/client";
import { type Codec, createCodec } from "@svc/codec";
import { type ControlPlaneOptions, controlPlane } from "@svc/controlplane";
import { type FlowControlOptions, flowControl } from "@svc/flow-control";
import { aDialect, type Dialect, svcDialect } from "@svc/meta";
import { type ProxyOptions, proxy } from "@svc/proxy";
import type { Definitions, ResourceCatalog } from "@svc/schema";
import { createServer, type InitialTypes, initialCatalog, type Server, type ServerConfig } from "@svc/server";
import { createMemoryStorage, type MemoryStorage } from "@svc/storage/memory";
import type { BuiltinTypes } from "@svc/types";
import { type Endpoint, openEndpoint } from "./endpoint.ts";
import { checkFaults } from "./faults/check-faults.ts";
import type { Fault, InjectedFault } from "./faults/fault.ts";
import { createFaultInjector, type FaultInjector } from "./faults/fault-injector.ts";
import { createJournal, type JournalExtension, type RequestJournal } from "./journal/request-journal.ts";
import { remembered } from "./remembered-definitions.ts";
import { type SettleOptions, settle } from "./settle.ts";
import { administrator, createTestAccess, type TestAccess, type TestUser } from "./test-access.ts";

/** Options of a test server. */
export interface TestServerOptions {
  /** @default every built-in kind */
  readonly resources?: readonly Definitions[];
  /** @default svcDialect */
  readonly dialect?: Dialect;
  /** Authorizes users other than administrators. @default denies everything */
  readonly authorizer?: Authorizer;
  /** @default a clock that advances only when the test advances it */
  readonly clock?: ManualClock;
  /** @default an empty one */
  readonly storage?: MemoryStorage;
  /** Options of the features that make the server a cluster. */
  readonly controlPlane?: ControlPlaneOptions;
  /** Limits of concurrent requests. */
  readonly flowControl?: FlowControlOptions;
  /** Options of the connections to extension servers. */
  readonly aggregation?: AggregationOptions;
  /** Options of the connections to nodes, pods and services. */
  readonly proxy?: ProxyOptions;
  /** Faults that are injected into requests. @default none */
  readonly faults?: readonly Fault[];
  /** Selects the requests that get a fault: the same seed selects the same. @default 1 */
  readonly seed?: number;
  /** Injects exactly these faults, whatever the seed. */
  readonly onlyFaults?: readonly InjectedFault[];
  /** Further options of `createServer`; they win over the ones above. */
  readonly config?: Partial<ServerConfig>;
}

/** Options that a fork may have other than its original. */
export type ForkOptions = Pick<TestServerOptions, "clock" | "faults" | "seed" | "onlyFaults">;

/** A real server in this process. It has no port until `listen` is called. */
export interface TestServer extends AsyncDisposable {
  readonly server: Server;
  readonly clock: ManualClock;
  readonly storage: MemoryStorage;
  /** Sends a request as an administrator; paths are relative to the server. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /**
   * A client of the server, with the server's clock:
   * `server.client.core.v1.pods("default").list()`.
   */
  readonly client: Client<BuiltinTypes>;
  /** The same as another user. */
  as(user: TestUser): Pick<TestServer, "fetch" | "client">;
  tokenFor(user: TestUser): string;
  /** A port of its own on this machine, for clients that need one. */
  listen(): Promise<Endpoint>;
  /**
   * Another server that begins with everything that this one has now; neither sees what the other
   * does.
   */
  fork(options?: ForkOptions): Promise<TestServer>;
  /** The requests that the server received. */
  readonly journal: RequestJournal;
  /** The faults that were injected. */
  readonly injected: readonly InjectedFault[];
  /** Waits until nothing is left to do, without sleeping; can advance the clock while it waits. */
  settle(options?: SettleOptions): Promise<void>;
  /** The same as `await using`: closes ports, the server and the storage. */
  close(): Promise<void>;
}

const expectedFork: OptionTable<ForkOptions> = {
  clock: optional(withMethods("a ManualClock of @svc/base", "advance", "untilNext", "now", "monotonic")),
  faults: optional(anything), // checkFaults says which one is wrong
  seed: optional(aNumber),
  onlyFaults: optional(listOf(anObject)),
};
const expectedForkOptions = optionsOf<ForkOptions>(expectedFork);
const testServerOptions = optionsOf<TestServerOptions>({
  ...expectedFork,
  resources: optional(listOf(aFunction)),
  dialect: optional(aDialect),
  authorizer: optional(withMethods("an Authorizer of @svc/authz", "authorize")),
  storage: optional(withMethods("a MemoryStorage of @svc/storage", "currentRevision", "fork", "get", "range")),
  controlPlane: optional(anObject),
  flowControl: optional(anObject),
  aggregation: optional(anObject),
  proxy: optional(anObject),
  config: optional(anObject),
});

/**
 * Starts a server in memory: ready in milliseconds, and any number of them in one process.
 * @throws {TypeError} for a wrong argument
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  checkArgument("startTestServer: options", options, testServerOptions);
  const { clock = createManualClock() } = options;
  const key = templateKey(options);
  const template = key === undefined ? undefined : templates.get(key);
  if (template !== undefined) return startServer({ ...options, clock }, forkOf(template, clock));
  const catalog = initialCatalog(typesOf(options));
  const storage = options.storage ?? createMemoryStorage({ clock });
  const codec = options.config?.codec ?? createCodec({ maxSharedBytes });
  const server = await startServer({ ...options, clock }, { storage, catalog, codec, initialObjects: "create" });
  if (key !== undefined) templates.set(key, { catalog, codec, storage: storage.fork({ clock }) });
  return server;
}

/** Bytes of stored objects that forks need not decode again. */
const maxSharedBytes = 16 * 1024 * 1024;

/** The state that a server begins with. */
interface InitialState {
  readonly storage: MemoryStorage;
  readonly catalog: ResourceCatalog;
  /** With the state of types, and the decoded objects, of earlier servers. */
  readonly codec: Codec;
  readonly initialObjects: "create" | "exist";
}

/** The state of a ready server, as the start of others. */
type Template = Omit<InitialState, "initialObjects">;

function forkOf(template: Template, clock: ManualClock): InitialState {
  return { ...template, storage: template.storage.fork({ clock }), initialObjects: "exist" };
}

/** The types of a server. Its features have none of their own but those of the configuration. */
function typesOf({ resources = [builtin()], dialect = svcDialect, config = {} }: TestServerOptions): InitialTypes {
  return { resources: resources.map(remembered), dialect, ...config };
}

async function startServer(
  options: TestServerOptions & { readonly clock: ManualClock },
  { storage, catalog, codec, initialObjects }: InitialState,
): Promise<TestServer> {
  const { dialect = svcDialect, clock } = options;
  if (options.faults !== undefined) checkFaults(options.faults);
  const access = createTestAccess(options.authorizer);
  const journal = createJournal(() => clock.now());
  const injector = injectorOf(options, { clock, journal });
  const server = await createServer({
    ...typesOf(options),
    catalog,
    codec,
    initialObjects,
    storage: options.faults === undefined ? storage : injector.storage(storage),
    clock,
    authenticator: access.authenticator,
    authorizer: access.authorizer,
    ...options.config,
    extensions: [
      controlPlane(options.faults === undefined ? options.controlPlane : withFaults(options.controlPlane, injector)),
      flowControl(options.flowControl),
      journal.extension,
      ...(options.faults === undefined ? [] : [injector.extension]),
      aggregation(options.aggregation),
      proxy(options.proxy),
      ...(options.config?.extensions ?? []),
    ],
  });
  await server.ready;
  const endpoints: Endpoint[] = [];
  const close = async (): Promise<void> => {
    await server.close();
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    await storage.close();
  };
  const as = accessAs(server, access, { dialect, clock });
  return {
    server,
    clock,
    storage,
    ...as(administrator),
    as,
    tokenFor: access.tokenFor,
    listen: async () => {
      const endpoint = await openEndpoint(server, access.tokenFor(administrator));
      endpoints.push(endpoint);
      return endpoint;
    },
    journal: journal.journal,
    injected: injector.injected,
    settle: (given) => settle({ journal: journal.journal, clock }, given),
    fork: async (forkOptions = {}) => {
      checkArgument("fork: options", forkOptions, expectedForkOptions);
      const { clock: own = clock } = forkOptions;
      return startServer({ ...options, ...forkOptions, clock: own }, forkOf({ storage, catalog, codec }, own));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Requests, and a client, of any user. */
function accessAs(
  server: Server,
  { tokenFor }: Pick<TestAccess, "tokenFor">,
  { dialect, clock }: { readonly dialect: Dialect; readonly clock: ManualClock },
): TestServer["as"] {
  return (user) => {
    const authorization = (): string => `Bearer ${tokenFor(user)}`;
    authorization(); // Checks the user.
    const fetch: TestServer["fetch"] = async (path, init = {}) => {
      checkArgument("fetch: path", path, aString);
      checkArgument("fetch: init", init, anObject);
      const headers = new Headers(init.headers);
      if (!headers.has("authorization")) headers.set("authorization", authorization());
      return server.fetch(new Request(new URL(path, "https://test.invalid"), { ...init, headers }));
    };
    return { fetch, client: createClient<BuiltinTypes>({ transport: createFetchTransport(fetch), dialect, clock }) };
  };
}

/** The options of a control plane whose webhooks the injector reaches. */
function withFaults(options: ControlPlaneOptions = {}, { aroundWebhook: around }: FaultInjector): ControlPlaneOptions {
  const { admissionOptions = {} } = options;
  return { ...options, admissionOptions: { ...admissionOptions, webhooks: { ...admissionOptions.webhooks, around } } };
}

function injectorOf(
  { faults = [], seed = 1, onlyFaults }: TestServerOptions,
  { clock, journal }: { readonly clock: ManualClock; readonly journal: JournalExtension },
): FaultInjector {
  return createFaultInjector({
    ...{ faults, seed, clock, journal, spared: administrator.name },
    ...(onlyFaults === undefined ? {} : { only: onlyFaults }),
  });
}

/** The state of a ready server with default options, by dialect. */
const templates = new Map<Dialect, Template>();

/**
 * The key of the template that a server may begin with; undefined if its options could make another
 * state.
 */
function templateKey(options: TestServerOptions): Dialect | undefined {
  const {
    dialect: _dialect,
    authorizer: _authorizer,
    faults: _faults,
    seed: _seed,
    onlyFaults: _only,
    ...rest
  } = options;
  const isDefault = Object.values(rest).every((option) => option === undefined);
  return isDefault ? (options.dialect ?? svcDialect) : undefined;
}
