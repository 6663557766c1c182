import type { HttpResponse } from "@svc/http";
import { offerError } from "@svc/http/client";
import { type ForwardUpgradeOptions, forwardUpgrade, UpgradeResponseError } from "@svc/http/forward";
import { plainError } from "@svc/meta";
import { hostAndPort, type Target } from "../targets/target.ts";
import { refusedByServer } from "./target-error.ts";

/**
 * Passes an upgrade on. @throws {StatusError} 400, 500 where the target gave no response to pass
 */
export function passUpgrade(target: Target, options: ForwardUpgradeOptions): Promise<HttpResponse> {
  return offerTo(target, () => forwardUpgrade(options));
}

/**
 * Makes an offer to a target. @throws {StatusError} 400, 500 where it fails
 */
export async function offerTo(target: Target, offer: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await offer();
  } catch (error) {
    if (error instanceof UpgradeResponseError) throw plainError(`invalid upgrade response: ${error.message}`);
    const where = { host: hostAndPort(target), hostname: target.host };
    throw refusedByServer(error) ?? plainError(offerError(error, where).message);
  }
}
