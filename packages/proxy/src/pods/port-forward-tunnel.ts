import { acceptWebSocket, type HttpRequest, type HttpResponse, JoinedWriter, type Upgrade } from "@svc/http";
import type { UpgradeResult } from "@svc/http/client";
import { headerOf, returnedRefusal } from "@svc/http/forward";
import { type RequestState, textResponse } from "@svc/server";
import { offerTo } from "../forward/pass-upgrade.ts";
import { requestHeaders } from "../forward/request-headers.ts";
import { isSpdy, spdyProtocol } from "./kubelet-session.ts";
import type { KubeletStream } from "./kubelet-stream.ts";

/** The WebSocket subprotocol whose messages hold the bytes of a SPDY connection. */
export const portForwardTunnelProtocol = "SPDY/3.1+portforward.k8s.io";
const portForwardProtocol = "portforward.k8s.io";

interface TunnelOptions {
  readonly request: Pick<HttpRequest, "header" | "signal">;
  readonly upgrade: Upgrade;
  readonly stream: KubeletStream;
  readonly state: RequestState;
}

/** Tunnels SPDY over a WebSocket to a kubelet, which supports SPDY only. */
export function acceptPortForwardTunnel(options: TunnelOptions): Promise<HttpResponse> {
  const { request, stream, state } = options;
  const { client, target, url, path } = stream;
  const headers = [...withoutWebSocket(requestHeaders(state)), "X-Stream-Protocol-Version", portForwardProtocol];
  return offerTo(target, async () => {
    const offer = { method: "POST", url, path, headers, protocol: spdyProtocol, signal: request.signal };
    const result = await client.upgrade(offer);
    if (result.kind === "refused") return result.status === 101 ? noSpdy : returnedRefusal(result);
    if (isSpdy(result)) return tunnelTo(result, options);
    result.socket.destroy();
    return noSpdy;
  });
}

const noSpdy = textResponse(500, "unable to upgrade: missing upgrade headers in response\n");

type Switched = UpgradeResult & { readonly kind: "switched" };

function tunnelTo({ socket, readInto, bufferPool, headers }: Switched, options: TunnelOptions): HttpResponse {
  const { request, upgrade } = options;
  let goOn: (() => void) | undefined;
  const drain = (): void => goOn?.();
  // Clients send the head and the data of a SPDY frame as two messages.
  const toKubelet = new JoinedWriter(socket, bufferPool, drain);
  socket.once("close", drain);
  // The kubelet accepts the protocol of the streams, and with it that of the tunnel.
  const isAccepted = headerOf(headers, "x-stream-protocol-version") === portForwardProtocol;
  return acceptWebSocket(request, upgrade, {
    ...(isAccepted ? { protocol: portForwardTunnelProtocol } : {}),
    onCancel: () => socket.destroy(),
    onOpen: (connection) => {
      // A message is a copy of its bytes.
      const pass = (piece: Buffer): boolean => connection.send("binary", piece);
      socket.on("data", (piece: Buffer) => {
        if (!pass(piece)) socket.pause();
      });
      readInto(pass);
      connection.onDrain(() => socket.resume());
      // After what was written in this turn.
      connection.onClose(() => process.nextTick(() => socket.destroy()));
      socket.on("error", () => connection.close(1011, "the connection to the kubelet broke"));
      socket.on("close", () => connection.close());
      // It may have closed before, and does not say so again.
      if (socket.destroyed) connection.close();
    },
    onMessage: ({ data }) => {
      if (toKubelet.write(data)) return;
      return new Promise((resolve) => {
        goOn = resolve;
      });
    },
  });
}

/** Headers of the WebSocket are of the connection to the client. */
export function withoutWebSocket(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? "";
    if (!name.toLowerCase().startsWith("sec-websocket-")) kept.push(name, headers[i + 1] ?? "");
  }
  return kept;
}
