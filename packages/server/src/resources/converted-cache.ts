import { everyField, everyLabel } from "@svc/meta";
import type { Endpoint, Registry } from "@svc/registry";
import { itemsOf } from "@svc/watch";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { notListed } from "./not-listed.ts";
import type { ListQuery } from "./query.ts";

interface ConvertedCacheDeps {
  readonly registry: Pick<Registry, "list">;
  readonly responses: Pick<ResponseDeps, "encoderOf">;
}

/**
 * Waits until all objects of a version that a webhook converts are known in it: kube-apiserver
 * answers most lists and all watches from a cache of the whole version, and one object that cannot
 * be converted keeps it from being filled. Undefined for other versions.
 * @throws {StatusError} 429 where a conversion fails
 */
export function fillConvertedCache(deps: ConvertedCacheDeps, endpoint: Endpoint): Promise<void> | undefined {
  return convertCollection(deps, endpoint, undefined)?.catch((error: unknown) => notListed(endpoint, error));
}

/**
 * Waits until all objects of a namespace, or of all namespaces, are known in a version that a
 * webhook converts.
 * @throws {StatusError} 500 where a conversion fails
 */
export function convertCollection(
  { registry, responses }: ConvertedCacheDeps,
  endpoint: Endpoint,
  namespace: string | undefined,
): Promise<void> | undefined {
  return endpoint.version.conversion?.fromStorageAll === undefined ? undefined : convert();

  async function convert(): Promise<void> {
    const selectors = { labels: everyLabel, fields: everyField };
    const { slices } = await registry.list(endpoint, { namespace, selectors, at: { kind: "any" } });
    await responses.encoderOf(endpoint).prepare([...itemsOf(slices)]);
  }
}

/** True for a list of all objects. */
export function selectsAll({ labels, fields }: Pick<ListQuery, "labels" | "fields">): boolean {
  return labels.requirements.length + fields.requirements.length === 0;
}
