import type { ListenOptions } from "@svc/http";
import { type AddFlag, integer } from "@svc/program";
import type { ServerLimits } from "@svc/server";

/**
 * Flags that limit the memory and connections that clients use; 0 selects a fraction of the total.
 */
export interface OverloadFlags {
  readonly maxTotalRequestBodyBytes: number;
  readonly maxUserRequestBodyBytes: number;
  readonly maxTotalDecodedBodyBytes: number;
  readonly maxUserDecodedBodyBytes: number;
  readonly maxTotalResponseBytes: number;
  readonly maxUserResponseBytes: number;
  readonly maxWatchBytes: number;
  readonly maxTotalWatchBytes: number;
  readonly maxUserWatchBytes: number;
  readonly maxLongRunningRequests: number;
  readonly maxUserLongRunningRequests: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
}

const maxBytes = 68_719_476_736;
const quarter = "0 selects a quarter of the total";

/** Adds the bounds of what clients can make the server hold. */
export function addOverloadFlags(add: AddFlag): void {
  add(
    "--max-total-request-body-bytes <n>",
    "maximum size of all request bodies in memory; further requests get 429",
    integer(134_217_728, 1024, maxBytes),
  );
  add("--max-user-request-body-bytes <n>", `the same for one user; ${quarter}`, integer(0, 0, maxBytes));
  add(
    "--max-total-decoded-body-bytes <n>",
    "maximum memory that request bodies take while they are decoded and handled, as estimated; further requests wait",
    integer(268_435_456, 1024, maxBytes),
  );
  add("--max-user-decoded-body-bytes <n>", `the same for one user; ${quarter}`, integer(0, 0, maxBytes));
  add(
    "--max-total-response-bytes <n>",
    "maximum size of all large responses that clients have not read yet; further requests for more get 429",
    integer(1_073_741_824, 1024, maxBytes),
  );
  add(
    "--max-user-response-bytes <n>",
    `the same for one user, who may always have one response; ${quarter}`,
    integer(0, 0, maxBytes),
  );
  add(
    "--max-watch-bytes <n>",
    "maximum size of the events that wait for one watcher; past it the watch is broken off",
    integer(16_777_216, 1024, maxBytes),
  );
  add(
    "--max-total-watch-bytes <n>",
    "maximum size of the events that wait for all slow watchers; past it the slowest are broken off",
    integer(536_870_912, 1024, maxBytes),
  );
  add("--max-user-watch-bytes <n>", `the same for one user; ${quarter}`, integer(0, 0, maxBytes));
  add(
    "--max-long-running-requests <n>",
    "maximum number of open watches and connections to pods and nodes; further ones get 429",
    integer(100_000, 1, 10_000_000),
  );
  add("--max-user-long-running-requests <n>", `the same for one user; ${quarter}`, integer(0, 0, 10_000_000));
  add(
    "--max-connections <n>",
    "maximum number of open connections; further ones are closed at once",
    integer(16_384, 1, 1_000_000),
  );
  add(
    "--max-connections-per-address <n>",
    "the same for one address; 0 selects half of --max-connections",
    integer(0, 0, 1_000_000),
  );
}

/** The bounds of requests, responses and watches, from their flags. */
export function overloadLimits(flags: OverloadFlags): Partial<ServerLimits> {
  return {
    maxTotalBodyBytes: flags.maxTotalRequestBodyBytes,
    ...unless0("maxUserBodyBytes", flags.maxUserRequestBodyBytes),
    maxTotalDecodedBytes: flags.maxTotalDecodedBodyBytes,
    ...unless0("maxUserDecodedBytes", flags.maxUserDecodedBodyBytes),
    maxTotalResponseBytes: flags.maxTotalResponseBytes,
    ...unless0("maxUserResponseBytes", flags.maxUserResponseBytes),
    maxWatchBytes: flags.maxWatchBytes,
    maxTotalWatchBytes: flags.maxTotalWatchBytes,
    ...unless0("maxUserWatchBytes", flags.maxUserWatchBytes),
    maxLongRunning: flags.maxLongRunningRequests,
    ...unless0("maxUserLongRunning", flags.maxUserLongRunningRequests),
  };
}

/** The bounds of connections, from their flags. */
export function connectionLimits({ maxConnections, maxConnectionsPerAddress }: OverloadFlags): Partial<ListenOptions> {
  return { maxConnections, ...unless0("maxConnectionsPerAddress", maxConnectionsPerAddress) };
}

function unless0<K extends string>(name: K, value: number): { readonly [_ in K]?: number } {
  return value === 0 ? {} : ({ [name]: value } as { readonly [_ in K]: number });
}
