import { aFunction, anObject, aString, checkArgument, either, listOf, withMethods } from "@svc/base/check";
import type { Codec } from "@svc/codec";
import { type Handler, type Listener, type ListenOptions, listen, serveFetch } from "@svc/http";
import type { Dialect } from "@svc/meta";
import type { Registry } from "@svc/registry";
import type { Definitions, ResourceCatalog, ResourceDefinition } from "@svc/schema";
import { startBackground } from "./background.ts";
import { checkConfig } from "./check-config.ts";
import { withExistingObjects } from "./controllers/post-start.ts";
import { createEnvironment } from "./environment.ts";
import { extensionParts } from "./extension-parts.ts";
import { createHandlerDeps } from "./handler-deps.ts";
import { createHealth } from "./health/health-paths.ts";
import { evaluate, initialCatalog } from "./initial-catalog.ts";
import { type OpenRegistry, openRegistry } from "./open-registry.ts";
import { requestHandler } from "./request-handler.ts";
import { createRequestTools } from "./request-tools.ts";
import type { ServerConfig } from "./server-config.ts";

/** A running API server. */
export interface Server {
  readonly dialect: Dialect;
  readonly registry: Registry;
  /** The served types of all sources. */
  readonly catalog: ResourceCatalog;
  /** Reads and writes its objects; another server can share it. */
  readonly codec: Codec;
  /** Answers one request; for adapters. */
  readonly handler: Handler;
  /**
   * Answers a request of this process, without any connection. With a path from the server's root
   * instead of a `Request` it is the transport of a client: `createFetchTransport(server.fetch)` of
   * `@svc/client`.
   * @param init only for a path or a URL; ignored beside a `Request`
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** Opens a port. May be called several times. */
  listen(options: ListenOptions): Promise<Listener>;
  /** Resolves when the objects of the start exist. */
  readonly ready: Promise<void>;
  /**
   * Replaces the resource types of a source while the server runs; an empty list removes the
   * source. Types that come and go one by one should each have a source of their own.
   * @throws {TypeError} for a name that a type of another source has; nothing has changed then
   */
  define(source: string, definitions: Definitions | readonly ResourceDefinition[]): void;
  /** Makes the server report that it is not ready; it continues to serve. */
  drain(): void;
  /** Ends every watch and closes the registry; the storage stays open. */
  close(): Promise<void>;
}

/**
 * Creates a server: catalog, registry, handlers, then background work. It serves immediately;
 * `ready` resolves when the objects that its extensions need exist.
 *
 * @throws {TypeError} for a missing or invalid option, for extensions that claim the same name, and
 * for configuration of an unknown version
 */
export async function createServer(config: ServerConfig): Promise<Server> {
  checkConfig(config);
  const closing = new AbortController();
  const environment = createEnvironment(config);
  const catalog = config.catalog?.copy() ?? initialCatalog(config);
  const opened = await openRegistry(config, { environment, catalog, signal: closing.signal });
  try {
    return serverOver(opened, { config, environment, catalog, closing });
  } catch (error) {
    closing.abort();
    await opened.registry.close();
    throw error;
  }
}

const expectedInput = either(aString, either(withMethods("a URL", "toJSON"), withMethods("a Request", "arrayBuffer")));
const expectedDefinitions = either(aFunction, listOf(anObject));

interface Composition {
  readonly config: ServerConfig;
  readonly environment: ReturnType<typeof createEnvironment>;
  readonly catalog: ResourceCatalog;
  /** Ends background work and calls of the server itself. */
  readonly closing: AbortController;
}

/** The server over an open registry. @throws {TypeError} for extensions that claim the same name */
function serverOver(
  { registry, context }: OpenRegistry,
  { config, environment, catalog, closing }: Composition,
): Server {
  const { dialect } = environment;
  const { authorizer, audit, limits = {}, extensions = [], sources = [] } = config;
  const authenticator =
    typeof config.authenticator === "function" ? config.authenticator(context.local) : config.authenticator;
  const handlers = createHandlerDeps(environment, { registry, authorizer, limits });
  const features = extensionParts(extensions, {
    ...context,
    authenticator,
    requests: createRequestTools(handlers),
    acceptedConnections: () => handlers.overload.ports.accepted,
  });
  const background = startBackground(context.local, {
    ...features,
    postStart: config.initialObjects === "exist" ? features.postStart.map(withExistingObjects) : features.postStart,
    sources,
    signal: closing.signal,
  });
  closing.signal.addEventListener("abort", background.stop);
  const health = createHealth({
    ...environment,
    registry,
    storage: context.storage,
    checks: [...background.checks, ...features.checks],
    checkOrder: features.checkOrder,
    livezGraceMs: limits.livezGraceMs,
  });
  const handler = requestHandler({
    environment,
    catalog,
    handlers,
    features,
    health,
    authenticator,
    authorizer,
    audit,
  });
  return {
    dialect,
    registry,
    catalog,
    codec: environment.codec,
    define: (source, definitions) => {
      checkArgument("define: source", source, aString);
      checkArgument("define: definitions", definitions, expectedDefinitions);
      catalog.replace(source, typeof definitions === "function" ? evaluate(definitions, dialect) : definitions);
    },
    handler,
    fetch: async (input, init) => serveFetch(handler, requestOf(input, init)),
    listen: async (options) => {
      const { ports, onConnectionRefused, bodyMemory: unreadBodies } = handlers.overload;
      const { clock } = environment;
      return ports.add(await listen(handler, { clock, onConnectionRefused, unreadBodies, ...options }));
    },
    ready: background.ready.then(async () => {
      await registry.changeStream.awaitCurrent();
      await background.idle();
    }),
    drain: health.drain,
    close: async () => {
      health.drain();
      closing.abort();
      await registry.close();
    },
  };
}

/** A path counts from the server's root. */
function requestOf(input: Request | URL | string, init: RequestInit | undefined): Request {
  checkArgument("fetch: input", input, expectedInput);
  return typeof input === "string" || input instanceof URL
    ? new Request(new URL(input, "https://localhost"), init)
    : input;
}
