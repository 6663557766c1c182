import { type ApiObject, hasReason, isStatusError, type StatusError } from "@svc/meta";
import type { Amounts } from "../objects/amounts.ts";
import { formatAmounts, type Quota } from "./quota.ts";

/**
 * Changes what is stored of a quota's status; `next` is asked again when another write comes first.
 */
export type ChangeQuota = (quota: ApiObject, next: (live: ApiObject) => ApiObject) => Promise<void>;

/** What is used after an entry; an error refuses the entry. */
export type Entry = (live: Quota) => Amounts | StatusError;

/**
 * Writes into the status of quotas what is used. Entries of one quota that come while a write is
 * under way are written together by the next one, and each is judged by what those before it leave:
 * by what is stored, not by what is remembered.
 */
export interface Ledger {
  /** @throws {StatusError} with which the entry was refused */
  enter(quota: Quota, entry: Entry): Promise<void>;
}

interface Waiting {
  readonly entry: Entry;
  readonly done: (error?: unknown) => void;
}

export function createLedger(change: ChangeQuota): Ledger {
  const waiting = new Map<string, Waiting[]>();

  const writeAll = async (key: string, quota: Quota): Promise<void> => {
    for (let batch = waiting.get(key) ?? []; batch.length > 0; batch = waiting.get(key) ?? []) {
      waiting.set(key, []);
      await writeTogether(change, quota, batch);
    }
    waiting.delete(key);
  };

  return {
    enter: (quota, entry) =>
      new Promise((resolve, reject) => {
        const { namespace = "", name = "" } = quota.metadata;
        const key = `${namespace}/${name}`;
        const done = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
        const queue = waiting.get(key);
        if (queue !== undefined) {
          queue.push({ entry, done });
          return;
        }
        waiting.set(key, [{ entry, done }]);
        void writeAll(key, quota);
      }),
  };
}

/** Never rejects: waiting requests get the error. */
async function writeTogether(change: ChangeQuota, quota: Quota, batch: readonly Waiting[]): Promise<void> {
  let refusals: readonly (StatusError | undefined)[] = [];
  try {
    await change(quota, (live: Quota) => {
      let next = live;
      refusals = batch.map(({ entry }) => {
        const used = entry(next);
        if (isStatusError(used)) return used;
        next = { ...next, status: { ...next.status, used: formatAmounts(used) } };
        return undefined;
      });
      return next;
    });
  } catch (error) {
    // A deleted quota limits nothing.
    const gone = hasReason(error, "NotFound") ? undefined : error;
    for (const { done } of batch) done(gone);
    return;
  }
  batch.forEach(({ done }, i) => {
    done(refusals[i]);
  });
}
