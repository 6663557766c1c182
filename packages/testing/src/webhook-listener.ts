import { createServer, type Server as HttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { issueCertificate, makeAuthority } from "@svc/pki";

/** A review, as far as the handlers of tests read it. */
export interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: {
    readonly uid: string;
    readonly operation: string;
    readonly kind: { readonly version: string };
    readonly name?: string;
    readonly object: { readonly metadata: { readonly name?: string; readonly labels?: Record<string, string> } } | null;
    readonly oldObject: object | null;
    readonly options: object | null;
    readonly dryRun: boolean;
  };
}

/** Returns the response of a webhook's review without its uid, or other content as text. */
export type ReviewHandler = (review: Review) => object | string;

interface SeenReview {
  readonly handler: string;
  readonly timeout: string | null;
  readonly review: Review;
}

/** Webhooks of a test. */
export interface WebhookListener {
  /** The reviews since the last call. */
  take(): readonly SeenReview[];
  /** Resolves when the next review arrives. */
  reached(): Promise<void>;
  /** Resolves when the caller of the `hang` handler closes its next request. */
  left(): Promise<void>;
  /** PEM. */
  readonly certificate: string;
  /** The `clientConfig` of the webhook at a handler. */
  client(handler: string, ca?: string): { readonly url: string; readonly caBundle: string };
  close(): void;
}

/** Starts webhooks on a port of their own; each handler is at the path of its name. */
export async function startWebhooks(handlers: Readonly<Record<string, ReviewHandler>>): Promise<WebhookListener> {
  const life = { nowMs: Date.now(), days: 1 };
  const authority = await makeAuthority({ subject: { commonName: "webhooks" }, ...life });
  const { certificate, key } = await issueCertificate(authority, {
    subject: { commonName: "webhook" },
    usage: "server",
    hosts: ["127.0.0.1"],
    ...life,
  });
  let onReach: () => void = () => undefined;
  let onLeave: () => void = () => undefined;
  const observed: SeenReview[] = [];
  const server: HttpsServer = createServer({ cert: certificate, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [path = "", query] = (request.url ?? "").split("?");
      const handler = path.slice(1);
      const review = JSON.parse(Buffer.concat(chunks).toString()) as Review;
      observed.push({ handler, timeout: new URLSearchParams(query).get("timeout"), review });
      onReach();
      if (handler === "hang") {
        response.on("close", () => onLeave());
        return;
      }
      const answer = handlers[handler]?.(review) ?? "";
      const { apiVersion, kind } = review;
      response.end(
        typeof answer === "string"
          ? answer
          : JSON.stringify({ apiVersion, kind, response: { uid: review.request.uid, ...answer } }),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    take: () => observed.splice(0),
    reached: () =>
      new Promise<void>((resolve) => {
        onReach = resolve;
      }),
    left: () =>
      new Promise<void>((resolve) => {
        onLeave = resolve;
      }),
    certificate,
    client: (handler: string, ca = authority.certificate) => ({
      url: `https://127.0.0.1:${port}/${handler}`,
      caBundle: Buffer.from(ca).toString("base64"),
    }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
