import { hostname } from "node:os";
import { aggregation } from "@svc/aggregation";
import { builtin } from "@svc/api";
import { systemClock } from "@svc/base";
import { clusterObjects, controlPlane } from "@svc/controlplane";
import { flowControl } from "@svc/flow-control";
import { proxy } from "@svc/proxy";
import type { ServerConfig, ServerExtension } from "@svc/server";
import type { Access } from "./access.ts";
import { admissionOptions } from "./admission/options.ts";
import { overloadLimits } from "./command-line/overload-flags.ts";
import { controlPlaneComponents } from "./components.ts";
import { edge } from "./edge/edge.ts";
import { flowControlOptions } from "./flow-control.ts";
import { kubeletOptions } from "./kubelet.ts";
import { backupExtension } from "./maintenance/backup-path.ts";
import { observability } from "./observability.ts";
import { ownAddress } from "./own-address.ts";
import type { ProcessDeps } from "./process-deps.ts";
import { serverControllers } from "./server-controllers.ts";

/**
 * The configuration of the server.
 * @param outermost extensions whose stages come before those of all others
 * @throws {StartupError}
 */
export async function serverConfig(
  processDeps: ProcessDeps,
  access: Access,
  outermost: readonly ServerExtension[],
): Promise<ServerConfig> {
  const { flags, dialect, processLog, metrics, tracing, opened } = processDeps;
  const { authentication, authorization, audit } = access;
  return {
    resources: [builtin()],
    dialect,
    storage: tracing?.storage(opened.storage, opened.root) ?? opened.storage,
    storageRoot: opened.root,
    log: processLog.log,
    metrics: metrics.metrics,
    ...(audit === undefined ? {} : { audit }),
    authenticator: (local) => authentication.authenticator(clusterObjects(local)),
    authorizer: authorization.authorizer,
    extensions: [...outermost, ...(await extensions(processDeps, access))],
    ...(flags.externalHostname === undefined
      ? {}
      : { externalAddress: `${flags.externalHostname}:${flags.securePort}` }),
    runtimeConfig: flags.runtimeConfig,
    featureGates: flags.featureGates,
    limits: {
      maxBodyBytes: flags.maxRequestBodyBytes,
      ...overloadLimits(flags),
      minWatchSeconds: flags.minRequestTimeout,
      requestTimeoutMs: flags.requestTimeout,
      livezGraceMs: flags.livezGracePeriod,
    },
  };
}

async function extensions(processDeps: ProcessDeps, access: Access): Promise<readonly ServerExtension[]> {
  const { flags, processLog, tracing, opened, egress } = processDeps;
  const { authentication, aggregated } = access;
  return [
    ...(tracing === undefined ? [] : [tracing.extension]),
    edge(flags),
    ...observability(flags, processLog),
    await clusterExtension(processDeps, access),
    flowControl(flowControlOptions(flags)),
    aggregation({ ...aggregated.options, egress, clientAuthentication: authentication.published }),
    proxy({
      egress,
      kubelet: await kubeletOptions(flags),
      serviceEndpoints: flags.serviceProxyAnyEndpoint ? "any" : "pods",
    }),
    ...(opened.backup === undefined
      ? []
      : [backupExtension({ backup: opened.backup, directory: flags.dataDir, log: processLog.log })]),
  ];
}

async function clusterExtension(processDeps: ProcessDeps, access: Access): Promise<ServerExtension> {
  const { flags, dialect, metrics, egress } = processDeps;
  const { authentication, authorization } = access;
  const published = ownAddress(flags);
  return controlPlane({
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
    ...(published === undefined ? {} : { ownAddress: published }),
    ...(flags.kubernetesServiceNodePort === 0 ? {} : { ownServiceNodePort: flags.kubernetesServiceNodePort }),
    hostname: hostname(),
  });
}
