import { X509Certificate } from "node:crypto";
import type { Endpoint } from "../transport/endpoint.ts";
import { environmentProxy } from "./environment-proxy.ts";
import { dataOrFile } from "./files.ts";
import type { Entry } from "./kubeconfig.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";

/**
 * The endpoint of a cluster's entry.
 * @param env names a proxy where the entry names none
 * @throws {KubeconfigError}
 */
export async function endpointOf(
  entry: Entry,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Endpoint> {
  const { fields } = entry;
  const server = urlOf(fields.requiredText("server"), `${fields.where}.server`, ["https:", "http:"]);
  const proxyUrl = fields.text("proxy-url");
  const proxy =
    proxyUrl === undefined
      ? environmentProxy(server, env)
      : urlOf(proxyUrl, `${fields.where}.proxy-url`, ["http:", "https:"]);
  const insecureSkipTlsVerify = fields.flag("insecure-skip-tls-verify") ?? false;
  const certificateAuthority = await dataOrFile(entry, "certificate-authority");
  const tlsServerName = fields.text("tls-server-name");
  if (certificateAuthority !== undefined && insecureSkipTlsVerify)
    throw new KubeconfigError(
      `${fields.where} has a certificate-authority and insecure-skip-tls-verify: only one counts`,
    );
  if (certificateAuthority !== undefined) checkAuthority(certificateAuthority, fields.where);
  return {
    server,
    insecureSkipTlsVerify,
    ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

function urlOf(text: string, where: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !protocols.includes(url.protocol)) {
    const allowed = protocols.map((p) => `${p}//…`).join(" or ");
    throw new KubeconfigError(
      `${where} must be a URL, ${allowed}${url === undefined ? "" : `, not ${url.protocol}//`}`,
    );
  }
  return url;
}

function checkAuthority(pem: string, where: string): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw new KubeconfigError(`${where}: the certificate-authority is not a certificate in PEM`, { cause });
  }
}
