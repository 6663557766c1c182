import { quantityValue } from "@svc/base";
import { type Dialect, displayAs, dns1123Subdomain } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, members, named, needed, oneOf, sortedKeys } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { amountOf, isNegative } from "../common/resources.ts";
import { accessModes, greaterThanZero, volumeMode } from "./claim-spec.ts";
import { nodeSelector } from "./node-selector.ts";
import { noBacksteps } from "./paths.ts";
import * as plugin from "./volume-plugins.ts";
import { oneSource, type VolumeSource } from "./volume-source.ts";

const subdomain = named(dns1123Subdomain);

type Spec = core.PersistentVolumeSpec;

const local = members<core.LocalVolumeSource>({ path: needed(noBacksteps) });

function sourcesOf(dialect: Dialect): readonly VolumeSource[] {
  return [
    { member: "hostPath", check: plugin.hostPath },
    { member: "gcePersistentDisk", check: plugin.gcePersistentDisk, shown: "persistentDisk" },
    { member: "awsElasticBlockStore", check: plugin.awsElasticBlockStore },
    { member: "glusterfs", check: plugin.glusterfs },
    { member: "flocker", check: plugin.flocker },
    { member: "nfs", check: plugin.nfs },
    { member: "rbd", check: plugin.rbd },
    { member: "quobyte", check: plugin.quobyte },
    { member: "cephfs", check: plugin.cephfs, second: "cephFS" },
    { member: "iscsi", check: plugin.iscsi("persistentVolume") },
    { member: "cinder", check: plugin.persistentCinder },
    { member: "fc", check: plugin.fc },
    { member: "flexVolume", check: plugin.flexVolume(dialect), besideOthers: true },
    { member: "azureFile", check: plugin.persistentAzureFile },
    { member: "vsphereVolume", check: plugin.vsphereVolume },
    { member: "photonPersistentDisk", check: plugin.photonPersistentDisk },
    { member: "portworxVolume", check: plugin.portworxVolume },
    { member: "azureDisk", check: plugin.azureDisk },
    { member: "scaleIO", check: plugin.scaleIO },
    { member: "local", check: local },
    { member: "storageos", check: plugin.persistentStorageos },
    { member: "csi", check: plugin.persistentCsi },
  ];
}

/** The members of a spec that are sources of the volume. */
export function sourceMembers(dialect: Dialect): readonly string[] {
  return sourcesOf(dialect).map(({ member }) => member);
}

const modesOfAccess = members<Spec>({ accessModes: needed(accessModes) });

/** A non-negative amount; the error shows it as an integer. */
export const validAmount: Check<string> = (amount, at) => {
  if (isNegative(amount))
    at.invalid(displayAs(String(quantityValue(amountOf(amount)))), "must be a valid resource quantity");
};

const capacity: Check<Readonly<Record<string, string>>> = (amounts, at) => {
  const names = sortedKeys(amounts);
  if (names.length === 0) at.required();
  if (names.length !== 1 || names[0] !== "storage") at.notSupported(amounts, ["storage"]);
  for (const name of names) {
    const amount = amounts[name] ?? "0";
    validAmount(amount, at.item(name));
    greaterThanZero(amount, at.item(name));
  }
};

const reclaimPolicy = oneOf("Delete", "Recycle", "Retain");

const affinity: Check<core.VolumeNodeAffinity> = ({ required }, at) => {
  if (required === undefined) at.field("required").required("must specify required node constraints");
  else nodeSelector(required, at.field("required"));
};

const className: Check<string> = (name, at) => {
  if (name !== "") subdomain(name, at);
};

const rest = members<Spec>({ storageClassName: className, volumeMode });

/** The longest name of an initiator that is made of a volume and its portal. */
const maxPortalCharacters = 64;

/** Validates the spec of a persistent volume. @param name of the volume */
export function persistentVolumeSpec(dialect: Dialect): (spec: Spec, at: FieldPath, name: string) => void {
  const sources = sourcesOf(dialect);
  const source = oneSource(sources);
  const isFirst = (member: keyof Spec, spec: Spec): boolean =>
    sources.find((s) => spec[s.member as keyof Spec] !== undefined)?.member === member;
  return (spec, at, name) => {
    modesOfAccess(spec, at);
    capacity(spec.capacity ?? {}, at.field("capacity"));
    const policy = spec.persistentVolumeReclaimPolicy ?? "";
    if (policy !== "") reclaimPolicy(policy, at.field("persistentVolumeReclaimPolicy"));
    if (spec.nodeAffinity !== undefined) affinity(spec.nodeAffinity, at.field("nodeAffinity"));
    source(spec, at);
    if (spec.nodeAffinity === undefined && isFirst("local", spec))
      at.field("nodeAffinity").required("Local volume requires node affinity");
    portalLength(spec, at, name);
    if (policy === "Recycle" && isRoot(spec.hostPath?.path ?? ""))
      at.field("persistentVolumeReclaimPolicy").forbidden("may not be 'recycle' for a hostPath mount of '/'");
    rest(spec, at);
    attributesClass(spec, at);
  };
}

function isRoot(path: string): boolean {
  let depth = 0;
  for (const step of path.split("/")) {
    if (step === "..") depth = Math.max(0, depth - 1);
    else if (step !== "" && step !== ".") depth++;
  }
  return path.startsWith("/") && depth === 0;
}

function portalLength({ iscsi }: Spec, at: FieldPath, name: string): void {
  if (iscsi?.initiatorName === undefined || `${name}:${iscsi.targetPortal}`.length <= maxPortalCharacters) return;
  at.field("iscsi")
    .field("targetportal")
    .invalid(
      iscsi.targetPortal,
      "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.",
    );
}

function attributesClass({ volumeAttributesClassName: name, csi }: Spec, at: FieldPath): void {
  if (name === undefined || !at.context.gates.enabled("VolumeAttributesClass")) return;
  const place = at.field("volumeAttributesClassName");
  if (name === "") place.required("an empty string is disallowed");
  else subdomain(name, place);
  if (csi === undefined) at.field("csi").required("has to be specified when using volumeAttributesClassName");
}

const inlineDetail = "may not be specified in the context of inline volumes";

/** Validates the inline volume spec of an attachment, which must use CSI. */
export function inlineVolumeSpec(dialect: Dialect): Check<Spec> {
  const source = oneSource(sourcesOf(dialect));
  return (spec, at) => {
    if (spec.claimRef !== undefined) at.field("claimRef").forbidden(inlineDetail);
    if (sortedKeys(spec.capacity ?? {}).length > 0) at.field("capacity").forbidden(inlineDetail);
    if (spec.csi === undefined) at.field("csi").required("has to be specified in the context of inline volumes");
    modesOfAccess(spec, at);
    const policy = spec.persistentVolumeReclaimPolicy ?? "";
    if (policy !== "" && policy !== "Retain")
      at.field("persistentVolumeReclaimPolicy").forbidden("may only be Retain in the context of inline volumes");
    if (spec.nodeAffinity !== undefined) at.field("nodeAffinity").forbidden(inlineDetail);
    source(spec, at);
    if ((spec.storageClassName ?? "") !== "") at.field("storageClassName").forbidden(inlineDetail);
    if (spec.volumeMode !== undefined && spec.volumeMode !== "Filesystem")
      at.field("volumeMode").forbidden(
        "may not specify volumeMode other than Filesystem in the context of inline volumes",
      );
    attributesClass(spec, at);
  };
}
