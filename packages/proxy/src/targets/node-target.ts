import { quote } from "@svc/base";
import { badRequest, plainError } from "@svc/meta";
import type { KubeletOptions } from "./kubelet-options.ts";
import { defaultAddressTypes, defaultKubeletPort } from "./kubelet-options.ts";
import type { Node } from "./objects.ts";
import type { Target } from "./target.ts";
import { portNumber, type TargetName } from "./target-name.ts";

/** The kubelet of a node. @throws {StatusError} 500 for a node without a known address */
export function kubeletTarget({ status = {} }: Node, options: KubeletOptions): Target {
  const { addresses = [], daemonEndpoints } = status;
  const { addressTypes = defaultAddressTypes, port = defaultKubeletPort, tls = {} } = options;
  const found = addressTypes
    .map((type) => addresses.find((a) => a.type === type && a.address !== ""))
    .find((address) => address !== undefined);
  if (found === undefined) {
    const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(" ");
    throw plainError(`no preferred addresses found; known addresses: [${known}]`);
  }
  const own = daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  return {
    scheme: "https",
    host: found.address,
    port: own > 0 ? own : port,
    // Kubelets make certificates of their own unless an authority is given.
    tls: tls.ca === undefined ? { ...tls, insecureSkipVerify: true } : tls,
  };
}

/**
 * The target of a proxy request to a node: the kubelet, or another port of the node.
 * @throws {StatusError} 400, 500
 */
export function nodeTarget(node: Node, { scheme, port }: TargetName, options: KubeletOptions): Target {
  const kubelet = kubeletTarget(node, options);
  if (port === "") return kubelet;
  const number = portNumber(port);
  if (number === undefined) throw badRequest(`invalid port ${quote(port)}`);
  if (number === kubelet.port) return kubelet;
  return {
    scheme: scheme === "" ? "http" : scheme,
    host: kubelet.host,
    port: number,
    tls: { insecureSkipVerify: true },
  };
}
