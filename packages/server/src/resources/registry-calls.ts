import type { SentOptions } from "@svc/admission";
import type { RequestContext, WriteOptions } from "@svc/registry";
import { notAwaited } from "../request/not-awaited.ts";
import { type RequestState, releaseBody } from "../request/request-state.ts";
import { managerOf, type WriteQuery } from "./query.ts";

/** The client of a request, for the registry. */
export function contextOf(state: RequestState): RequestContext {
  const { request, user, warnings, audit, giveWay, times, deadlineMs } = state;
  return {
    user,
    signal: request.signal,
    deadlineMs,
    warn: (text) => void warnings.add(text),
    giveWay,
    times,
    annotate: audit === undefined ? undefined : (key, value, from) => audit.annotate(key, value, from),
  };
}

/**
 * Waits for the work of a request, at most for as long as the request is awaited. Work that goes on
 * after that keeps the memory of the request's body; its outcome is only counted.
 * @throws {StatusError} 504 when the client leaves or the deadline passes first
 */
export function whileAwaited<T>(state: RequestState, work: () => Promise<T>): Promise<T> {
  const { signal } = state.request;
  return new Promise((resolve, reject) => {
    const done = work();
    const leave = (): void => {
      reject(notAwaited(signal));
      const { bodyShare, releaseDecoded, endedLate } = state;
      state.bodyShare = undefined;
      state.releaseDecoded = undefined;
      const ended = (outcome: "ok" | "error"): void => {
        releaseBody({ bodyShare, releaseDecoded });
        endedLate?.(outcome);
      };
      done.then(
        () => ended("ok"),
        () => ended("error"),
      );
    };
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave);
    const settle =
      <V>(then: (value: V) => void) =>
      (value: V): void => {
        signal.removeEventListener("abort", leave);
        then(value);
      };
    done.then(settle(resolve), settle(reject));
  });
}

/**
 * Writes an object, for as long as the request is awaited; where it is traced, with events of its
 * span.
 * @param check what is checked before the events begin; the write checks it, too
 */
export async function storing<T>(state: RequestState, write: () => Promise<T>, check?: () => void): Promise<T> {
  const {
    times: { event },
    bodyBytes: len = 0,
  } = state;
  if (event === undefined) return whileAwaited(state, write);
  check?.();
  event("About to store object in database");
  try {
    const written = await whileAwaited(state, write);
    event("Write to database call succeeded", { len });
    return written;
  } catch (error) {
    event("Write to database call failed", { len, err: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

/** Returns the options of a registry write from the parameters of a request. */
export function writeOptionsOf(
  { dryRun, fieldManager }: WriteQuery,
  { request, info: { query } }: RequestState,
): WriteOptions {
  const manager = managerOf(fieldManager, request.header("user-agent"));
  return query.size === 0
    ? { dryRun, fieldManager: manager }
    : { dryRun, fieldManager: manager, sent: sentOptionsOf(query) };
}

/** The write options in the query, for admission. */
export function sentOptionsOf(query: URLSearchParams): SentOptions {
  const texts = ["fieldManager", "fieldValidation"].flatMap((name) => {
    const value = query.get(name) ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  return { ...(query.has("dryRun") ? { dryRun: query.getAll("dryRun") } : {}), ...Object.fromEntries(texts) };
}
