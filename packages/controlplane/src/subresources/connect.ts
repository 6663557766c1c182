import { readTime } from "@svc/codec";
import {
  type ApiObject,
  badRequest,
  type FieldError,
  forbidden,
  invalid,
  invalidObject,
  notFound,
  quote,
  StatusError,
} from "@svc/meta";
import type { Registry } from "@svc/registry";
import { type ExtensionContext, integer, type RequestState, type SubresourceHandler } from "@svc/server";

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
 * Connections to what runs on nodes: logs, exec, attach, port-forward. Everything is checked that
 * this server can know; it has no way to nodes themselves, and says so.
 */
export function connect(
  { local: { registry }, requests }: ExtensionContext,
  what: "log" | "container" | "pod",
): SubresourceHandler {
  return async (state, route) => {
    const { namespace = "", name = "" } = route;
    const { query } = state.info;
    if (what === "log") {
      // What errors could not be told in is refused, though logs themselves are text.
      requests.form(state, { of: "typed", shapes: "object", besides: ["text/plain"] });
      checkLogOptions(query, name);
    } else noDryRun(state);
    if (what === "pod") checkPorts(query.getAll("ports"));
    const stored = await registry.get({ ...route.endpoint, subresource: "" }, { namespace, name });
    const pod = stored.object as Pod;
    if (what !== "pod") chooseContainer(pod, query.get("container") ?? "");
    const node = pod.spec?.nodeName ?? "";
    if (node === "") {
      // A pod that runs nowhere has said nothing yet.
      if (what === "log") return { status: 204, headers: [], body: Buffer.alloc(0) };
      throw badRequest(`pod ${name} does not have a host assigned`);
    }
    await findNode(registry, node);
    throw unreachable("node", node);
  };
}

/** Connections change nothing, and cannot be tried. @throws {StatusError} 400 */
export function noDryRun({ info }: RequestState): void {
  if (info.query.has("dryRun")) throw badRequest("dryRun is not supported");
}

function checkLogOptions(query: URLSearchParams, name: string): void {
  const errors: FieldError[] = [];
  const [tailLines, limitBytes, sinceSeconds] = ["tailLines", "limitBytes", "sinceSeconds"].map((n) =>
    integer(query, n),
  );
  const since = readTime(query.get("sinceTime") ?? "0001-01-01T00:00:00Z", "seconds");
  if (!since.ok) throw badRequest(since.why);
  if (tailLines !== undefined && tailLines < 0)
    errors.push(invalid("tailLines", tailLines, "must be greater than or equal to 0"));
  if (limitBytes !== undefined && limitBytes < 1)
    errors.push(invalid("limitBytes", limitBytes, "must be greater than 0"));
  if (sinceSeconds !== undefined && query.has("sinceTime"))
    errors.push(forbidden("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  else if (sinceSeconds !== undefined && sinceSeconds < 1)
    errors.push(invalid("sinceSeconds", sinceSeconds, "must be greater than 0"));
  // Lines of one stream alone are behind a gate that is off.
  if (query.has("stream")) errors.push(forbidden("stream", "may not be specified"));
  if (errors.length > 0) throw invalidObject({ group: "", kind: "PodLogOptions", name }, errors);
}

/** @throws {StatusError} 400 */
function checkPorts(ports: readonly string[]): void {
  for (const port of ports) {
    const problem = !/^\d+$/.test(port) ? "invalid syntax" : Number(port) > maxInt32 ? "value out of range" : undefined;
    if (problem !== undefined)
      throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${quote(port)}: ${problem}`);
  }
}

const maxInt32 = 2 ** 31 - 1;

/**
 * @throws {StatusError} 400 for a container that is not there, or when several are and none is
 * named
 */
function chooseContainer({ spec = {}, metadata }: Pod, asked: string): void {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec;
  const name = metadata.name ?? "";
  if (asked !== "") {
    if ([...containers, ...initContainers, ...ephemeralContainers].some((c) => c.name === asked)) return;
    throw badRequest(`container ${asked} is not valid for pod ${name}`);
  }
  if (containers.length < 2) return;
  const all = [...initContainers, ...containers, ...ephemeralContainers].map((c) => c.name ?? "").join(" ");
  throw badRequest(`a container name must be specified for pod ${name}, choose one of: [${all}]`);
}

async function findNode(registry: Registry, name: string): Promise<void> {
  const nodes = registry.catalog.snapshot().find("", "v1", "nodes");
  const missing = notFound({ group: "", resource: "pods", name });
  if (nodes === undefined) throw missing;
  try {
    await registry.get({ ...nodes, subresource: "" }, { namespace: "", name });
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) throw missing;
    throw error;
  }
}

export function unreachable(kind: string, name: string): StatusError {
  return new StatusError({
    code: 503,
    reason: "ServiceUnavailable",
    message: `this server has no connection to ${kind} ${quote(name)}`,
  });
}
