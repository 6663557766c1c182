import { type Dialect, dns1123Label, dns1123Subdomain, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type AddressWarnings, addressWarnings } from "../common/address-spelling.ts";
import { all, type Check, each, isEmpty, members, named, number, oneOf, text } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { cidr, ipAddress, notSpecialIp, parseIp } from "../common/ip.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { labels } from "../common/label-selector.ts";
import { portReference } from "../common/names.ts";
import { portNumber } from "../common/number.ts";
import { whenSet } from "../common/when-set.ts";
import { addressChange, isHeadless, serviceAddresses } from "./service-addresses.ts";
import { loadBalancerClass, serviceTraffic } from "./service-traffic.ts";

const subdomain = named(dns1123Subdomain);
const dnsLabel = named(dns1123Label);

type Spec = core.ServiceSpec;

const serviceTypes = oneOf("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");

interface Annotations {
  readonly sourceRanges: string;
  readonly hints: string;
  readonly mode: string;
}

export function service(dialect: Dialect): KindValidation {
  const annotations: Annotations = {
    sourceRanges: dialect.expand("service.beta.{labels}/load-balancer-source-ranges"),
    hints: dialect.expand("service.{labels}/topology-aware-hints"),
    mode: dialect.expand("service.{labels}/topology-mode"),
  };
  const object = ({ metadata = {}, spec = {} }: core.Service, at: FieldPath): void => {
    topology(metadata.annotations ?? {}, annotations, at.field("metadata").field("annotations"));
    const place = at.field("spec");
    inside(spec, place);
    sourceRanges(spec, metadata.annotations ?? {}, { at, annotation: annotations.sourceRanges });
    serviceTraffic(spec, place);
  };
  const warnings = addressWarnings(dialect);
  return kind<core.Service>({
    create: object,
    update: (value, old, at) => {
      const [spec, before] = [value.spec ?? {}, old.spec ?? {}];
      addressChange(spec, before, at.field("spec"));
      loadBalancerClass(spec, at.field("spec"), before);
      object(value, at);
    },
    subresources: {
      status: ({ spec = {}, status = {} }, _old, at) =>
        ingress(status.loadBalancer?.ingress ?? [], spec, at.field("status").field("loadBalancer").field("ingress")),
    },
    warnings: (value) => serviceWarnings(value, annotations, warnings),
    subresourceWarnings: {
      status: ({ status }) =>
        (status?.loadBalancer?.ingress ?? []).flatMap(({ ip = "" }, i) =>
          warnings.ip(`status.loadBalancer.ingress[${i}]`, ip),
        ),
    },
  });
}

/** The older annotation and the newer one must be equal. */
function topology(values: Readonly<Record<string, string>>, { hints, mode }: Annotations, at: FieldPath): void {
  if (values[hints] !== undefined && values[mode] !== undefined && values[hints] !== values[mode])
    at.item(mode).invalid(values[mode], `must match annotations[${hints}] when both are specified`);
}

/** The cluster-internal fields of a service. */
function inside(spec: Spec, at: FieldPath): void {
  const { type = "", ports = [] } = spec;
  if (ports.length === 0 && !isHeadless(spec) && type !== "ExternalName") at.field("ports").required();
  if ((type === "NodePort" || type === "LoadBalancer") && isHeadless(spec))
    at.field("clusterIPs").item(0).invalid("None", `may not be set to 'None' for ${type} services`);
  if (type === "ExternalName") external(spec, at);
  servicePorts(ports, at.field("ports"));
  selection(spec, at);
  serviceAddresses(spec, at);
  if (spec.externalIPs !== undefined) externalIps(spec.externalIPs, at.field("externalIPs"));
  serviceTypes(type, at.field("type"));
  nodePorts(spec, at.field("ports"));
}

const onlyInside = "may not be set for ExternalName services";

/** A service that is another name for a host has nothing in the cluster. */
function external(spec: Spec, at: FieldPath): void {
  if (!isEmpty(spec.clusterIPs)) at.field("clusterIPs").forbidden(onlyInside);
  if (!isEmpty(spec.ipFamilies)) at.field("ipFamilies").forbidden(onlyInside);
  if (spec.ipFamilyPolicy !== undefined) at.field("ipFamilyPolicy").forbidden(onlyInside);
  const place = at.field("externalName");
  const host = (spec.externalName ?? "").replace(/\.$/, "");
  if (host === "") place.required();
  else subdomain(host, place);
}

const port = members<core.ServicePort>({
  port: number(portNumber),
  protocol: text(oneOf("SCTP", "TCP", "UDP")),
  targetPort: portReference,
  appProtocol: named(qualifiedName),
});

/** One port needs no name. */
function servicePorts(ports: readonly core.ServicePort[], at: FieldPath): void {
  const names = new Set<string>();
  for (const [i, value] of ports.entries()) {
    const place = at.item(i);
    const { name = "" } = value;
    if (name !== "") {
      dnsLabel(name, place.field("name"));
      if (names.has(name)) place.field("name").duplicate(name);
      names.add(name);
    } else if (ports.length > 1) place.field("name").required();
    port(value, place);
  }
}

const affinity = oneOf("ClientIP", "None");
const maxAffinitySeconds = 86_400;

