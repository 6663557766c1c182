import { parseUnsigned } from "@svc/base";
import { offeredSubprotocols, webSocketUpgrade } from "@svc/http";
import type { Egress } from "@svc/http/client";
import { badRequest } from "@svc/meta";
import type { RequestState, Route, SubresourceHandler } from "@svc/server";
import { passUpgrade } from "../forward/pass-upgrade.ts";
import { requestHeaders } from "../forward/request-headers.ts";
import { defaultTimeoutMs } from "../targets/kubelet-options.ts";
import { originOf } from "../targets/target.ts";
import type { KubeletStream } from "./kubelet-stream.ts";
import { isTrue } from "./log-options.ts";
import { podContainer } from "./pod-container.ts";
import { hasHost, type PodDeps, podKubelet, requestedPod } from "./pod-kubelet.ts";
import { acceptPortForwardTunnel, portForwardTunnelProtocol } from "./port-forward-tunnel.ts";
import { acceptRemoteCommand, remoteCommandProtocol } from "./remote-command.ts";

interface StreamHandlerOptions extends PodDeps {
  readonly egress: Egress;
  readonly what: "exec" | "attach" | "portforward";
}

/**
 * Connects a client with a container or a port of a pod, through its kubelet. Protocols that the
 * kubelet supports pass through; newer ones over WebSockets are translated to SPDY.
 */
export function streamHandler(options: StreamHandlerOptions): SubresourceHandler {
  const { egress, what } = options;
  return async (state, route) => {
    const { info, request } = state;
    if (info.query.has("dryRun")) throw badRequest("dryRun is not supported");
    if (what === "portforward") checkPorts(portsOf(info.query));
    const pod = await requestedPod(options, { namespace: route.namespace, name: route.name });
    const container = what === "portforward" ? "" : podContainer(pod, info.query.get("container") ?? "");
    const target = hasHost(await podKubelet(options, pod), pod);
    const path =
      what === "portforward" ? portForwardPath(state, route) : commandPath(what, container, { state, route });
    const { upgrade, signal } = request;
    if (upgrade === undefined) throw badRequest("Upgrade request required");
    const stream: KubeletStream = {
      client: egress.client({
        purpose: "node",
        http2: false,
        tls: target.tls,
        connectTimeoutMs: options.kubelet.timeoutMs ?? defaultTimeoutMs,
        bodyTimeoutMs: 0,
      }),
      url: new URL(originOf(target)),
      target,
      path,
    };
    const socket = webSocketUpgrade(request);
    const offered = socket === undefined ? [] : offeredSubprotocols(request);
    if (socket !== undefined && what !== "portforward" && offered.includes(remoteCommandProtocol)) {
      const { query } = info;
      const [stdin, stdout, stderr, tty] = ["stdin", "stdout", "stderr", "tty"].map((name) => isTrue(query, name));
      return acceptRemoteCommand({ request, upgrade: socket, stream, streams: { stdin, stdout, stderr, tty } });
    }
    if (socket !== undefined && what === "portforward" && offered.includes(portForwardTunnelProtocol))
      return acceptPortForwardTunnel({ request, upgrade: socket, stream, state });
    const { method = "GET" } = info;
    const headers = requestHeaders(state);
    const { client, url } = stream;
    return passUpgrade(target, { client, upgrade, request: { method, url, path, headers, signal } });
  };
}

interface Requested {
  readonly state: RequestState;
  readonly route: Route;
}

/** `/exec/NAMESPACE/POD/CONTAINER?command=…&output=1` */
function commandPath(what: string, container: string, { state, route }: Requested): string {
  const { query } = state.info;
  const sent: [string, string][] = what === "exec" ? query.getAll("command").map((word) => ["command", word]) : [];
  for (const [parameter, kubeletParameter] of streamFlags)
    if (isTrue(query, parameter)) sent.push([kubeletParameter, "1"]);
  return withQuery(`/${what}/${route.namespace}/${route.name}/${container}`, sent);
}

/** Sorted as kubelets receive them. */
const streamFlags = [
  ["stderr", "error"],
  ["stdin", "input"],
  ["stdout", "output"],
  ["tty", "tty"],
] as const;

/** `/portForward/NAMESPACE/POD?port=80%2C81` */
function portForwardPath({ info }: RequestState, { namespace, name }: Route): string {
  const ports = portsOf(info.query).map((port) => String(Number(port)));
  return withQuery(`/portForward/${namespace}/${name}`, ports.length === 0 ? [] : [["port", ports.join(",")]]);
}

function withQuery(path: string, query: [string, string][]): string {
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

const portBits = 16;

/** A parameter has one port, or several with commas between them. */
function portsOf(query: URLSearchParams): readonly string[] {
  return query.getAll("ports").flatMap((ports) => ports.split(","));
}

/** @throws {StatusError} 400 */
function checkPorts(ports: readonly string[]): void {
  for (const port of ports) {
    const parsed = parseUnsigned(port, portBits);
    if (!parsed.ok) throw badRequest(`cannot convert to []int32: ${parsed.problem}`);
  }
}
