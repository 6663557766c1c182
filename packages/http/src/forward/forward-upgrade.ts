import { readWhole } from "../client/fetch-whole.ts";
import type { HttpClient } from "../client/http-client.ts";
import type { RefusedUpgrade, UpgradeRequest } from "../client/upgrade.ts";
import type { HttpResponse, Upgrade } from "../http.ts";
import { joinTunnel } from "../join-tunnel.ts";
import { headerOf, returnedHeaders } from "./forwarded-headers.ts";

/** An offer that is passed on. */
export interface ForwardUpgradeOptions {
  readonly client: Pick<HttpClient, "upgrade">;
  readonly upgrade: Upgrade;
  readonly request: Omit<UpgradeRequest, "protocol">;
}

/** The maximum size of a refusal's body. */
const maxRefusalBytes = 1024 * 1024;

/** A backend responded to an offer with neither a switch nor a refusal. */
export class UpgradeResponseError extends Error {
  override readonly name = "UpgradeResponseError";
}

/**
 * Offers a backend what the client offers, and joins both connections where it accepts. A refusal
 * is passed back.
 * @throws {UpgradeResponseError}
 */
export async function forwardUpgrade({ client, upgrade, request }: ForwardUpgradeOptions): Promise<HttpResponse> {
  const protocol = upgrade.protocols.join(", ");
  const result = await client.upgrade({ ...request, headers: withUserAgent(request.headers), protocol });
  if (result.kind === "refused") return returnedRefusal(result);
  const headers = returnedHeaders(result.headers);
  const { socket, readInto, bufferPool } = result;
  const accepted = headerOf(result.headers, "upgrade") ?? protocol;
  const chosen = upgrade.protocols.find((offered) => offered.toLowerCase() === accepted.toLowerCase());
  if (chosen === undefined) {
    socket.destroy();
    throw new UpgradeResponseError(`the protocol ${JSON.stringify(accepted)} was not offered`);
  }
  const accept = upgrade.accept({
    protocol: chosen,
    headers,
    start: (tunnel) => joinTunnel(tunnel, socket, { readInto, bufferPool }),
    cancel: () => socket.destroy(),
  });
  return { ...accept, isForwarded: true };
}

/** The refusal of an offer as the client gets it. @throws {UpgradeResponseError} */
export async function returnedRefusal(refusal: RefusedUpgrade): Promise<HttpResponse> {
  const { status } = refusal;
  const body = await readWhole(refusal, maxRefusalBytes);
  if (status < 400) throw new UpgradeResponseError(`status code ${status}`);
  return { status, headers: returnedHeaders(refusal.headers), body, isForwarded: true };
}

/** Backends know programs that do not name themselves by this name. */
const defaultUserAgent = "Go-http-client/1.1";

function withUserAgent(headers: readonly string[]): readonly string[] {
  const at = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === "user-agent");
  if (at < 0) return [...headers, "User-Agent", defaultUserAgent];
  return headers[at + 1] === "" ? headers.toSpliced(at, 2) : headers;
}
