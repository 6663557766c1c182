import { type ApiObject, hasReason, isStatusError, type StatusError } from "@svc/meta";
import type { Amounts } from "../objects/amounts.ts";
import { formatAmounts, type Quota } from "./quota.ts";

/** Updates the stored status of a quota; calls `next` again after a conflict. */
export type ChangeQuota = (quota: ApiObject, next: (live: ApiObject) => ApiObject) => Promise<void>;

/** Returns the usage after an entry, or an error that rejects it. */
export type Entry = (live: Quota) => Amounts | StatusError;

/**
 * Writes usage into the status of quotas. Entries of one quota that arrive during a write are
 * combined into the next write. Each entry is checked against the stored status plus the entries
 * before it, never against a cache.
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
