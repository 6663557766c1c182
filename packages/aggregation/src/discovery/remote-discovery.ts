import type { Dialect } from "@svc/meta";
import type { Backends } from "../backends/backends.ts";
import { aggregatorHeaders } from "../backends/own-identity.ts";
import { itemsOf, jsonOf, membersOf, readBackend } from "../backends/read-backend.ts";
import type { ApiService } from "../registration/api-service.ts";
import { aggregatedResources } from "./aggregated-resources.ts";

/** The resources of one group version, as an extension server announces them. */
export interface RemoteVersion {
  readonly version: string;
  /** In the aggregated form; absent where there are none. */
  readonly resources?: readonly unknown[];
  /** Stale: the extension server did not respond. */
  readonly freshness: "Current" | "Stale";
}

type ReadOptions = Omit<Parameters<typeof readBackend>[0], "path" | "headers" | "maxBytes" | "registration"> & {
  readonly backends: Backends;
  readonly dialect: Dialect;
};

const maxBytes = 16 * 1024 * 1024;

/**
 * Reads the resources of a registration's group version: from the aggregated form, where the
 * extension server has it, or from the list of the version.
 */
export async function readRemoteVersion(registration: ApiService, options: ReadOptions): Promise<RemoteVersion> {
  const { group = "", version = "" } = registration.spec ?? {};
  const { dialect, ...requestOptions } = options;
  const headers = aggregatorHeaders(dialect);
  const get = (path: string, accept: string): ReturnType<typeof readBackend> =>
    readBackend({ ...requestOptions, registration, path, headers: { ...headers, accept }, maxBytes });
  try {
    const everything = await get("/apis", acceptOf(dialect));
    if (isAggregated(everything.header("content-type") ?? "")) {
      const found = versionIn(jsonOf(everything), group, version);
      if (found !== undefined) return found;
    }
    const list = jsonOf(await get(`/apis/${group}/${version}`, "application/json"));
    if (list !== undefined) return current(version, aggregatedResources(itemsOf(membersOf(list)["resources"])));
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    // Why it can't be reached is in the registration's condition.
  }
  return { version, freshness: "Stale" };
}

function acceptOf({ expand }: Dialect): string {
  const group = expand("apidiscovery.{api}");
  const forms = ["v2", "v2beta1"].map((v) => `application/json;g=${group};v=${v};as=APIGroupDiscoveryList`);
  return [...forms, "application/json"].join(",");
}

function isAggregated(contentType: string): boolean {
  return /;\s*as="?APIGroupDiscoveryList"?\s*(?:;|$)/.test(contentType);
}

function versionIn(document: unknown, group: string, version: string): RemoteVersion | undefined {
  for (const item of itemsOf(membersOf(document)["items"])) {
    const { metadata, versions } = membersOf(item);
    if (membersOf(metadata)["name"] !== group) continue;
    const found = itemsOf(versions).find((of) => membersOf(of)["version"] === version);
    if (found !== undefined) return current(version, itemsOf(membersOf(found)["resources"]));
  }
  return undefined;
}

function current(version: string, resources: readonly unknown[]): RemoteVersion {
  return { version, ...(resources.length === 0 ? {} : { resources }), freshness: "Current" };
}
