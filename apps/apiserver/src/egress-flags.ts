import { checkSubnets, metadataSubnets, nonGlobalSubnets } from "@svc/http/client";
import { type AddFlag, boolean, integer, type OptionType } from "@svc/program";
import { InvalidArgumentError } from "commander";
import { addKubeletFlags, type KubeletFlags } from "./kubelet.ts";

/** Flags of the connections that the server opens to webhooks, extension servers and kubelets. */
export interface EgressFlags extends KubeletFlags {
  readonly egressSelectorConfigFile?: string;
  readonly egressDeniedCidrs: readonly string[];
  readonly proxyDeniedCidrs: readonly string[];
  readonly serviceProxyAnyEndpoint: boolean;
  readonly webhookMaxRedirects: number;
}

/** Subnets that proxies of nodes, pods and services must not lead to. */
const proxyDenied: readonly string[] = [...new Set([...nonGlobalSubnets, ...metadataSubnets])];

/** Adds the flags of outgoing connections, those to kubelets included. */
export function addEgressFlags(add: AddFlag): void {
  add(
    "--egress-selector-config-file <path>",
    "file with an EgressSelectorConfiguration: HTTP proxies for outgoing connections",
  );
  add(
    "--egress-denied-cidrs <subnets>",
    "comma-separated subnets that webhooks, extension servers and kubelets may not be in; none for no limit",
    subnets(metadataSubnets),
  );
  add(
    "--proxy-denied-cidrs <subnets>",
    "comma-separated subnets to which requests to nodes, pods and services are not proxied; none for no limit",
    subnets(proxyDenied),
  );
  add(
    "--service-proxy-any-endpoint [bool]",
    "proxy requests to services to any address of their endpoints, not only to pods of their namespace",
    boolean(false),
  );
  add(
    "--webhook-max-redirects <n>",
    "maximum number of redirects of an admission or conversion webhook; with 0 a redirect is an error",
    integer(0, 0, 10),
  );
  addKubeletFlags(add);
}

/** Subnets, comma-separated, or `none`. */
function subnets(byDefault: readonly string[]): OptionType {
  const parse = (text: string): readonly string[] => {
    const list = text === "none" ? [] : text.split(",").map((subnet) => subnet.trim());
    try {
      checkSubnets(list);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
    return list;
  };
  return (option) => option.argParser(parse).default(byDefault, byDefault.join(","));
}
