import type { AsyncLocalStorage } from "node:async_hooks";
import { type AroundWebhookCall, type WebhookCall, WebhookCallError } from "@svc/admission";
import { type Clock, pause } from "@svc/base";
import type { RequestState } from "@svc/server";
import { UnknownOutcomeError } from "@svc/storage";
import type { MemoryStorage } from "@svc/storage/memory";
import type { JournalExtension } from "../journal/request-journal.ts";
import type { Fault } from "./fault.ts";

/** A fault within the server, behind the handler of the request. */
export type InnerFault = Extract<Fault, { readonly kind: "unknownOutcome" | "webhookFails" | "webhookDelays" }>;

/** True for faults that `innerFaults` injects. */
export function isInner(fault: Fault): fault is InnerFault {
  return fault.kind === "unknownOutcome" || fault.kind === "webhookFails" || fault.kind === "webhookDelays";
}

/** A request with a fault. */
export interface FaultyRequest {
  readonly fault: InnerFault;
  readonly state: RequestState;
}

interface InnerFaultsDeps {
  readonly clock: Clock;
  readonly journal: Pick<JournalExtension, "parked">;
}

interface InnerFaults {
  readonly aroundWebhook: AroundWebhookCall;
  storage(storage: MemoryStorage): MemoryStorage;
}

/** @param current the request that calls a webhook or writes to the store */
export function innerFaults(
  current: AsyncLocalStorage<FaultyRequest>,
  { clock, journal }: InnerFaultsDeps,
): InnerFaults {
  return {
    aroundWebhook: async (call, next) => {
      const { fault, state } = current.getStore() ?? {};
      if (fault === undefined || state === undefined || fault.kind === "unknownOutcome") return next();
      if (fault.webhooks?.includes(call.webhook) === false) return next();
      if (fault.kind === "webhookFails") throw failure(call, "connection refused");
      // Ends early with the call's timeout; the call fails then as any late one does.
      await journal.parked(state, pause(clock, fault.delayMs, { signal: call.signal }));
      return next();
    },
    storage: (storage) => ({
      ...storage,
      currentRevision: () => storage.currentRevision(),
      commit: async (writes, options) => {
        const { fault } = current.getStore() ?? {};
        if (fault?.kind !== "unknownOutcome") return storage.commit(writes, options);
        // The first commit of the request; what the server does then, such as a read, works.
        const result = fault.isDone === false ? undefined : await storage.commit(writes, options);
        // A lost race is known to the store.
        if (result?.ok === false) return result;
        throw new UnknownOutcomeError("the outcome of the commit is not known: injected by the test");
      },
    }),
  };
}

function failure({ webhook }: WebhookCall, why: string): WebhookCallError {
  return new WebhookCallError(`failed to call webhook: ${webhook}: ${why}: injected by the test`);
}
