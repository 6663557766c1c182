import { writeFile } from "node:fs/promises";
import { parseDurationMs } from "@svc/base";
import { connectionOf, createClient, createHttpTransport, KubeconfigError, loadKubeconfig } from "@svc/client";
import { dialects } from "@svc/meta";
import { record } from "../recording/recording.ts";
import { openRecordingProxy } from "../recording/recording-proxy.ts";
import { AssetsError } from "./assets-error.ts";

/** Flags of `svc-testing record`. */
export interface RecordFlags {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly out: string;
  /** Comma-separated. */
  readonly resources: string | undefined;
  readonly duration: string | undefined;
  readonly "proxy-port": string | undefined;
  /** The name of a dialect. */
  readonly dialect: string;
}

interface RecordContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (text: string) => unknown;
  /** Ends the recording. */
  readonly signal: AbortSignal;
}

/**
 * Records a cluster into a file: its content, what changes until the signal or the end of the
 * duration, and with a proxy the requests of the program that uses it.
 * @throws {AssetsError} for flags that are wrong, and for a kubeconfig that can't be used
 */
export async function recordCommand(flags: RecordFlags, { env, print, signal }: RecordContext): Promise<void> {
  const dialect = Object.values(dialects).find(({ name }) => name === flags.dialect);
  if (dialect === undefined)
    throw new AssetsError(`--dialect must be ${Object.keys(dialects).join(" or ")}, not ${flags.dialect}`);
  const durationMs = flags.duration === undefined ? undefined : parseDurationMs(flags.duration);
  if (flags.duration !== undefined && durationMs === undefined)
    throw new AssetsError(`--duration must be a duration such as 30s, not ${flags.duration}`);
  const port = flags["proxy-port"] === undefined ? undefined : Number(flags["proxy-port"]);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65_536))
    throw new AssetsError(`--proxy-port must be a port, not ${flags["proxy-port"]}`);
  const { kubeconfig, context, resources, out } = flags;
  const connection = await loadKubeconfig({ env, ...(kubeconfig === undefined ? {} : { path: kubeconfig }) })
    .then((config) => connectionOf(config, { dialect, env, ...(context === undefined ? {} : { context }) }))
    .catch((error: unknown) => {
      throw error instanceof KubeconfigError ? new AssetsError(error.message, { cause: error }) : error;
    });
  const monotonic = (): number => performance.now();
  const transport = createHttpTransport(connection);
  const proxy = port === undefined ? undefined : await openRecordingProxy({ transport, port, monotonic });
  const client = createClient({ connection, dialect });
  try {
    if (proxy !== undefined) await writeFile(`${out}.kubeconfig`, kubeconfigOf(proxy.url));
    const until = durationMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(durationMs)]);
    const onWatching = (): void => {
      const how = proxy === undefined ? "" : `; requests with ${out}.kubeconfig too`;
      print(`recording changes until ${durationMs === undefined ? "Ctrl-C" : flags.duration}${how}\n`);
    };
    const recording = await record({
      client,
      monotonic,
      ...(durationMs === 0 ? {} : { until, onWatching }),
      ...(resources === undefined ? {} : { resources: resources.split(",") }),
    });
    const requests = proxy === undefined ? {} : { requests: proxy.requests };
    // For its owner alone: values of Secrets are left out, but other objects may hold some.
    await writeFile(out, `${JSON.stringify({ ...recording, ...requests }, undefined, 1)}\n`, { mode: 0o600 });
    const { objects, changes } = recording;
    print(`${out}: ${objects.length} objects, ${changes.length} changes, ${proxy?.requests.length ?? 0} requests\n`);
  } finally {
    proxy?.close();
    transport.close();
    client.close();
  }
}

function kubeconfigOf(server: string): string {
  return `${JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "recorded",
    clusters: [{ name: "recorded", cluster: { server } }],
    users: [{ name: "recorded", user: {} }],
    contexts: [{ name: "recorded", context: { cluster: "recorded", user: "recorded" } }],
  })}\n`;
}
