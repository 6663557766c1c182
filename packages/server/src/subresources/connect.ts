import { type ApiObject, badRequest, type FieldError, invalid, invalidObject, notFound, StatusError } from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import type { SubresourceHandler } from "../dispatch.ts";
import type { ServerParts } from "../parts.ts";
import { integer } from "../resources/query.ts";

interface Container {
  readonly name?: string;
}

interface Pod extends ApiObject {
  spec?: {
    nodeName?: string;
    containers?: readonly Container[];
    initContainers?: readonly Container[];
    ephemeralContainers?: readonly Container[];
  };
}

/**
 * Connections to what runs on nodes: logs, exec, attach, port-forward, proxies. Everything is checked that this server can know; it
 * has no way to nodes themselves, and says so.
 */
export function connect(parts: ServerParts, what: "log" | "container" | "pod"): SubresourceHandler {
  return async (state, route) => {
    const { namespace = "", name = "" } = route;
    const { query } = state.info;
    if (what === "log") checkLogOptions(query, name);
    const stored = await parts.registry.get({ ...route.endpoint, subresource: "" }, { namespace, name });
    const pod = stored.object as Pod;
    if (what !== "pod") chooseContainer(pod, query.get("container") ?? "");
    const node = pod.spec?.nodeName ?? "";
    if (node === "") {
      // A pod that runs nowhere has said nothing yet.
      if (what === "log") return { status: 204, headers: [], body: Buffer.alloc(0) };
      throw badRequest(`pod ${name} does not have a host assigned`);
    }
    await findNode(parts, node);
    throw unreachable(node);
  };
}

/** Proxies to pods and services: to addresses of the cluster, to which this server has no way. */
export function proxy(parts: ServerParts): SubresourceHandler {
  return async (_state, route) => {
    const { namespace = "" } = route;
    // `https:name:port` names a port, and how it is spoken to.
    const segments = (route.name ?? "").split(":");
    const name =
      segments.length === 1 ? (segments[0] ?? "") : segments.length === 2 ? (segments[0] ?? "") : (segments[1] ?? "");
    const endpoint: Endpoint = { ...route.endpoint, subresource: "" };
    await parts.registry.get(endpoint, { namespace, name });
    if (endpoint.definition.resource === "nodes") throw unreachable(name);
    throw endpoint.definition.resource === "pods"
      ? badRequest("address not allowed")
      : new StatusError({
          code: 503,
          reason: "ServiceUnavailable",
          message: `no endpoints available for service ${JSON.stringify(name)}`,
        });
  };
}

function checkLogOptions(query: URLSearchParams, name: string): void {
  const errors: FieldError[] = [];
  const atLeast = (field: string, min: number): void => {
    const value = integer(query, field);
    if (value !== undefined && value < min)
      errors.push(invalid(field, value, `must be greater than or equal to ${min}`));
  };
  atLeast("tailLines", 0);
  atLeast("limitBytes", 1);
  atLeast("sinceSeconds", 1);
  if (errors.length > 0) throw invalidObject({ group: "", kind: "PodLogOptions", name }, errors);
}

/** @throws {StatusError} 400 for a container that is not there, or when several are and none is named */
function chooseContainer({ spec = {}, metadata }: Pod, asked: string): void {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec;
  const name = metadata.name ?? "";
  const names = (list: readonly Container[]): string => list.map((c) => c.name ?? "").join(" ");
  if (asked !== "") {
    if ([...containers, ...initContainers, ...ephemeralContainers].some((c) => c.name === asked)) return;
    throw badRequest(`container ${asked} is not valid for pod ${name}`);
  }
  if (containers.length < 2) return;
  const more = initContainers.length === 0 ? "" : ` or one of the init containers: [${names(initContainers)}]`;
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${names(containers)}]${more}`);
}

async function findNode({ serving, registry }: ServerParts, name: string): Promise<void> {
  const nodes = serving.find("", "v1", "nodes");
  const missing = notFound({ group: "", resource: "pods", name });
  if (nodes === undefined) throw missing;
  try {
    await registry.get({ ...nodes, subresource: "" }, { namespace: "", name });
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) throw missing;
    throw error;
  }
}

function unreachable(node: string): StatusError {
  return new StatusError({
    code: 503,
    reason: "ServiceUnavailable",
    message: `this server has no connection to node ${JSON.stringify(node)}`,
  });
}
