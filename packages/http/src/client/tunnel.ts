import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import type { Duplex } from "node:stream";
import { hostOf } from "./host.ts";

interface TunnelOptions {
  readonly proxy: URL;
  /** `host:port` */
  readonly target: string;
  readonly timeoutMs: number;
}

/** Opens a connection to a server through an HTTP proxy. Source: RFC 9110 section 9.3.6. */
export async function openTunnel({ proxy, target, timeoutMs }: TunnelOptions): Promise<Duplex> {
  const { request } = proxy.protocol === "https:" ? https : http;
  const connect = request({
    method: "CONNECT",
    host: hostOf(proxy),
    port: proxy.port === "" ? (proxy.protocol === "https:" ? 443 : 80) : proxy.port,
    path: target,
    headers: { host: target, ...authorizationOf(proxy) },
    agent: false,
    timeout: timeoutMs,
  });
  connect.on("timeout", () => connect.destroy(new Error(`the proxy ${proxy.host} does not answer`)));
  connect.end();
  // A refusal may come as an ordinary response or as the response to CONNECT.
  const [response, socket] = (await Promise.race([
    once(connect, "connect"),
    once(connect, "response").then(([refusal]) => [refusal, undefined]),
  ])) as [http.IncomingMessage, Duplex | undefined];
  if (response.statusCode === 200 && socket !== undefined) return socket;
  socket?.destroy();
  connect.destroy();
  throw new Error(`the proxy ${proxy.host} refused a tunnel to ${target}: ${response.statusCode}`);
}

function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(text).toString("base64")}` };
}
