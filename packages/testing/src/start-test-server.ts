import { type AggregationOptions, aggregation } from "@svc/aggregation";
import { builtin } from "@svc/api";
import type { Authorizer } from "@svc/authz";
import { createManualClock, type ManualClock } from "@svc/base";
import { type Client, createClient, createFetchTransport } from "@svc/client";
import { type ControlPlaneOptions, controlPlane } from "@svc/controlplane";
import { type FlowControlOptions, flowControl } from "@svc/flow-control";
import { type Dialect, svcDialect } from "@svc/meta";
import { type ProxyOptions, proxy } from "@svc/proxy";
import type { Definitions } from "@svc/schema";
import { createServer, type Server, type ServerConfig } from "@svc/server";
import { createMemoryStorage, type MemoryStorage } from "@svc/storage/memory";
import type { BuiltinTypes } from "@svc/types";
import { type Endpoint, openEndpoint } from "./endpoint.ts";
import { administrator, createTestAccess, type TestUser } from "./test-access.ts";

export interface TestServerOptions {
  /** @default every built-in kind */
  readonly resources?: readonly Definitions[];
  /** @default svcDialect */
  readonly dialect?: Dialect;
  /** Who may what, besides administrators. @default nobody may anything */
  readonly authorizer?: Authorizer;
  /** @default one that stands still until it is told to advance */
  readonly clock?: ManualClock;
  /** @default an empty one */
  readonly storage?: MemoryStorage;
  /** What the cluster is told about itself. */
  readonly controlPlane?: ControlPlaneOptions;
  /** How requests are held back that are too many. */
  readonly flowControl?: FlowControlOptions;
  /** How extension servers are reached. */
  readonly aggregation?: AggregationOptions;
  /** How nodes, pods and services are reached. */
  readonly proxy?: ProxyOptions;
  /** Anything else that a server can be told. */
  readonly config?: Partial<ServerConfig>;
}

/** A real server in this process. It has no port until `listen` is called. */
export interface TestServer extends AsyncDisposable {
  readonly server: Server;
  readonly clock: ManualClock;
  readonly storage: MemoryStorage;
  /** Asks as an administrator; paths are relative to the server. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /**
   * The same as a client, whose clock is the server's:
   * `server.client.core.v1.pods("default").list()`.
   */
  readonly client: Client<BuiltinTypes>;
  /** The same as somebody else. */
  as(user: TestUser): Pick<TestServer, "fetch" | "client">;
  tokenFor(user: TestUser): string;
  /** A port of its own on this machine, for clients that need one. */
  listen(): Promise<Endpoint>;
  /**
   * Another server that begins with everything that this one has now; neither sees what the other
   * does.
   */
  fork(): Promise<TestServer>;
  /** The same as `await using`: closes ports, the server and the storage. */
  close(): Promise<void>;
}

/** Starts a server in memory: ready in milliseconds, and as many at once as a test wants. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { dialect = svcDialect, clock = createManualClock() } = options;
  const storage = options.storage ?? createMemoryStorage({ clock });
  const access = createTestAccess(options.authorizer);
  const server = await createServer({
    resources: options.resources ?? [builtin()],
    dialect,
    storage,
    clock,
    authenticator: access.authenticator,
    authorizer: access.authorizer,
    ...options.config,
    extensions: [
      controlPlane(options.controlPlane),
      flowControl(options.flowControl),
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
  const fetchAs =
    (user: TestUser): TestServer["fetch"] =>
    (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has("authorization")) headers.set("authorization", `Bearer ${access.tokenFor(user)}`);
      return server.fetch(new Request(new URL(path, "https://test.invalid"), { ...init, headers }));
    };
  const as = (user: TestUser): Pick<TestServer, "fetch" | "client"> => {
    const fetch = fetchAs(user);
    return { fetch, client: createClient<BuiltinTypes>({ transport: createFetchTransport(fetch), dialect, clock }) };
  };
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
    fork: () => startTestServer({ ...options, clock, storage: storage.fork() }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
