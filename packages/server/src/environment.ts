import { createFieldOwnership, type FieldOwnership } from "@svc/apply";
import { createNameSuffixSource, createTurns, createUidSource, silentLog, systemClock } from "@svc/base";
import { type Codec, createCodec } from "@svc/codec";
import { type Dialect, svcDialect } from "@svc/meta";
import { createMetrics } from "@svc/metrics";
import { normalizeMerged } from "@svc/registry";
import { versionInfo } from "./discovery/version.ts";
import { createFeatureGates } from "./feature-gates.ts";
import { buildMetrics } from "./metrics/build-metrics.ts";
import type { ServerConfig } from "./server-config.ts";
import type { ServerEnvironment } from "./server-environment.ts";

/** The environment of a configuration, with defaults. */
export function createEnvironment(config: ServerConfig): ServerEnvironment {
  const { dialect = svcDialect, clock = systemClock, log = silentLog, random = Math.random } = config;
  const { randomUid = createUidSource(), randomSuffix = createNameSuffixSource() } = config;
  const codec = config.codec ?? createCodec();
  const metrics = config.metrics ?? createMetrics();
  buildMetrics(metrics, dialect.product, versionInfo(dialect.name));
  return {
    dialect,
    clock,
    log,
    gates: createFeatureGates(config.featureGates ?? {}),
    randomUid,
    randomSuffix,
    random,
    turns: createTurns(),
    codec,
    metrics,
    ownership: fieldOwnership(codec, dialect),
    externalAddress: config.externalAddress,
  };
}

function fieldOwnership(codec: Codec, dialect: Dialect): FieldOwnership {
  return createFieldOwnership({
    normalize: (value, write) => normalizeMerged(codec, value, write),
    // Server-side apply of kubectl takes over the annotation of its client-side apply, in any
    // dialect.
    lastApplied: { manager: "kubectl", annotation: `kubectl.${dialect.labelDomain}/last-applied-configuration` },
  });
}
