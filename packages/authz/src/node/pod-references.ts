/** What this package reads of pods and volumes: all of it may be absent, and what is there is checked when it is used. */
export type Part = Readonly<Record<string, unknown>>;

/** A part of an object; empty where there is none. */
export function partOf(value: unknown, ...path: readonly string[]): Part {
  let at: unknown = value;
  for (const name of path) at = isPart(at) ? at[name] : undefined;
  return isPart(at) ? at : {};
}

function partsOf(value: unknown, name: string): readonly Part[] {
  const list = isPart(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isPart) : [];
}

export function textOf(value: unknown, name: string): string {
  const text = isPart(value) ? value[name] : undefined;
  return typeof text === "string" ? text : "";
}

function isPart(value: unknown): value is Part {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The kinds of objects that a node may read because its pods use them. */
export type ReferenceKind = "secret" | "configmap" | "pvc" | "serviceaccount" | "resourceclaim";

export interface Reference {
  readonly kind: ReferenceKind;
  readonly name: string;
}

const containerLists = ["containers", "initContainers", "ephemeralContainers"] as const;

/** Everything in its namespace that a pod uses. Source: the fields of the pod API that name secrets, config maps, claims and accounts. */
export function podReferences(pod: Part): readonly Reference[] {
  const spec = partOf(pod, "spec");
  const found: Reference[] = [];
  const add = (kind: ReferenceKind, name: string): void => {
    if (name !== "") found.push({ kind, name });
  };
  add("serviceaccount", textOf(spec, "serviceAccountName"));
  for (const secret of partsOf(spec, "imagePullSecrets")) add("secret", textOf(secret, "name"));
  for (const list of containerLists) for (const container of partsOf(spec, list)) addEnvironment(container, add);
  for (const volume of partsOf(spec, "volumes")) addVolume(volume, textOf(partOf(pod, "metadata"), "name"), add);
  for (const claim of partsOf(spec, "resourceClaims")) add("resourceclaim", textOf(claim, "resourceClaimName"));
  for (const claim of partsOf(partOf(pod, "status"), "resourceClaimStatuses"))
    add("resourceclaim", textOf(claim, "resourceClaimName"));
  return found;
}

type Add = (kind: ReferenceKind, name: string) => void;

function addEnvironment(container: Part, add: Add): void {
  for (const variable of partsOf(container, "env")) {
    add("secret", textOf(partOf(variable, "valueFrom", "secretKeyRef"), "name"));
    add("configmap", textOf(partOf(variable, "valueFrom", "configMapKeyRef"), "name"));
  }
  for (const source of partsOf(container, "envFrom")) {
    add("secret", textOf(partOf(source, "secretRef"), "name"));
    add("configmap", textOf(partOf(source, "configMapRef"), "name"));
  }
}

/** Sources of volumes whose `secretRef` names a secret. */
const sourcesWithSecret = ["cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"] as const;

function addVolume(volume: Part, podName: string, add: Add): void {
  add("secret", textOf(partOf(volume, "secret"), "secretName"));
  add("secret", textOf(partOf(volume, "azureFile"), "secretName"));
  add("secret", textOf(partOf(volume, "csi", "nodePublishSecretRef"), "name"));
  for (const source of sourcesWithSecret) add("secret", textOf(partOf(volume, source, "secretRef"), "name"));
  add("configmap", textOf(partOf(volume, "configMap"), "name"));
  for (const source of partsOf(partOf(volume, "projected"), "sources")) {
    add("secret", textOf(partOf(source, "secret"), "name"));
    add("configmap", textOf(partOf(source, "configMap"), "name"));
  }
  add("pvc", textOf(partOf(volume, "persistentVolumeClaim"), "claimName"));
  // The claim of a volume that lives with its pod is named after both.
  if (volume["ephemeral"] !== undefined && volume["ephemeral"] !== null)
    add("pvc", `${podName}-${textOf(volume, "name")}`);
}
