import { type Fields, fieldsAt, textAt } from "./pod-references.ts";

interface SecretReference {
  readonly namespace: string;
  readonly name: string;
}

const sourcesWithSecret = ["cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"] as const;
/** Secrets of CSI volumes that nodes need; the others are for controllers. */
const nodeSecrets = ["nodeStageSecretRef", "nodePublishSecretRef", "nodeExpandSecretRef"] as const;

/**
 * Returns the secrets that a node needs to mount a volume. Without a namespace they are in that of
 * the claim.
 */
export function volumeSecrets(volume: Fields, claimNamespace: string): readonly SecretReference[] {
  const spec = fieldsAt(volume, "spec");
  const references = [
    ...sourcesWithSecret.map((source) => fieldsAt(spec, source, "secretRef")),
    ...nodeSecrets.map((name) => fieldsAt(spec, "csi", name)),
  ].map((ref) => ({ namespace: textAt(ref, "namespace"), name: textAt(ref, "name") }));
  const azure = fieldsAt(spec, "azureFile");
  const all = [...references, { namespace: textAt(azure, "secretNamespace"), name: textAt(azure, "secretName") }];
  return all
    .filter(({ name }) => name !== "")
    .map(({ namespace, name }) => ({ namespace: namespace === "" ? claimNamespace : namespace, name }));
}
