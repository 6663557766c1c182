import type { Storage } from "@svc/storage";

/** A store whose watch fails once with an error, after this many batches. */
export const failingWatch =
  (error: () => Error, after: number) =>
  (storage: Storage): Storage => {
    let left = 1;
    return Object.assign(Object.create(storage) as Storage, {
      watch: async function* (...args: Parameters<Storage["watch"]>) {
        let seen = 0;
        for await (const batch of storage.watch(...args)) {
          if (left > 0 && seen++ >= after) {
            left--;
            throw error();
          }
          yield batch;
        }
      },
    });
  };

/** The store's error for a watch that begins too far back. */
export const compactedError = (): Error =>
  Object.assign(new Error("gone"), { code: "compacted", isStorageError: true });
