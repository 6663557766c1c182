import { type Part, partOf, textOf } from "./pod-references.ts";

interface SecretReference {
  readonly namespace: string;
  readonly name: string;
}

const sourcesWithSecret = ["cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"] as const;
/** Of the secrets of a CSI volume those that a node needs; the others are the controller's. */
const nodeSecrets = ["nodeStageSecretRef", "nodePublishSecretRef", "nodeExpandSecretRef"] as const;

/** The secrets that a node needs to mount a volume; without a namespace of their own they are in that of its claim. */
export function volumeSecrets(volume: Part, claimNamespace: string): readonly SecretReference[] {
  const spec = partOf(volume, "spec");
  const references = [
    ...sourcesWithSecret.map((source) => partOf(spec, source, "secretRef")),
    ...nodeSecrets.map((name) => partOf(spec, "csi", name)),
  ].map((ref) => ({ namespace: textOf(ref, "namespace"), name: textOf(ref, "name") }));
  const azure = partOf(spec, "azureFile");
  const all = [...references, { namespace: textOf(azure, "secretNamespace"), name: textOf(azure, "secretName") }];
  return all
    .filter(({ name }) => name !== "")
    .map(({ namespace, name }) => ({ namespace: namespace === "" ? claimNamespace : namespace, name }));
}
