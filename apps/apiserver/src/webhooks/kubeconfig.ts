import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Identity } from "../identity/identity.ts";

/** Writes the kubeconfig of the administrator; returns its path. */
export async function writeAdminKubeconfig(
  dataDir: string,
  url: string,
  { admin, authority }: Pick<Identity, "admin" | "authority">,
): Promise<string> {
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "svc", cluster: { server: url, "certificate-authority-data": base64(authority.certificate) } }],
    users: [
      {
        name: "admin",
        user: {
          "client-certificate-data": base64(admin.certificate),
          "client-key-data": base64(admin.key),
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
