import { issueCertificate, makeAuthority } from "@svc/pki";
import type { Server } from "@svc/server";

/** The network address of a test server, and its certificate authority. */
export interface Endpoint {
  readonly url: string;
  /** PEM. */
  readonly certificateAuthority: string;
  /** An administrator's. */
  readonly token: string;
  /** All three as a kubeconfig: JSON, which is YAML. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

export async function openEndpoint(server: Server, token: string): Promise<Endpoint> {
  // Certificates are valid in real time, whatever the server's clock.
  const nowMs = Date.now();
  const authority = await makeAuthority({ subject: { commonName: "test-ca" }, nowMs, days: 1 });
  const hosts = ["localhost", "127.0.0.1"];
  const serving = await issueCertificate(authority, {
    subject: { commonName: "test" },
    usage: "server",
    hosts,
    nowMs,
    days: 1,
  });
  const listener = await server.listen({ port: 0, address: "127.0.0.1", tls: serving });
  const url = `https://127.0.0.1:${listener.port}`;
  return {
    url,
    certificateAuthority: authority.certificate,
    token,
    kubeconfig: kubeconfigOf(url, authority.certificate, token),
    close: () => listener.close(0),
  };
}

function kubeconfigOf(server: string, certificateAuthority: string, token: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      {
        name: "test",
        cluster: { server, "certificate-authority-data": Buffer.from(certificateAuthority).toString("base64") },
      },
    ],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "admin" } }],
    "current-context": "test",
  });
}
