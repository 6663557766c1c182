import { type Dialect, dns1035Label, dns1123Subdomain, qualifiedName } from "@svc/meta";
import type { apiserverinternalv1alpha1 as apiserverinternalv1 } from "@svc/types";
import { type Check, each, members, named, needed, text } from "./common/check.ts";
import type { FieldPath } from "./common/field-path.ts";
import { kind } from "./common/kind.ts";
import type { KindValidation } from "./common/kind-validation.ts";

type StorageVersion = apiserverinternalv1.StorageVersion;
type ServerVersion = apiserverinternalv1.ServerStorageVersion;
type Condition = apiserverinternalv1.StorageVersionCondition;

export function apiserverinternalValidation(_dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return {
    StorageVersion: kind<StorageVersion>({
      create: ({ metadata }, at) => name(metadata?.name ?? "", at.field("metadata").field("name")),
      subresources: { status: ({ status = {} }, _old, at) => statusRules(status, at.field("status")) },
    }),
  };
}

/** `<group>.<resource>` */
function name(value: string, at: FieldPath): void {
  if (value === "") return;
  const dot = value.lastIndexOf(".");
  if (dot < 0) {
    at.invalid(value, "name must be in the form of <group>.<resource>");
    return;
  }
  for (const problem of dns1123Subdomain(value.slice(0, dot))) at.invalid(value, `the group segment ${problem}`);
  for (const problem of dns1035Label(value.slice(dot + 1))) at.invalid(value, `the resource segment ${problem}`);
}

function statusRules(
  { storageVersions = [], commonEncodingVersion: common, conditions = [] }: apiserverinternalv1.StorageVersionStatus,
  at: FieldPath,
): void {
  for (const [i, version] of storageVersions.entries()) serverVersion(version, at.field("storageVersions").item(i));
  const encodings = new Set(storageVersions.map(({ encodingVersion = "" }) => encodingVersion));
  const [agreed] = encodings.size === 1 ? [...encodings] : [];
  const place = at.field("commonEncodingVersion");
  if (agreed === undefined) {
    if (common !== undefined)
      place.invalid(
        common,
        "should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet",
      );
  } else if (common === undefined) place.invalid("null", `the common encoding version is ${agreed}`);
  else if (common !== agreed) place.invalid(common, `the actual common encoding version is ${agreed}`);
  each(condition)(conditions, at);
}

function serverVersion(version: ServerVersion, at: FieldPath): void {
  const { apiServerID = "", encodingVersion = "", decodableVersions = [], servedVersions = [] } = version;
  named(dns1123Subdomain)(apiServerID, at.field("apiServerID"));
  apiVersion(encodingVersion, at.field("encodingVersion"));
  const [decodableAt, servedAt] = [at.field("decodableVersions"), at.field("servedVersions")];
  each(apiVersion)(decodableVersions, decodableAt);
  for (const [i, served] of servedVersions.entries()) {
    apiVersion(served, servedAt.item(i));
    if (!decodableVersions.includes(served))
      servedAt
        .item(i)
        .invalid(
          served,
          `individual served version : ${served} must be included in decodableVersions : [${decodableVersions.join(" ")}]`,
        );
  }
  if (!decodableVersions.includes(encodingVersion))
    decodableAt.invalid(decodableVersions, `decodableVersions must include encodingVersion ${encodingVersion}`);
}

const formMessage = `${dns1035Label("A")[0]?.replace("a DNS-1035 label must", "an apiVersion is a DNS-1035 label, which must")} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')`;

/** `<version>`, or `<group>/<version>` */
const apiVersion: Check<string> = (value, at) => {
  const parts = value.split("/");
  const [version = "", group] = parts.reverse();
  if (parts.length > 2) {
    at.invalid(value, formMessage);
    return;
  }
  if (group === "") at.invalid(value, "group part: must be non-empty");
  else if (group !== undefined)
    for (const problem of dns1123Subdomain(group)) at.invalid(value, `group part: ${problem}`);
  if (version === "") at.invalid(value, "version part: must be non-empty");
  else for (const problem of dns1035Label(version)) at.invalid(value, `version part: ${problem}`);
};

const qualified = named(qualifiedName);
const condition: Check<Condition> = members<Condition>({
  type: text(qualified),
  status: text(qualified),
  reason: needed(undefined, "reason cannot be empty"),
  message: needed(undefined, "message cannot be empty"),
});
