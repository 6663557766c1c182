import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { nodeHttp, nodeHttps } from "../lazy-modules.ts";
import { hostOf } from "./host.ts";
import type { ProxyServer } from "./proxy-server.ts";

interface TunnelOptions {
  readonly proxy: ProxyServer;
  /** `host:port` */
  readonly target: string;
  readonly timeoutMs: number;
}

/** Opens a connection to a server through an HTTP proxy. Source: RFC 9110 section 9.3.6. */
export async function openTunnel({ proxy, target, timeoutMs }: TunnelOptions): Promise<Socket> {
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
    timeout: timeoutMs,
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ...(tls.certificate === undefined ? {} : { cert: tls.certificate }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
    ...(tls.insecureSkipVerify === true ? { rejectUnauthorized: false } : {}),
  });
  connect.on("timeout", () => connect.destroy(new Error(`the proxy ${nameOf(proxy)} does not answer`)));
  connect.end();
  // A refusal may come as an ordinary response or as the response to CONNECT.
  const [response, socket] = (await Promise.race([
    once(connect, "connect"),
    once(connect, "response").then(([refusal]) => [refusal, undefined]),
  ])) as [IncomingMessage, Socket | undefined];
  if (response.statusCode === 200 && socket !== undefined) return socket;
  socket?.destroy();
  connect.destroy();
  throw new Error(`the proxy ${nameOf(proxy)} refused a tunnel to ${target}: ${response.statusCode}`);
}

function nameOf({ url, socketPath }: ProxyServer): string {
  return socketPath ?? url.host;
}

function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(text).toString("base64")}` };
}
