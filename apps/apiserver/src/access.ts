import { systemClock } from "@svc/base";
import { type LoadedAggregation, loadAggregation } from "./aggregation.ts";
import { loadAudit } from "./audit/audit.ts";
import { type Authentication, createAuthentication } from "./authentication/authentication.ts";
import { type Authorization, createAuthorization } from "./authorization/authorization.ts";
import type { ProcessDeps } from "./process-deps.ts";

/** Authentication, authorization and auditing of requests. */
export interface Access {
  readonly authentication: Authentication;
  readonly aggregated: LoadedAggregation;
  readonly authorization: Authorization;
  readonly audit: Awaited<ReturnType<typeof loadAudit>>;
}

/**
 * Loads authentication, authorization and audit.
 * @param serverUrl the server's own URL, once its port is open
 * @throws {StartupError}
 */
export async function loadAccess(processDeps: ProcessDeps, serverUrl: () => string): Promise<Access> {
  const { flags, dialect, identity, metrics, egress } = processDeps;
  const { log, module } = processDeps.processLog;
  const clock = systemClock;
  const authentication = await createAuthentication({
    ...{ flags, identity, dialect, clock, log, egress, metrics, serverUrl },
  });
  const aggregated = await loadAggregation(flags, { clock, log });
  const authorization = await createAuthorization({ flags, dialect, clock, log, module, egress, metrics });
  const print = (text: string): boolean => process.stdout.write(text);
  const audit = await loadAudit({ flags, dialect, clock, log, metrics, egress, print });
  return { authentication, aggregated, authorization, audit };
}
