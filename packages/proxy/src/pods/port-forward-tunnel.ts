import { acceptWebSocket, type HttpRequest, type HttpResponse, JoinedWriter, type Upgrade } from "@svc/http";
import { readWhole } from "@svc/http/client";
import { returnedHeaders } from "@svc/http/forward";
import { plainError } from "@svc/meta";
import type { RequestState } from "@svc/server";
import { requestHeaders } from "../forward/request-headers.ts";
import { targetError } from "../forward/target-error.ts";
import type { KubeletStream } from "./kubelet-stream.ts";

/** The WebSocket subprotocol whose messages hold the bytes of a SPDY connection. */
export const portForwardTunnelProtocol = "SPDY/3.1+portforward.k8s.io";

interface TunnelOptions {
  readonly request: Pick<HttpRequest, "header" | "signal">;
  readonly upgrade: Upgrade;
  readonly stream: KubeletStream;
  readonly state: RequestState;
}

const maxRefusalBytes = 1024 * 1024;

/** Tunnels SPDY over a WebSocket to a kubelet, which supports SPDY only. */
export async function acceptPortForwardTunnel(options: TunnelOptions): Promise<HttpResponse> {
  const { request, upgrade, stream, state } = options;
  const { client, target, url, path } = stream;
  const headers = [...withoutWebSocket(requestHeaders(state)), "X-Stream-Protocol-Version", "portforward.k8s.io"];
  const result = await client
    .upgrade({ method: "POST", url, path, headers, protocol: "SPDY/3.1", signal: request.signal })
    .catch((error: unknown) => {
      throw targetError(error, target, (why) => plainError(`error dialing backend: ${why}`));
    });
  if (result.kind === "refused")
    return {
      status: result.status,
      headers: returnedHeaders(result.headers),
      body: await readWhole(result, maxRefusalBytes),
      keepsEncoding: true,
    };
  const { socket, readInto, bufferPool } = result;
  let goOn: (() => void) | undefined;
  const drain = (): void => goOn?.();
  // Clients send the head and the data of a SPDY frame as two messages.
  const toKubelet = new JoinedWriter(socket, bufferPool, drain);
  socket.once("close", drain);
  return acceptWebSocket(request, upgrade, {
    protocol: portForwardTunnelProtocol,
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
