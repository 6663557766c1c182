import {
  type Admission,
  type AdmissionPlugin,
  createAdmission,
  limitRanger,
  namespaceLifecycle,
  resourceQuota,
} from "@svc/admission";
import type { Dialect } from "@svc/meta";
import type { Registry } from "@svc/registry";
import type { ResourceDefinition } from "@svc/schema";
import type { BootstrapWriter } from "./bootstrap/bootstrap.ts";
import { cachedList, storedResource } from "./cached-object.ts";
import { namespaceSource } from "./namespaces.ts";
import { quotaSource } from "./quotas.ts";
import { rbacEscalation } from "./rbac/escalation.ts";
import type { ServerConfig } from "./server-config.ts";
import type { ServerObjects } from "./service-accounts/cluster-objects.ts";

/** What admission steps read by. */
interface AdmissionSources {
  readonly dialect: Dialect;
  readonly definitions: readonly ResourceDefinition[];
  readonly registry: () => Registry;
  readonly objects: ServerObjects;
  /** Writes as the server itself. */
  readonly writer: () => BootstrapWriter;
}

/** The steps of the configuration behind those that every server has; who may grant what is checked always. */
export function admissionChain(config: ServerConfig, sources: AdmissionSources): Admission {
  const disabled = new Set(config.disabledAdmission ?? []);
  const own = typeof config.admission === "function" ? config.admission(sources.objects) : (config.admission ?? []);
  const plugins = [...standardPlugins(sources), ...own];
  return createAdmission([
    ...plugins.filter(({ name }) => !disabled.has(name)),
    ...(config.rbac === undefined ? [] : [rbacEscalation(sources.dialect, config.authorizer, config.rbac)]),
  ]);
}

/** A server without namespaces, or without limit ranges, has nothing to check there. */
function standardPlugins({ dialect, definitions, registry }: AdmissionSources): readonly AdmissionPlugin[] {
  const namespaces = namespaceSource(definitions, registry);
  const limitRanges = storedResource(definitions, "", "limitranges");
  return [
    ...(namespaces === undefined ? [] : [namespaceLifecycle({ dialect, namespaces })]),
    ...(limitRanges === undefined ? [] : [limitRanger({ dialect, limitRanges: cachedList(registry, limitRanges) })]),
  ];
}
