import { isStatusError, type StatusError } from "@svc/meta";
import type { StoredObject } from "@svc/registry";
import type { InitialSink, WatchEvent } from "@svc/watch";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { notListed } from "./not-listed.ts";
import type { WatchRequest } from "./watch-framing.ts";

/**
 * Passes events on in order, after the conversions that they need. A failed conversion ends the
 * watch.
 */
export function preparedSink(
  responses: Pick<ResponseDeps, "encoderOf">,
  { endpoint }: Pick<WatchRequest, "endpoint">,
  sink: InitialSink<StoredObject>,
): InitialSink<StoredObject> {
  const encoder = responses.encoderOf(endpoint);
  let ended = false;
  let last: Promise<void> = Promise.resolve();
  const inOrder = (objects: readonly StoredObject[], act: () => void): void => {
    // Requested immediately, so that conversions of several events run concurrently.
    const pending = Promise.resolve(encoder.prepare(objects));
    pending.catch(() => undefined);
    last = last.then(async () => {
      if (ended) return;
      try {
        await pending;
        act();
      } catch (error) {
        ended = true;
        sink.end(endingOf(endpoint, error));
      }
    });
  };
  return {
    initial: (items) => inOrder(items, () => sink.initial(items)),
    event: (event: WatchEvent<StoredObject>) => inOrder([event.item], () => sink.event(event)),
    bookmark: (revision, initialEventsEnd) => inOrder([], () => sink.bookmark(revision, initialEventsEnd)),
    end: (error) => inOrder([], () => sink.end(error)),
  };
}

function endingOf(endpoint: WatchRequest["endpoint"], error: unknown): StatusError {
  try {
    return notListed(endpoint, error);
  } catch (status) {
    if (isStatusError(status)) return status;
    throw status;
  }
}
