import type { AdmissionPlugin, AdmissionRequest } from "@svc/admission";
import type { Clock } from "@svc/base";
import { aClock, anObject, checkArgument, listOf, optionsOf } from "@svc/base/check";
import { type ApiObject, aggregateText, tooManyRequests } from "@svc/meta";
import { text } from "../objects/fields.ts";
import { createBuckets } from "./buckets.ts";

/** A rate limit of events, for the whole server or for each source of a type. */
export interface EventLimit {
  readonly type: EventLimitType;
  /** The sustained rate in events per second. */
  readonly qps: number;
  /** The largest burst of events. */
  readonly burst: number;
  /**
   * The largest number of sources that are tracked; the least recently used is dropped first.
   * @default 4096
   */
  readonly cacheSize?: number;
}

export const eventLimitTypes = ["Server", "Namespace", "User", "SourceAndObject"] as const;
export type EventLimitType = (typeof eventLimitTypes)[number];

/** Options of the admission step that limits the rate of events. */
export interface EventRateLimitOptions {
  readonly clock: Clock;
  readonly limits: readonly EventLimit[];
}

const defaultCacheSize = 4096;

const eventRateLimitOptions = optionsOf<EventRateLimitOptions>({
  clock: aClock,
  limits: listOf(anObject),
});

/**
 * Limits the rate of event writes; clients beyond it get 429.
 * @throws {TypeError} for a wrong argument
 */
export function eventRateLimit(options: EventRateLimitOptions): AdmissionPlugin {
  checkArgument("eventRateLimit: options", options, eventRateLimitOptions);
  const { clock, limits } = options;
  const limiters = limits.map(({ type, qps, burst, cacheSize = defaultCacheSize }) => ({
    type,
    buckets: createBuckets({ clock, perSecond: qps, burst, maxKeys: cacheSize }),
  }));
  return {
    name: "EventRateLimit",
    operations: ["CREATE", "UPDATE"],
    resources: ["events"],
    validate: (request) => {
      const { object, dryRun } = request;
      if (object === undefined || dryRun) return;
      const reached = limiters.flatMap(({ type, buckets }) => {
        const key = keys[type](request, object);
        return buckets.take(key) ? [] : [`limit reached on type ${type} for key ${key}`];
      });
      if (reached.length > 0) throw tooManyRequests(`Too many requests: ${aggregateText(reached)}`);
    },
  };
}

const keys: Readonly<Record<EventLimitType, (request: AdmissionRequest, event: ApiObject) => string>> = {
  Server: () => "",
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user?.name ?? "",
  SourceAndObject: (_, event) =>
    [
      ...["component", "host"].map((name) => text(event, "source", name)),
      ...["kind", "namespace", "name", "uid", "apiVersion"].map((name) => text(event, "involvedObject", name)),
    ].join(""),
};
