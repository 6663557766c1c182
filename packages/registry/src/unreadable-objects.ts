import type { Log } from "@svc/base";
import type { StoredObject, Unreadable } from "./stored-object.ts";

/** The objects of a resource that could not be read when they were last tried, by key. */
export class UnreadableObjects {
  /** The number of reads of values that are not decodable objects. */
  reads = 0;
  /** Some may be gone. */
  readonly byKey: Map<string, StoredObject> = new Map();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(stored: StoredObject, { reason, lost }: Unreadable): void {
    const { key, revision } = stored;
    this.reads++;
    const knownRevision = this.byKey.get(key)?.revision ?? 0;
    // An older version does not affect the state of the current one.
    if (knownRevision > revision) return;
    if (knownRevision < revision) {
      const message = lost ? "a stored object is damaged" : "a stored object cannot be decoded";
      this.#log.error(message, { key, revision, reason });
    }
    this.byKey.set(key, stored);
  }

  /** A later version of the object was read. */
  readLater(key: string, revision: number): void {
    if ((this.byKey.get(key)?.revision ?? revision) < revision) this.byKey.delete(key);
  }
}
