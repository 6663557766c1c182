import { type HttpResponse, joinTunnel, type Upgrade } from "@svc/http";
import { type Destination, type Egress, openUpgrade, readWhole } from "@svc/http/client";
import { headerOf, responseHeaders } from "./headers.ts";

interface ForwardUpgradeOptions {
  readonly upgrade: Upgrade;
  readonly egress: Egress;
  readonly destination: Destination;
  readonly method: string;
  readonly url: URL;
  /** With the query. */
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** What a refusal may say. */
const maxRefusalBytes = 1024 * 1024;

/** A target responded to an offer with neither a switch nor a refusal. */
export class UpgradeResponseError extends Error {
  override readonly name = "UpgradeResponseError";
}

/**
 * Offers a target what the client offers, and joins both connections where it accepts. A refusal
 * is passed on. It rejects where there is no response.
 */
export async function forwardUpgrade(options: ForwardUpgradeOptions): Promise<HttpResponse> {
  const { upgrade, egress, destination, ...request } = options;
  const protocol = upgrade.protocols.join(", ");
  const result = await openUpgrade({ ...request, protocol }, egress.connectOptions(destination));
  if (result.kind === "switched") {
    const accepted = headerOf(result.headers, "upgrade") ?? protocol;
    const chosen = upgrade.protocols.find((offered) => offered.toLowerCase() === accepted.toLowerCase());
    if (chosen === undefined) {
      result.socket.destroy();
      throw new UpgradeResponseError(`the protocol ${JSON.stringify(accepted)} was not offered`);
    }
    const { socket } = result;
    return upgrade.accept({
      protocol: chosen,
      headers: responseHeaders(result.headers),
      start: (tunnel) => joinTunnel(tunnel, socket),
    });
  }
  const body = await readWhole(result, maxRefusalBytes);
  if (result.status < 400) throw new UpgradeResponseError(`status code ${result.status}`);
  return { status: result.status, headers: responseHeaders(result.headers), body };
}
