import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import type { Duplex } from "node:stream";
import { hostOf } from "./host.ts";

const connectTimeoutMs = 30_000;

/**
 * Opens a connection to a server through an HTTP proxy. Source: RFC 9110 section 9.3.6.
 * @param target `host:port`
 */
export async function openTunnel(proxy: URL, target: string): Promise<Duplex> {
  const { request } = proxy.protocol === "https:" ? https : http;
  const connect = request({
    method: "CONNECT",
    host: hostOf(proxy),
    port: proxy.port === "" ? (proxy.protocol === "https:" ? 443 : 80) : proxy.port,
    path: target,
    headers: { host: target, ...authorizationOf(proxy) },
    agent: false,
    timeout: connectTimeoutMs,
  });
  connect.on("timeout", () => connect.destroy(new Error(`the proxy ${proxy.host} does not answer`)));
  connect.end();
  // A refusal may come as an ordinary response or as the answer to CONNECT.
  const [answer, socket] = (await Promise.race([
    once(connect, "connect"),
    once(connect, "response").then(([response]) => [response, undefined]),
  ])) as [http.IncomingMessage, Duplex | undefined];
  if (answer.statusCode === 200 && socket !== undefined) return socket;
  socket?.destroy();
  connect.destroy();
  throw new Error(`the proxy ${proxy.host} refused a tunnel to ${target}: ${answer.statusCode}`);
}

function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(text).toString("base64")}` };
}
