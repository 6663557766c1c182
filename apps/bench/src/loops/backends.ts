import { sendOnce, sendSuccessfully } from "../client/send-once.ts";
import { requestBytes, type Target } from "../client/target.ts";
import { namespaces } from "../objects/objects.ts";
import { type BackendProtocol, startBackend } from "../raw/start-backend.ts";
import type { LoopScenario } from "./scenario.ts";

/** Ends the processes that a scenario started, and removes what it registered. */
type TearDown = () => Promise<void>;

export const remoteGroup = "bench.example.com";
const remoteVersion = `/apis/${remoteGroup}/v1`;
const services = `/api/v1/namespaces/${namespaces.written}/services`;
const pods = `/api/v1/namespaces/${namespaces.written}/pods`;
const accounts = `/api/v1/namespaces/${namespaces.written}/serviceaccounts`;
const node = "bench-kubelet";

/**
 * The path of upgrades to the kubelet of the scenarios. @param port 1 for a stream that sends all
 * the time
 */
export function portForwardPath(port: number): string {
  return `${pods}/${node}/portforward?ports=${port}`;
}

const groupMark = /"name":\s*"(?<group>apiregistration\.[^"]+)"/;

/** Registers a group version of an extension server that runs on this machine. */
export async function registerExtensionServer(target: Target, protocol: BackendProtocol): Promise<TearDown> {
  const { body } = await sendSuccessfully(target, { method: "GET", path: "/apis" });
  const group = groupMark.exec(body.toString())?.groups?.["group"];
  if (group === undefined) throw new Error("the server has no aggregation");
  const { port, stop } = await startBackend(protocol);
  const service = { namespace: namespaces.written, name: "bench-extension" };
  const registrations = `/apis/${group}/v1/apiservices`;
  const name = `v1.${remoteGroup}`;
  const spec = {
    group: remoteGroup,
    version: "v1",
    service: { ...service, port },
    insecureSkipTLSVerify: true,
    groupPriorityMinimum: 100,
    versionPriority: 100,
  };
  await make(target, services, { kind: "Service", apiVersion: "v1", metadata: service, spec: external });
  await make(target, registrations, { kind: "APIService", apiVersion: `${group}/v1`, metadata: { name }, spec });
  await untilServed(target);
  return async () => {
    await sendSuccessfully(target, { method: "DELETE", path: `${registrations}/${name}` }, [200, 404]);
    await sendSuccessfully(target, { method: "DELETE", path: `${services}/${service.name}` }, [200, 404]);
    await stop();
  };
}

const external = { type: "ExternalName", externalName: "127.0.0.1" };
const pollMs = 20;
const polls = 500;

async function untilServed(target: Target): Promise<void> {
  for (let i = 0; i < polls; i++) {
    const { status } = await sendOnce(target, { method: "GET", path: `${remoteVersion}/things/thing` });
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error("the extension server is not served");
}

/** Creates a node whose kubelet runs on this machine, and a pod on that node. */
export async function registerKubelet(target: Target): Promise<TearDown> {
  const { port, stop } = await startBackend("http/1.1");
  const metadata = { name: node };
  const status = {
    addresses: [{ type: "Hostname", address: "127.0.0.1" }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
  };
  const spec = { nodeName: node, containers: [{ name: "main", image: "image.example/main" }] };
  const automount = { automountServiceAccountToken: false };
  await makeAccount(target);
  await make(target, "/api/v1/nodes", { kind: "Node", apiVersion: "v1", metadata, status });
  await make(target, pods, { kind: "Pod", apiVersion: "v1", metadata, spec: { ...spec, ...automount } });
  return async () => {
    await sendSuccessfully(target, { method: "DELETE", path: `${pods}/${node}?gracePeriodSeconds=0` }, [200, 404]);
    await sendSuccessfully(target, { method: "DELETE", path: `/api/v1/nodes/${node}` }, [200, 404]);
    await stop();
  };
}

/** Pods need the account of their namespace, which no controller makes for the original. */
async function makeAccount(target: Target): Promise<void> {
  const account = { kind: "ServiceAccount", apiVersion: "v1", metadata: { name: "default" } };
  await sendSuccessfully(target, { method: "POST", path: accounts, body: JSON.stringify(account) }, [201, 409]);
}

async function make(target: Target, path: string, object: object): Promise<void> {
  await sendSuccessfully(target, { method: "POST", path, body: JSON.stringify(object) }, [201]);
}

function aggregated(name: string, about: string, protocol: BackendProtocol): LoopScenario {
  return {
    name,
    about,
    connections: 16,
    setUp: (target) => registerExtensionServer(target, protocol),
    source: ({ target }) => {
      const request = requestBytes(target, { method: "GET", path: `${remoteVersion}/things/thing` });
      return () => request;
    },
  };
}

export const aggregationScenarios: readonly LoopScenario[] = [
  aggregated("aggregated", "one object of 2 KB of an extension server that speaks HTTP/2", "h2"),
  aggregated("aggregated-http1", "the same of one that speaks HTTP/1.1 only", "http/1.1"),
];
