import { metadataSubnets, nonGlobalSubnets } from "@svc/http/client";
import { integer, type Shape, subnets } from "./flag-shapes.ts";
import { addKubeletFlags, type KubeletFlags } from "./kubelet.ts";

/** What the command line says about connections that the server opens for others. */
export interface EgressFlags extends KubeletFlags {
  readonly egressSelectorConfigFile?: string;
  readonly egressDeniedCidrs: readonly string[];
  readonly proxyDeniedCidrs: readonly string[];
  readonly webhookMaxRedirects: number;
}

/** Subnets that proxies of nodes, pods and services must not lead to. */
const proxyDenied: readonly string[] = [...new Set([...nonGlobalSubnets, ...metadataSubnets])];

/** Adds the flags of egress, and of the kubelets that it leads to. */
export function addEgressFlags(add: (flags: string, description: string, shape?: Shape) => void): void {
  add("--egress-selector-config-file <path>", "file that says through which HTTP proxies connections are opened");
  add(
    "--egress-denied-cidrs <subnets>",
    "comma-separated subnets to which no connection to a webhook, an extension server or a kubelet is opened; none denies nothing",
    subnets(metadataSubnets),
  );
  add(
    "--proxy-denied-cidrs <subnets>",
    "comma-separated subnets to which nodes, pods and services are not proxied; none denies nothing",
    subnets(proxyDenied),
  );
  add(
    "--webhook-max-redirects <n>",
    "redirects that a call of an admission webhook follows; with 0 a redirect is a failed call",
    integer(0, 0, 10),
  );
  addKubeletFlags(add);
}
