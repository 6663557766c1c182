import type { Clock } from "@svc/base";
import { byteLengthOf, type HttpResponse, isStream } from "@svc/http";
import { tooManyRequests } from "@svc/meta";
import { currentMs, type RequestState } from "../request/request-state.ts";
import { mapResponse, type Stage } from "../request/stage.ts";
import { HeldBuffers } from "./held-buffers.ts";
import { isPrivileged, requestOwner } from "./request-owner.ts";

/** Smaller responses leave with one write, and are not counted. */
const minCountedBytes = 64 * 1024;
/** Smaller parts of a response are counted together: most are shared with the cache. */
const minPartBytes = 16 * 1024;

interface ResponseMemoryOptions {
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly maxOwnerBytes: number;
  readonly onRefused: () => void;
}

/**
 * Bounds the bytes of large responses that clients have not read yet. Parts that several responses
 * share, as those of lists from the cache, count once. Past the bounds requests get 429; an owner
 * may always have one response, and privileged users are not refused.
 */
export class ResponseMemory {
  readonly #options: ResponseMemoryOptions;
  readonly #held = new HeldBuffers();

  constructor(options: ResponseMemoryOptions) {
    this.#options = options;
  }

  get heldBytes(): number {
    return this.#held.bytes;
  }

  /** Counts responses on their way out, and bounds the time that clients may take for them. */
  get stage(): Stage {
    return (state, next) => mapResponse(next(state), (response) => this.#counted(response, state));
  }

  #counted(response: HttpResponse, state: RequestState): HttpResponse {
    const { body } = response;
    if (isStream(body) || response.delivery !== undefined || byteLengthOf(body) < minCountedBytes) return response;
    const { clock, maxBytes, maxOwnerBytes, onRefused } = this.#options;
    const held = this.#held;
    const owner = requestOwner(state);
    const isFull = held.bytes > maxBytes;
    const isFirst = held.bytesOf(owner) === 0;
    const parts = partsOf(body);
    for (const [part, bytes] of parts) held.hold(owner, part, bytes);
    const onEnd = (): void => {
      for (const [part] of parts) held.drop(owner, part);
    };
    if ((isFull || (!isFirst && held.bytesOf(owner) > maxOwnerBytes)) && !isPrivileged(state)) {
      onEnd();
      onRefused();
      throw tooManyRequests("Too much of earlier responses is still to be read, please try again later.", 1);
    }
    const leftMs = state.timeoutMs - (currentMs(state, clock) - state.startedMs);
    return { ...response, delivery: { timeoutMs: Math.max(leftMs, minDeliveryMs), onEnd } };
  }
}

/** A response that took most of its request's time can still be read. */
const minDeliveryMs = 1_000;

function partsOf(body: Buffer | readonly Buffer[]): readonly (readonly [part: object, bytes: number])[] {
  if (Buffer.isBuffer(body)) return [[body, body.length]];
  const parts: (readonly [object, number])[] = [];
  let small = 0;
  for (const part of body) {
    if (part.length < minPartBytes) small += part.length;
    else parts.push([part, part.length]);
  }
  if (small > 0) parts.push([{}, small]);
  return parts;
}
