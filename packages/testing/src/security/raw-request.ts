import { request } from "node:https";
import type { Endpoint } from "../endpoint.ts";

/** A request whose path is sent unchanged: it is neither resolved nor escaped. */
export function rawRequest(
  { url, certificateAuthority }: Endpoint,
  path: string,
  token: string,
): Promise<{ readonly status: number; readonly body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, ca: certificateAuthority, headers: { authorization: `Bearer ${token}` }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}
