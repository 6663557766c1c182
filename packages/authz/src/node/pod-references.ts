/** Untyped fields of pods and volumes: all may be absent and are checked on use. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields at a path; empty if absent. */
export function fieldsAt(value: unknown, ...path: readonly string[]): Fields {
  let at: unknown = value;
  for (const name of path) at = isFields(at) ? at[name] : undefined;
  return isFields(at) ? at : {};
}

function listAt(value: unknown, name: string): readonly Fields[] {
  const list = isFields(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/** Returns a text field; empty if absent. */
export function textAt(value: unknown, name: string): string {
  const text = isFields(value) ? value[name] : undefined;
  return typeof text === "string" ? text : "";
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Kinds of objects that a node may read because its pods use them. */
export type ReferenceKind = "secret" | "configmap" | "pvc" | "serviceaccount" | "resourceclaim";

/** An object in the pod's namespace. */
export interface Reference {
  readonly kind: ReferenceKind;
  readonly name: string;
}

const containerLists = ["containers", "initContainers", "ephemeralContainers"] as const;

/**
 * Everything in its namespace that a pod uses. Source: the fields of the pod API that name secrets,
 * config maps, claims and accounts.
 */
export function podReferences(pod: Fields): readonly Reference[] {
  const spec = fieldsAt(pod, "spec");
  const found: Reference[] = [];
  const add = (kind: ReferenceKind, name: string): void => {
    if (name !== "") found.push({ kind, name });
  };
  add("serviceaccount", textAt(spec, "serviceAccountName"));
  for (const secret of listAt(spec, "imagePullSecrets")) add("secret", textAt(secret, "name"));
  for (const list of containerLists) for (const container of listAt(spec, list)) addEnvironment(container, add);
  for (const volume of listAt(spec, "volumes")) addVolume(volume, textAt(fieldsAt(pod, "metadata"), "name"), add);
  for (const claim of listAt(spec, "resourceClaims")) add("resourceclaim", textAt(claim, "resourceClaimName"));
  for (const claim of listAt(fieldsAt(pod, "status"), "resourceClaimStatuses"))
    add("resourceclaim", textAt(claim, "resourceClaimName"));
  return found;
}

type Add = (kind: ReferenceKind, name: string) => void;

function addEnvironment(container: Fields, add: Add): void {
  for (const variable of listAt(container, "env")) {
    add("secret", textAt(fieldsAt(variable, "valueFrom", "secretKeyRef"), "name"));
    add("configmap", textAt(fieldsAt(variable, "valueFrom", "configMapKeyRef"), "name"));
  }
  for (const source of listAt(container, "envFrom")) {
    add("secret", textAt(fieldsAt(source, "secretRef"), "name"));
    add("configmap", textAt(fieldsAt(source, "configMapRef"), "name"));
  }
}

/** Volume sources whose `secretRef` names a secret. */
const sourcesWithSecret = ["cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"] as const;

function addVolume(volume: Fields, podName: string, add: Add): void {
  add("secret", textAt(fieldsAt(volume, "secret"), "secretName"));
  add("secret", textAt(fieldsAt(volume, "azureFile"), "secretName"));
  add("secret", textAt(fieldsAt(volume, "csi", "nodePublishSecretRef"), "name"));
  for (const source of sourcesWithSecret) add("secret", textAt(fieldsAt(volume, source, "secretRef"), "name"));
  add("configmap", textAt(fieldsAt(volume, "configMap"), "name"));
  for (const source of listAt(fieldsAt(volume, "projected"), "sources")) {
    add("secret", textAt(fieldsAt(source, "secret"), "name"));
    add("configmap", textAt(fieldsAt(source, "configMap"), "name"));
  }
  add("pvc", textAt(fieldsAt(volume, "persistentVolumeClaim"), "claimName"));
  // The claim of an ephemeral volume is named after pod and volume.
  if (volume["ephemeral"] !== undefined && volume["ephemeral"] !== null)
    add("pvc", `${podName}-${textAt(volume, "name")}`);
}
