import { type Dialect, dns1123Label, dns1123Subdomain } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, each, members, named, needed, oneOf } from "../common/check.ts";
import { type FieldPath, passes } from "../common/field-path.ts";
import { labelSelector } from "../common/label-selector.ts";
import { fileMode } from "../common/number.ts";
import { isNegative } from "../common/resources.ts";
import { claimTemplate } from "./claim-spec.ts";
import { fieldReference, resourceFieldReference } from "./env.ts";
import { fileInVolume } from "./paths.ts";
import * as plugin from "./volume-plugins.ts";
import { oneSource, type VolumeSource } from "./volume-source.ts";

const keyToPath: Check<core.KeyToPath> = members<core.KeyToPath>({
  key: needed(),
  path: needed(fileInVolume),
  mode: fileMode,
});

const secretFiles = members<core.SecretVolumeSource>({
  secretName: needed(),
  defaultMode: fileMode,
  items: each(keyToPath),
});
const configMapFiles = members<core.ConfigMapVolumeSource>({
  name: needed(),
  defaultMode: fileMode,
  items: each(keyToPath),
});

const downwardFields = [
  ...["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"],
];
const downwardField = fieldReference(downwardFields);
const downwardResource = resourceFieldReference("volume");

/** A file from a field; its errors have the path of the source. */
const downwardFile: Check<core.DownwardAPIVolumeFile> = ({ path, fieldRef, resourceFieldRef, mode }, at) => {
  if (path === "") at.field("path").required();
  fileInVolume(path, at.field("path"));
  if (fieldRef !== undefined) {
    downwardField(fieldRef, at.field("fieldRef"));
    if (resourceFieldRef !== undefined)
      at.invalid("resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
  } else if (resourceFieldRef !== undefined) downwardResource(resourceFieldRef, at.field("resourceFieldRef"));
  else at.required("one of fieldRef and resourceFieldRef is required");
  if (mode !== undefined) fileMode(mode, at.field("mode"));
};

const downwardFiles: Check<readonly core.DownwardAPIVolumeFile[] | undefined> = (files = [], at) => {
  for (const file of files) downwardFile(file, at);
};

const downwardAPI: Check<core.DownwardAPIVolumeSource> = ({ defaultMode, items }, at) => {
  if (defaultMode !== undefined) fileMode(defaultMode, at.field("defaultMode"));
  downwardFiles(items, at);
};

const maxTokenSeconds = 2 ** 32;

/** The sources of one volume, whose files must have different paths. */
const projected: Check<core.ProjectedVolumeSource> = ({ defaultMode, sources = [] }, at) => {
  if (defaultMode !== undefined) fileMode(defaultMode, at.field("defaultMode"));
  const paths = new Set<string>();
  const take = (path: string, by = path): void => {
    if (path === "") return;
    if (paths.has(path)) at.invalid(by, "conflicting duplicate paths");
    else paths.add(path);
  };
  for (const [i, source] of sources.entries()) projection(source, at.field("sources").item(i), { volume: at, take });
};

interface Projection {
  readonly volume: FieldPath;
  /** @param by how errors name what makes the file. @default the path */
  readonly take: (path: string, by?: string) => void;
}

function projection(source: core.VolumeProjection, at: FieldPath, { volume, take }: Projection): void {
  const { secret, configMap, downwardAPI: fields, serviceAccountToken: token, clusterTrustBundle: bundle } = source;
  for (const [name, items] of Object.entries({ secret, configMap })) {
    if (items === undefined) continue;
    namedProjection(items, at.field(name));
    for (const { path } of items.items ?? []) take(path, items.name);
  }
  if (fields !== undefined) {
    downwardFiles(fields.items, at.field("downwardAPI"));
    for (const { path } of fields.items ?? []) take(path);
  }
  if (token !== undefined) {
    tokenLifetime(token.expirationSeconds ?? 0, at.field("serviceAccountToken").field("expirationSeconds"));
    projectedPath(token.path, volume.field("path"));
  }
  if (bundle !== undefined) {
    trustBundle(bundle, at.field("clusterTrustBundle"));
    take(bundle.path);
  }
  if (Object.values(source).filter((s) => s !== undefined).length > 1)
    at.forbidden("may not specify more than 1 volume type per source");
}

const namedProjection = members<core.SecretProjection>({ name: needed(), items: each(keyToPath) });

const tokenLifetime: Check<number> = (seconds, at) => {
  if (seconds < 600) at.invalid(seconds, "may not specify a duration less than 10 minutes");
  if (seconds > maxTokenSeconds) at.invalid(seconds, "may not specify a duration larger than 2^32 seconds");
};

const projectedPath: Check<string> = (path, at) => {
  if (path === "") at.required();
  else fileInVolume(path, at);
};

const trustBundle: Check<core.ClusterTrustBundleProjection> = (source, at) => {
  const { name, signerName, labelSelector: selector, path } = source;
  if (name !== undefined && signerName !== undefined) at.invalid(source, "only one of name and signerName may be used");
  else if (name !== undefined) {
    if (name === "") at.field("name").required("must be a valid object name");
    if (selector !== undefined)
      at.field("labelSelector").invalid(selector, "labelSelector must be unset if name is specified");
  } else if (signerName === undefined) at.required("either name or signerName must be specified");
  else if (selector !== undefined) labelSelector(selector, at.field("labelSelector"));
  if (path === "") at.field("path").required();
  else fileInVolume(path, at.field("path"));
};

const image = members<core.ImageVolumeSource>({
  reference: needed(),
  pullPolicy: oneOf("Always", "IfNotPresent", "Never"),
});

const label = named(dns1123Label);

/** The volumes of a pod, by the name with which containers mount them. */
export type Volumes = ReadonlyMap<string, core.Volume>;

interface VolumeOwner {
  /** The pod's, of which claims of its own volumes are named; empty in templates. */
  readonly podName: string;
}

const emptyDir: Check<core.EmptyDirVolumeSource> = ({ sizeLimit }, at) => {
  if (sizeLimit !== undefined && isNegative(sizeLimit))
    at.field("sizeLimit").forbidden("SizeLimit field must be a valid resource quantity");
};

function sourcesOf(dialect: Dialect): readonly VolumeSource[] {
  return [
    { member: "emptyDir", check: emptyDir },
    { member: "hostPath", check: plugin.hostPath },
    { member: "gitRepo", check: plugin.gitRepo },
    { member: "gcePersistentDisk", check: plugin.gcePersistentDisk, shown: "persistentDisk" },
    { member: "awsElasticBlockStore", check: plugin.awsElasticBlockStore },
    { member: "secret", check: secretFiles },
    { member: "nfs", check: plugin.nfs },
    { member: "iscsi", check: plugin.iscsi("pod") },
    { member: "glusterfs", check: plugin.glusterfs },
    { member: "flocker", check: plugin.flocker },
    {
      member: "persistentVolumeClaim",
      check: members<core.PersistentVolumeClaimVolumeSource>({ claimName: needed() }),
    },
    { member: "rbd", check: plugin.rbd },
    { member: "cinder", check: plugin.cinder },
    { member: "cephfs", check: plugin.cephfs, second: "cephFS" },
    { member: "quobyte", check: plugin.quobyte },
    { member: "downwardAPI", check: downwardAPI, second: "downwarAPI" },
    { member: "fc", check: plugin.fc },
    { member: "flexVolume", check: plugin.flexVolume(dialect) },
    { member: "configMap", check: configMapFiles },
    { member: "azureFile", check: plugin.azureFile },
    { member: "vsphereVolume", check: plugin.vsphereVolume },
    { member: "photonPersistentDisk", check: plugin.photonPersistentDisk },
    { member: "portworxVolume", check: plugin.portworxVolume },
    { member: "azureDisk", check: plugin.azureDisk },
    { member: "storageos", check: plugin.storageos },
    { member: "projected", check: projected },
    { member: "scaleIO", check: plugin.scaleIO },
    { member: "csi", check: plugin.csi },
    { member: "ephemeral", check: members<core.EphemeralVolumeSource>({ volumeClaimTemplate: needed(claimTemplate) }) },
    { member: "image", check: image },
  ];
}

/** Checks volumes; valid ones can be mounted by containers. */
export function volumes(
  dialect: Dialect,
): (list: readonly core.Volume[], at: FieldPath, owner: VolumeOwner) => Volumes {
  const source = oneSource(sourcesOf(dialect));
  return (list, at, { podName }) => {
    const known = new Map<string, core.Volume>();
    for (const [i, volume] of list.entries()) {
      const place = at.item(i);
      const name = place.field("name");
      const isRight = passes(at, () => {
        source(volume, place);
        if (isEphemeral(volume)) claimName(volume.name, podName, name);
        if (volume.name === "") name.required();
        else label(volume.name, name);
        if (known.has(volume.name)) name.duplicate(volume.name);
      });
      if (isRight) known.set(volume.name, volume);
    }
    return known;
  };
}

/** Whether the claim is what the volume is taken from; nearly all other sources come first. */
function isEphemeral(volume: core.Volume): boolean {
  if (volume.ephemeral === undefined) return false;
  return Object.keys(volume).every((member) => ["name", "ephemeral", "image"].includes(member));
}

/** The claim of a volume of its own has the names of the pod and of the volume. */
function claimName(volume: string, pod: string, at: FieldPath): void {
  if (pod === "") return;
  const claim = `${pod}-${volume}`;
  for (const problem of dns1123Subdomain(claim)) at.invalid(volume, `PVC name "${claim}": ${problem}`);
}
