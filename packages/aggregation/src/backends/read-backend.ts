import type { Clock } from "@svc/base";
import { fetchWhole, type WholeResponse } from "@svc/http/client";
import type { ApiService } from "../registration/api-service.ts";
import { type Backends, originOf } from "./backends.ts";

interface ReadOptions {
  readonly backends: Backends;
  readonly registration: ApiService;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const timeoutMs = 10_000;

/** Sends a request to the extension server of a registration. @throws {Error} without a response */
export async function readBackend(options: ReadOptions): Promise<WholeResponse> {
  const { backends, registration, path, ...request } = options;
  const address = backends.address(registration);
  if (!address.ok) throw new Error(address.message);
  const url = new URL(path, originOf(address));
  return fetchWhole(backends.egress.client(backends.destination(registration)), {
    method: "GET",
    url,
    timeoutMs,
    ...request,
  });
}

/** The value of a successful response in JSON; undefined for any other. */
export function jsonOf({ status, body }: WholeResponse): unknown {
  if (status !== 200) return undefined;
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined; // a body that is no JSON says nothing
  }
}

/** The members of a value that is an object; those of others are none. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** The items of a value that is a list; those of others are none. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
