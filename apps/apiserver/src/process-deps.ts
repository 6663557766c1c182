import { systemClock } from "@svc/base";
import { type Dialect, dialects } from "@svc/meta";
import { type ProcessLog, step } from "@svc/program";
import { loadEgress } from "./egress.ts";
import { ensureDirectory } from "./files/data-directory.ts";
import type { Flags } from "./flags.ts";
import { type Identity, loadIdentity } from "./identity/identity.ts";
import { loadAllowedLabels } from "./metrics/metric-labels.ts";
import { createProcessMetrics, featureMetrics, type ProcessMetrics } from "./metrics/metrics.ts";
import { type OpenedStorage, openStorage, storeNameOf } from "./storage.ts";
import { checkStorageDialect } from "./storage-dialect.ts";
import { loadTracing } from "./tracing.ts";

/** The dependencies of all other parts of the process. */
export interface ProcessDeps {
  readonly flags: Flags;
  readonly dialect: Dialect;
  readonly processLog: ProcessLog;
  readonly metrics: ProcessMetrics;
  readonly tracing: Awaited<ReturnType<typeof loadTracing>>;
  readonly identity: Identity;
  readonly opened: OpenedStorage;
  readonly egress: Awaited<ReturnType<typeof loadEgress>>;
}

/** Opens the data directory, the store and the ways to other servers. @throws {StartupError} */
export async function loadProcessDeps(flags: Flags, processLog: ProcessLog): Promise<ProcessDeps> {
  const { log } = processLog;
  const dialect = dialects[flags.dialect];
  await ensureDirectory("--data-dir", flags.dataDir);
  const metrics = createProcessMetrics(flags, systemClock, await loadAllowedLabels(flags));
  featureMetrics(metrics.metrics, dialect.product, flags.featureGates);
  const tracing = await loadTracing(flags, dialect);
  const [identity, opened] = await Promise.all([
    step("the server's certificates", () => loadIdentity(flags, systemClock.now())),
    step(storeNameOf(flags), () => openStorage(flags, { log, tracing })),
  ]);
  await step("the store", () => checkStorageDialect(opened.storage, opened.root, dialect));
  const direct = await loadEgress(flags, { dialect, metrics: metrics.metrics });
  const egress = tracing?.egress(direct) ?? direct;
  return { flags, dialect, processLog, metrics, tracing, identity, opened, egress };
}
