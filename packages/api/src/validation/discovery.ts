import { type Dialect, dns1123Label, dns1123Subdomain, labelValue, qualifiedName } from "@svc/meta";
import type { discoveryv1 } from "@svc/types";
import { addressWarnings, canonicalIp } from "./common/address-spelling.ts";
import { type Check, members, named, needed, oneOf } from "./common/check.ts";
import { immutable, same } from "./common/equal.ts";
import { type FieldPath, passes } from "./common/field-path.ts";
import { parseIp, routableIp } from "./common/ip.ts";
import { kind } from "./common/kind.ts";
import type { KindValidation } from "./common/kind-validation.ts";

const qualified = named(qualifiedName);
const subdomain = named(dns1123Subdomain);
const dnsLabel = named(dns1123Label);

const maxEndpoints = 1000;
const maxAddresses = 100;
const maxPorts = 20_000;
const maxHints = 8;

type AddressType = discoveryv1.EndpointSlice["addressType"];

export function discoveryValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  const warnings = addressWarnings(dialect);
  return {
    EndpointSlice: kind<discoveryv1.EndpointSlice>({
      create: (object, at) => {
        typeAndPorts(object, at);
        endpoints(object, at);
      },
      update: (object, old, at) => {
        typeAndPorts(object, at);
        // An unchanged part stays valid, even if the rules have become stricter.
        if (!same(object.endpoints, old.endpoints)) endpoints(object, at);
        immutable(object.addressType, old.addressType, at.field("addressType"));
      },
      warnings: ({ addressType: type, endpoints: list = [] }, old) => {
        if (type === "FQDN") return old === undefined ? ["spec.addressType: FQDN endpoints are deprecated"] : [];
        return list.flatMap(({ addresses = [] }, i) =>
          addresses.flatMap((address, k) => warnings.ip(`endpoints[${i}].addresses[${k}]`, address)),
        );
      },
    }),
  };
}

const addressTypes: Check<string> = oneOf("FQDN", "IPv4", "IPv6");

/** A name of several labels, each of which is a label of DNS. */
function domainName(value: string, at: FieldPath): void {
  if (!passes(at, () => subdomain(value, at))) return;
  const labels = value.split(".");
  if (labels.length < 2) at.invalid(value, "should be a domain with at least two segments separated by dots");
  else for (const label of labels) dnsLabel(label, at);
}

/** Of another family than the slice; an error of the list. */
function ofFamily(family: "IPv4" | "IPv6", value: string, list: FieldPath): void {
  const ip = parseIp(value);
  if (ip !== undefined && ip.family !== family) list.invalid(value, `must be an ${family} address`);
}

const addressRules: Readonly<Record<AddressType, (value: string, list: FieldPath, i: number) => void>> = {
  FQDN: (value, list, i) => {
    if (value === "") list.item(i).required();
    else domainName(value.endsWith(".") ? value.slice(0, -1) : value, list.item(i));
  },
  IPv4: (value, list, i) => {
    ofFamily("IPv4", value, list);
    routableIp(value, list.item(i));
  },
  IPv6: (value, list, i) => {
    if (!passes(list, () => canonicalIp(value, list.item(i)))) return;
    ofFamily("IPv6", value, list);
    routableIp(value, list.item(i));
  },
};

function hintsOf<T extends { readonly name: string }>(rule: Check<string>): Check<readonly T[]> {
  return (list, at) => {
    if (list.length > maxHints) return at.tooMany(list.length, maxHints);
    const names = new Set<string>();
    for (const [i, { name = "" }] of list.entries()) {
      const place = at.item(i).field("name");
      if (names.has(name)) place.duplicate(name);
      names.add(name);
      rule(name, place);
    }
  };
}

const nodeHints = hintsOf<discoveryv1.ForNode>(subdomain);

const rest = members<discoveryv1.Endpoint>({
  nodeName: subdomain,
  hostname: dnsLabel,
  hints: members<discoveryv1.EndpointHints>({
    forZones: hintsOf<discoveryv1.ForZone>(named(labelValue)),
    forNodes: (list, at) => {
      if (at.context.gates.enabled("PreferSameTrafficDistribution")) nodeHints(list, at);
    },
  }),
});

function endpoint(value: discoveryv1.Endpoint, at: FieldPath, type: AddressType): void {
  const { addresses = [] } = value;
  const place = at.field("addresses");
  if (addresses.length === 0) place.required("must contain at least 1 address");
  else if (addresses.length > maxAddresses) place.tooMany(addresses.length, maxAddresses);
  const rule = Object.hasOwn(addressRules, type) ? addressRules[type] : undefined;
  if (rule !== undefined) for (const [i, address] of addresses.entries()) rule(address, place, i);
  rest(value, at);
}

const protocol = oneOf("SCTP", "TCP", "UDP");

const ports: Check<readonly discoveryv1.EndpointPort[]> = (list, at) => {
  if (list.length > maxPorts) return at.tooMany(list.length, maxPorts);
  const names = new Set<string>();
  for (const [i, { name = "", protocol: used = "", appProtocol }] of list.entries()) {
    const place = at.item(i);
    if (name !== "") dnsLabel(name, place.field("name"));
    if (names.has(name)) place.field("name").duplicate(name);
    names.add(name);
    protocol(used, place.field("protocol"));
    if (appProtocol !== undefined) qualified(appProtocol, place.field("appProtocol"));
  }
};

const typeAndPorts = members<discoveryv1.EndpointSlice>({ addressType: needed(addressTypes), ports });

const endpoints: Check<discoveryv1.EndpointSlice> = ({ addressType: type, endpoints: list = [] }, at) => {
  const place = at.field("endpoints");
  if (list.length > maxEndpoints) place.tooMany(list.length, maxEndpoints);
  else for (const [i, value] of list.entries()) endpoint(value, place.item(i), type);
};
