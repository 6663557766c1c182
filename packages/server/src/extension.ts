import type { AdmissionPlugin } from "@svc/admission";
import type { Authenticator } from "@svc/authn";
import type { Authorizer } from "@svc/authz";
import { quote } from "@svc/base";
import type { Codec } from "@svc/codec";
import type { Metrics } from "@svc/metrics";
import type { LocalClient, ResourceHooks } from "@svc/registry";
import type { Definitions } from "@svc/schema";
import type { Storage } from "@svc/storage";
import type { Controller } from "./controllers/controller.ts";
import type { PostStartStep } from "./controllers/post-start.ts";
import type { ExtensionGroups } from "./discovery/extension-groups.ts";
import type { HealthCheck } from "./health/health.ts";
import type { PathHandler, SubresourceHandler } from "./request/handlers.ts";
import type { PlacedStage } from "./request/stage.ts";
import type { RequestTools } from "./request-tools.ts";

/**
 * A feature of a server as one value: `createServer({ …, extensions: [controlPlane(options),
 * myFeature] })`. Contributions of several extensions are in the order of the extensions.
 */
export interface ServerExtension {
  /** Names the source of its definitions, and the extension in errors. */
  readonly name: string;
  /** Resource types that are served from the start. */
  readonly definitions?: Definitions;
  readonly admission?: (context: StorageContext) => ExtensionAdmission;
  /** By resource and storage group: `widgets.example.com`. Two for one resource are a TypeError. */
  readonly hooks?: (context: StorageContext) => ReadonlyMap<string, ResourceHooks>;
  /**
   * Handlers of subresources that are not views of their object, and of types that are not stored,
   * by `<resource>[.<group>][/<subresource>]`. Two for one key are a TypeError.
   */
  readonly subresources?: (context: ExtensionContext) => ReadonlyMap<string, SubresourceHandler>;
  /**
   * By the first segment of the path, or the first two: `debug/pprof` takes precedence over
   * `debug`. Two for one key are a TypeError.
   */
  readonly paths?: (context: ExtensionContext) => ReadonlyMap<string, ExtensionPath>;
  /**
   * Groups and versions that the extension serves with its own handlers, with their discovery and
   * OpenAPI.
   */
  readonly groups?: (context: ExtensionContext) => ExtensionGroups;
  /** Stages of the pipeline, each in its place; of several in one place, the first is outermost. */
  readonly stages?: (context: ExtensionContext) => readonly PlacedStage[];
  readonly controllers?: (context: ExtensionContext) => readonly Controller[];
  readonly health?: (context: ExtensionContext) => ExtensionHealth;
  /**
   * Steps that run once at each start, and are repeated until they succeed; then the server is
   * ready.
   */
  readonly postStart?: (context: ExtensionContext) => readonly PostStartStep[];
}

/** The parts of a server that exist before requests are served. */
export interface StorageContext {
  readonly local: LocalClient;
  readonly authorizer: Authorizer;
  readonly codec: Codec;
  readonly metrics: Metrics;
  readonly storage: Storage;
  /** The prefix of all keys; ends with a slash. */
  readonly storageRoot: string;
}

/** The parts of a server that extensions can use. */
export interface ExtensionContext extends StorageContext {
  readonly authenticator: Authenticator;
  readonly requests: RequestTools;
  /** Connections that came to the ports of the server since it was created. */
  readonly acceptedConnections: () => number;
}

/** Steps of admission, in order. */
export interface ExtensionAdmission {
  readonly steps: readonly AdmissionPlugin[];
  /**
   * Steps that run after those of all extensions and of the configuration, and so see the final
   * object.
   */
  readonly last?: readonly AdmissionPlugin[];
}

/** Handles requests below one first segment of the path. */
export interface ExtensionPath {
  readonly handler: PathHandler;
  /** Paths below the segment that the index of the server lists. @default none */
  readonly index?: () => readonly string[];
}

/** Health checks of an extension. */
export interface ExtensionHealth {
  readonly checks?: readonly HealthCheck[];
  /** Names of checks, as templates of the dialect, in shown order; others come last. */
  readonly order?: readonly string[];
}

/** Joins maps of all extensions. @throws {TypeError} for a key that two of them have */
export function joinMaps<V>(
  what: string,
  maps: readonly (readonly [extension: string, map: ReadonlyMap<string, V>])[],
): ReadonlyMap<string, V> {
  const joined = new Map<string, V>();
  const owners = new Map<string, string>();
  for (const [extension, map] of maps) {
    for (const [key, value] of map) {
      const owner = owners.get(key);
      if (owner !== undefined)
        throw new TypeError(`two ${what} for ${quote(key)}: from ${quoted(owner)} and ${quoted(extension)}`);
      owners.set(key, extension);
      joined.set(key, value);
    }
  }
  return joined;
}

const quoted = (name: string): string => JSON.stringify(name);
