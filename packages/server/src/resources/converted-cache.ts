import { everyField, everyLabel, tooManyRequests } from "@svc/meta";
import type { Endpoint, Registry } from "@svc/registry";
import { itemsOf } from "@svc/watch";
import type { LateConversions, ResponseDeps } from "../encode/response-deps.ts";
import { listError } from "./not-listed.ts";
import type { ListQuery } from "./query.ts";

interface ConvertedCacheDeps {
  readonly registry: Pick<Registry, "list">;
  readonly responses: Pick<ResponseDeps, "encoderOf" | "lateConversions" | "clock">;
}

/** How long a request waits for conversions before its client is told to retry. */
const maxWaitMs = 1000;

/**
 * Waits until all objects of a version that a webhook converts are known in it: kube-apiserver
 * answers most lists and all watches from a cache of the whole version, and one object that cannot
 * be converted keeps it from being filled. Undefined for other versions.
 * Conversions that take long go on after the error; meanwhile, other requests do not wait.
 * @throws {StatusError} 429 where a conversion fails or takes long
 */
export function fillConvertedCache(deps: ConvertedCacheDeps, endpoint: Endpoint): Promise<void> | undefined {
  const { conversion } = endpoint.version;
  if (conversion?.fromStorageAll === undefined) return undefined;
  const { lateConversions } = deps.responses;
  const late = lateConversions.get(conversion) ?? { pending: 0, failure: undefined };
  lateConversions.set(conversion, late);
  return late.pending > 0 ? Promise.reject(lateError(late)) : fillInTime(deps, endpoint, late);
}

async function fillInTime(deps: ConvertedCacheDeps, endpoint: Endpoint, late: LateConversions): Promise<void> {
  const filled = convertCollection(deps, endpoint, undefined)?.catch((error: unknown) => {
    throw listError(endpoint, error);
  });
  const waited = Promise.withResolvers<never>();
  const timer = deps.responses.clock.after(maxWaitMs, () => {
    waited.reject(lateError(late));
    late.pending++;
    filled
      ?.then(
        () => {
          late.failure = undefined;
        },
        (error: unknown) => {
          late.failure = error;
        },
      )
      .finally(() => late.pending--);
  });
  try {
    await Promise.race([filled, waited.promise]);
  } finally {
    timer.cancel();
  }
}

function lateError({ failure }: LateConversions): unknown {
  return failure ?? tooManyRequests("storage is (re)initializing", 1);
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
