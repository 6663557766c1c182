import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { changeText } from "../common/change-text.ts";
import type { Check } from "../common/check.ts";
import { immutable, same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { twiceOnUpdate } from "../common/twice-on-update.ts";
import { persistentVolumeSpec, sourceMembers } from "./persistent-volume-spec.ts";
import { volumeWarnings } from "./persistent-volume-warnings.ts";

type Spec = core.PersistentVolumeSpec;

/** Volumes that are mounted with options of their own. */
const withMountOptions: readonly (keyof Spec)[] = [
  ...(["gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "nfs", "rbd", "quobyte", "cephfs", "iscsi"] as const),
  ...(["cinder", "azureFile", "vsphereVolume", "photonPersistentDisk", "azureDisk", "csi"] as const),
];

export function persistentVolume(dialect: Dialect): KindValidation {
  const spec = persistentVolumeSpec(dialect);
  const mountOptions = `volume.beta.${dialect.labelDomain}/mount-options`;
  const object: Check<core.PersistentVolume> = (volume, at) => {
    const { metadata = {}, spec: value = {} } = volume;
    spec(value, at.field("spec"), metadata.name ?? "");
    if (metadata.annotations?.[mountOptions] !== undefined && !withMountOptions.some((m) => value[m] !== undefined))
      at.field("metadata")
        .field("annotations")
        .field(mountOptions)
        .forbidden("may not specify mount options for this volume type");
  };
  const change = changeOf(dialect);
  return kind(
    twiceOnUpdate<core.PersistentVolume>({
      object,
      update: (volume, old, at) => change(volume.spec ?? {}, old.spec ?? {}, at),
      warnings: volumeWarnings(dialect),
    }),
  );
}

function changeOf(dialect: Dialect): (spec: Spec, old: Spec, at: FieldPath) => void {
  const members = sourceMembers(dialect);
  const topology = movedLabels(dialect);
  return (spec, old, at) => {
    const before = withExpandSecret(old, spec);
    if (!members.every((member) => same(spec[member as keyof Spec], before[member as keyof Spec])))
      at.field("spec")
        .field("persistentvolumesource")
        .forbidden(
          `spec.persistentvolumesource is immutable after creation\n${changeText(pick(before, members), pick(spec, members))}`,
        );
    immutable(spec.volumeMode, old.volumeMode, at.field("volumeMode"));
    if (
      old.nodeAffinity !== undefined &&
      !same(moved(old.nodeAffinity, spec.nodeAffinity, topology), spec.nodeAffinity)
    )
      at.field("nodeAffinity").invalid(
        spec.nodeAffinity ?? "null",
        "field is immutable, except for updating from beta label to GA",
      );
  };
}

function pick(spec: Spec, members: readonly string[]): object {
  return Object.fromEntries(Object.entries(spec).filter(([member]) => members.includes(member)));
}

/** The secret by which a volume is made larger may be named later than the volume. */
function withExpandSecret(old: Spec, { csi }: Spec): Spec {
  const secret = csi?.controllerExpandSecretRef;
  if (old.csi === undefined || secret === undefined || old.csi.controllerExpandSecretRef !== undefined) return old;
  return { ...old, csi: { ...old.csi, controllerExpandSecretRef: secret } };
}

/** Labels of nodes by the names that they had before they were stable. */
function movedLabels({ labelDomain }: Dialect): ReadonlyMap<string, string> {
  return new Map([
    [`beta.${labelDomain}/arch`, `${labelDomain}/arch`],
    [`beta.${labelDomain}/os`, `${labelDomain}/os`],
    [`beta.${labelDomain}/instance-type`, `node.${labelDomain}/instance-type`],
    [`failure-domain.beta.${labelDomain}/region`, `topology.${labelDomain}/region`],
    [`failure-domain.beta.${labelDomain}/zone`, `topology.${labelDomain}/zone`],
  ]);
}

/** An affinity with those keys renamed that the new one has renamed in the same place. */
function moved(
  { required, ...more }: core.VolumeNodeAffinity,
  next: core.VolumeNodeAffinity | undefined,
  names: ReadonlyMap<string, string>,
): core.VolumeNodeAffinity {
  if (required === undefined) return more;
  const nodeSelectorTerms = (required.nodeSelectorTerms ?? []).map(({ matchExpressions, ...term }, i) => {
    if (matchExpressions === undefined) return term;
    const nextExpressions = next?.required?.nodeSelectorTerms?.[i]?.matchExpressions;
    const renamed = matchExpressions.map((expression, k) => {
      const key = names.get(expression.key);
      return key !== undefined && key === nextExpressions?.[k]?.key ? { ...expression, key } : expression;
    });
    return { ...term, matchExpressions: renamed };
  });
  return { ...more, required: { ...required, nodeSelectorTerms } };
}
