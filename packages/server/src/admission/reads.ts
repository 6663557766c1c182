import type { NamespaceSource } from "@svc/admission";
import type { MaybePromise } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import type { ResourceDefinition } from "@svc/schema";
import { cachedList, cachedObjects, storedResource } from "../cached-object.ts";
import { namespaceSource } from "../namespaces.ts";
import type { AdmissionSources } from "./sources.ts";

/** An object by its namespace, empty for those of the cluster, and its name. */
export type Find = (namespace: string, name: string) => MaybePromise<ApiObject | undefined>;
/** All of a namespace, by name. */
export type List = (namespace: string) => MaybePromise<readonly ApiObject[]>;

/** Reads objects of a resource such as `priorityclasses.scheduling.{api}`, from memory; undefined for a server that has none. */
export function objectOf(sources: AdmissionSources, resource: string): Find | undefined {
  const definition = definitionOf(sources, resource);
  if (definition === undefined) return undefined;
  const { get, getFresh } = cachedObjects(sources.registry, definition);
  return (namespace, name) => get(namespace, name) ?? getFresh(namespace, name);
}

export function listOf(sources: AdmissionSources, resource: string): List | undefined {
  const definition = definitionOf(sources, resource);
  return definition === undefined ? undefined : cachedList(sources.registry, definition);
}

export function namespacesOf({ catalog, registry }: AdmissionSources): NamespaceSource | undefined {
  return namespaceSource(catalog, registry);
}

function definitionOf({ dialect, catalog }: AdmissionSources, resource: string): ResourceDefinition | undefined {
  const [name = "", ...group] = dialect.expand(resource).split(".");
  return storedResource(catalog, group.join("."), name);
}
