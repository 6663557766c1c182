import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { type WebhookCall, WebhookCallError, type WebhookClient } from "@svc/admission";
import { type ApiObject, quote } from "@svc/meta";
import type { ReviewTarget } from "../../webhooks/post-review.ts";
import { webhookPath } from "../../webhooks/webhook-path.ts";
import type { Find } from "../sources/reads.ts";

interface Service extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly externalName?: string;
    readonly ports?: readonly { readonly port: number }[];
  };
}

/** Finds where a webhook is. @param services undefined for a server without services */
export async function webhookTarget(
  { client, timeoutSeconds }: WebhookCall,
  services: Find | undefined,
): Promise<ReviewTarget> {
  const ca = caOf(client);
  const { url: text, service } = client;
  if (service === undefined) {
    const url = new URL(text ?? "");
    url.pathname = webhookPath(url.pathname);
    url.searchParams.set("timeout", `${timeoutSeconds}s`);
    return { url, ...ca };
  }
  const { name, namespace, port = 443, path = "" } = service;
  const found = (await services?.(namespace, name)) as Service | undefined;
  const url = new URL(`https://${name}.${namespace}.svc:${port}${webhookPath(path)}`);
  url.searchParams.set("timeout", `${timeoutSeconds}s`);
  return { url, host: hostOf(url, found, { name, port }), ...ca };
}

function hostOf(
  url: URL,
  found: Service | undefined,
  { name, port }: { readonly name: string; readonly port: number },
): string {
  const failed = (why: string): WebhookCallError =>
    new WebhookCallError(`failed to call webhook: Post ${quote(shownUrl(url))}: ${why}`);
  if (found === undefined) throw failed(`service ${quote(name)} not found`);
  const { type, clusterIP = "", externalName = "", ports = [] } = found.spec ?? {};
  if (type === "ExternalName") return externalName;
  if (!ports.some((open) => open.port === port))
    throw failed(`no service port ${port} found for service ${quote(name)}`);
  if (isIP(clusterIP) === 0) throw failed(`cannot route to service with ClusterIP ${quote(clusterIP)}`);
  return clusterIP;
}

/**
 * An address with its port, whether that is the usual one or not: of a service it is always told.
 */
export function shownUrl(url: URL): string {
  const { protocol, host, port, hostname, pathname, search } = url;
  const shown = port === "" && hostname.endsWith(".svc") ? `${host}:443` : host;
  return `${protocol}//${shown}${pathname}${search}`;
}

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @throws {WebhookCallError} for a bundle without certificates */
function caOf({ caBundle = "" }: WebhookClient): { readonly ca?: string } {
  if (caBundle === "") return {};
  const pem = Buffer.from(caBundle, "base64").toString("latin1");
  const found = pem.match(certificate) ?? [];
  if (found.length === 0 || !found.every(isCertificate))
    throw new WebhookCallError(
      "could not get REST client: unable to load root certificates: unable to parse bytes as PEM block",
    );
  return { ca: found.join("\n") };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false; // what can't be parsed is no certificate
  }
}
