import type { MaybePromise } from "@svc/base";
import type { ConvertedSelection, StoredObject } from "@svc/registry";
import { type InitialSink, WatchEvent } from "@svc/watch";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { listError } from "./not-listed.ts";
import type { WatchRequest } from "./watch-framing.ts";

interface PreparedSinkOptions {
  readonly endpoint: WatchRequest["endpoint"];
  /** Selects by the fields of the converted objects. */
  readonly selection: ConvertedSelection | undefined;
  /** Receives the selected events. */
  readonly sink: InitialSink<StoredObject>;
}

/**
 * Passes events on in order, after the conversions that they need. A failed conversion ends the
 * watch.
 */
export function preparedSink(
  responses: Pick<ResponseDeps, "encoderOf">,
  { endpoint, selection, sink }: PreparedSinkOptions,
): InitialSink<StoredObject> {
  const encoder = responses.encoderOf(endpoint);
  // An unreadable object may match: it ends the watch.
  const matches = (stored: StoredObject): boolean =>
    selection === undefined || stored.corrupt !== undefined || selection.matches(encoder.read(stored));
  let ended = false;
  let last: Promise<void> = Promise.resolve();
  const inOrder = (objects: readonly StoredObject[], act: () => MaybePromise<void>): void => {
    // Requested immediately, so that conversions of several events run concurrently.
    const pending = Promise.resolve(encoder.prepare(objects));
    pending.catch(() => undefined);
    last = last.then(async () => {
      if (ended) return;
      try {
        await pending;
        await act();
      } catch (error) {
        ended = true;
        sink.end(listError(endpoint, error));
      }
    });
  };
  const select = async (event: WatchEvent<StoredObject>): Promise<void> => {
    const { type, item, previous } = event;
    if (previous === undefined || selection === undefined) {
      if (matches(item)) sink.event(event);
      return;
    }
    const matched = matches(previous);
    if (matches(item)) sink.event(matched ? event : new WatchEvent("ADDED", item));
    else if (matched && type === "MODIFIED") {
      const gone = previous.withRevision(item.revision);
      await encoder.prepare([gone]);
      sink.event(new WatchEvent("DELETED", gone));
    }
  };
  return {
    initial: (items) => inOrder(items, () => sink.initial(items.filter(matches))),
    event: (event) => {
      const { item, previous } = event;
      const needed = selection === undefined || previous === undefined ? [item] : [item, previous];
      inOrder(needed, () => select(event));
    },
    bookmark: (revision, initialEventsEnd) => inOrder([], () => sink.bookmark(revision, initialEventsEnd)),
    end: (error) => inOrder([], () => sink.end(error)),
  };
}
