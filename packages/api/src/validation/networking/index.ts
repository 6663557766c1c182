import type { Dialect } from "@svc/meta";
import type { KindValidation } from "../common/kind-validation.ts";
import { ingress } from "./ingress.ts";
import { ingressClass } from "./ingress-class.ts";
import { ipAddress } from "./ip-address.ts";
import { networkPolicy } from "./network-policy.ts";
import { serviceCidr } from "./service-cidr.ts";

export function networkingValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return {
    Ingress: ingress(dialect),
    IngressClass: ingressClass,
    IPAddress: ipAddress,
    NetworkPolicy: networkPolicy(dialect),
    ServiceCIDR: serviceCidr,
  };
}
