import type { HttpsGet } from "@svc/authn";
import { createEgress, createHttpClient, type Egress, fetchWhole } from "@svc/http/client";

/**
 * Reads documents of token issuers: over TLS only, within 10 s and 1 MiB, and without following
 * redirects. @param ca PEM; empty for the system's
 */
export function createDocumentReader(ca: string, egress: Egress = createEgress()): HttpsGet {
  const options = egress.connectOptions({ purpose: "issuer", tls: ca === "" ? {} : { ca } });
  const client = createHttpClient({ ...options, egress: { ...options.egress, tlsOnly: true } });
  const headers = { accept: "application/json" };
  return (url) => fetchWhole(client, { method: "GET", url: new URL(url), headers });
}
