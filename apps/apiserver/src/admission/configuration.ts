import { dirname, resolve } from "node:path";
import type { AdmissionOptions } from "@svc/admission-plugins";
import { KubeconfigError } from "@svc/client";
import { readFlagFile, StartupError } from "@svc/program";
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import { parseConfigurationFile } from "../files/configuration-file.ts";
import { pluginConfigurations } from "./plugin-configurations.ts";
import type { PluginEnvironment } from "./plugin-environment.ts";

const flag = "--admission-control-config-file";

/**
 * The configuration of plugins in a file, each inline or in a file relative to it. Plugins without
 * configuration are skipped.
 * @throws {StartupError} for a file that cannot be read, or has unknown content
 */
export async function loadAdmissionConfiguration(
  path: string,
  environment: PluginEnvironment,
): Promise<AdmissionOptions> {
  const { dialect } = environment;
  const versions = ["apiserver.config.{api}/v1", "apiserver.{api}/v1alpha1"];
  const plugin = z.strictObject({
    name: z.string(),
    path: z._default(z.string(), ""),
    configuration: z.optional(z.unknown()),
  });
  const schema = z.strictObject({
    apiVersion: z.enum(versions.map(dialect.expand)),
    kind: z.literal("AdmissionConfiguration"),
    plugins: z._default(z.array(plugin), []),
  });
  const { plugins } = await checked(schema, await readYaml(path), path);
  const configurations = pluginConfigurations(environment);
  let options: AdmissionOptions = {};
  for (const { name, path: own, configuration } of plugins) {
    const known = configurations[name];
    if (known === undefined) continue;
    const where = own === "" ? `${path}: plugin ${name}` : resolve(dirname(path), own);
    const value = own === "" ? configuration : await readYaml(where);
    options = { ...options, ...(await checked(known, value ?? {}, where)) };
  }
  return options;
}

async function readYaml(path: string): Promise<unknown> {
  const file = parseConfigurationFile(await readFlagFile(flag, path));
  if (!file.ok) throw new StartupError(`${flag}: ${path}: ${file.message}`);
  return file.value;
}

async function checked<T>(schema: z.ZodMiniType<T>, value: unknown, where: string): Promise<T> {
  const parsed = await z.safeParseAsync(schema, value, { error: en().localeError }).catch((error: unknown) => {
    if (!(error instanceof KubeconfigError)) throw error;
    throw new StartupError(`${flag}: ${where}: ${error.message}`, { cause: error });
  });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => [path.join("."), message].filter((s) => s !== ""));
  throw new StartupError(`${flag}: ${where}: ${problems.map((parts) => parts.join(": ")).join("; ")}`);
}
