import type { ApiObject, LabelSelectorObject } from "@svc/meta";
import { age } from "./age.ts";
import { balancerAddresses, type CellsOfKinds, cells, clipped, firstText } from "./cells.ts";
import { selectorText } from "./labels.ts";

interface Ingress extends ApiObject {
  readonly spec?: {
    readonly ingressClassName?: string;
    readonly rules?: readonly { readonly host?: string }[];
    readonly tls?: readonly object[];
  };
  readonly status?: {
    readonly loadBalancer?: { readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[] };
  };
}

interface IngressClass extends ApiObject {
  readonly spec?: {
    readonly controller?: string;
    readonly parameters?: { readonly apiGroup?: string; readonly kind: string; readonly name: string };
  };
}

interface NetworkPolicy extends ApiObject {
  readonly spec?: { readonly podSelector?: LabelSelectorObject };
}

interface ServiceCidr extends ApiObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
}

interface IpAddress extends ApiObject {
  readonly spec?: {
    readonly parentRef?: {
      readonly group?: string;
      readonly resource?: string;
      readonly namespace?: string;
      readonly name?: string;
    };
  };
}

interface EndpointSlice extends ApiObject {
  readonly addressType?: string;
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[];
  readonly endpoints?: readonly { readonly addresses?: readonly string[] }[];
}

export const networkingCells: CellsOfKinds = {
  Ingress: cells((object: Ingress, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    return [
      metadata.name ?? "",
      spec.ingressClassName ?? "<none>",
      hostsText(object),
      balancerAddresses(status.loadBalancer?.ingress).join(","),
      (spec.tls?.length ?? 0) > 0 ? "80, 443" : "80",
      age(object, nowMs),
    ];
  }),

  IngressClass: cells((object: IngressClass, nowMs) => {
    const { metadata, spec = {} } = object;
    const { parameters } = spec;
    return [
      metadata.name ?? "",
      spec.controller ?? "",
      parameters === undefined ? "<none>" : `${qualified(parameters.kind, parameters.apiGroup)}/${parameters.name}`,
      age(object, nowMs),
    ];
  }),

  NetworkPolicy: cells((object: NetworkPolicy, nowMs) => [
    object.metadata.name ?? "",
    selectorText(object.spec?.podSelector),
    age(object, nowMs),
  ]),

  ServiceCIDR: cells((object: ServiceCidr, nowMs) => [
    object.metadata.name ?? "",
    (object.spec?.cidrs ?? []).join(","),
    age(object, nowMs),
  ]),

  // The age has no column of its own.
  IPAddress: cells((object: IpAddress, nowMs) => [object.metadata.name ?? "", parentText(object), age(object, nowMs)]),
};

export const discoveryCells: CellsOfKinds = {
  EndpointSlice: cells((object: EndpointSlice, nowMs) => {
    const { ports = [], endpoints = [] } = object;
    const addresses = endpoints.flatMap((endpoint) => endpoint.addresses ?? []);
    return [
      object.metadata.name ?? "",
      object.addressType ?? "",
      portsText(ports),
      addresses.length === 0 ? "<unset>" : clipped(addresses, 3),
      age(object, nowMs),
    ];
  }),
};

function portsText(ports: NonNullable<EndpointSlice["ports"]>): string {
  const text = clipped(
    ports.map(({ name = "*", port }) => (port === undefined ? name : `${port}`)),
    3,
  );
  return text === "" ? "<unset>" : text;
}

/** Rules without a host apply to every host, and count only among the hidden ones. */
function hostsText({ spec }: Ingress): string {
  const rules = spec?.rules ?? [];
  const hosts: string[] = [];
  for (const { host } of rules) {
    if (hosts.length === 3) return `${hosts.join(",")} + ${rules.length - 3} more...`;
    if (firstText(host) !== "") hosts.push(firstText(host));
  }
  return firstText(hosts.join(","), "*");
}

function qualified(name: string, group: string | undefined): string {
  return group === undefined || group === "" ? name : `${name}.${group}`;
}

/** `services/default/web` */
function parentText({ spec }: IpAddress): string {
  const parent = spec?.parentRef;
  if (parent === undefined) return "<none>";
  const { group, resource = "", namespace = "", name = "" } = parent;
  const what = qualified(resource, group).toLowerCase();
  return namespace === "" ? `${what}/${name}` : `${what}/${namespace}/${name}`;
}
