import { type AddFlag, duration, integer, list, readFlagFile } from "@svc/program";
import type { KubeletOptions } from "@svc/proxy";

/** The settings of connections to kubelets. */
export interface KubeletFlags {
  readonly kubeletClientCertificate?: string;
  readonly kubeletClientKey?: string;
  readonly kubeletCertificateAuthority?: string;
  readonly kubeletPreferredAddressTypes: readonly string[];
  readonly kubeletTimeout: number;
  readonly kubeletPort: number;
}

/** Adds the flags of kubelets. */
export function addKubeletFlags(add: AddFlag): void {
  add("--kubelet-client-certificate <path>", "PEM file with the client certificate for kubelets");
  add("--kubelet-client-key <path>", "PEM file with the key of the client certificate for kubelets");
  add(
    "--kubelet-certificate-authority <path>",
    "PEM file with the certificate authorities of kubelets; without it their certificates are not verified",
  );
  add(
    "--kubelet-preferred-address-types <types>",
    "comma-separated types of node addresses in order of preference",
    list(["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"]),
  );
  add("--kubelet-timeout <duration>", "timeout for opening a connection to a kubelet", duration("5s"));
  add("--kubelet-port <port>", "port of kubelets whose node object has none", integer(10_250, 1, 65_535));
}

/** @throws {StartupError} for a file that cannot be read */
export async function kubeletOptions(flags: KubeletFlags): Promise<KubeletOptions> {
  const read = async (flag: string, path: string | undefined): Promise<string | undefined> =>
    path === undefined ? undefined : readFlagFile(flag, path);
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
