import { appendAll, type Clock } from "@svc/base";
import { aString, checkArgument, optionsOf } from "@svc/base/check";
import { type Dialect, formatApiVersion } from "@svc/meta";
import type { Requester } from "./requester.ts";

/** A resource as a server serves it. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  /** Plural, as in URLs. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  /** By name, with their verbs. */
  readonly subresources: ReadonlyMap<string, readonly string[]>;
}

/** The result of a discovery request. */
export interface ServedResources {
  /**
   * Every version of every resource; the version of a group that the server prefers comes first.
   */
  readonly resources: readonly ServedResource[];
  /**
   * `group/version` of aggregated APIs that are currently unavailable: a missing resource may exist
   * there.
   */
  readonly unavailable: readonly string[];
}

/** The resource types that a server serves, cached. */
export interface Discovery {
  /** Requests discovery from the server. */
  served(): Promise<ServedResources>;
  /**
   * The resource of a kind. Requests discovery on first use, and again when the kind is unknown,
   * but at most every few seconds.
   * @returns undefined for an unknown kind
   */
  find(kind: { readonly apiVersion: string; readonly kind: string }): Promise<ServedResource | undefined>;
}

interface DiscoveryOptions {
  readonly requester: Requester;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

const retryAfterMs = 5000;
const expectedKind = optionsOf<Parameters<Discovery["find"]>[0]>({ apiVersion: aString, kind: aString });

export function createDiscovery({ requester, dialect, clock }: DiscoveryOptions): Discovery {
  const accept = dialect.expand("application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList");
  let known: ReadonlyMap<string, ServedResource> = new Map();
  let requestedAtMs: number | undefined;
  let pending: Promise<void> | undefined;

  const served = async (): Promise<ServedResources> => {
    const documents = await Promise.all(
      ["/api", "/apis"].map((path) => requester.json<Document>({ method: "GET", path, accept })),
    );
    return servedIn(documents);
  };
  const refresh = async (): Promise<void> => {
    const { resources } = await served();
    known = new Map(resources.map((r) => [`${formatApiVersion(r)} ${r.kind}`, r]));
    requestedAtMs = clock.monotonic();
  };
  return {
    served,
    find: async (of) => {
      checkArgument("find: kind", of, expectedKind);
      const { apiVersion, kind } = of;
      const key = `${apiVersion} ${kind}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      if (requestedAtMs !== undefined && clock.monotonic() - requestedAtMs < retryAfterMs) return undefined;
      pending ??= refresh().finally(() => {
        pending = undefined;
      });
      await pending;
      return known.get(key);
    },
  };
}

interface Document {
  readonly kind?: string;
  readonly items?: readonly GroupDocument[] | null;
}

interface GroupDocument {
  readonly metadata?: { readonly name?: string };
  readonly versions?: readonly {
    readonly version: string;
    readonly freshness?: string;
    readonly resources?: readonly ResourceDocument[];
  }[];
}

interface ResourceDocument {
  readonly resource: string;
  readonly responseKind?: { readonly kind?: string };
  readonly scope?: string;
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly subresources?: readonly { readonly subresource: string; readonly verbs?: readonly string[] }[];
}

function servedIn(documents: readonly Document[]): ServedResources {
  const resources: ServedResource[] = [];
  const unavailable: string[] = [];
  for (const { kind, items } of documents) {
    if (kind !== "APIGroupDiscoveryList")
      throw new Error("the server does not support aggregated discovery (apidiscovery v2)");
    for (const { metadata, versions = [] } of items ?? []) {
      const group = metadata?.name ?? "";
      for (const { version, freshness, resources: found = [] } of versions) {
        if (freshness === "Stale") unavailable.push(formatApiVersion({ group, version }));
        appendAll(
          resources,
          found.map((document) => resourceOf(group, version, document)),
        );
      }
    }
  }
  return { resources, unavailable };
}

function resourceOf(group: string, version: string, document: ResourceDocument): ServedResource {
  const { resource, responseKind, scope, verbs = [], shortNames = [], subresources = [] } = document;
  return {
    group,
    version,
    resource,
    kind: responseKind?.kind ?? "",
    namespaced: scope === "Namespaced",
    verbs,
    shortNames,
    subresources: new Map(subresources.map((s) => [s.subresource, s.verbs ?? []])),
  };
}
