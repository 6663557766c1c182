import { readFileSync } from "node:fs";

/** The client certificate of a kubeconfig. */
export function clientCredentials(kubeconfig: string): { readonly cert: Buffer; readonly key: Buffer } {
  const text = readFileSync(kubeconfig, "utf8");
  const data = (name: string): Buffer =>
    Buffer.from(new RegExp(`${name}-data"?: "?([A-Za-z0-9+/=]+)`).exec(text)?.[1] ?? "", "base64");
  return { cert: data("client-certificate"), key: data("client-key") };
}
