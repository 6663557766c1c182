import type { Clock } from "@svc/base";
import {
  connectionError,
  fetchWhole,
  ResponseTimeoutError,
  ResponseTooLargeError,
  type SharedHttpClient,
} from "@svc/http/client";
import { quote } from "@svc/meta";

interface DiscoveryCheckOptions {
  readonly client: SharedHttpClient;
  /**
   * Finds the URL of the group version, `https://host:port/apis/<group>/<version>`: each attempt
   * may go to another endpoint.
   */
  readonly findUrl: () => URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Requests at the same moment; one success is enough. */
const attempts = 5;
const timeoutMs = 5_000;

/**
 * Requests the resources of a group version from its extension server. Any successful response
 * counts, whatever its content.
 * @returns the reason when there was none
 */
export async function discoveryProblem(options: DiscoveryCheckOptions): Promise<string | undefined> {
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, options.signal]);
  try {
    await Promise.any(Array.from({ length: attempts }, () => requestDiscovery({ ...options, signal })));
    return undefined;
  } catch (error) {
    options.signal.throwIfAborted();
    const [first] = (error as AggregateError).errors as readonly Error[];
    return first?.message ?? "";
  } finally {
    done.abort();
  }
}

async function requestDiscovery({ client, findUrl, headers, clock, signal }: DiscoveryCheckOptions): Promise<void> {
  const url = findUrl();
  let status: number;
  try {
    ({ status } = await fetchWhole(client, { method: "GET", url, headers, timeoutMs, clock, signal }));
  } catch (error) {
    // A body that is too large is a response.
    if (error instanceof ResponseTooLargeError) return;
    throw failed(url, `Get ${quote(shown(url))}: ${reasonOf(error, url)}`, error);
  }
  if (status < 200 || status > 299) throw failed(url, `bad status from ${shown(url)}: ${status}`);
}

function failed(url: URL, why: string, cause?: unknown): Error {
  return new Error(`failing or missing response from ${shown(url)}: ${why}`, { cause });
}

function reasonOf(error: unknown, url: URL): string {
  if (error instanceof ResponseTimeoutError)
    return "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
  return connectionError(error, url);
}

/** With its port, whether that is the usual one or not. */
function shown({ hostname, port, pathname }: URL): string {
  return `https://${hostname}:${port === "" ? "443" : port}${pathname}`;
}
