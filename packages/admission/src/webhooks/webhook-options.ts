import type { MaybePromise } from "@svc/base";
import type { AroundWebhookCall } from "./caller.ts";

/** The credential that the server presents to a webhook with one call. */
export interface WebhookCredential {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** PEM. */
  readonly certificate?: { readonly certificate: string; readonly key: string };
}

/** Credentials for a webhook, which may change. */
export interface WebhookCredentials {
  current(): MaybePromise<WebhookCredential>;
  /** The webhook responded with 401. True where `current` can return another credential. */
  rejected(credential: WebhookCredential): boolean;
}

/** The connections of the server to webhooks. */
export interface WebhookConnectionOptions {
  /** Redirects of one call that are followed. @default 0: a redirect is a failed call */
  readonly maxRedirects?: number | undefined;
  /** Wraps each call, for tests in which webhooks are slow or fail. @default calls as they are */
  readonly around?: AroundWebhookCall | undefined;
  /**
   * Connects to the endpoints of services, not to their own addresses: for servers outside of the
   * network of the cluster. @default false
   */
  readonly routeToEndpoints?: boolean | undefined;
}

/**
 * Options of the credentials with which the server authenticates itself to webhooks of one kind.
 */
export interface WebhookIdentityOptions {
  /**
   * The credentials for the webhook at `host:port`; services are `name.namespace.svc:port`.
   * @default none
   */
  readonly credentials?: ((hostPort: string) => WebhookCredentials | undefined) | undefined;
}
