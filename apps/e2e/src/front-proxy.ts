import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueCertificate, makeAuthority } from "@svc/pki";

/** The authority and the flags of a server in front of extension servers. */
export interface FrontProxy {
  readonly authority: Awaited<ReturnType<typeof makeAuthority>>;
  /** Of the server in front. */
  readonly flags: readonly string[];
}

/** Makes the certificate of a front proxy in a folder. */
export async function makeFrontProxy(directory: string): Promise<FrontProxy> {
  const life = { nowMs: Date.now(), days: 1 };
  const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
  const proxy = await issueCertificate(authority, { subject: { commonName: "front-proxy" }, usage: "client", ...life });
  const write = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const flags = [
    `--proxy-client-cert-file=${write("proxy.crt", proxy.certificate)}`,
    `--proxy-client-key-file=${write("proxy.key", proxy.key)}`,
    `--requestheader-client-ca-file=${write("ca.crt", authority.certificate)}`,
    "--requestheader-allowed-names=front-proxy",
    "--requestheader-username-headers=X-Remote-User",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
  ];
  return { authority, flags };
}
