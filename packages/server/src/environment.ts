import { createFieldOwnership, type FieldOwnership } from "@svc/apply";
import { createNameSuffixSource, createTurns, createUidSource, silentLog, systemClock } from "@svc/base";
import { type Codec, createCodec } from "@svc/codec";
import { type Dialect, svcDialect } from "@svc/meta";
import { createMetrics } from "@svc/metrics";
import { type Environment, settleMerged } from "@svc/registry";
import { versionInfo } from "./discovery/version.ts";
import { createFeatureGates } from "./feature-gates.ts";
import { buildMetrics } from "./metrics/build-metrics.ts";
import type { ServerConfig } from "./server-config.ts";

/** What all of a server shares, and what depends on nothing else. */
export interface ServerEnvironment extends Environment {
  readonly codec: Codec;
  readonly ownership: FieldOwnership;
}

/** The environment that a configuration asks for, with the defaults filled in. */
export function createEnvironment(config: ServerConfig): ServerEnvironment {
  const { dialect = svcDialect, clock = systemClock, log = silentLog, random = Math.random } = config;
  const { randomUid = createUidSource(), randomSuffix = createNameSuffixSource() } = config;
  const codec = createCodec();
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
  };
}

function fieldOwnership(codec: Codec, dialect: Dialect): FieldOwnership {
  return createFieldOwnership({
    settle: (value, write) => settleMerged(codec, value, write),
    // What kubectl's client-side apply leaves is taken over by its server-side apply, in any
    // dialect.
    lastApplied: { manager: "kubectl", annotation: `kubectl.${dialect.labelDomain}/last-applied-configuration` },
  });
}
