import { createAdmission } from "@svc/admission";
import { createLocalClient, createRegistry, objectCodec, type Registry } from "@svc/registry";
import type { ResourceCatalog } from "@svc/schema";
import type { ServerEnvironment } from "./environment.ts";
import { joinMaps, type StorageContext } from "./extension.ts";
import { admissionMetrics } from "./metrics/admission-metrics.ts";
import type { ServerConfig } from "./server-config.ts";

interface OpenOptions {
  readonly config: ServerConfig;
  readonly environment: ServerEnvironment;
  readonly catalog: ResourceCatalog;
  readonly signal: AbortSignal;
}

/**
 * Opens the registry, with the admission steps and hooks of the configuration and its extensions.
 */
export function openRegistry({ config, environment, catalog, signal }: OpenOptions): Promise<Registry> {
  const { storage, storageRoot, extensions = [] } = config;
  return createRegistry({
    storage,
    ...(storageRoot === undefined ? {} : { root: storageRoot }),
    catalog,
    environment,
    codec: objectCodec(environment.codec),
    ownership: environment.ownership,
    admission: (registry) => {
      const context = storageContext({ config, environment, signal }, registry);
      const { admission: own = [] } = config;
      const all = extensions.flatMap((extension) => extension.admission?.(context) ?? []);
      const measured = admissionMetrics(environment.metrics, environment.clock);
      const plugins = [
        ...all.flatMap(({ steps }) => steps),
        ...(typeof own === "function" ? own(context.local) : own),
        ...all.flatMap(({ last = [] }) => last),
      ];
      return measured.phases(createAdmission(plugins.map(measured.plugin)));
    },
    hooks: (registry) => {
      const context = storageContext({ config, environment, signal }, registry);
      const own = ["the configuration", config.hooks ?? new Map()] as const;
      return joinMaps("hooks", [
        ...extensions.map(({ name, hooks }) => [name, hooks?.(context) ?? new Map()] as const),
        own,
      ]);
    },
  });
}

/** What extensions can use before requests are served. */
export function storageContext(
  { config, environment: { codec, metrics }, signal }: Omit<OpenOptions, "catalog">,
  registry: Registry,
): StorageContext {
  const { authorizer, storage, storageRoot = "/registry/" } = config;
  const fieldManager = `${registry.environment.dialect.systemPrefix}-apiserver`;
  const local = createLocalClient(registry, { fieldManager, signal });
  return { local, authorizer, codec, metrics, storage, storageRoot };
}
