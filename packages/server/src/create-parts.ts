import { createParseCache, parseExact, toJson } from "@svc/codec";
import { BodyMemory } from "@svc/http";
import { formatApiVersion, type GroupVersion } from "@svc/meta";
import type { Registry } from "@svc/registry";
import { type CatalogSnapshot, createCommonSchemas, derivedFrom } from "@svc/schema";
import { createContinueTokenCodec } from "@svc/watch";
import { createNegotiator } from "./encode/form.ts";
import { objectEncoders } from "./encode/object-encoder.ts";
import type { ServerEnvironment } from "./environment.ts";
import { buildMetrics } from "./metrics/build-metrics.ts";
import { storageMetrics } from "./metrics/storage-metrics.ts";
import { watchMetrics } from "./metrics/watch-metrics.ts";
import { defaultLimits, type ServerLimits, type ServerParts } from "./parts.ts";
import { createFanOut } from "./resources/fan-out.ts";
import { createKindCatalog } from "./resources/kinds.ts";
import type { ServerConfig } from "./server-config.ts";
import { versionInfo } from "./version.ts";

/** Makes what the handlers share. */
export function createParts(config: ServerConfig, environment: ServerEnvironment, registry: Registry): ServerParts {
  const { storageRoot = "/registry/", authorizer } = config;
  const { dialect, gates, codec, metrics } = environment;
  const { catalog } = registry;
  const schemas = createCommonSchemas(dialect, derivedFrom(catalog, compiledVersions));
  const limits = { ...defaultLimits, ...config.limits };
  storageMetrics(metrics, registry, storageRoot);
  buildMetrics(metrics, dialect.product, versionInfo(dialect.name));
  return {
    ...environment,
    schemas,
    negotiator: createNegotiator(dialect, { cbor: gates.enabled("CBORServingAndStorage") }),
    registry,
    catalog,
    kinds: createKindCatalog(catalog),
    authorizer,
    continueTokens: createContinueTokenCodec({
      version: dialect.expand("meta.{api}/v1"),
      parseJson: (bytes) => toJson(parseExact(bytes)),
    }),
    readApplied: createParseCache(),
    encoderOf: objectEncoders({ codec, dialect, schemas }),
    limits,
    bodyMemory: createBodyMemory(limits),
    eventSent: watchMetrics(metrics),
    fanOut: createFanOut(),
  };
}

/** A user may always send one body. */
function createBodyMemory({ maxBodyBytes, maxTotalBodyBytes, maxUserBodyBytes }: ServerLimits): BodyMemory {
  const maxOwnerBytes = maxUserBodyBytes ?? Math.max(maxBodyBytes, Math.floor(maxTotalBodyBytes / 4));
  return new BodyMemory(maxTotalBodyBytes, { maxOwnerBytes });
}

/** The group versions of compiled-in types, served or not. */
function compiledVersions({ definitions }: CatalogSnapshot): readonly GroupVersion[] {
  const found = new Map<string, GroupVersion>();
  for (const { versions } of definitions) {
    for (const version of versions) {
      if (version.semantics === "typed") found.set(formatApiVersion(version), version);
    }
  }
  return [...found.values()];
}
