import type { Clock } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { mapStream, passTo } from "../journal/streams.ts";

const newline = 0x0a;

/** Events of a piece of a watch in JSON, which end with newlines; another encoding is one piece. */
function eventsOf(chunk: Buffer): readonly Buffer[] {
  if (chunk[0] !== 0x7b) return [chunk];
  const events: Buffer[] = [];
  for (let from = 0; from < chunk.length; ) {
    const end = chunk.indexOf(newline, from);
    const to = end < 0 ? chunk.length : end + 1;
    events.push(chunk.subarray(from, to));
    from = to;
  }
  return events;
}

/** Ends a watch behind so many events. */
export function endingAfter(response: HttpResponse, count: number): HttpResponse {
  return mapStream(response, (writer) => {
    let left = count;
    if (left === 0) queueMicrotask(() => writer.end());
    return {
      ...passTo(writer),
      write: (chunk) => {
        let isReady = false;
        for (const event of eventsOf(chunk)) {
          if (left === 0) break;
          isReady = writer.write(event);
          left--;
        }
        if (left === 0) writer.end();
        return isReady;
      },
    };
  });
}

/** Sends all pieces, and the end, later by the clock, in order. */
export function delayed(response: HttpResponse, delayMs: number, clock: Clock): HttpResponse {
  return mapStream(response, (writer) => {
    const later = (act: () => void): void => void clock.after(delayMs, act);
    return {
      ...passTo(writer),
      write: (chunk) => {
        // The sender may use its memory again.
        const copy = Buffer.from(chunk);
        later(() => writer.write(copy));
        return true;
      },
      end: () => later(() => writer.end()),
    };
  });
}

/** Sends every bookmark twice. */
export function withRepeatedBookmarks(response: HttpResponse): HttpResponse {
  return mapStream(response, (writer) => ({
    ...passTo(writer),
    write: (chunk) => {
      let isReady = true;
      for (const event of eventsOf(chunk)) {
        const isBookmark = event.subarray(0, 64).includes('"BOOKMARK"');
        for (let i = 0; i < (isBookmark ? 2 : 1); i++) isReady = writer.write(event);
      }
      return isReady;
    },
  }));
}
