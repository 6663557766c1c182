import type { HttpsGet } from "@svc/authn";
import { createHttpClient, fetchWhole } from "@svc/http/client";

/**
 * Reads documents of token issuers: over TLS only, within 10 s and 1 MiB, and without following
 * redirects. @param ca PEM; empty for the system's
 */
export function createDocumentReader(ca: string): HttpsGet {
  const client = createHttpClient({ egress: { tlsOnly: true }, tls: ca === "" ? {} : { ca } });
  const headers = { accept: "application/json" };
  return (url) => fetchWhole(client, { method: "GET", url: new URL(url), headers });
}
