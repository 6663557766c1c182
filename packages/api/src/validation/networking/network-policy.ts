import type { Dialect } from "@svc/meta";
import { displayList } from "@svc/meta";
import type { networkingv1 } from "@svc/types";
import { type AddressWarnings, addressWarnings } from "../common/address-spelling.ts";
import { type Check, each, members, oneOf } from "../common/check.ts";
import { type Cidr, cidr, networkOf, parseCidr } from "../common/ip.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { labelSelector } from "../common/label-selector.ts";
import { portReference } from "../common/names.ts";
import { portNumber } from "../common/number.ts";
import { twiceOnUpdate } from "../common/twice-on-update.ts";

const directions = ["Ingress", "Egress"] as const;

export function networkPolicy(dialect: Dialect): KindValidation {
  const warnings = addressWarnings(dialect);
  return kind(
    twiceOnUpdate<networkingv1.NetworkPolicy>({
      object: members<networkingv1.NetworkPolicy>({ spec }),
      warnings: ({ spec = { podSelector: {} } }) => [
        ...(spec.ingress ?? []).flatMap(({ from = [] }, i) => warned(warnings, from, `spec.ingress[${i}].from`)),
        ...(spec.egress ?? []).flatMap(({ to = [] }, i) => warned(warnings, to, `spec.egress[${i}].to`)),
      ],
    }),
  );
}

function warned(
  warnings: AddressWarnings,
  peers: readonly networkingv1.NetworkPolicyPeer[],
  path: string,
): readonly string[] {
  return peers.flatMap(({ ipBlock }, i) => {
    if (ipBlock === undefined) return [];
    const block = `${path}[${i}].ipBlock`;
    return [
      ...warnings.cidr(`${block}.cidr`, ipBlock.cidr),
      ...(ipBlock.except ?? []).flatMap((range, k) => warnings.cidr(`${block}.except[${k}]`, range)),
    ];
  });
}

const protocol = oneOf("TCP", "UDP", "SCTP");

const port: Check<networkingv1.NetworkPolicyPort> = (value, at) => {
  const { port: from, endPort } = value;
  members<networkingv1.NetworkPolicyPort>({ protocol })(value, at);
  if (from !== undefined) portReference(from, at.field("port"));
  if (endPort === undefined) return;
  const place = at.field("endPort");
  if (from === undefined) place.invalid(endPort, "may not be specified when `port` is not specified");
  else if (typeof from === "string") place.invalid(endPort, "may not be specified when `port` is non-numeric");
  else {
    if (endPort < from) place.invalid(from, "must be greater than or equal to `port`");
    portNumber(endPort, place);
  }
};

function isWithin(inner: Cidr, outer: Cidr, { value }: Cidr["ip"]): boolean {
  return (
    inner.ip.family === outer.ip.family &&
    inner.bits > outer.bits &&
    networkOf({ ip: inner.ip, bits: outer.bits }).value === value
  );
}

const ipBlock: Check<networkingv1.IPBlock> = ({ cidr: block, except = [] }, at) => {
  if (block === "") return at.field("cidr").required();
  cidr(block, at.field("cidr"));
  const outer = parseCidr(block);
  if (outer === undefined) return;
  const network = networkOf(outer);
  for (const [i, range] of except.entries()) {
    const place = at.field("except").item(i);
    cidr(range, place);
    const inner = parseCidr(range);
    if (inner !== undefined && !isWithin(inner, outer, network))
      place.invalid(range, "must be a strict subset of `cidr`");
  }
};

const peerMembers = members<networkingv1.NetworkPolicyPeer>({
  podSelector: labelSelector,
  namespaceSelector: labelSelector,
  ipBlock,
});

const peer: Check<networkingv1.NetworkPolicyPeer> = (value, at) => {
  peerMembers(value, at);
  const { podSelector, namespaceSelector, ipBlock: block } = value;
  const selects = podSelector !== undefined || namespaceSelector !== undefined;
  if (!selects && block === undefined) at.required("must specify a peer");
  else if (selects && block !== undefined) at.forbidden("may not specify both ipBlock and another peer");
};

const direction = oneOf(...directions);

const rules = members<networkingv1.NetworkPolicySpec>({
  podSelector: labelSelector,
  ingress: each(members<networkingv1.NetworkPolicyIngressRule>({ ports: each(port), from: each(peer) })),
  egress: each(members<networkingv1.NetworkPolicyEgressRule>({ ports: each(port), to: each(peer) })),
});

const spec: Check<networkingv1.NetworkPolicySpec> = (value, at) => {
  rules(value, at);
  const { policyTypes = [] } = value;
  const place = at.field("policyTypes");
  if (policyTypes.length > directions.length)
    return place.invalid(
      displayList(policyTypes, "networking.PolicyType"),
      "may not specify more than two policyTypes",
    );
  each(direction)(policyTypes, place);
};
