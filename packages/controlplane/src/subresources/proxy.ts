import { isIP } from "node:net";
import { type ApiObject, badRequest, notFound, plainError, quote, StatusError } from "@svc/meta";
import type { Endpoint, Registry } from "@svc/registry";
import type { ExtensionContext, SubresourceHandler } from "@svc/server";
import { noDryRun, unreachable } from "./connect.ts";

interface Service extends ApiObject {
  readonly spec?: { readonly ports?: readonly { readonly name?: string; readonly port: number }[] };
}

interface Endpoints extends ApiObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip: string }[];
    readonly ports?: readonly { readonly name?: string }[];
  }[];
}

interface Pod extends ApiObject {
  readonly status?: { readonly podIP?: string };
}

interface Node extends ApiObject {
  readonly status?: { readonly addresses?: readonly { readonly type: string; readonly address: string }[] };
}

/** What is proxied to, as the path names it: `name`, `name:port`, or `scheme:name:port`. */
interface Asked {
  readonly text: string;
  readonly name: string;
  readonly port: string;
}

/**
 * Proxies to pods, services and nodes. Everything is checked that this server can know; it has no
 * way to their addresses, and says so.
 */
export function proxy({ local: { registry } }: ExtensionContext, kind: "pod" | "service" | "node"): SubresourceHandler {
  const checks = { pod: podAddress, service: serviceEndpoint, node: nodeAddress };
  return async (state, route) => {
    noDryRun(state);
    const { namespace = "" } = route;
    const asked = askedOf(route.name ?? "", kind);
    const endpoint: Endpoint = { ...route.endpoint, subresource: "" };
    const { object } = await registry.get(endpoint, { namespace, name: asked.name });
    await checks[kind](registry, object, { asked, namespace });
    throw unreachable(kind, asked.name);
  };
}

const schemes: ReadonlySet<string> = new Set(["", "http", "https"]);

/** @throws {StatusError} 400 */
function askedOf(text: string, kind: string): Asked {
  const segments = text.split(":");
  const [scheme = "", name = "", port = ""] = segments.length < 3 ? ["", ...segments] : segments;
  if (segments.length > 3 || name === "" || !schemes.has(scheme))
    throw badRequest(`invalid ${kind} request ${quote(text)}`);
  return { text, name, port };
}

function podAddress(_registry: Registry, object: ApiObject): void {
  const { podIP = "" } = (object as Pod).status ?? {};
  if (podIP === "" || isOwn(podIP)) throw badRequest("address not allowed");
}

interface Where {
  readonly asked: Asked;
  readonly namespace: string;
}

async function serviceEndpoint(registry: Registry, object: ApiObject, { asked, namespace }: Where): Promise<void> {
  const { ports = [] } = (object as Service).spec ?? {};
  const byNumber = /^\d+$/.test(asked.port);
  const port = byNumber ? ports.find((p) => p.port === Number(asked.port)) : undefined;
  if (byNumber && port === undefined)
    throw unavailable(`no service port ${asked.port} found for service ${quote(asked.name)}`);
  const portName = byNumber ? (port?.name ?? "") : asked.port;
  const { subsets = [] } = (await endpointsOf(registry, namespace, asked.name)) ?? {};
  if (subsets.length === 0) throw unavailable(`no endpoints available for service ${quote(asked.name)}`);
  const ready = subsets.some(
    ({ addresses = [], ports: open = [] }) =>
      addresses.length > 0 && open.some(({ name = "" }) => portName === "" || name === portName),
  );
  if (!ready) throw unavailable(`no endpoints available for service ${quote(asked.text)}`);
}

/** A service without them is as good as none. */
async function endpointsOf(registry: Registry, namespace: string, name: string): Promise<Endpoints> {
  const missing = notFound({ group: "", resource: "services", name });
  const endpoints = registry.catalog.snapshot().find("", "v1", "endpoints");
  if (endpoints === undefined) throw missing;
  try {
    return (await registry.get({ ...endpoints, subresource: "" }, { namespace, name })).object as Endpoints;
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) throw missing;
    throw error;
  }
}

/** Most wanted first. */
const addressTypes = ["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"];

function nodeAddress(_registry: Registry, object: ApiObject): void {
  const { addresses = [] } = (object as Node).status ?? {};
  const address = addressTypes
    .map((type) => addresses.find((a) => a.type === type && a.address !== ""))
    .find((found) => found !== undefined);
  if (address === undefined)
    throw plainError(`no preferred addresses found; known addresses: [${addresses.map((a) => a.address).join(" ")}]`);
  if (isOwn(address.address)) throw badRequest("address not allowed");
}

/** Addresses that mean this machine, or the link that it is on: a proxy must not lead there. */
function isOwn(address: string): boolean {
  if (isIP(address) === 4) return /^(?:127\.|169\.254\.|0\.0\.0\.0$)/.test(address);
  return isIP(address) === 6 && /^(?:::1?$|fe[89ab])/i.test(address);
}

function unavailable(message: string): StatusError {
  return new StatusError({ code: 503, reason: "ServiceUnavailable", message });
}
