import { statSync } from "node:fs";
import { type AuthorizationConfiguration, createConfigurationParser, replacementProblem } from "@svc/authz";
import type { Clock, Log } from "@svc/base";
import type { Egress } from "@svc/http/client";
import type { Dialect } from "@svc/meta";
import { parseConfigurationFile } from "../files/configuration-file.ts";
import { loadWatched, type Parsed, type Watched } from "../files/watched-file.ts";
import type { ProcessMetrics } from "../metrics/metrics.ts";
import { connectWebhook, kubeconfigProblem, type PostToWebhook } from "../webhooks/webhook-connection.ts";

interface FileOptions {
  readonly path: string;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly egress: Egress;
  readonly metrics: Pick<ProcessMetrics, "authorizationReloaded" | "clientCalled">;
}

/** A configuration, and the connections to its webhooks by path of their kubeconfig. */
export interface LoadedConfiguration {
  readonly configuration: AuthorizationConfiguration;
  readonly webhooks: ReadonlyMap<string, PostToWebhook>;
}

/** Reads an AuthorizationConfiguration, and again when it changes. @throws {StartupError} */
export function loadConfigurationFile({
  path,
  dialect,
  clock,
  log,
  egress,
  metrics,
}: FileOptions): Promise<Watched<LoadedConfiguration>> {
  const parse = createConfigurationParser({ dialect, checkFile });
  const webhooks = new Map<string, PostToWebhook>();
  let first: AuthorizationConfiguration | undefined;

  const load = async (text: string): Promise<Parsed<LoadedConfiguration>> => {
    const file = parseConfigurationFile(text);
    if (!file.ok) return { ok: false, message: `failed to load AuthorizationConfiguration from file: ${file.message}` };
    const parsed = parse(file.value);
    if (!parsed.ok) return parsed;
    const { value: configuration } = parsed;
    const problem =
      policyProblem(configuration) ?? (first === undefined ? undefined : replacementProblem(first, configuration));
    if (problem !== undefined) return { ok: false, message: problem };
    const unreachable = await connectAll(configuration, webhooks, { dialect, clock, egress, metrics });
    if (unreachable !== undefined) return { ok: false, message: unreachable };
    first ??= configuration;
    return { ok: true, value: { configuration, webhooks: new Map(webhooks) } };
  };
  return loadWatched({
    flag: "--authorization-config",
    path,
    parse: load,
    clock,
    log,
    observe: metrics.authorizationReloaded,
  });
}

async function connectAll(
  { authorizers }: AuthorizationConfiguration,
  webhooks: Map<string, PostToWebhook>,
  options: Pick<FileOptions, "dialect" | "clock" | "egress" | "metrics">,
): Promise<string | undefined> {
  for (const authorizer of authorizers) {
    if (authorizer.type !== "Webhook" || webhooks.has(authorizer.webhook.kubeConfigFile)) continue;
    const path = authorizer.webhook.kubeConfigFile;
    try {
      webhooks.set(path, await connectWebhook({ path, purpose: "authorization", ...options }));
    } catch (error) {
      return kubeconfigProblem(error);
    }
  }
  return undefined;
}

function policyProblem({ authorizers }: AuthorizationConfiguration): string | undefined {
  return authorizers.some((a) => a.type === "ABAC")
    ? "ABAC needs --authorization-policy-file, which goes with --authorization-mode only"
    : undefined;
}

function checkFile(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? undefined : "must be a regular file";
  } catch (error) {
    return `error loading file: ${error instanceof Error ? error.message : String(error)}`;
  }
}
