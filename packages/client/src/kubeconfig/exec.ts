import { join } from "node:path";
import { quote } from "@svc/base";
import type { Dialect, JsonValue } from "@svc/meta";
import type { ExecCluster, ExecConfig, InteractiveMode } from "../credentials/exec-config.ts";
import type { Endpoint } from "../transport/endpoint.ts";
import type { Fields } from "./fields.ts";
import { pathIn } from "./files.ts";
import type { Entry } from "./kubeconfig.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";

const modes: readonly string[] = ["Never", "IfAvailable", "Always"] satisfies readonly InteractiveMode[];

export interface ExecEntries {
  readonly user: Entry;
  /** Absent where credentials are not for the cluster of a context. */
  readonly cluster?: { readonly entry: Entry; readonly endpoint: Endpoint };
  readonly dialect: Dialect;
}

/** The program that a user's entry names. @throws {KubeconfigError} */
export function execConfigOf(exec: Fields, { user, cluster, dialect }: ExecEntries): ExecConfig {
  const group = dialect.expand("client.authentication.{api}");
  const apiVersion = exec.requiredText("apiVersion");
  if (apiVersion !== `${group}/v1` && apiVersion !== `${group}/v1beta1`) {
    throw new KubeconfigError(
      `${exec.where}.apiVersion must be ${group}/v1 or ${group}/v1beta1, not ${quote(apiVersion)}`,
    );
  }
  const showsCluster = exec.flag("provideClusterInfo") === true;
  if (showsCluster && cluster === undefined)
    throw new KubeconfigError(`${exec.where}.provideClusterInfo needs a context with a cluster`);
  const installHint = exec.text("installHint");
  return {
    command: commandOf(exec, user),
    args: exec.texts("args"),
    env: Object.fromEntries(exec.objects("env").map((e) => [e.requiredText("name"), e.text("value") ?? ""])),
    apiVersion,
    interactiveMode: modeOf(exec, apiVersion.endsWith("/v1")),
    ...(installHint === undefined ? {} : { installHint }),
    ...(showsCluster && cluster !== undefined ? { cluster: execClusterOf(cluster, `${group}/exec`) } : {}),
  };
}

/** A bare name is looked up in the path; anything with a slash starts from the file's directory. */
function commandOf(exec: Fields, user: Entry): string {
  const command = exec.requiredText("command");
  if (!/[/\\]/.test(command)) return command;
  const path = pathIn(user, command);
  return path.includes("/") || path.includes("\\") ? path : join(".", path);
}

function modeOf(exec: Fields, required: boolean): InteractiveMode {
  const mode = exec.text("interactiveMode");
  if (mode === undefined && required)
    throw new KubeconfigError(`${exec.where}.interactiveMode must be given: ${modes.join(", ")}`);
  if (mode !== undefined && !modes.includes(mode))
    throw new KubeconfigError(`${exec.where}.interactiveMode must be one of ${modes.join(", ")}`);
  return (mode as InteractiveMode | undefined) ?? "IfAvailable";
}

function execClusterOf(
  { entry: { fields }, endpoint }: NonNullable<ExecEntries["cluster"]>,
  extension: string,
): ExecCluster {
  const { certificateAuthority, tlsServerName, insecureSkipTlsVerify } = endpoint;
  const proxyUrl = fields.text("proxy-url");
  const config = fields.objects("extensions").find((e) => e.text("name") === extension);
  return {
    server: fields.requiredText("server"),
    ...(tlsServerName === undefined ? {} : { "tls-server-name": tlsServerName }),
    ...(insecureSkipTlsVerify === true ? { "insecure-skip-tls-verify": true } : {}),
    ...(certificateAuthority === undefined
      ? {}
      : { "certificate-authority-data": Buffer.from(certificateAuthority).toString("base64") }),
    ...(proxyUrl === undefined ? {} : { "proxy-url": proxyUrl }),
    ...(config === undefined ? {} : { config: (config.raw("extension") ?? null) as JsonValue }),
  };
}
