import type { Item } from "./item.ts";

/** Type of a watch event. */
export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED";

/** One event, shared by all watchers that receive it, so that it is encoded once. */
export class WatchEvent<T extends Item> {
  readonly type: WatchEventType;
  readonly item: T;
  /** The object before a modification; undefined for other events. */
  readonly previous: T | undefined;
  #derived: Map<unknown, unknown> | undefined;

  constructor(type: WatchEventType, item: T, previous?: T) {
    this.type = type;
    this.item = item;
    this.previous = previous;
  }

  derive<V>(key: unknown, make: (event: WatchEvent<T>) => V): V {
    const known = this.#derived?.get(key);
    if (known !== undefined) return known as V;
    const derived = make(this);
    this.#derived ??= new Map();
    this.#derived.set(key, derived);
    return derived;
  }
}
