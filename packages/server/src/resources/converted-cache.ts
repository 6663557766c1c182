import type { Clock } from "@svc/base";
import { everyField, everyLabel, type StatusError, tooManyRequests } from "@svc/meta";
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
  const { lateConversions, clock } = deps.responses;
  const late = lateConversions.get(conversion) ?? { pending: 0, failure: undefined, sinceMs: undefined };
  lateConversions.set(conversion, late);
  return late.pending > 0 ? Promise.reject(notFilled(endpoint, late, clock)) : fillInTime(deps, endpoint, late);
}

async function fillInTime(deps: ConvertedCacheDeps, endpoint: Endpoint, late: LateConversions): Promise<void> {
  const { clock } = deps.responses;
  const startedMs = clock.monotonic();
  const filled = convertAll(deps, endpoint, undefined).then(
    () => {
      late.failure = undefined;
      late.sinceMs = undefined;
      return true;
    },
    (error: unknown) => {
      late.failure = error;
      late.sinceMs ??= startedMs;
      return false;
    },
  );
  const waited = Promise.withResolvers<false>();
  const timer = clock.after(maxWaitMs, () => {
    late.pending++;
    late.sinceMs ??= startedMs;
    void filled.then(() => late.pending--);
    waited.resolve(false);
  });
  const isFilled = await Promise.race([filled, waited.promise]);
  timer.cancel();
  if (!isFilled) throw notFilled(endpoint, late, clock);
}

function notFilled(endpoint: Endpoint, { failure, sinceMs }: LateConversions, clock: Clock): StatusError {
  const nowMs = clock.monotonic();
  const retryAfterSeconds = retryAfter((nowMs - (sinceMs ?? nowMs)) / 1000);
  return failure === undefined
    ? tooManyRequests("storage is (re)initializing", retryAfterSeconds)
    : listError(endpoint, failure, retryAfterSeconds);
}

/**
 * When a client is to ask again for a version that could not be listed for some seconds: the longer
 * that lasts, the later, as in kube-apiserver.
 */
function retryAfter(seconds: number): number {
  return Math.floor(Math.min(30, Math.exp(0.06 * seconds)));
}

/**
 * Waits until all objects of a namespace, or of all namespaces, are known in a version that a
 * webhook converts.
 * @throws {StatusError} 500 where a conversion fails
 */
export function convertCollection(
  deps: ConvertedCacheDeps,
  endpoint: Endpoint,
  namespace: string | undefined,
): Promise<void> | undefined {
  const { conversion } = endpoint.version;
  return conversion?.fromStorageAll === undefined ? undefined : convertAll(deps, endpoint, namespace);
}

async function convertAll(
  { registry, responses }: ConvertedCacheDeps,
  endpoint: Endpoint,
  namespace: string | undefined,
): Promise<void> {
  const selectors = { labels: everyLabel, fields: everyField };
  const { slices } = await registry.list(endpoint, { namespace, selectors, at: { kind: "any" } });
  await responses.encoderOf(endpoint).prepare([...itemsOf(slices)]);
}

/** True for a list of all objects. */
export function selectsAll({ labels, fields }: Pick<ListQuery, "labels" | "fields">): boolean {
  return labels.requirements.length + fields.requirements.length === 0;
}
