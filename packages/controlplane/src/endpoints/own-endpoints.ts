import type { Timer } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import type { LocalClient, LocalResource } from "@svc/registry";
import { jsonEqual } from "@svc/schema";
import type { RunningController, StorageContext } from "@svc/server";
import { ownName } from "../bootstrap/own-service.ts";

/** The address at which members of the cluster reach this server. */
export interface OwnEndpoint {
  /** An IP address that other machines can connect to. */
  readonly address: string;
  readonly port: number;
}

interface Endpoints extends ApiObject {
  subsets?: unknown;
}

interface EndpointSlice extends ApiObject {
  addressType?: string;
  endpoints?: unknown;
  ports?: unknown;
}

type Context = Pick<StorageContext, "local" | "storage" | "storageRoot">;

/** The time after which the address of a server expires unless it is renewed. */
const leaseSeconds = 15;
const renewEveryMs = 10_000;
const retryMs = 1_000;

/**
 * Keeps the addresses of all running servers as the endpoints of their own service. Each server
 * renews a key with its address; the endpoints are the addresses of all keys. A changed port is put
 * right when a server starts.
 */
export function startOwnEndpoints(context: Context, own: OwnEndpoint): RunningController {
  const { local, storage, storageRoot } = context;
  const { clock, log } = local.environment;
  const prefix = `${storageRoot}masterleases/`;
  let timer: Timer | undefined;
  let stopped = false;
  let checksPort = true;
  const publish = async (): Promise<void> => {
    const value = Buffer.from(JSON.stringify({ kind: "Endpoints", apiVersion: "v1", metadata: {} }));
    await storage.commit([{ op: "put", key: prefix + own.address, value, ttlSeconds: leaseSeconds }]);
    const { entries } = await storage.range({ prefix });
    const addresses = entries.map(({ key }) => key.slice(prefix.length)).sort();
    await writeEndpoints(local, { addresses, port: own.port, checksPort });
    checksPort = false;
  };
  const run = async (): Promise<void> => {
    let nextMs = renewEveryMs;
    try {
      await publish();
    } catch (error) {
      if (!stopped) log.warn("endpoints of the server's service not updated, will retry", { error: String(error) });
      nextMs = retryMs;
    }
    if (!stopped) timer = clock.after(nextMs, begin);
  };
  let running = Promise.resolve();
  const begin = (): void => {
    running = run();
  };
  begin();
  return {
    ready: Promise.resolve(),
    idle: () => running,
    stop: () => {
      stopped = true;
      timer?.cancel();
    },
  };
}

interface Published {
  readonly addresses: readonly string[];
  readonly port: number;
  /** Replaces other ports. */
  readonly checksPort: boolean;
}

async function writeEndpoints(local: LocalClient, { addresses, port, checksPort }: Published): Promise<void> {
  const { dialect } = local.environment;
  const ports = [{ name: "https", port, protocol: "TCP" }];
  const target = { namespace: "default", name: ownName };
  const skipped = { [dialect.expand("endpointslice.{labels}/skip-mirror")]: "true" };
  await write(local.resource<Endpoints>("", "endpoints"), target, (live) => {
    const [first] = (live.subsets ?? []) as readonly { readonly ports?: unknown }[];
    const kept = checksPort || first?.ports === undefined ? ports : first.ports;
    const subsets = [{ addresses: addresses.map((ip) => ({ ip })), ports: kept }];
    return { ...live, metadata: withLabels(live, skipped), subsets };
  });
  const service = { [dialect.expand("{labels}/service-name")]: ownName };
  await write(local.resource<EndpointSlice>("discovery.{api}", "endpointslices"), target, (live) => ({
    ...live,
    metadata: withLabels(live, service),
    addressType: addresses[0]?.includes(":") === true ? "IPv6" : "IPv4",
    endpoints: addresses.map((address) => ({ addresses: [address], conditions: { ready: true } })),
    ports: checksPort || live.ports === undefined ? ports : live.ports,
  }));
}

function withLabels({ metadata }: ApiObject, labels: Readonly<Record<string, string>>): ApiObject["metadata"] {
  return { ...metadata, labels: { ...metadata.labels, ...labels } };
}

/** Creates an object, or changes it where it is not as it should be. */
async function write<T extends ApiObject>(
  resource: LocalResource<T> | undefined,
  target: { readonly namespace: string; readonly name: string },
  next: (live: T) => T,
): Promise<void> {
  if (resource === undefined) return;
  if ((await resource.find(target)) === undefined) return resource.ensure(next({ metadata: { ...target } } as T));
  await resource.change(target, (live) => {
    const desired = next(live);
    return jsonEqual(live, desired) ? live : desired;
  });
}
