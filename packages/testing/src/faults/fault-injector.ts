import { AsyncLocalStorage } from "node:async_hooks";
import type { AroundWebhookCall } from "@svc/admission";
import type { Clock } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { isStream } from "@svc/http";
import { conflict, expired, StatusError, tooManyRequests } from "@svc/meta";
import type { Next, RequestState, ServerExtension, Stage } from "@svc/server";
import type { MemoryStorage } from "@svc/storage/memory";
import type { JournalExtension } from "../journal/request-journal.ts";
import { withStream } from "../journal/streams.ts";
import type { Fault, InjectedFault } from "./fault.ts";
import { type FaultyRequest, type InnerFault, innerFaults, isInner } from "./inner-faults.ts";
import { seededRandom } from "./seeded-random.ts";
import { delayed, endingAfter, withRepeatedBookmarks } from "./watch-faults.ts";

/** Decides which requests get a fault, and injects it. */
export interface FaultInjector {
  /** The faults that were injected, in order. */
  readonly injected: readonly InjectedFault[];
  readonly extension: ServerExtension;
  /** Injects faults into calls of admission webhooks. */
  readonly aroundWebhook: AroundWebhookCall;
  /** Injects faults into writes to a store. */
  storage(storage: MemoryStorage): MemoryStorage;
}

interface FaultInjectorOptions {
  readonly faults: readonly Fault[];
  readonly seed: number;
  readonly clock: Clock;
  readonly journal: Pick<JournalExtension, "note" | "parked">;
  /** Injects exactly these faults, whatever the seed. @default the faults of the seed */
  readonly only?: readonly InjectedFault[];
  /** User whose requests get only faults that name the user. */
  readonly spared: string;
}

/** Creates an injector. The first fault of the list that is due for a request is injected. */
export function createFaultInjector(options: FaultInjectorOptions): FaultInjector {
  const { faults, journal } = options;
  const injected: InjectedFault[] = [];
  const occurrences = faults.map(() => 0);
  const times = faults.map(() => 0);
  const only = options.only === undefined ? undefined : new Set(options.only.map(keyOf));
  const due = (state: RequestState): Fault | undefined => {
    let found: Fault | undefined;
    faults.forEach((fault, i) => {
      if (!selects(fault, state, options.spared)) return;
      const injection = { fault: i, occurrence: ++occurrences[i]! };
      if (found !== undefined || !isDue(fault, injection, { ...options, only })) return;
      if (++times[i]! > (fault.times ?? Number.POSITIVE_INFINITY)) return;
      found = fault;
      injected.push(injection);
    });
    return found;
  };
  const inRequest = new AsyncLocalStorage<FaultyRequest>();
  const stage: Stage = (state, next) => {
    const fault = due(state);
    if (fault === undefined) return next(state);
    journal.note(state, fault.kind);
    return isInner(fault)
      ? inRequest.run({ fault, state }, () => next(state))
      : inject(fault, { state, next }, options);
  };
  return {
    injected,
    ...innerFaults(inRequest, options),
    extension: { name: "fault injector", stages: () => [{ after: "authorization", stage }] },
  };
}

const keyOf = ({ fault, occurrence }: InjectedFault): string => `${fault}:${occurrence}`;

function isDue(
  { at, probability = 1 }: Fault,
  injection: InjectedFault,
  { seed, only }: { readonly seed: number; readonly only: ReadonlySet<string> | undefined },
): boolean {
  if (only !== undefined) return only.has(keyOf(injection));
  const { fault, occurrence } = injection;
  return at === undefined ? seededRandom(seed, fault, occurrence) < probability : at.includes(occurrence);
}

const writes: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);
const changes: ReadonlySet<string> = new Set(["update", "patch", "delete"]);
const watches: ReadonlySet<string> = new Set(["watch"]);

