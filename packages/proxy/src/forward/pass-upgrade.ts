import type { HttpResponse, Upgrade } from "@svc/http";
import type { Destination, Egress } from "@svc/http/client";
import { plainError } from "@svc/meta";
import type { Target } from "../targets/target.ts";
import { forwardUpgrade, UpgradeResponseError } from "./forward-upgrade.ts";
import { targetError } from "./target-error.ts";

interface PassUpgradeOptions {
  readonly upgrade: Upgrade;
  readonly egress: Egress;
  readonly destination: Destination;
  readonly target: Target;
  readonly method: string;
  readonly url: URL;
  /** With the query. */
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Passes an upgrade on. @throws {StatusError} 400, 500 where the target gave no response to pass
 */
export async function passUpgrade({ target, ...options }: PassUpgradeOptions): Promise<HttpResponse> {
  try {
    return await forwardUpgrade(options);
  } catch (error) {
    if (error instanceof UpgradeResponseError) throw plainError(`invalid upgrade response: ${error.message}`);
    throw targetError(error, target, (why) =>
      plainError(why === "EOF" ? "unexpected EOF" : `error dialing backend: ${why}`),
    );
  }
}
