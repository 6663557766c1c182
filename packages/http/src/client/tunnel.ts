import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { nodeHttp, nodeHttps } from "../lazy-modules.ts";
import { hostOf } from "./host.ts";
import type { ProxyServer } from "./proxy-server.ts";

interface TunnelOptions {
  readonly proxy: ProxyServer;
  /** `host:port` */
  readonly target: string;
  /** Aborted where the tunnel is not open in time. */
  readonly signal: AbortSignal;
}

/** Opens a connection to a server through an HTTP proxy. Source: RFC 9110 section 9.3.6. */
export async function openTunnel({ proxy, target, signal }: TunnelOptions): Promise<Socket> {
  const { url, socketPath, tls = {} } = proxy;
  const { request } = url.protocol === "https:" ? nodeHttps() : nodeHttp();
  const connect = request({
    method: "CONNECT",
    ...(socketPath === undefined
      ? { host: hostOf(url), port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port }
      : { socketPath }),
    path: target,
    headers: { host: target, ...authorizationOf(url) },
    agent: false,
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ...(tls.certificate === undefined ? {} : { cert: tls.certificate }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
    ...(tls.insecureSkipVerify === true ? { rejectUnauthorized: false } : {}),
  });
  const leave = (): void => void connect.destroy(new Error(`the proxy ${nameOf(proxy)} does not answer`));
  signal.addEventListener("abort", leave);
  connect.end();
  const [response, socket] = await responseTo(connect).finally(() => signal.removeEventListener("abort", leave));
  if (response.statusCode === 200 && socket !== undefined) return socket;
  socket?.destroy();
  connect.destroy();
  throw new Error(`the proxy ${nameOf(proxy)} refused a tunnel to ${target}: ${response.statusCode}`);
}

/** A refusal may come as an ordinary response or as the response to CONNECT. */
function responseTo(connect: ClientRequest): Promise<readonly [IncomingMessage, Socket?]> {
  return Promise.race([once(connect, "connect"), once(connect, "response")]) as Promise<[IncomingMessage, Socket?]>;
}

function nameOf({ url, socketPath }: ProxyServer): string {
  return socketPath ?? url.host;
}

function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(text).toString("base64")}` };
}