const affinitySeconds: Check<number> = (seconds, at) => {
  if (seconds <= 0 || seconds > maxAffinitySeconds)
    at.invalid(seconds, `must be greater than 0 and less than ${maxAffinitySeconds}`);
};

function selection({ selector, sessionAffinity, sessionAffinityConfig }: Spec, at: FieldPath): void {
  if (selector !== undefined) labels(selector, at.field("selector"));
  affinity(sessionAffinity ?? "", at.field("sessionAffinity"));
  if (sessionAffinity !== "ClientIP") return;
  const place = at.field("sessionAffinityConfig");
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds;
  if (seconds === undefined) place.required("when session affinity type is ClientIP");
  else affinitySeconds(seconds, place.field("clientIP").field("timeoutSeconds"));
}

const externalIp: Check<string> = (value, at) => {
  if (parseIp(value) === undefined) ipAddress(value, at);
  else notSpecialIp(value, at);
};

const externalIps = each(externalIp);

/** Ports of nodes are for those services that have them, each for one use of a protocol. */
function nodePorts({ type, ports = [] }: Spec, at: FieldPath): void {
  const [onNodes, own] = [new Set<string>(), new Set<string>()];
  for (const [i, { nodePort = 0 }] of ports.entries())
    if (type === "ClusterIP" && nodePort !== 0)
      at.item(i).field("nodePort").forbidden("may not be used when `type` is 'ClusterIP'");
  for (const [i, { nodePort = 0, protocol = "" }] of ports.entries()) {
    if (nodePort === 0) continue;
    const key = `${protocol}/${nodePort}`;
    if (onNodes.has(key)) at.item(i).field("nodePort").duplicate({ protocol, nodePort });
    onNodes.add(key);
  }
  for (const [i, { port: number, protocol = "" }] of ports.entries()) {
    const key = `${protocol}/${number}`;
    if (own.has(key)) at.item(i).duplicate({ protocol, port: number });
    own.add(key);
  }
}

interface RangeContext {
  readonly at: FieldPath;
  readonly annotation: string;
}

/** The allowed source ranges of a load balancer: from the field or the older annotation. */
function sourceRanges(
  spec: Spec,
  annotations: Readonly<Record<string, string>>,
  { at, annotation }: RangeContext,
): void {
  const inAnnotation = annotations[annotation];
  const { type, loadBalancerSourceRanges: ranges = [] } = spec;
  if (ranges.length === 0 && inAnnotation === undefined) return;
  const place =
    ranges.length > 0
      ? at.field("spec").field("LoadBalancerSourceRanges")
      : at.field("metadata").field("annotations").item(annotation);
  if (type !== "LoadBalancer") place.forbidden("may only be used when `type` is 'LoadBalancer'");
  if (ranges.length > 0) for (const [i, range] of ranges.entries()) cidr(range.trim(), place.item(i));
  else if ((inAnnotation ?? "").trim() !== "")
    for (const range of (inAnnotation ?? "").trim().split(",")) cidr(range.trim(), place);
}

const ingressMember = all(
  members<core.LoadBalancerIngress>({ ip: whenSet(ipAddress) }),
  ({ ip = "", ipMode }: core.LoadBalancerIngress, at) => {
    const place = at.field("ipMode");
    if (ipMode === undefined && ip !== "") place.required("must be specified when `ip` is set");
    if (ipMode !== undefined && ip === "") place.forbidden("may not be specified when `ip` is not set");
    else if (ipMode !== undefined) ipModes(ipMode, place);
  },
  members<core.LoadBalancerIngress>({
    hostname: whenSet((name, at) => {
      subdomain(name, at);
      if (parseIp(name) !== undefined) at.invalid(name, "must be a DNS name, not an IP address");
    }),
  }),
);
const ipModes = oneOf("Proxy", "VIP");
const ingressMembers = each(ingressMember);

function ingress(list: readonly core.LoadBalancerIngress[], { type }: Spec, at: FieldPath): void {
  if (type !== "LoadBalancer" && list.length > 0 && !at.context.gates.enabled("AllowServiceLBStatusOnNonLB"))
    at.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
  else ingressMembers(list, at);
}

function serviceWarnings(
  { metadata, spec = {} }: core.Service,
  { hints, mode }: Annotations,
  warnings: AddressWarnings,
): readonly string[] {
  const { type, clusterIPs = [], externalIPs = [], loadBalancerIP = "", externalName = "" } = spec;
  return [
    ...(metadata?.annotations?.[hints] === undefined
      ? []
      : [`annotation ${hints} is deprecated, please use ${mode} instead`]),
    ...clusterIPs.flatMap((ip, i) => warnings.ip(`spec.clusterIPs[${i}]`, ip)),
    ...externalIPs.flatMap((ip, i) => warnings.ip(`spec.externalIPs[${i}]`, ip)),
    ...warnings.ip("spec.loadBalancerIP", loadBalancerIP),
    ...(spec.loadBalancerSourceRanges ?? []).flatMap((range, i) =>
      warnings.cidr(`spec.loadBalancerSourceRanges[${i}]`, range.trim()),
    ),
    ...(type === "ExternalName" && externalIPs.length > 0
      ? ['spec.externalIPs is ignored when spec.type is "ExternalName"']
      : []),
    ...(type !== "ExternalName" && externalName !== ""
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
  ];
}
