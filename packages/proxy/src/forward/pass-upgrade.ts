import type { HttpResponse } from "@svc/http";
import { type ForwardUpgradeOptions, forwardUpgrade, UpgradeResponseError } from "@svc/http/forward";
import { plainError } from "@svc/meta";
import type { Target } from "../targets/target.ts";
import { targetError } from "./target-error.ts";

/**
 * Passes an upgrade on. @throws {StatusError} 400, 500 where the target gave no response to pass
 */
export async function passUpgrade(target: Target, options: ForwardUpgradeOptions): Promise<HttpResponse> {
  try {
    return await forwardUpgrade(options);
  } catch (error) {
    if (error instanceof UpgradeResponseError) throw plainError(`invalid upgrade response: ${error.message}`);
    throw targetError(error, target, (why) =>
      plainError(why === "EOF" ? "unexpected EOF" : `error dialing backend: ${why}`),
    );
  }
}
