import { type HttpResponse, joinTunnel, type Upgrade } from "@svc/http";
import { type ConnectOptions, connectionError, openUpgrade, readWhole } from "@svc/http/client";
import { textAnswer } from "@svc/server";
import { hostOfOrigin } from "./forward.ts";
import { headerOf, responseHeaders } from "./response-headers.ts";

interface ForwardUpgradeOptions {
  readonly upgrade: Upgrade;
  readonly method: string;
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly connect: ConnectOptions;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** What a refusal may say. */
const maxRefusalBytes = 1024 * 1024;

/**
 * Offers another server what the client offers, and joins both connections where it accepts. A
 * refusal is passed on.
 */
export async function forwardUpgrade(options: ForwardUpgradeOptions): Promise<HttpResponse> {
  const { upgrade, origin, connect, ...request } = options;
  try {
    const protocol = upgrade.protocols.join(", ");
    const result = await openUpgrade({ ...request, url: new URL(origin), protocol }, connect);
    if (result.kind === "switched") {
      const accepted = headerOf(result.headers, "upgrade") ?? protocol;
      const chosen = upgrade.protocols.find((offered) => offered.toLowerCase() === accepted.toLowerCase());
      if (chosen === undefined) {
        result.socket.destroy();
        return textAnswer(503, `invalid upgrade response: the protocol ${JSON.stringify(accepted)} was not offered\n`);
      }
      const headers = responseHeaders(result.headers, false);
      return upgrade.accept({ protocol: chosen, headers, start: (tunnel) => joinTunnel(tunnel, result.socket) });
    }
    const { status } = result;
    const body = await readWhole(result, maxRefusalBytes);
    if (status < 400) return textAnswer(503, `invalid upgrade response: status code ${status}\n`);
    return { status, headers: responseHeaders(result.headers, false), body };
  } catch (error) {
    return textAnswer(503, `error dialing backend: ${connectionError(error, hostOfOrigin(origin))}\n`);
  }
}
