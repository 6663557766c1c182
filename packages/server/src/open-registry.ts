import { createAdmission, ownStep } from "@svc/admission";
import { createLocalClient, createRegistry, namespaceSource, objectCodec, type Registry } from "@svc/registry";
import type { ResourceCatalog } from "@svc/schema";
import { joinMaps, type StorageContext } from "./extension.ts";
import { admissionMetrics } from "./metrics/admission-metrics.ts";
import { measuredStorage } from "./metrics/measured-storage.ts";
import { storageMetrics } from "./metrics/storage-metrics.ts";
import type { ServerConfig } from "./server-config.ts";
import type { ServerEnvironment } from "./server-environment.ts";

interface OpenOptions {
  readonly environment: ServerEnvironment;
  readonly catalog: ResourceCatalog;
  readonly signal: AbortSignal;
}

/** The registry of a server, and the parts that extensions can use before requests are served. */
export interface OpenRegistry {
  readonly registry: Registry;
  readonly context: StorageContext;
}

/**
 * Opens the registry, with the admission steps and hooks of the configuration and its extensions.
 */
export async function openRegistry(config: ServerConfig, options: OpenOptions): Promise<OpenRegistry> {
  const { environment, catalog, signal } = options;
  const { authorizer, storageRoot = "/registry/", extensions = [], admission: own = [] } = config;
  const { clock, codec, dialect, metrics, ownership } = environment;
  const storage = measuredStorage({ storage: config.storage, metrics, clock, catalog, root: storageRoot });
  const contextOf = (registry: Registry): StorageContext => {
    const local = createLocalClient(registry, { fieldManager: `${dialect.systemPrefix}-apiserver`, signal });
    return { local, authorizer, codec, metrics, storage, storageRoot };
  };
  const registry = await createRegistry({
    storage,
    root: storageRoot,
    catalog,
    environment,
    codec: objectCodec(codec),
    ownership,
    admission: (opened) => {
      const context = contextOf(opened);
      const all = extensions.flatMap((extension) => extension.admission?.(context) ?? []);
      const measured = admissionMetrics(metrics, clock);
      const stepDeps = { namespaces: namespaceSource(context.local), authorizer, codec, dialect };
      const ownSteps = typeof own === "function" ? own(context.local) : own;
      const plugins = [
        ...all.flatMap(({ steps }) => steps),
        ...ownSteps.map((step) => ownStep(step, stepDeps)),
        ...all.flatMap(({ last = [] }) => last),
      ];
      return measured.phases(createAdmission(plugins.map(measured.plugin)));
    },
    hooks: (opened) => {
      const context = contextOf(opened);
      return joinMaps("hooks", [
        ...extensions.map(({ name, hooks }) => [name, hooks?.(context) ?? new Map()] as const),
        ["the configuration", config.hooks ?? new Map()] as const,
      ]);
    },
  });
  storageMetrics(metrics, registry, storageRoot);
  return { registry, context: contextOf(registry) };
}
