import { hostname } from "node:os";
import { quote } from "@svc/base";
import type { Dialect } from "@svc/meta";
import { type AddFlag, readFlagFile, StartupError } from "@svc/program";
import type { Tracing } from "@svc/tracing";
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import { parseConfigurationFile } from "./files/configuration-file.ts";

/** Flags of traces. */
export interface TracingFlags {
  readonly tracingConfigFile?: string;
}

/** Adds the flag of traces. */
export function addTracingFlags(add: AddFlag): void {
  add("--tracing-config-file <path>", "file with a TracingConfiguration; needs the package @svc/tracing");
}

/** The endpoint and the sampling rate of traces. */
export interface TracingConfiguration {
  readonly endpoint: string;
  readonly samplingRatePerMillion: number;
}

const defaultEndpoint = "localhost:4317";

/**
 * Undefined without the flag. OpenTelemetry is loaded only with it.
 * @throws {StartupError}
 */
export async function loadTracing(flags: TracingFlags, dialect: Dialect): Promise<Tracing | undefined> {
  const { tracingConfigFile: path } = flags;
  if (path === undefined) return undefined;
  const configuration = parseTracingConfiguration(await readFlagFile("--tracing-config-file", path), { path, dialect });
  const { createTracing } = await loadPackage();
  return createTracing({ ...configuration, serviceName: "apiserver", serviceInstance: hostname() });
}

/** @throws {StartupError} for text that is no configuration of traces */
export function parseTracingConfiguration(
  text: string,
  { path, dialect }: { readonly path: string; readonly dialect: Dialect },
): TracingConfiguration {
  const fail = (message: string): StartupError => new StartupError(`--tracing-config-file: ${path}: ${message}`);
  const file = parseConfigurationFile(text);
  if (!file.ok) throw fail(file.message);
  const schema = z.strictObject({
    apiVersion: z.enum(
      ["v1", "v1beta1", "v1alpha1"].map((version) => dialect.expand(`apiserver.config.{api}/${version}`)),
    ),
    kind: z.literal("TracingConfiguration"),
    endpoint: z.optional(z.string()),
    samplingRatePerMillion: z.optional(z.int()),
  });
  const parsed = z.safeParse(schema, file.value, { error: en().localeError });
  if (!parsed.success)
    throw fail(parsed.error.issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`).join("; "));
  const { endpoint = defaultEndpoint, samplingRatePerMillion = 0 } = parsed.data;
  const problem = rateProblem(samplingRatePerMillion) ?? endpointProblem(endpoint);
  if (problem !== undefined) throw fail(problem);
  return { endpoint, samplingRatePerMillion };
}

function rateProblem(rate: number): string | undefined {
  if (rate < 0) return `samplingRatePerMillion: Invalid value: ${rate}: sampling rate must be positive`;
  if (rate > 1_000_000)
    return `samplingRatePerMillion: Invalid value: ${rate}: sampling rate per million must be less than or equal to one million`;
  return undefined;
}

/** Source: the naming of targets in gRPC. */
const schemes: ReadonlySet<string> = new Set(["dns", "unix", "unix-abstract"]);

function endpointProblem(endpoint: string): string | undefined {
  const [, scheme] = /^([a-z-]+):(?!\d+$)/.exec(endpoint) ?? [];
  const invalid = `endpoint: Invalid value: ${quote(endpoint)}:`;
  if (scheme !== undefined && !schemes.has(scheme))
    return `${invalid} unsupported scheme: ${scheme}. Options are none, dns, unix, or unix-abstract.`;
  return endpoint === "" || endpoint.includes("@") ? `${invalid} it must be host:port` : undefined;
}

/** Errors of `import`, and of `require` in the built program. */
const notFound: ReadonlySet<string> = new Set(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]);

async function loadPackage(): Promise<typeof import("@svc/tracing")> {
  try {
    return await import("@svc/tracing");
  } catch (cause) {
    if (!notFound.has((cause as NodeJS.ErrnoException).code ?? "")) throw cause;
    throw new StartupError("--tracing-config-file needs a package that is not installed: npm install @svc/tracing", {
      cause,
    });
  }
}
