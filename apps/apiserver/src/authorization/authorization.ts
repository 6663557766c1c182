import {
  type Authorizer,
  type AuthorizerConfiguration,
  alwaysAllow,
  alwaysDeny,
  createAbac,
  createConfiguredAuthorizer,
  createMatchConditions,
  createNodeAuthorizer,
  createNodeGraph,
  createRbac,
  createWebhookAuthorizer,
  type NodeGraph,
  parsePolicies,
  type Rbac,
} from "@svc/authz";
import { type Clock, type Log, quote } from "@svc/base";
import type { Egress } from "@svc/http/client";
import type { Dialect } from "@svc/meta";
import { type ProcessLog, readFlagFile, StartupError } from "@svc/program";
import type { ApiFlags } from "../command-line/api-flags.ts";
import type { ProcessMetrics } from "../metrics/metrics.ts";
import { connectWebhook, kubeconfigProblem, type PostToWebhook } from "../webhooks/webhook-connection.ts";
import type { AuthorizationFlags } from "./flags.ts";
import { type LoadedConfiguration, loadConfigurationFile } from "./from-file.ts";
import { logRefusals } from "./log-refusals.ts";
import { measuredNodeGraph } from "./measured-node-graph.ts";
import { checkOneSource, modesOf } from "./modes.ts";

interface AuthorizationOptions {
  readonly flags: AuthorizationFlags & Pick<ApiFlags, "featureGates">;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  /** The log of one module. */
  readonly module: ProcessLog["module"];
  readonly egress: Egress;
  readonly metrics: Pick<
    ProcessMetrics,
    "authorizationReloaded" | "clientCalled" | "decided" | "nodeGraphChanged" | "webhookCalled"
  >;
}

export interface Authorization {
  readonly authorizer: Authorizer;
  /** Set if the mode RBAC is enabled. */
  readonly rbac?: Rbac;
  /** Set if the mode Node is enabled. */
  readonly nodes?: NodeGraph;
  /** Stops reloading the configuration file. */
  stop(): void;
}

/** Creates the authorizer that flags or a file configure. @throws {StartupError} */
export async function createAuthorization(options: AuthorizationOptions): Promise<Authorization> {
  const { flags, dialect, clock, log, egress, metrics } = options;
  const { authorizationConfig: path } = flags;
  if (path !== undefined) checkOneSource(flags);
  const watched =
    path === undefined ? undefined : await loadConfigurationFile({ path, dialect, clock, log, egress, metrics });
  const first = watched?.current() ?? (await fromFlags(options));
  let { webhooks } = first;
  const rbac = createRbac(dialect.expand("rbac.authorization.{api}"));
  const graph = measuredNodeGraph(createNodeGraph(dialect), { clock, duration: metrics.nodeGraphChanged });
  const policies = await policiesOf(options);
  const authorizer = createConfiguredAuthorizer({
    configuration: first.configuration,
    create: (one) =>
      memberOf(one, { ...options, webhooks, rbac, graph, abac: policies, selectors: selectorsOf(flags) }),
    observe: metrics.decided,
  });
  watched?.onChange((next) => {
    ({ webhooks } = next);
    authorizer.configure(next.configuration);
  });
  const types = first.configuration.authorizers.map((a) => a.type);
  return {
    authorizer,
    ...(types.includes("RBAC") ? { rbac } : {}),
    ...(types.includes("Node") ? { nodes: graph } : {}),
    stop: () => watched?.stop(),
  };
}

/** Selectors of nodes' requests are authorized if both feature gates are enabled. */
function selectorsOf({ featureGates }: AuthorizationOptions["flags"]): boolean {
  return ["AuthorizeWithSelectors", "AuthorizeNodeWithSelectors"].every((gate) => featureGates[gate] !== false);
}

