import type { Authorizer } from "@svc/authz";
import { createParseCache, parseExact, toJson } from "@svc/codec";
import { createKindCatalog, type Registry } from "@svc/registry";
import { createCommonSchemas, derivedFrom } from "@svc/schema";
import { createContinueTokenCodec } from "@svc/watch";
import { createNegotiator } from "./encode/form.ts";
import { objectEncoders } from "./encode/object-encoder.ts";
import type { ResponseDeps } from "./encode/response-deps.ts";
import { watchMetrics } from "./metrics/watch-metrics.ts";
import { sharedKindVersions } from "./openapi/shared-kind-versions.ts";
import { createOverload, type Overload } from "./overload/overload.ts";
import { defaultLimits, type ServerLimits } from "./request/limits.ts";
import type { ActionDeps } from "./resources/action.ts";
import { createFanOut } from "./resources/fan-out.ts";
import type { VerbDeps } from "./resources/verbs.ts";
import type { ServerEnvironment } from "./server-environment.ts";

/** The shared dependencies of a server's handlers, by kind of handler. */
export interface HandlerDeps extends VerbDeps {
  readonly responses: ResponseDeps;
  readonly actions: ActionDeps;
  /** See `ServerLimits`. */
  readonly requestTimeoutMs: number;
  readonly overload: Overload;
}

interface HandlerOptions {
  readonly registry: Registry;
  readonly authorizer: Authorizer;
  readonly limits?: Partial<ServerLimits>;
}

/** Creates the shared dependencies. */
export function createHandlerDeps(environment: ServerEnvironment, options: HandlerOptions): HandlerDeps {
  const { dialect, gates, codec, metrics, ownership, clock, random, turns } = environment;
  const { registry, authorizer } = options;
  const { catalog, admission } = registry;
  const schemas = createCommonSchemas(dialect, derivedFrom(catalog, sharedKindVersions(dialect)));
  const limits = { ...defaultLimits, ...options.limits };
  const negotiator = createNegotiator(dialect, { cbor: gates.enabled("CBORServingAndStorage") });
  const encoderOf = objectEncoders({ codec, dialect, schemas });
  const continueTokens = createContinueTokenCodec({
    version: dialect.expand("meta.{api}/v1"),
    parseJson: (bytes) => toJson(parseExact(bytes)),
  });
  const lateConversions: ResponseDeps["lateConversions"] = new WeakMap();
  const responses = { codec, dialect, schemas, negotiator, encoderOf, lateConversions, clock, turns };
  const kinds = createKindCatalog(catalog);
  const overload = createOverload(limits, { clock, metrics });
  const { backlog } = overload;
  const bodies = { dialect, gates, codec, kinds, negotiator, limits, memory: overload, turns };
  const eventSent = watchMetrics(metrics);
  const watches = { registry, catalog, responses, limits, random, eventSent, fanOut: createFanOut(), backlog };
  return {
    responses,
    reads: { registry, responses, gates, continueTokens, watches },
    writes: { registry, responses, bodies, authorizer, gates, ownership, kinds, readApplied: createParseCache() },
    deletions: { registry, responses, bodies, authorizer, gates, continueTokens },
    actions: { responses, bodies, ownership, admission },
    requestTimeoutMs: limits.requestTimeoutMs,
    overload,
  };
}
