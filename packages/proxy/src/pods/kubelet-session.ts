import { offerError, type RefusedUpgrade, readWhole, type UpgradeResult } from "@svc/http/client";
import { headerOf } from "@svc/http/forward";
import { createSpdySession, type SpdySession } from "../spdy/spdy-session.ts";
import { kubeletUserAgent } from "../targets/kubelet-options.ts";
import { hostAndPort } from "../targets/target.ts";
import type { KubeletStream } from "./kubelet-stream.ts";
import { redirectOf } from "./redirects.ts";

/** The protocol whose upgrades kubelets accept. */
export const spdyProtocol = "SPDY/3.1";

/** A kubelet's response to a command. */
export type KubeletSession =
  | {
      readonly kind: "open";
      readonly session: SpdySession;
      /** The protocol of the streams that the kubelet chose. */
      readonly protocol: string;
    }
  | { readonly kind: "refused"; readonly text: string };

/**
 * Runs a command on a kubelet. @param protocols of streams that are offered, the newest first
 * @throws {Error} where the kubelet gave no response, or a redirect
 */
export async function openKubeletSession(
  { client, target, url, path }: KubeletStream,
  protocols: readonly string[],
  signal: AbortSignal,
): Promise<KubeletSession> {
  const headers = ["Host", url.host, "User-Agent", kubeletUserAgent];
  for (const protocol of protocols) headers.push("X-Stream-Protocol-Version", protocol);
  const result = await client
    .upgrade({ method: "POST", url, path, headers, protocol: spdyProtocol, signal })
    .catch((error: unknown) => {
      const { why } = offerError(error, { host: hostAndPort(target), hostname: target.host });
      throw new Error(`error sending request: Post "${url.origin}${path}": ${why}`, { cause: error });
    });
  if (result.kind === "refused") return { kind: "refused", text: await refusalOf(result) };
  if (!isSpdy(result)) {
    result.socket.destroy();
    return { kind: "refused", text: "" };
  }
  const session = createSpdySession(result.socket, result);
  return { kind: "open", session, protocol: headerOf(result.headers, "x-stream-protocol-version") ?? "" };
}

/** True for a kubelet that switched to SPDY, perhaps as one of several protocols. */
export function isSpdy({ headers }: Pick<UpgradeResult, "headers">): boolean {
  return headerOf(headers, "upgrade")?.toLowerCase().includes(spdyProtocol.toLowerCase()) === true;
}

async function refusalOf(refusal: RefusedUpgrade): Promise<string> {
  const location = redirectOf(refusal.status, headerOf(refusal.headers, "location"));
  try {
    const body = await readWhole(refusal);
    if (location === undefined) return body.toString("utf8");
  } catch {
    return "unable to read error from server response";
  }
  throw new Error(`error sending request: Post "${location}": redirect not allowed`);
}