interface Members {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly module: ProcessLog["module"];
  readonly egress: Egress;
  readonly metrics: AuthorizationOptions["metrics"];
  readonly selectors: boolean;
  readonly webhooks: ReadonlyMap<string, PostToWebhook>;
  readonly rbac: Rbac;
  readonly graph: NodeGraph;
  readonly abac: Authorizer;
}

function memberOf(one: AuthorizerConfiguration, members: Members): Authorizer {
  switch (one.type) {
    case "AlwaysAllow":
      return alwaysAllow;
    case "AlwaysDeny":
      return alwaysDeny;
    case "RBAC":
      return logRefusals(members.rbac, members.module);
    case "ABAC":
      return members.abac;
    case "Node":
      return createNodeAuthorizer(members);
    case "Webhook": {
      const { kubeConfigFile, matchConditions, ...webhook } = one.webhook;
      const send = members.webhooks.get(kubeConfigFile);
      if (send === undefined) throw new TypeError(`${kubeConfigFile} was not loaded`);
      const { dialect, clock, log, metrics } = members;
      const observe = (outcome: string, ms: number): void => {
        metrics.webhookCalled(one.name, outcome, ms);
        if (outcome === "error" || outcome === "timeout")
          log.warn("an authorization webhook gave no answer", { name: one.name, outcome, ms });
      };
      const conditions =
        matchConditions.length === 0 ? {} : { matchConditions: createMatchConditions(matchConditions) };
      return createWebhookAuthorizer({ dialect, clock, send, observe, ...webhook, ...conditions });
    }
  }
}

/** The configuration file that is equivalent to the flags. */
async function fromFlags({
  flags,
  dialect,
  clock,
  egress,
  metrics,
}: AuthorizationOptions): Promise<LoadedConfiguration> {
  const modes = modesOf(flags);
  const { authorizationWebhookConfigFile: path = "", authorizationWebhookVersion: version = "v1beta1" } = flags;
  if (version !== "v1" && version !== "v1beta1")
    throw new StartupError(
      `unsupported webhook authorizer version ${quote(version)}, supported versions are "v1", "v1beta1"`,
    );
  const webhook = {
    authorizedTtlMs: flags.authorizationWebhookCacheAuthorizedTtl ?? 300_000,
    unauthorizedTtlMs: flags.authorizationWebhookCacheUnauthorizedTtl ?? 30_000,
    timeoutMs: 30_000,
    version,
    failurePolicy: "NoOpinion",
    kubeConfigFile: path,
    matchConditions: [],
  } as const;
  const authorizers = modes.map((mode): AuthorizerConfiguration => {
    const name = mode.toLowerCase();
    if (mode === "Webhook") return { type: "Webhook", name, webhook };
    return { type: mode as Exclude<AuthorizerConfiguration["type"], "Webhook">, name };
  });
  const webhooks = new Map<string, PostToWebhook>();
  if (modes.includes("Webhook")) webhooks.set(path, await connect(path, { dialect, clock, egress, metrics }));
  return { configuration: { authorizers }, webhooks };
}

async function connect(
  path: string,
  options: Pick<AuthorizationOptions, "dialect" | "clock" | "egress" | "metrics">,
): Promise<PostToWebhook> {
  try {
    return await connectWebhook({ path, purpose: "authorization", ...options });
  } catch (error) {
    throw new StartupError(`--authorization-webhook-config-file: ${kubeconfigProblem(error)}`, { cause: error });
  }
}

async function policiesOf({ flags, dialect, log }: AuthorizationOptions): Promise<Authorizer> {
  const { authorizationPolicyFile: path } = flags;
  if (path === undefined) return createAbac([]);
  const parsed = parsePolicies(await readFlagFile("--authorization-policy-file", path), dialect);
  if (!parsed.ok)
    throw new StartupError(`error reading policy file ${path}, line ${parsed.problem.line}: ${parsed.problem.message}`);
  if (parsed.legacyLines > 0)
    log.warn("a policy file has lines of the form before versions", { path, lines: parsed.legacyLines });
  return createAbac(parsed.policies);
}
