import { hostname } from "node:os";
import { aggregation } from "@svc/aggregation";
import { builtin } from "@svc/api";
import { type Log, systemClock, trimEndOf } from "@svc/base";
import { clusterObjects, controlPlane } from "@svc/controlplane";
import { flowControl } from "@svc/flow-control";
import type { Listener, ListenOptions, TlsOptions } from "@svc/http";
import { type Dialect, kubernetesDialect, svcDialect } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import { proxy } from "@svc/proxy";
import { createServer, type Server, type ServerConfig } from "@svc/server";
import { checkAdmissionFlags } from "./admission/check.ts";
import { admissionOptions } from "./admission/options.ts";
import { loadAggregation } from "./aggregation.ts";
import { loadAudit } from "./audit/audit.ts";
import { createAuthentication } from "./authentication/authentication.ts";
import { createAuthorization } from "./authorization/authorization.ts";
import { claimStorage } from "./claim-storage.ts";
import { cipherList } from "./command-line/cipher-suites.ts";
import { connectionLimits, overloadLimits } from "./command-line/overload-flags.ts";
import { controlPlaneComponents } from "./components.ts";
import { controllersOf, runControllers } from "./controllers.ts";
import { loadEgress } from "./egress.ts";
import { ensureDirectory } from "./files/data-directory.ts";
import { StartupError, step } from "./files/startup-error.ts";
import type { Flags } from "./flags.ts";
import { flowControlOptions } from "./flow-control.ts";
import { loadIdentity } from "./identity/identity.ts";
import { namedCertificates } from "./identity/named-certificates.ts";
import { kubeletOptions } from "./kubelet.ts";
import { logStart } from "./lifecycle-log.ts";
import { createLog } from "./log.ts";
import { backupExtension } from "./maintenance/backup-path.ts";
import { loadAllowedLabels } from "./metrics/metric-labels.ts";
import { createProcessMetrics, featureMetrics } from "./metrics/metrics.ts";
import { observability } from "./observability.ts";
import { serverControllers } from "./server-controllers.ts";
import { type OpenedStorage, openStorage } from "./storage.ts";
import { loadTracing } from "./tracing.ts";
import { writeAdminKubeconfig } from "./webhooks/kubeconfig.ts";

export interface Running {
  readonly url: string;
  readonly kubeconfig: string;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Says that it is not ready, waits as it is told to, ends what is open, and closes the store. */
  stop(): Promise<void>;
}

const dialects: Readonly<Record<Flags["dialect"], Dialect>> = { svc: svcDialect, kubernetes: kubernetesDialect };