/** Verbs that a fault means anything for; undefined for all. */
const verbsOfKind: ReadonlyMap<Fault["kind"], ReadonlySet<string>> = new Map([
  ["conflict", changes],
  ["lostResponse", writes],
  ["watchEnds", watches],
  ["staleWatch", watches],
  ["repeatedBookmarks", watches],
  ["unknownOutcome", writes],
  ["webhookFails", writes],
  ["webhookDelays", writes],
]);

function selects(fault: Fault, { info, user }: RequestState, spared: string): boolean {
  if (!info.isResource) return false;
  const { verbs, resources, users } = fault;
  if (users === undefined ? user.name === spared : !users.includes(user.name)) return false;
  if (verbs?.includes(info.verb) === false || verbsOfKind.get(fault.kind)?.has(info.verb) === false) return false;
  if (fault.kind === "expired" && !isFromVersion(info.query)) return false;
  const resource = info.group === "" ? info.resource : `${info.resource}.${info.group}`;
  const target = info.subresource === "" ? resource : `${resource}/${info.subresource}`;
  return resources?.includes(target) ?? true;
}

function isFromVersion(query: URLSearchParams): boolean {
  return query.has("continue") || !["", "0"].includes(query.get("resourceVersion") ?? "");
}

async function inject(
  fault: Exclude<Fault, InnerFault>,
  { state, next }: { readonly state: RequestState; readonly next: Next },
  { clock, journal }: FaultInjectorOptions,
): Promise<HttpResponse> {
  const { group, resource, name } = state.info;
  switch (fault.kind) {
    case "conflict":
      throw conflict(
        { group, resource, name },
        "the object has been modified; please apply your changes to the latest version and try again",
      );
    case "lostResponse":
      return withStream(await next(state), (writer) => writer.abort());
    case "tooManyRequests":
      throw tooManyRequests("Too many requests, please try again later.", fault.retryAfterSeconds ?? 1);
    case "serverError":
      throw errorOf(fault.code ?? 500);
    case "delay":
      await journal.parked(state, new Promise<void>((resolve) => clock.after(fault.delayMs, resolve)));
      return next(state);
    case "cutBody":
      return cut(await next(state));
    case "watchEnds":
      return endingAfter(await next(state), fault.afterEvents ?? 0);
    case "expired":
      throw expired("too old resource version: injected by the test");
    case "staleWatch":
      return delayed(await next(state), fault.delayMs, clock);
    case "repeatedBookmarks":
      return withRepeatedBookmarks(await next(state));
    case "hook": {
      if (fault.when === "before") await fault.hook();
      const response = await next(state);
      if (fault.when === "after") await fault.hook();
      return response;
    }
  }
}

const errors: ReadonlyMap<number, Pick<StatusError, "reason" | "message">> = new Map([
  [500, { reason: "InternalError", message: "Internal error occurred: injected by the test" }],
  [503, { reason: "ServiceUnavailable", message: "the server is currently unable to handle the request" }],
  [504, { reason: "Timeout", message: "the server was unable to return a response in the time allotted" }],
]);

function errorOf(code: number): StatusError {
  const { reason = "InternalError", message = "" } = errors.get(code) ?? {};
  return new StatusError({ code, reason, message });
}

/** Half of a body, or the first piece of a stream. */
function cut(response: HttpResponse): HttpResponse {
  const { body } = response;
  if (isStream(body)) {
    return withStream(response, (writer) =>
      body.start({
        ...{ connection: writer.connection, onDrain: (callback) => writer.onDrain(callback) },
        ...{ onClose: (callback) => writer.onClose(callback), end: () => writer.abort(), abort: () => writer.abort() },
        write: (chunk) => {
          writer.write(chunk.subarray(0, chunk.length >> 1));
          writer.abort();
          return false;
        },
      }),
    );
  }
  const whole = Buffer.isBuffer(body) ? body : Buffer.concat(body);
  return withStream(response, (writer) => {
    writer.write(whole.subarray(0, whole.length >> 1));
    writer.abort();
  });
}
