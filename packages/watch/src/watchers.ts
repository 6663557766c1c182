import type { StatusError } from "@svc/meta";
import type { Item, ItemChange } from "./item.ts";
import { namedObject, type Selection, selects } from "./selector.ts";
import { WatchEvent, type WatchEventType } from "./watch-event.ts";

/** Receives the events of a watch, synchronously and in order; it must not call the cache. */
export interface WatchSink<T extends Item> {
  /** Tag for ending watches together. */
  readonly tag?: string | undefined;
  event(event: WatchEvent<T>): void;
  /**
   * All events up to the revision were delivered.
   * @param initialEventsEnd true for the first one after the initial state
   */
  bookmark(revision: number, initialEventsEnd: boolean): void;
  /**
   * No event follows.
   * @param error reason, unless the watch timed out or was stopped
   */
  end(error: StatusError | undefined): void;
}

/** Watchers with equal selections: a change is matched once for all of them. */
interface Group<T extends Item> {
  readonly selection: Selection;
  readonly sinks: Set<WatchSink<T>>;
}

type Bucket<T extends Item> = Map<string, Group<T>>;

interface WatchersOptions {
  /** Fields with an index of watchers. */
  readonly indexedFields: readonly string[];
}

/**
 * The watchers of a resource, indexed by what they can match: one object, one value of an indexed
 * field, one namespace, or all. A change is matched only against the buckets it falls into.
 */
export class Watchers<T extends Item> {
  readonly #buckets = new Map<string, Bucket<T>>();
  readonly #indexedFields: readonly string[];
  #size = 0;

  constructor({ indexedFields }: WatchersOptions) {
    this.#indexedFields = indexedFields;
  }

  get size(): number {
    return this.#size;
  }

  add(selection: Selection, sink: WatchSink<T>): () => void {
    const name = this.#bucketOf(selection);
    const text = groupText(selection);
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) this.#buckets.set(name, (bucket = new Map()));
    let group = bucket.get(text);
    if (group === undefined) bucket.set(text, (group = { selection, sinks: new Set() }));
    group.sinks.add(sink);
    this.#size++;
    return () => {
      const home = this.#buckets.get(name);
      const mine = home?.get(text);
      if (home === undefined || mine === undefined || !mine.sinks.delete(sink)) return;
      this.#size--;
      if (mine.sinks.size === 0) home.delete(text);
      if (home.size === 0) this.#buckets.delete(name);
    };
  }

  dispatch(change: ItemChange<T>): void {
    if (this.#size === 0) return;
    const item = change.current ?? change.previous;
    if (item === undefined) return;
    const events: Events<T> = {};
    this.#dispatchTo("", change, events);
    this.#dispatchTo(`namespace ${item.namespace}`, change, events);
    this.#dispatchTo(`name ${item.name}`, change, events);
    if (change.current?.corrupt !== undefined || change.previous?.corrupt !== undefined) {
      // The fields are or were unknown: every watcher found by a field may be concerned.
      for (const name of this.#buckets.keys()) if (name.startsWith("field ")) this.#dispatchTo(name, change, events);
      return;
    }
    for (const field of this.#indexedFields) {
      const now = change.current?.fieldValue(field) ?? "";
      const before = change.previous?.fieldValue(field) ?? "";
      if (change.current !== undefined) this.#dispatchTo(`field ${field}=${now}`, change, events);
      if (change.previous !== undefined && (change.current === undefined || before !== now)) {
        this.#dispatchTo(`field ${field}=${before}`, change, events);
      }
    }
  }

  endAll(error: StatusError | undefined): void {
    const sinks = this.#sinks();
    this.#buckets.clear();
    this.#size = 0;
    for (const sink of sinks) sink.end(error);
  }

  /** Ends every watcher with the tag as if it had timed out. Each removes itself. */
  endTagged(tag: string): void {
    for (const sink of this.#sinks()) if (sink.tag === tag) sink.end(undefined);
  }

  #sinks(): readonly WatchSink<T>[] {
    return [...this.#buckets.values()].flatMap((b) => [...b.values()]).flatMap((g) => [...g.sinks]);
  }

  #dispatchTo(name: string, change: ItemChange<T>, events: Events<T>): void {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return;
    for (const { selection, sinks } of bucket.values()) {
      const event = eventFor(selection, change, events);
      if (event !== undefined) for (const sink of sinks) sink.event(event);
    }
  }

  #bucketOf(selection: Selection): string {
    const named = namedObject(selection);
    if (named !== undefined) return `name ${named.name}`;
    for (const field of this.#indexedFields) {
      const requirement = selection.fields.requirements.find((r) => r.field === field && r.op === "=");
      if (requirement !== undefined) return `field ${field}=${requirement.value}`;
    }
    return selection.namespace === undefined ? "" : `namespace ${selection.namespace}`;
  }
}

type Events<T extends Item> = { [type in WatchEventType]?: WatchEvent<T> };

/**
 * The event of a change for a selection: an object that begins to match is added, one that ceases
 * to match is deleted. The deleted object is the one that last matched, at the revision of the
 * change.
 */
export function eventFor<T extends Item>(
  selection: Selection,
  { current, previous, revision }: ItemChange<T>,
  events: Events<T> = {},
): WatchEvent<T> | undefined {
  const { namespace } = selection;
  if (namespace !== undefined && (current ?? previous)?.namespace !== namespace) return undefined;
  const matches = current !== undefined && selects(selection, current);
  const matched = previous !== undefined && selects(selection, previous);
  if (matches) {
    if (matched) return (events.MODIFIED ??= new WatchEvent("MODIFIED", current, previous));
    return (events.ADDED ??= new WatchEvent("ADDED", current));
  }
  return matched ? (events.DELETED ??= new WatchEvent("DELETED", previous.withRevision(revision))) : undefined;
}

function groupText({ namespace, labels, fields }: Selection): string {
  return `${namespace ?? "*"}\n${labels.text}\n${fields.text}`;
}
