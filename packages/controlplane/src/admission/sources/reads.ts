import type { NamespaceSource } from "@svc/admission";
import type { MaybePromise } from "@svc/base";
import { type ApiObject, parseApiVersion } from "@svc/meta";
import { type LocalResource, namespaceSource } from "@svc/registry";
import type { AdmissionSources } from "./sources.ts";

/** An object by its namespace, empty for those of the cluster, and its name. */
export type Find = (namespace: string, name: string) => MaybePromise<ApiObject | undefined>;
/** All objects of a namespace, sorted by name. */
export type List = (namespace: string) => MaybePromise<readonly ApiObject[]>;

/**
 * Reads objects of a resource such as `priorityclasses.scheduling.{api}`, from memory; undefined
 * for a server that has none.
 */
export function objectOf(sources: AdmissionSources, resource: string): Find | undefined {
  const objects = resourceOf(sources, resource);
  if (objects === undefined) return undefined;
  return (namespace, name) => objects.get({ namespace, name }) ?? objects.getFresh({ namespace, name });
}

export function listOf(sources: AdmissionSources, resource: string): List | undefined {
  return resourceOf(sources, resource)?.list;
}

export function namespacesOf({ local }: AdmissionSources): NamespaceSource | undefined {
  return namespaceSource(local);
}

/** Returns a function that checks whether an API version has a kind, of a resource or of a list. */
export function kindCheck({ local }: AdmissionSources): (apiVersion: string, kind: string) => boolean {
  return (apiVersion, kind) => {
    const { group, version } = parseApiVersion(apiVersion) ?? { group: "", version: "" };
    const snapshot = local.registry.catalog.snapshot();
    return snapshot.ofKind(group, version, kind) !== undefined || snapshot.isListKind(group, version, kind);
  };
}

/** The resource such as `priorityclasses.scheduling.{api}` that is stored here. */
export function resourceOf({ local }: AdmissionSources, resource: string): LocalResource | undefined {
  const [name = "", ...group] = resource.split(".");
  return local.resource(group.join("."), name);
}
