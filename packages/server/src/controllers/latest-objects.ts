import type { ApiObject } from "@svc/meta";
import type { StoredObject } from "@svc/registry";

type StoredVersion = Pick<StoredObject, "name" | "revision" | "object">;

type OnKnown<T> = ((name: string, object: T | undefined) => void) | undefined;

/** The latest version of an object, parsed. */
interface Latest<T, Stored> {
  readonly stored: Stored;
  readonly object: T;
}

/**
 * The latest version of each object. Parsed objects take several times the memory of their bytes:
 * they are held until they are reconciled, and parsed again where they are read later.
 */
export class LatestObjects<T extends ApiObject, Stored extends StoredVersion = StoredVersion> {
  readonly #onKnown: OnKnown<T>;
  readonly #stored = new Map<string, Stored>();
  readonly #held = new Map<string, T>();

  constructor(onKnown: OnKnown<T>) {
    this.#onKnown = onKnown;
  }

  has(name: string): boolean {
    return this.#stored.has(name);
  }

  get(name: string): T | undefined {
    return this.#held.get(name) ?? (this.#stored.get(name)?.object as T | undefined);
  }

  *[Symbol.iterator](): MapIterator<[string, T]> {
    for (const [name, stored] of this.#stored) yield [name, this.#objectOf(name, stored)];
  }

  /**
   * The response of a write may be older than later events of the informer.
   * @returns the latest version of the object
   */
  set(version: Stored): Latest<T, Stored> {
    const { name } = version;
    const current = this.#stored.get(name);
    if (current !== undefined && current.revision > version.revision)
      return { stored: current, object: this.#objectOf(name, current) };
    const object = version.object as T;
    this.#stored.set(name, version);
    this.#held.set(name, object);
    this.#onKnown?.(name, object);
    return { stored: version, object };
  }

  remove(name: string): void {
    this.#stored.delete(name);
    this.#held.delete(name);
    this.#onKnown?.(name, undefined);
  }

  /** No longer holds a parsed object, unless there is a later one. */
  release(name: string, object: T): void {
    if (this.#held.get(name) === object) this.#held.delete(name);
  }

  #objectOf(name: string, stored: Stored): T {
    return this.#held.get(name) ?? (stored.object as T);
  }
}
