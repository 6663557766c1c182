import type { KubeletOptions } from "@svc/proxy";
import { duration, integer, list, type Shape } from "./flag-shapes.ts";
import { readGiven } from "./given-file.ts";

/** What the command line says about connections to kubelets. */
export interface KubeletFlags {
  readonly kubeletClientCertificate?: string;
  readonly kubeletClientKey?: string;
  readonly kubeletCertificateAuthority?: string;
  readonly kubeletPreferredAddressTypes: readonly string[];
  readonly kubeletTimeout: number;
  readonly kubeletPort: number;
}

/** Adds the flags of kubelets. */
export function addKubeletFlags(add: (flags: string, description: string, shape?: Shape) => void): void {
  add("--kubelet-client-certificate <path>", "the certificate shown to kubelets, PEM");
  add("--kubelet-client-key <path>", "its key, PEM");
  add(
    "--kubelet-certificate-authority <path>",
    "authorities of kubelets' certificates, PEM; without it they are not verified",
  );
  add(
    "--kubelet-preferred-address-types <types>",
    "comma-separated, the preferred types of addresses of nodes first",
    list(["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"]),
  );
  add("--kubelet-timeout <duration>", "until a connection to a kubelet is open", duration("5s"));
  add("--kubelet-port <port>", "where kubelets listen whose node does not say it", integer(10_250, 1, 65_535));
}

/** @throws {StartupError} for a file that cannot be read */
export async function kubeletOptions(flags: KubeletFlags): Promise<KubeletOptions> {
  const read = async (flag: string, path: string | undefined): Promise<string | undefined> =>
    path === undefined ? undefined : readGiven(flag, path);
  const ca = await read("--kubelet-certificate-authority", flags.kubeletCertificateAuthority);
  const certificate = await read("--kubelet-client-certificate", flags.kubeletClientCertificate);
  const key = await read("--kubelet-client-key", flags.kubeletClientKey);
  return {
    addressTypes: flags.kubeletPreferredAddressTypes,
    port: flags.kubeletPort,
    timeoutMs: flags.kubeletTimeout,
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(certificate === undefined ? {} : { certificate }),
      ...(key === undefined ? {} : { key }),
    },
  };
}
