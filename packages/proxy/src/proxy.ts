import { anObject, checkArgument, oneOf, optional, optionsOf, withMethods } from "@svc/base/check";
import { createEgress, type Egress, metadataSubnets, nonGlobalSubnets } from "@svc/http/client";
import { notFound } from "@svc/meta";
import type { ExtensionContext, Route, ServerExtension, SubresourceHandler } from "@svc/server";
import { logHandler } from "./pods/log.ts";
import { streamHandler } from "./pods/stream-handler.ts";
import { proxyHandler } from "./proxy-handler.ts";
import type { KubeletOptions } from "./targets/kubelet-options.ts";
import { nodeTarget } from "./targets/node-target.ts";
import { coreResource, findObject, type Node, type Pod, type Service } from "./targets/objects.ts";
import { podTarget } from "./targets/pod-target.ts";
import { serviceTarget } from "./targets/service-target.ts";

/** Options of the connections to nodes, pods and services. */
export interface ProxyOptions {
  /**
   * Opens the connections: those of proxies under the purpose `proxy`, those of logs, exec, attach
   * and port-forward under `node`.
   * @default one that denies link-local and metadata addresses, and loopback ones to proxies
   */
  readonly egress?: Egress;
  readonly kubelet?: KubeletOptions;
  /**
   * The allowed endpoint addresses of service proxies: those of pods of the service's namespace, or
   * any that the egress allows. With `any`, a user who may write endpoints reaches pods of other
   * namespaces through the server (CVE-2021-25740).
   * @default "pods"
   */
  readonly serviceEndpoints?: "pods" | "any";
}

const proxyOptions = optionsOf<ProxyOptions>({
  egress: optional(withMethods("an Egress of @svc/http", "client", "connectOptions")),
  kubelet: optional(anObject),
  serviceEndpoints: optional(oneOf("any", "pods")),
});

/**
 * Passes requests on to nodes, pods and services: the subresources `proxy` of the three, and
 * `log`, `exec`, `attach` and `portforward` of pods.
 * @throws {TypeError} for a wrong argument
 */
export function proxy(options: ProxyOptions = {}): ServerExtension {
  checkArgument("proxy: options", options, proxyOptions);
  const { egress = defaultEgress(), kubelet = {}, serviceEndpoints = "pods" } = options;
  return {
    name: "proxy",
    subresources: (context) => new Map(handlers(context, { egress, kubelet, serviceEndpoints })),
  };
}

function defaultEgress(): Egress {
  const ofProxies = [...new Set([...nonGlobalSubnets, ...metadataSubnets])];
  return createEgress({
    policy: ({ purpose }) => ({ deniedSubnets: purpose === "proxy" ? ofProxies : metadataSubnets }),
  });
}

function handlers(
  { local, requests }: ExtensionContext,
  { egress, kubelet, serviceEndpoints }: Required<ProxyOptions>,
): readonly (readonly [string, SubresourceHandler])[] {
  const { random } = local.environment;
  const named = async <T extends object>(resource: string, { namespace = "" }: Route, name: string): Promise<T> => {
    const object = await findObject(local, resource, { namespace, name });
    if (object === undefined) throw notFound(coreResource(resource, name));
    return object as unknown as T;
  };
  const deps = { local, kubelet, egress };
  return [
    ["pods/log", logHandler({ ...deps, requests })],
    ["pods/exec", streamHandler({ ...deps, what: "exec" })],
    ["pods/attach", streamHandler({ ...deps, what: "attach" })],
    ["pods/portforward", streamHandler({ ...deps, what: "portforward" })],
    [
      "nodes/proxy",
      proxyHandler({
        kind: "node",
        egress,
        target: async (route, name) => nodeTarget(await named<Node>("nodes", route, name.name), name, kubelet),
      }),
    ],
    [
      "pods/proxy",
      proxyHandler({
        kind: "pod",
        egress,
        target: async (route, name) => podTarget(await named<Pod>("pods", route, name.name), name),
      }),
    ],
    [
      "services/proxy",
      proxyHandler({
        kind: "service",
        egress,
        target: async (route, name) => {
          const service = await named<Service>("services", route, name.name);
          const namespace = route.namespace ?? "";
          return serviceTarget(service, name, { local, namespace, random, serviceEndpoints });
        },
      }),
    ],
  ];
}
