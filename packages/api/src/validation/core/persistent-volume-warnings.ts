import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { deprecatedLabels } from "../common/deprecated-labels.ts";

/** Warnings about removed volume plugins. */
const oldSources: Readonly<Record<string, string>> = {
  cephfs: "deprecated in v1.28, non-functional in v1.31+",
  glusterfs: "deprecated in v1.25, non-functional in v1.26+",
  photonPersistentDisk: "deprecated in v1.11, non-functional in v1.16+",
  rbd: "deprecated in v1.28, non-functional in v1.31+",
  scaleIO: "deprecated in v1.16, non-functional in v1.22+",
  storageos: "deprecated in v1.22, non-functional in v1.25+",
};
/** The names of members in warnings, where they differ. */
const shownSources: ReadonlyMap<string, string> = new Map(Object.entries<string>({ storageos: "storageOS" }));

/** The annotation that named the class of a volume or claim before there was a field for it. */
export function classAnnotationWarning({
  labelDomain,
}: Dialect): (meta: core.PersistentVolume["metadata"]) => readonly string[] {
  const annotation = `volume.beta.${labelDomain}/storage-class`;
  const text = `metadata.annotations[${annotation}]: deprecated since v1.8; use "storageClassName" attribute instead`;
  return (meta) => (meta?.annotations?.[annotation] === undefined ? [] : [text]);
}

export function volumeWarnings(dialect: Dialect): (volume: core.PersistentVolume) => readonly string[] {
  const classAnnotation = classAnnotationWarning(dialect);
  const mountOptions = `volume.beta.${dialect.labelDomain}/mount-options`;
  const deprecated = deprecatedLabels(dialect);
  const ofTerm = ({ matchExpressions = [] }: core.NodeSelectorTerm, i: number): readonly string[] =>
    matchExpressions.flatMap(({ key }, k) => {
      const text = deprecated(key);
      const path = `spec.nodeAffinity.required.nodeSelectorTerms[${i}].matchExpressions[${k}].key`;
      return text === undefined ? [] : [`${path}: ${key} is ${text}`];
    });
  return ({ metadata, spec = {} }) => [
    ...classAnnotation(metadata),
    ...(metadata?.annotations?.[mountOptions] === undefined
      ? []
      : [`metadata.annotations[${mountOptions}]: deprecated since v1.31; use "mountOptions" attribute instead`]),
    ...(spec.persistentVolumeReclaimPolicy === "Recycle"
      ? [
          "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
        ]
      : []),
    ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap(ofTerm),
    ...Object.entries(oldSources)
      .filter(([member]) => spec[member as keyof core.PersistentVolumeSpec] !== undefined)
      .map(([member, text]) => `spec.${shownSources.get(member) ?? member}: ${text}`),
  ];
}
