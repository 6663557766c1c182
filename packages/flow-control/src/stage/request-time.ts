import type { RequestState } from "@svc/server";

/** True for a connection without a time limit that is not a watch: such requests hold no seats. */
export function isConnection({ isLongRunning, info: { isResource, verb } }: RequestState): boolean {
  return isLongRunning && !(isResource && verb === "watch");
}

/** Part of a request's time that it may wait for its seats. */
const waitingPart = 0.25;

/** The maximum time that a request waits, in milliseconds. */
export function waitLimitMs({ timeoutMs }: Pick<RequestState, "timeoutMs">): number {
  return timeoutMs * waitingPart;
}
