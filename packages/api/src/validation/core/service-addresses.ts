import type { FieldError } from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import type { corev1 as core } from "@svc/types";
import { type Check, oneOf } from "../common/check.ts";
import { FieldPath } from "../common/field-path.ts";
import { ipAddress, parseIp } from "../common/ip.ts";

const headless = "None";
const maxAddresses = 2;

type Spec = core.ServiceSpec;

export function isHeadless({ clusterIP, clusterIPs = [] }: Spec): boolean {
  return clusterIPs.length === 1 ? clusterIPs[0] === headless : clusterIP === headless;
}

const family = oneOf("IPv4", "IPv6");
const familyPolicy = oneOf("PreferDualStack", "RequireDualStack", "SingleStack");

/**
 * Addresses in the cluster, and what kinds there are to be: that they are well-formed, and agree.
 */
export const serviceAddresses: Check<Spec> = (spec, at) => {
  if (spec.type === "ExternalName") return;
  const { clusterIP = "", clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = spec;
  const place = at.field("clusterIPs");
  if (clusterIP === "") {
    if (clusterIPs.length > 0) place.invalid(clusterIPs, "must be empty when `clusterIP` is not specified");
  } else if (clusterIPs.length === 0) place.required();
  else if (clusterIPs[0] !== clusterIP) place.invalid(clusterIPs, "first value must match `clusterIP`");
  families(ipFamilies, at.field("ipFamilies"));
  if (ipFamilyPolicy !== undefined) familyPolicy(ipFamilyPolicy, at.field("ipFamilyPolicy"));
  const before = at.errors.length;
  wellFormed(clusterIPs, place);
  const isFormed = at.errors.length === before;
  if (clusterIPs.length > maxAddresses) place.invalid(clusterIPs, `may only hold up to ${maxAddresses} values`);
  if (isFormed) familiesAgree(spec, place);
};

function families(list: readonly string[], at: FieldPath): void {
  const seen = new Set<string>();
  for (const [i, name] of list.entries()) {
    family(name, at.item(i));
    if (seen.has(name)) at.item(i).duplicate(name);
    seen.add(name);
  }
}

function wellFormed(addresses: readonly string[], at: FieldPath): void {
  for (const [i, address] of addresses.entries()) {
    if (i > 0 || address !== headless) ipAddress(address, at.item(i));
    else if (addresses.length > 1) at.invalid(addresses, "'None' must be the first and only value");
  }
}

function familiesAgree(spec: Spec, at: FieldPath): void {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  const found = clusterIPs.map((address) => parseIp(address)?.family);
  if (clusterIPs.length > 1 && new Set(found).size === 1)
    at.invalid(clusterIPs, "may specify no more than one IP for each IP family");
  if (clusterIPs[0] === headless) return;
  for (const [i, address] of clusterIPs.entries()) {
    const expected = ipFamilies[i];
    if ((expected === "IPv4" || expected === "IPv6") && found[i] !== expected)
      at.item(i).invalid(address, `expected an ${expected} value as indicated by \`ipFamilies[${i}]\``);
  }
}

/** The errors of a service's addresses, which are checked before addresses are allocated. */
export function serviceAddressErrors(spec: Spec, context: WriteContext): readonly FieldError[] {
  const at = new FieldPath(context);
  serviceAddresses(spec, at.field("spec"));
  return at.errors;
}

/** Addresses stay, but on the way from one to two of them and back. */
export function addressChange(spec: Spec, old: Spec, at: FieldPath): void {
  if (spec.type === "ExternalName" || old.type === "ExternalName") return;
  const [now, before] = [spec.clusterIPs ?? [], old.clusterIPs ?? []];
  for (let i = 0; i < Math.min(now.length, before.length); i++)
    if (now[i] !== before[i]) at.field("clusterIPs").item(i).invalid(now, "may not change once set");
  if (now.length > 0 && now.length < before.length && spec.ipFamilyPolicy !== "SingleStack")
    at.field("ipFamilyPolicy").invalid(
      spec.ipFamilyPolicy ?? "null",
      "must be 'SingleStack' to release the secondary cluster IP",
    );
}
