import { createSchemas, formerVersions } from "@svc/api";
import { createFieldOwnership, type FieldOwnership } from "@svc/apply";
import type { Authenticator } from "@svc/authn";
import { createNameSuffixSource, createUidSource, silentLog, systemClock } from "@svc/base";
import { type Codec, createCodec, createRepeatedTexts, keepValue, parseExact } from "@svc/codec";
import { BodyMemory } from "@svc/http";
import { type Dialect, svcDialect } from "@svc/meta";
import { createMetrics } from "@svc/metrics";
import { createRegistry, objectCodec, type RegistryOptions } from "@svc/registry";
import { createContinueTokenCodec } from "@svc/watch";
import { admissionChain } from "./admission/admission-chain.ts";
import { type BootstrapWriter, createWriter } from "./bootstrap/bootstrap.ts";
import { createNegotiator } from "./encode/form.ts";
import { objectEncoders } from "./encode/object-encoder.ts";
import { createFeatureGates } from "./feature-gates.ts";
import { buildMetrics } from "./metrics/build-metrics.ts";
import { storageMetrics } from "./metrics/storage-metrics.ts";
import { watchMetrics } from "./metrics/watch-metrics.ts";
import { defaultLimits, type ServerParts } from "./parts.ts";
import { createFanOut } from "./resources/fan-out.ts";
import { createKindCatalog } from "./resources/kinds.ts";
import { settleMerged } from "./resources/settle-merged.ts";
import type { ServerConfig } from "./server-config.ts";
import { clusterObjects, type ServerObjects } from "./service-accounts/cluster-objects.ts";
import { legacyTokenUses } from "./service-accounts/legacy-tokens.ts";
import { serviceAllocation } from "./services/allocation.ts";
import { startCatalog } from "./start-catalog.ts";
import { createTurns } from "./turns.ts";
import { versionInfo } from "./version.ts";

/**
 * Makes what the handlers share. The parts know one another in a circle: the registry asks admission steps and hooks, and
 * these read and write through the registry. So they are handed a function, which nobody calls before the first request.
 */
export async function createParts(config: ServerConfig): Promise<ServerParts> {
  const { dialect = svcDialect, clock = systemClock, log = silentLog, random = Math.random } = config;
  const { storageRoot = "/registry/", authorizer, metrics = createMetrics() } = config;
  const gates = createFeatureGates(config.featureGates ?? {});
  const catalog = startCatalog(config, { dialect, gates });
  const codec = createCodec();
  const schemas = createSchemas(dialect);
  const ownership = fieldOwnership(codec, dialect);
  const objects = clusterObjects(catalog, () => registry, dialect);
  const writer = (): BootstrapWriter => createWriter(parts, new AbortController().signal);
  const {
    randomUid = createUidSource(),
    randomSuffix = createNameSuffixSource(),
    admissionOptions: options = {},
  } = config;
  const sources = { dialect, clock, catalog, registry: () => registry, objects, authorizer, randomSuffix, options };
  const admission = admissionChain(config, { ...sources, writer });
  const allocation = serviceAllocation(config, storageRoot, () => parts);
  const registry = await createRegistry({
    storage: config.storage,
    root: storageRoot,
    catalog,
    environment: { dialect, clock, log, gates, randomUid, randomSuffix },
    codec: objectCodec(codec),
    ownership,
    admission,
    hooks: new Map([["services", allocation], ...(config.hooks ?? [])]),
    ttlSeconds: ttlOfEvents(config),
  });
  const limits = { ...defaultLimits, ...config.limits };
  const parts: ServerParts = {
    dialect,
    clock,
    log,
    gates,
    codec,
    schemas,
    negotiator: createNegotiator(dialect, { cbor: gates.enabled("CBORServingAndStorage") }),
    registry,
    catalog,
    kinds: createKindCatalog(catalog, formerVersions(dialect)),
    authenticator: authenticatorOf(config, objects, () => parts),
    authorizer,
    admission,
    ownership,
    apiAudiences: config.apiAudiences ?? [],
    continueTokens: createContinueTokenCodec({
      version: dialect.expand("meta.{api}/v1"),
      parseJson: (bytes) => keepValue(parseExact(bytes)),
    }),
    readApplied: createRepeatedTexts(),
    encoderOf: objectEncoders({ codec, dialect, schemas }),
    limits,
    bodyMemory: new BodyMemory(limits.maxTotalBodyBytes),
    turns: createTurns(),
    metrics,
    eventSent: watchMetrics(metrics),
    fanOut: createFanOut(),
    random,
  };
  storageMetrics(metrics, registry, storageRoot);
  buildMetrics(metrics, dialect.product, versionInfo(dialect.name));
  return parts;
}

function fieldOwnership(codec: Codec, dialect: Dialect): FieldOwnership {
  return createFieldOwnership({
    settle: (value, write) => settleMerged(codec, value, write),
    // What kubectl's client-side apply leaves is taken over by its server-side apply, in any dialect.
    lastApplied: { manager: "kubectl", annotation: `kubectl.${dialect.labelDomain}/last-applied-configuration` },
  });
}

function authenticatorOf(
  { authenticator }: ServerConfig,
  objects: ServerObjects,
  parts: () => ServerParts,
): Authenticator {
  if (typeof authenticator !== "function") return authenticator;
  let noteUse: ReturnType<typeof legacyTokenUses> | undefined;
  return authenticator({
    ...objects,
    noteUse: (secret) => (noteUse ??= legacyTokenUses(createWriter(parts(), new AbortController().signal)))(secret),
  });
}

function ttlOfEvents({ eventTtlSeconds = 3600 }: ServerConfig): NonNullable<RegistryOptions["ttlSeconds"]> {
  return ({ storage: layout, resource }) =>
    resource === "events" && layout?.group === "" ? eventTtlSeconds : undefined;
}
