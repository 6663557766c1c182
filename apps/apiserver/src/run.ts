import { type Log, pause, systemClock } from "@svc/base";
import type { Listener } from "@svc/http";
import type { Metrics } from "@svc/metrics";
import { createLog, step } from "@svc/program";
import { createServer, type Server } from "@svc/server";
import { loadAccess } from "./access.ts";
import { checkAdmissionFlags } from "./admission/check.ts";
import { runControllers, selectedControllers } from "./controllers.ts";
import { createRequestDrain, type RequestDrain } from "./edge/request-drain.ts";
import type { Flags } from "./flags.ts";
import { logStart } from "./lifecycle-log.ts";
import { openListener, urlOf } from "./listener.ts";
import { loadProcessDeps, type ProcessDeps } from "./process-deps.ts";
import { serverConfig } from "./server-config.ts";
import { writeAdminKubeconfig } from "./webhooks/kubeconfig.ts";

export interface Running {
  readonly url: string;
  readonly kubeconfig: string;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Writes the rest of the log before the process exits. */
  flushLog(): void;
  /**
   * Reports that the server is not ready, waits for the shutdown delay, ends open requests, and
   * closes the store.
   */
  stop(): Promise<void>;
}

/** Starts a server that is configured by the flags. @throws {StartupError} */
export async function run(flags: Flags): Promise<Running> {
  const processLog = createLog({ ...flags, format: flags.loggingFormat, component: "apiserver" });
  const { log } = processLog;
  logStart(log, flags);
  selectedControllers(flags);
  checkAdmissionFlags(flags);
  const processDeps = await loadProcessDeps(flags, processLog);
  const { metrics, identity, tracing, egress } = processDeps;
  let url = "";
  const access = await loadAccess(processDeps, () => url);
  const { authentication, authorization, aggregated, audit } = access;
  const requestDrain = flags.shutdownSendRetryAfter ? createRequestDrain(systemClock) : undefined;
  const config = await serverConfig(processDeps, access, requestDrain === undefined ? [] : [requestDrain.extension]);
  const server = await step("the server's options", () => createServer(config));
  const { listener, serving } = await openListener(server, processDeps, authentication);
  url = urlOf(flags, listener.port);
  const kubeconfig = await writeAdminKubeconfig(flags.dataDir, url, identity);
  await server.ready;
  const controllers = runControllers({
    server,
    flags,
    token: authentication.controllerToken,
    metrics,
    secretToken: authentication.secretToken,
    log,
    url,
    certificateAuthority: flags.tlsCertFile === undefined ? identity.authority.certificate : undefined,
  });
  return {
    url,
    kubeconfig,
    metrics: metrics.metrics,
    log,
    flushLog: processLog.flush,
    stop: async () => {
      await controllers?.[Symbol.asyncDispose]();
      authentication.stop();
      serving.stop();
      authorization.stop();
      aggregated.stop();
      await drain(server, flags, requestDrain);
      await stop(server, listener, processDeps);
      await tracing?.close();
      await Promise.all((audit?.backends ?? []).map((backend) => backend.close()));
      egress[Symbol.dispose]();
    },
  };
}

/** The time that requests in flight have to finish. */
const closeGraceMs = 10_000;

/** The port stays open for the shutdown delay, and while requests are refused. */
async function drain(server: Server, flags: Flags, requests: RequestDrain | undefined): Promise<void> {
  const { shutdownDelayDuration, requestTimeout } = flags;
  server.drain();
  if (shutdownDelayDuration > 0) await pause(systemClock, shutdownDelayDuration, { keepAlive: true });
  await requests?.drain(requestTimeout);
}

async function stop(server: Server, listener: Listener, { opened }: ProcessDeps): Promise<void> {
  const closed = listener.close(closeGraceMs);
  await server.close();
  await closed;
  await opened.close();
}
