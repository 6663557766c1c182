import { type Dialect, dns1123Label, dns1123Subdomain, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { addressWarnings } from "../common/address-spelling.ts";
import { all, type Check, each, members, named, number, oneOf, text } from "../common/check.ts";
import { same } from "../common/equal.ts";
import { ipAddress, notSpecialIp } from "../common/ip.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { portNumber } from "../common/number.ts";
import { whenSet } from "../common/when-set.ts";

const dnsLabel = named(dns1123Label);

const address = all(
  members<core.EndpointAddress>({
    ip: text(ipAddress),
    hostname: whenSet(dnsLabel),
    nodeName: named(dns1123Subdomain),
  }),
  members<core.EndpointAddress>({ ip: text(notSpecialIp) }),
);

const port = members<core.EndpointPort>({
  port: number(portNumber),
  protocol: text(oneOf("SCTP", "TCP", "UDP")),
  appProtocol: named(qualifiedName),
});

/** One port needs no name. */
const ports: Check<readonly core.EndpointPort[]> = (list, at) => {
  for (const [i, value] of list.entries()) {
    const place = at.item(i);
    const { name = "" } = value;
    if (name !== "") dnsLabel(name, place.field("name"));
    else if (list.length > 1) place.field("name").required();
    port(value, place);
  }
};

const parts = members<core.EndpointSubset>({ addresses: each(address), notReadyAddresses: each(address), ports });

const subset: Check<core.EndpointSubset> = (value, at) => {
  const { addresses = [], notReadyAddresses = [] } = value;
  if (addresses.length + notReadyAddresses.length === 0) at.required("must specify `addresses` or `notReadyAddresses`");
  parts(value, at);
};

const subsets = each(subset);

export function endpoints(dialect: Dialect): KindValidation {
  const warnings = addressWarnings(dialect);
  return kind<core.Endpoints>({
    create: (object, at) => subsets(object.subsets ?? [], at.field("subsets")),
    update: (object, old, at) => {
      if (!same(object.subsets, old.subsets)) subsets(object.subsets ?? [], at.field("subsets"));
    },
    warnings: (object) =>
      (object.subsets ?? []).flatMap((value, i) =>
        (["addresses", "notReadyAddresses"] as const).flatMap((list) =>
          (value[list] ?? []).flatMap(({ ip }, k) => warnings.ip(`subsets[${i}].${list}[${k}].ip`, ip)),
        ),
      ),
  });
}