/** Starts a server as the flags say. @throws {StartupError} */
export async function run(flags: Flags): Promise<Running> {
  const processLog = createLog({ ...flags, format: flags.loggingFormat });
  const { log } = processLog;
  logStart(log, flags);
  controllersOf(flags);
  checkAdmissionFlags(flags);
  const dialect = dialects[flags.dialect];
  await ensureDirectory("--data-dir", flags.dataDir);
  const metrics = createProcessMetrics(flags, systemClock, await loadAllowedLabels(flags));
  featureMetrics(metrics.metrics, dialect.product, flags.featureGates);
  const [identity, opened] = await Promise.all([
    step("the server's certificates", () => loadIdentity(flags, systemClock.now())),
    step(`the store in ${flags.dataDir}`, () => openStorage(flags, log)),
  ]);
  const storageRoot = `${trimEndOf(flags.etcdPrefix, "/")}/`;
  await step("the store", () => claimStorage(opened.storage, storageRoot, dialect));
  let url = "";
  const tracing = await loadTracing(flags, dialect);
  const direct = await loadEgress(flags, { dialect, metrics: metrics.metrics });
  const egress = tracing?.egress(direct) ?? direct;
  const authentication = await createAuthentication({
    flags,
    identity,
    dialect,
    clock: systemClock,
    log,
    egress,
    metrics,
    serverUrl: () => url,
  });
  const aggregated = await loadAggregation(flags, { clock: systemClock, log });
  const authorization = await createAuthorization({ flags, dialect, clock: systemClock, log, egress, metrics });
  const audit = await loadAudit({
    flags,
    dialect,
    clock: systemClock,
    log,
    metrics,
    egress,
    print: (text) => process.stdout.write(text),
  });
  const config: ServerConfig = {
    resources: [builtin()],
    dialect,
    storage: tracing?.storage(opened.storage) ?? opened.storage,
    storageRoot,
    log,
    metrics: metrics.metrics,
    ...(audit === undefined ? {} : { audit }),
    authenticator: (local) => authentication.authenticator(clusterObjects(local)),
    authorizer: authorization.authorizer,
    extensions: [
      ...(tracing === undefined ? [] : [tracing.extension]),
      ...observability(flags, processLog),
      controlPlane({
        apiAudiences: authentication.apiAudiences,
        serviceAccountTokens: authentication.serviceAccountTokens,
        enabledAdmission: flags.enableAdmissionPlugins,
        disabledAdmission: flags.disableAdmissionPlugins,
        admissionOptions: await admissionOptions(flags, { dialect, clock: systemClock, egress, metrics }),
        egress,
        checkPolicyTypes: serverControllers(flags.controllers).checkPolicyTypes,
        components: controlPlaneComponents(egress),
        ...(authorization.rbac === undefined ? {} : { rbac: authorization.rbac }),
        ...(authorization.nodes === undefined ? {} : { nodes: authorization.nodes }),
        eventTtlSeconds: Math.round(flags.eventTtl / 1000),
        serviceClusterIpRange: flags.serviceClusterIpRange,
        serviceNodePortRange: flags.serviceNodePortRange,
        securePort: flags.securePort,
        hostname: hostname(),
      }),
      flowControl(flowControlOptions(flags)),
      aggregation({ ...aggregated.options, egress, clientAuthentication: authentication.published }),
      proxy({
        egress,
        kubelet: await kubeletOptions(flags),
        serviceEndpoints: flags.serviceProxyAnyEndpoint ? "any" : "pods",
      }),
      ...(opened.backup === undefined
        ? []
        : [backupExtension({ backup: opened.backup, directory: flags.dataDir, log })]),
    ],
    runtimeConfig: flags.runtimeConfig,
    featureGates: flags.featureGates,
    limits: {
      maxBodyBytes: flags.maxRequestBodyBytes,
      ...overloadLimits(flags),
      minWatchSeconds: flags.minRequestTimeout,
      requestTimeoutMs: flags.requestTimeout,
    },
  };
  const server = await step("the server's options", () => createServer(config));
  const { clientAuthorities } = authentication;
  const named = await namedCertificates(flags.tlsSniCertKey);
  const tls = (): TlsOptions => ({
    certificate: identity.serving.certificate,
    key: identity.serving.key,
    named,
    clientCa: clientAuthorities.current().pem,
    minVersion: flags.tlsMinVersion === "VersionTLS13" ? "TLSv1.3" : "TLSv1.2",
    ciphers: cipherList(flags.tlsCipherSuites),
  });
  const listener = await openPort(server, flags, { tls: tls(), onHandshakeError: metrics.handshakeFailed });
  clientAuthorities.onChange(() => listener.renew(tls()));
  url = `https://${urlHost(flags)}:${listener.port}`;
  const kubeconfig = await writeAdminKubeconfig(flags.dataDir, url, identity, identity.authority.certificate);
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
    stop: async () => {
      await controllers?.[Symbol.asyncDispose]();
      authentication.stop();
      authorization.stop();
      aggregated.stop();
      await stop(server, listener, opened, flags);
      await tracing?.close();
      await Promise.all((audit?.backends ?? []).map((backend) => backend.close()));
      egress[Symbol.dispose]();
    },
  };
}

async function openPort(
  server: Server,
  flags: Flags,
  options: Pick<ListenOptions, "tls" | "onHandshakeError">,
): Promise<Listener> {
  const { securePort: port, bindAddress: address, http2MaxStreamsPerConnection: streams } = flags;
  const limits = { ...connectionLimits(flags), ...(streams === 0 ? {} : { maxStreams: streams }) };
  try {
    return await server.listen({ ...options, ...limits, port, address });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new StartupError(`port ${port} of ${address} is in use; choose another with --secure-port`, { cause });
    if (code === "EACCES")
      throw new StartupError(`port ${port} may not be opened by this user; choose one above 1023`, { cause });
    throw new StartupError(`port ${port} of ${address} cannot be opened: ${String(cause)}`, { cause });
  }
}

function urlHost({ bindAddress, advertiseAddress }: Flags): string {
  const address = advertiseAddress ?? bindAddress;
  if (address === "0.0.0.0" || address === "::") return "127.0.0.1";
  return address.includes(":") ? `[${address}]` : address;
}

/** How long requests that are under way may take to end. */
const closeGraceMs = 10_000;

async function stop(
  server: Server,
  listener: Listener,
  opened: OpenedStorage,
  { shutdownDelayDuration }: Flags,
): Promise<void> {
  server.drain();
  if (shutdownDelayDuration > 0)
    await new Promise<void>((resolve) => systemClock.after(shutdownDelayDuration, resolve));
  const closed = listener.close(closeGraceMs);
  await server.close();
  await closed;
  await opened.close();
}
