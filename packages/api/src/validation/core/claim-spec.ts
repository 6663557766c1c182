import { dns1123Subdomain } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, isEmpty, members, named, oneOf } from "../common/check.ts";
import { same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { annotations, labelSelector, labels } from "../common/label-selector.ts";
import { amountOf } from "../common/resources.ts";

const shared = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce"];
const accessMode = oneOf(...shared, "ReadWriteOncePod");

export const accessModes: Check<readonly string[]> = (modes, at) => {
  for (const mode of modes) accessMode(mode, at);
  if (modes.includes("ReadWriteOncePod") && modes.some((mode) => shared.includes(mode)))
    at.forbidden("may not use ReadWriteOncePod with other access modes");
};

export const volumeMode: Check<string> = oneOf("Block", "Filesystem");

export const greaterThanZero: Check<string> = (amount, at) => {
  if (amountOf(amount).nanos <= 0n) at.invalid(amount, "must be greater than zero");
};

interface DataSource {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

const dataSource: Check<DataSource> = ({ apiGroup = "", kind, name }, at) => {
  if (name === "") at.field("name").required();
  if (kind === "") at.field("kind").required();
  if (apiGroup === "" && kind !== "PersistentVolumeClaim")
    at.invalid(kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
  if (apiGroup !== "") named(dns1123Subdomain)(apiGroup, at.field("apiGroup"));
};

const first = members<core.PersistentVolumeClaimSpec>({ selector: labelSelector, accessModes });

const modes = members<core.PersistentVolumeClaimSpec>({
  storageClassName: (name, at) => {
    if (name !== "") named(dns1123Subdomain)(name, at);
  },
  volumeMode,
  dataSource,
  dataSourceRef: dataSource,
});

/** Validates the spec of a claim. */
export const claimSpec: Check<core.PersistentVolumeClaimSpec> = (spec, at) => {
  if (isEmpty(spec.accessModes)) at.field("accessModes").required("at least 1 access mode is required");
  first(spec, at);
  const storage = spec.resources?.requests?.["storage"];
  const place = at.field("resources").item("storage");
  if (storage === undefined) place.required();
  else greaterThanZero(storage, place);
  modes(spec, at);
  sourcesMatch(spec, at);
};

/** The two fields for the source of data must agree as far as the older one allows. */
function sourcesMatch({ dataSource: source, dataSourceRef: ref }: core.PersistentVolumeClaimSpec, at: FieldPath): void {
  if (ref?.namespace !== undefined && ref.namespace !== "") {
    if (source !== undefined) at.invalid(source, "may not be specified when dataSourceRef.namespace is specified");
    return;
  }
  if (source === undefined || ref === undefined) return;
  if (source.kind !== ref.kind || source.name !== ref.name || !same(source.apiGroup ?? "", ref.apiGroup ?? ""))
    at.invalid(source, "must match dataSourceRef");
}

/** Fields that the claim template of an ephemeral volume may not have. */
const forbiddenMetadata = [
  ...["name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "generation", "creationTimestamp"],
  ...["deletionTimestamp", "deletionGracePeriodSeconds", "ownerReferences", "finalizers", "managedFields"],
];

export const claimTemplate: Check<core.PersistentVolumeClaimTemplate> = ({ metadata = {}, spec }, at) => {
  const place = at.field("metadata");
  const meta = metadata as Readonly<Record<string, unknown>> & typeof metadata;
  if (metadata.annotations !== undefined) annotations(metadata.annotations, place.field("annotations"));
  if (metadata.labels !== undefined) labels(metadata.labels, place.field("labels"));
  for (const name of forbiddenMetadata) {
    const value = meta[name];
    if (value !== undefined && value !== null && value !== "")
      place.field(name === "uid" ? "uID" : name).forbidden("cannot be set");
  }
  claimSpec(spec, at.field("spec"));
};
