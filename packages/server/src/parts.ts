import type { Authorizer } from "@svc/authz";
import type { ReadCached } from "@svc/codec";
import type { BodyMemory } from "@svc/http";
import type { Metrics } from "@svc/metrics";
import type { Endpoint, Registry } from "@svc/registry";
import type { ResourceCatalog, Schemas } from "@svc/schema";
import type { ContinueTokenCodec } from "@svc/watch";
import type { Negotiator } from "./encode/form.ts";
import type { ObjectEncoder } from "./encode/object-encoder.ts";
import type { Served } from "./encode/served-objects.ts";
import type { ServerEnvironment } from "./environment.ts";
import type { EventSent } from "./metrics/watch-metrics.ts";
import type { FanOut } from "./resources/fan-out.ts";
import type { KindCatalog } from "./resources/kinds.ts";

/** What the handlers of one server share. */
export interface ServerParts extends ServerEnvironment {
  readonly schemas: Schemas;
  readonly negotiator: Negotiator;
  readonly registry: Registry;
  readonly catalog: ResourceCatalog;
  readonly kinds: KindCatalog;
  readonly authorizer: Authorizer;
  readonly continueTokens: ContinueTokenCodec;
  /** Reads what is applied: mostly what was applied before, but for a little. */
  readonly readApplied: ReadCached;
  readonly encoderOf: (served: Served) => ObjectEncoder;
  readonly limits: ServerLimits;
  readonly bodyMemory: BodyMemory;
  readonly metrics: Metrics;
  /** Told of the events that watchers are sent. */
  readonly eventSent: (endpoint: Endpoint) => EventSent;
  readonly fanOut: FanOut;
}

/** What one request may cost. */
export interface ServerLimits {
  /** Of a request. @default 3 MiB */
  readonly maxBodyBytes: number;
  /**
   * Of the bodies of all requests that are being read or worked on; past it requests with bodies
   * get 429.
   * @default 128 MiB
   */
  readonly maxTotalBodyBytes: number;
  /**
   * Of the bodies of one user, or of one address where the user is not known.
   * @default a quarter of the total
   */
  readonly maxUserBodyBytes?: number;
  /** What may wait for one watcher. @default 16 MiB */
  readonly maxWatchBytes: number;
  /**
   * How long a watch lives when the client does not say: at least so long, at most twice.
   * @default 1800 s
   */
  readonly minWatchSeconds: number;
}

export const defaultLimits: ServerLimits = {
  maxBodyBytes: 3 * 1024 * 1024,
  maxTotalBodyBytes: 128 * 1024 * 1024,
  maxWatchBytes: 16 * 1024 * 1024,
  minWatchSeconds: 1800,
};
