import { parseFieldSelector, requiredFieldValue } from "@svc/meta";
import { oneSeat, type Work } from "../queueing/work.ts";

/**
 * The attributes of a request from which its work is estimated. `RequestInfo` of `@svc/server`
 * fits.
 */
export interface RequestToEstimate {
  readonly isResource: boolean;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly query: URLSearchParams;
}

/** The data from which work is estimated: numbers of objects and of watches. */
export interface EstimateSources {
  /** The number of stored objects of a resource; undefined if it is unknown. */
  readonly countOf: (group: string, resource: string) => number | undefined;
  /** The number of watches that a write of an object notifies. */
  readonly watchesOf: (request: RequestToEstimate) => number;
}

/** An estimate, and the watches that were counted for it. */
export interface Estimate {
  readonly work: Work;
  /** Undefined for requests that don't write. */
  readonly watches: number | undefined;
}

const objectsPerSeat = 100;
const watchesPerSeat = 10;
/** The time for which a seat is held for the events of one write, in milliseconds. */
const eventMs = 5;

const one: Estimate = { work: oneSeat, watches: undefined };
const writingVerbs: ReadonlySet<string> = new Set(["create", "update", "patch", "delete"]);

/**
 * Estimates how many seats a request needs. A list needs one for each 100 objects that are stored,
 * whatever it selects, since all of them are looked at; a write holds seats for the watches that
 * it notifies.
 * @param maxSeats what one request may have
 */
export function estimateWork(request: RequestToEstimate, sources: EstimateSources, maxSeats: number): Estimate {
  if (!request.isResource) return one;
  const { verb } = request;
  if (verb === "list") return listEstimate(request, sources, maxSeats);
  if (verb === "watch") return startsWithList(request.query) ? listEstimate(request, sources, maxSeats) : one;
  if (writingVerbs.has(verb)) return writeEstimate(request, sources, maxSeats);
  return one;
}

function listEstimate(request: RequestToEstimate, { countOf }: EstimateSources, maxSeats: number): Estimate {
  if (request.name !== "" || namesOne(request.query)) return one;
  const count = countOf(request.group, request.resource) ?? 0;
  const seats = Math.max(1, Math.min(maxSeats, Math.ceil(count / objectsPerSeat)));
  return seats === 1 ? one : { work: { seats, finalSeats: 0, finalMs: 0 }, watches: undefined };
}

/**
 * The remaining work is divided among the seats that the level allows, for a proportionally longer
 * time.
 */
function writeEstimate(request: RequestToEstimate, { watchesOf }: EstimateSources, maxSeats: number): Estimate {
  // Tokens are not stored, so no watch sees them.
  const watches = request.subresource === "token" && request.resource === "serviceaccounts" ? 0 : watchesOf(request);
  if (watches < watchesPerSeat) return { work: oneSeat, watches };
  const needed = Math.ceil(watches / watchesPerSeat);
  const finalSeats = Math.min(maxSeats, needed);
  return { work: { seats: 1, finalSeats, finalMs: (eventMs * needed) / finalSeats }, watches };
}

function startsWithList(query: URLSearchParams): boolean {
  const value = query.get("sendInitialEvents");
  return value !== null && value !== "false" && value !== "0";
}

function namesOne(query: URLSearchParams): boolean {
  const text = query.get("fieldSelector");
  if (text === null || text === "") return false;
  const parsed = parseFieldSelector(text);
  return parsed.ok && (requiredFieldValue(parsed.selector, "metadata.name") ?? "") !== "";
}
