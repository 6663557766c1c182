import { all, each, type Fill, ifAbsent, members } from "./fill.ts";

const rules = each(members({ ports: each(members({ protocol: ifAbsent("TCP") })) }));

const policyTypes: Fill = (spec) => {
  if (Array.isArray(spec["policyTypes"]) && spec["policyTypes"].length > 0) return;
  const hasEgress = Array.isArray(spec["egress"]) && spec["egress"].length > 0;
  spec["policyTypes"] = hasEgress ? ["Ingress", "Egress"] : ["Ingress"];
};

export const networkingDefaults: Readonly<Record<string, Fill>> = {
  NetworkPolicy: members({ spec: all(members({ ingress: rules, egress: rules }), policyTypes) }),
  IngressClass: members({ spec: members({ parameters: members({ scope: ifAbsent("Cluster") }) }) }),
};
