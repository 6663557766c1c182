import type { Clock } from "@svc/base";
import {
  aBoolean,
  aClock,
  aFunction,
  anObject,
  aString,
  checkArgument,
  listOf,
  oneOf,
  optional,
  optionsOf,
  recordOf,
} from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { Credential, Credentials } from "../transport/credentials.ts";
import type { ExecConfig } from "./exec-config.ts";
import { type ExecCredential, parseExecCredential } from "./exec-credential.ts";
import { createRunCommand, type RunCommand } from "./run-command.ts";

/** Options of credentials from an exec plugin. */
export interface ExecOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** @default this process's */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** True if the plugin can prompt the user. @default true if standard input is a terminal */
  readonly terminal?: boolean;
  /** Runs the plugin. @default starts a process with a timeout of 5 minutes */
  readonly runCommand?: RunCommand;
}

/** The exec plugin returned no credential. */
export class ExecPluginError extends Error {
  override readonly name = "ExecPluginError";
}

const execOptions = optionsOf<ExecOptions>({
  dialect: aDialect,
  clock: aClock,
  env: optional(anObject),
  terminal: optional(aBoolean),
  runCommand: optional(aFunction),
});

const execConfig = optionsOf<ExecConfig>({
  command: aString,
  args: listOf(aString),
  env: recordOf(aString),
  apiVersion: aString,
  interactiveMode: oneOf("Never", "IfAvailable", "Always"),
  installHint: optional(aString),
  cluster: optional(anObject),
});

/**
 * Creates credentials from an exec plugin. The plugin runs again after the credentials expire or
 * the server rejects them. Concurrent requests share one run.
 * @throws {TypeError} for a wrong argument
 */
export function execCredentials(config: ExecConfig, options: ExecOptions): Credentials {
  checkArgument("execCredentials: config", config, execConfig);
  checkArgument("execCredentials: options", options, execOptions);
  const { clock } = options;
  let known: ExecCredential | undefined;
  let running: Promise<Credential> | undefined;
  let used = false;
  const renew = async (): Promise<Credential> => {
    known = await runPlugin(config, options);
    used = false;
    return known.credential;
  };
  return {
    current: () => {
      if (known !== undefined && (known.expiresAtMs === undefined || clock.now() < known.expiresAtMs)) {
        used = true;
        return known.credential;
      }
      running ??= renew().finally(() => {
        running = undefined;
      });
      return running;
    },
    rejected: (credential) => {
      // Another request may have brought a newer one already.
      if (known !== undefined && known.credential !== credential) return true;
      known = undefined;
      // A new credential that was rejected would be rejected again.
      return used;
    },
  };
}

async function runPlugin(config: ExecConfig, options: ExecOptions): Promise<ExecCredential> {
  const { dialect, env = process.env, terminal = process.stdin.isTTY === true } = options;
  const { command, args, apiVersion, interactiveMode, installHint } = config;
  const runCommand = options.runCommand ?? createRunCommand();
  if (interactiveMode === "Always" && !terminal)
    throw new ExecPluginError(`${command} needs to ask at a terminal, and standard input is none`);
  const interactive = interactiveMode !== "Never" && terminal;
  const info = {
    kind: "ExecCredential",
    apiVersion,
    spec: { ...(config.cluster === undefined ? {} : { cluster: config.cluster }), interactive },
  };
  const variables = { ...present(env), ...config.env, [dialect.execInfoVariable]: JSON.stringify(info) };
  let result: Awaited<ReturnType<RunCommand>>;
  try {
    result = await runCommand({ command, args, env: variables, interactive });
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const hint = missing && installHint !== undefined ? `\n\n${installHint}` : "";
    const why = missing ? "there is no such program" : messageOf(cause);
    throw new ExecPluginError(`the credential plugin ${command} could not run: ${why}${hint}`, { cause });
  }
  if (result.exitCode !== 0) {
    const how = result.exitCode === undefined ? "was ended by a signal" : `failed with exit code ${result.exitCode}`;
    throw new ExecPluginError(
      `the credential plugin ${command} ${how}${result.stderr === "" ? "" : `: ${result.stderr}`}`,
    );
  }
  try {
    return parseExecCredential(result.stdout, apiVersion);
  } catch (cause) {
    throw new ExecPluginError(`the response of the credential plugin ${command}: ${messageOf(cause)}`, { cause });
  }
}

function present(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((e): e is [string, string] => e[1] !== undefined));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
