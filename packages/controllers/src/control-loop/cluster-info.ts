/** The cluster information for clients that have only a bootstrap token. */
export interface ClusterInfo {
  /** URL. */
  readonly server: string;
  /** PEM. */
  readonly certificateAuthority: string;
}

/** A kubeconfig without a user: JSON, which is YAML. */
export function kubeconfigOf({ server, certificateAuthority }: ClusterInfo): string {
  const data = Buffer.from(certificateAuthority).toString("base64");
  return `${JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "", cluster: { server, "certificate-authority-data": data } }],
  })}\n`;
}
