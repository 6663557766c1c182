import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Identity } from "../identity/identity.ts";

/** Writes what clients need to come in as the administrator, and gives back where. */
export async function writeAdminKubeconfig(
  dataDir: string,
  url: string,
  identity: Identity,
  certificateAuthority: string,
): Promise<string> {
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "svc", cluster: { server: url, "certificate-authority-data": base64(certificateAuthority) } }],
    users: [
      {
        name: "admin",
        user: {
          "client-certificate-data": base64(identity.admin.certificate),
          "client-key-data": base64(identity.admin.key),
        },
      },
    ],
    contexts: [{ name: "svc", context: { cluster: "svc", user: "admin" } }],
    "current-context": "svc",
  };
  const path = join(dataDir, "admin.kubeconfig");
  // JSON is YAML.
  await writeFile(path, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600 });
  return path;
}
