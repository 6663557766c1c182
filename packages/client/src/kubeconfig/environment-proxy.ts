import { BlockList, isIP } from "node:net";
import { hostOf } from "@svc/http/client";
import { KubeconfigError } from "./kubeconfig-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that the environment names for a server: `HTTPS_PROXY`, or `HTTP_PROXY` for servers
 * without TLS, except for `NO_PROXY` and servers on this machine. Each in lower case too.
 * @throws {KubeconfigError} for a URL that is no HTTP proxy
 */
export function environmentProxy(server: URL, env: Environment): URL | undefined {
  const name = server.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const text = variable(env, name);
  if (text === undefined || isExempt(server, variable(env, "NO_PROXY") ?? "")) return undefined;
  const proxy = text.includes("://") ? text : `http://${text}`;
  if (!URL.canParse(proxy) || !/^https?:/.test(proxy))
    throw new KubeconfigError(`${name} must be a URL, http://… or https://…; other proxies are not supported`);
  return new URL(proxy);
}

function variable(env: Environment, name: string): string | undefined {
  const value = env[name] ?? env[name.toLowerCase()];
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}

function isExempt(server: URL, exemptions: string): boolean {
  const host = hostOf(server).toLowerCase();
  if (host === "localhost" || loopback.some((network) => isWithin(network, host))) return true;
  const port = server.port === "" ? (server.protocol === "https:" ? "443" : "80") : server.port;
  return exemptions.split(",").some((entry) => covers(entry.trim().toLowerCase(), host, port));
}

/**
 * `*`, an address, a network, a domain with its subdomains, or `.domain` for subdomains only; all
 * but networks may have a port.
 */
function covers(entry: string, host: string, port: string): boolean {
  if (entry === "" || entry === "*") return entry === "*";
  if (entry.includes("/")) return isWithin(entry, host);
  const [, bracketed, name = entry, onlyPort] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const pattern = (bracketed ?? name).replace(/^\*(?=\.)/, "");
  if (pattern.startsWith(".")) return host.endsWith(pattern);
  return host === pattern || (isIP(host) === 0 && host.endsWith(`.${pattern}`));
}

/** This machine itself. */
const loopback = ["127.0.0.0/8", "::1/128"];

/** True when a host is an address of a network; false for malformed networks. */
function isWithin(network: string, host: string): boolean {
  const [address = "", length = ""] = network.split("/");
  const bits = Number(length);
  if (isIP(host) === 0 || isIP(address) === 0 || !/^\d+$/.test(length) || bits > (isIP(address) === 6 ? 128 : 32))
    return false;
  const list = new BlockList();
  list.addSubnet(address, bits, familyOf(address));
  return list.check(host, familyOf(host));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
