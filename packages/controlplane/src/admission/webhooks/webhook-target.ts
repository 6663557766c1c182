import { X509Certificate } from "node:crypto";
import { type WebhookCall, WebhookCallError, type WebhookClient } from "@svc/admission";
import { quote } from "@svc/meta";
import { type ReviewTarget, reviewDestination } from "../../webhooks/post-review.ts";
import type { FindServiceAddress } from "../../webhooks/service-addresses.ts";
import { webhookPath, webhookUrl } from "../../webhooks/webhook-path.ts";

/** Finds where a webhook is. @throws {WebhookCallError} */
export type FindWebhookTarget = (call: Pick<WebhookCall, "client" | "timeoutSeconds">) => Promise<ReviewTarget>;

/**
 * Finds where webhooks are. The target of a webhook, with its certificates, is made once as long as
 * its configuration and the address of its service stay.
 */
export function webhookTargets(findAddress: FindServiceAddress): FindWebhookTarget {
  const known = new WeakMap<WebhookClient, KnownTarget>();
  return async (call) => {
    const { client, timeoutSeconds } = call;
    const before = known.get(client);
    const url = before?.timeoutSeconds === timeoutSeconds ? before.target.url : urlOf(call);
    const address: Pick<ReviewTarget, "host" | "port"> =
      client.service === undefined ? {} : await addressOf(client.service, url, findAddress);
    if (before !== undefined && before.target.host === address.host && before.target.port === address.port)
      return before.target.url === url ? before.target : { ...before.target, url };
    const target = { url, ...address, ...caOf(client) };
    const prepared = { ...target, destination: reviewDestination(target, "webhook") };
    known.set(client, { timeoutSeconds, target: prepared });
    return prepared;
  };
}

interface KnownTarget {
  readonly target: ReviewTarget;
  /** The timeout that its URL names. */
  readonly timeoutSeconds: number;
}

function urlOf({ client: { url: text, service }, timeoutSeconds }: Parameters<FindWebhookTarget>[0]): URL {
  const url =
    service === undefined
      ? webhookUrl(text ?? "")
      : new URL(
          `https://${service.name}.${service.namespace}.svc:${service.port ?? 443}${webhookPath(service.path ?? "")}`,
        );
  url.searchParams.set("timeout", `${timeoutSeconds}s`);
  return url;
}

async function addressOf(
  service: NonNullable<WebhookClient["service"]>,
  url: URL,
  findAddress: FindServiceAddress,
): Promise<{ readonly host: string; readonly port: number }> {
  const found = await findAddress(service);
  if (found.ok) return { host: found.host, port: found.port };
  throw new WebhookCallError(`failed to call webhook: Post ${quote(shownUrl(url))}: ${found.message}`);
}

/**
 * An address with its port, whether that is the usual one or not: of a service it is always shown.
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
