import { type Dialect, dns1123Label, dns1123Subdomain } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, maxBytes, members, named, needed, oneOf, sortedKeys, text } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { inRange } from "../common/number.ts";
import { descendingPath, noBacksteps } from "./paths.ts";

/**
 * Sources of volumes that pods and persistent volumes have in common, in the kind of checks that
 * both make.
 */

const partition: Check<number> = inRange(1, 255);
const lun: Check<number> = inRange(0, 255);

const hostPathMembers = members<core.HostPathVolumeSource>({
  path: noBacksteps,
  type: oneOf("", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"),
});

export const hostPath: Check<core.HostPathVolumeSource> = (source, at) => {
  if ((source.path ?? "") === "") at.field("path").required();
  else hostPathMembers(source, at);
};

export const gitRepo: Check<core.GitRepoVolumeSource> = members<core.GitRepoVolumeSource>({
  repository: needed(),
  directory: descendingPath,
});

export const gcePersistentDisk: Check<core.GCEPersistentDiskVolumeSource> = members<core.GCEPersistentDiskVolumeSource>(
  { pdName: needed(), partition },
);

export const awsElasticBlockStore: Check<core.AWSElasticBlockStoreVolumeSource> =
  members<core.AWSElasticBlockStoreVolumeSource>({ volumeID: needed(), partition });

export const nfs: Check<core.NFSVolumeSource> = members<core.NFSVolumeSource>({
  server: needed(),
  path: text((path, at) => {
    if (path === "") at.required();
    if (!path.startsWith("/")) at.invalid(path, "must be an absolute path");
  }),
});

const iscsiForms: ReadonlyMap<string, (name: string) => boolean> = new Map([
  ["iqn", isQualifiedIscsiName],
  ["eui", (name) => /^eui.[A-Za-z0-9]{16}$/.test(name)],
  ["naa", (name) => /^naa.[A-Za-z0-9]{32}$/.test(name)],
]);
const iscsiPrefixLength = 3;

/**
 * True if the name ends like `iqn.2026-01.com.example:disk`. The parts between colons are checked
 * from the last one on.
 */
function isQualifiedIscsiName(name: string): boolean {
  let end = name.length;
  for (let colon = name.lastIndexOf(":"); colon > 0; colon = name.lastIndexOf(":", colon - 1)) {
    if (/[,;*&$|\s]/.test(name.slice(colon, end))) return false;
    const before = name.slice(name.lastIndexOf(":", colon - 1) + 1, colon);
    const authority = before.split(/[^A-Za-z0-9.-]/).at(-1) ?? "";
    if (colon < name.length - 1 && /iqn\.\d{4}-\d{2}\../.test(authority)) return true;
    end = colon;
  }
  return false;
}

const iscsiName: Check<string> = (name, at) => {
  if (iscsiForms.get(name.slice(0, iscsiPrefixLength))?.(name) !== true) at.invalid(name, "must be valid format");
};

/** For pods the message names the allowed prefixes. */
const podIscsiName: Check<string> = (name, at) => {
  if (iscsiForms.has(name.slice(0, iscsiPrefixLength))) iscsiName(name, at);
  else at.invalid(name, "must be valid format starting with iqn, eui, or naa");
};

type Iscsi = core.ISCSIVolumeSource | core.ISCSIPersistentVolumeSource;

export function iscsi(owner: "pod" | "persistentVolume"): Check<Iscsi> {
  const name = owner === "pod" ? podIscsiName : iscsiName;
  const target = members<Iscsi>({ targetPortal: needed(), iqn: needed(name), lun });
  return (source, at) => {
    target(source, at);
    const { chapAuthDiscovery, chapAuthSession, secretRef, initiatorName } = source;
    const secret = at.field("secretRef");
    if (secretRef === undefined) {
      if (chapAuthDiscovery === true || chapAuthSession === true) secret.required();
    } else if (owner === "persistentVolume" && (secretRef.name ?? "") === "") secret.field("name").required();
    if (initiatorName !== undefined) name(initiatorName, at.field("initiatorname"));
  };
}

export const fc: Check<core.FCVolumeSource> = ({ targetWWNs = [], wwids = [], lun: unit }, at) => {
  const names = at.field("targetWWNs");
  if (targetWWNs.length === 0 && wwids.length === 0) {
    names.required("must specify either targetWWNs or wwids, but not both");
  } else if (targetWWNs.length > 0 && wwids.length > 0) {
    names.invalid(targetWWNs, "targetWWNs and wwids can not be specified simultaneously");
  }
  if (targetWWNs.length === 0) return;
  if (unit === undefined) at.field("lun").required("lun is required if targetWWNs is specified");
  else lun(unit, at.field("lun"));
};

export const glusterfs: Check<core.GlusterfsVolumeSource | core.GlusterfsPersistentVolumeSource> =
  members<core.GlusterfsPersistentVolumeSource>({
    endpoints: needed(),
    path: needed(),
    endpointsNamespace: (namespace, at) => {
      if (namespace === "") at.invalid(namespace, "if the endpointnamespace is set, it must be a valid namespace name");
      else named(dns1123Label)(namespace, at);
    },
  });

export const flocker: Check<core.FlockerVolumeSource> = ({ datasetName = "", datasetUUID = "" }, at) => {
  if (datasetName === "" && datasetUUID === "") at.required("one of datasetName and datasetUUID is required");
  if (datasetName !== "" && datasetUUID !== "")
    at.invalid("resource", "datasetName and datasetUUID can not be specified simultaneously");
  if (datasetName.includes("/")) at.field("datasetName").invalid(datasetName, "must not contain '/'");
};

export const rbd: Check<core.RBDVolumeSource | core.RBDPersistentVolumeSource> = members<core.RBDVolumeSource>({
  monitors: needed(),
  image: needed(),
});

export const cephfs: Check<core.CephFSVolumeSource | core.CephFSPersistentVolumeSource> =
  members<core.CephFSVolumeSource>({ monitors: needed() });

const secretName: Check<core.LocalObjectReference> = members<core.LocalObjectReference>({ name: needed() });
/** A secret of another namespace. */
const secretReference: Check<core.SecretReference> = members<core.SecretReference>({
  name: needed(),
  namespace: needed(),
});

export const cinder: Check<core.CinderVolumeSource> = members<core.CinderVolumeSource>({
  volumeID: needed(),
  secretRef: secretName,
});
export const persistentCinder: Check<core.CinderPersistentVolumeSource> = members<core.CinderPersistentVolumeSource>({
  volumeID: needed(),
  secretRef: secretReference,
});

const registries = "must be a host:port pair or multiple pairs separated by commas";

export const quobyte: Check<core.QuobyteVolumeSource> = ({ registry, tenant = "", volume }, at) => {
  const place = at.field("registry");
  if (registry === "") place.required(registries);
  else if (tenant.length >= 65)
    at.field("tenant").required("must be a UUID and may not exceed a length of 64 characters");
  else if (registry.split(",").some((pair) => pair.split(":").length !== 2)) place.invalid(registry, registries);
  if (volume === "") at.field("volume").required();
};

/** Options that drivers get; names of the product's own domains are not for users. */
export function flexVolume({
  labelDomain,
  apiDomain,
}: Dialect): Check<core.FlexVolumeSource | core.FlexPersistentVolumeSource> {
  const reserved = [...new Set([labelDomain, apiDomain])];
  const detail = `${reserved.join(" and ")} namespaces are reserved`;
  const isReserved = (key: string): boolean => {
    const namespace = key.slice(0, Math.max(0, key.indexOf("/")));
    return reserved.some((domain) => namespace === domain || namespace.endsWith(`.${domain}`));
  };
  return members<core.FlexVolumeSource>({
    driver: needed(),
    options: (options, at) => {
      for (const key of sortedKeys(options)) if (isReserved(key)) at.item(key).invalid(key, detail);
    },
  });
}

export const azureFile: Check<core.AzureFileVolumeSource> = members<core.AzureFileVolumeSource>({
  secretName: needed(),
  shareName: needed(),
});
export const persistentAzureFile: Check<core.AzureFilePersistentVolumeSource> = (source, at) => {
  azureFile(source, at);
  if (source.secretNamespace === "") at.field("secretNamespace").required();
};

const managedDisk = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const blobDisk = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

export const azureDisk: Check<core.AzureDiskVolumeSource> = (source, at) => {
  azureDiskMembers(source, at);
  const { kind, diskURI } = source;
  const uri = at.field("diskURI");
  if (kind === "Managed") {
    if (!diskURI.startsWith("/subscriptions")) uri.notSupported(diskURI, [managedDisk]);
  } else if (kind !== undefined && !diskURI.startsWith("https://")) uri.notSupported(diskURI, [blobDisk]);
};
const azureDiskMembers = members<core.AzureDiskVolumeSource>({
  diskName: needed(),
  diskURI: needed(),
  cachingMode: oneOf("None", "ReadOnly", "ReadWrite"),
  kind: oneOf("Dedicated", "Managed", "Shared"),
});

export const vsphereVolume: Check<core.VsphereVirtualDiskVolumeSource> = members<core.VsphereVirtualDiskVolumeSource>({
  volumePath: needed(),
});

export const photonPersistentDisk: Check<core.PhotonPersistentDiskVolumeSource> =
  members<core.PhotonPersistentDiskVolumeSource>({ pdID: needed() });

export const portworxVolume: Check<core.PortworxVolumeSource> = members<core.PortworxVolumeSource>({
  volumeID: needed(),
});

export const scaleIO: Check<core.ScaleIOVolumeSource | core.ScaleIOPersistentVolumeSource> =
  members<core.ScaleIOVolumeSource>({ gateway: needed(), system: needed(), volumeName: needed() });

const storageosNames = { volumeName: needed(named(dns1123Label)), volumeNamespace: named(dns1123Label) } as const;

export const storageos: Check<core.StorageOSVolumeSource> = members<core.StorageOSVolumeSource>({
  ...storageosNames,
  secretRef: secretName,
});
export const persistentStorageos: Check<core.StorageOSPersistentVolumeSource> =
  members<core.StorageOSPersistentVolumeSource>({
    ...storageosNames,
    secretRef: (ref, at) => {
      if ((ref.name ?? "") === "") at.field("name").required();
      if ((ref.namespace ?? "") === "") at.field("namespace").required();
    },
  });

/** The name of a CSI driver. */
export function csiDriverName(name: string, at: FieldPath): void {
  if (name === "") at.required();
  maxBytes(63)(name, at);
  for (const problem of dns1123Subdomain(name.toLowerCase())) at.invalid(name, problem);
}

export const csi: Check<core.CSIVolumeSource> = (source, at) => {
  csiDriverName(source.driver, at.field("driver"));
  const { nodePublishSecretRef: secret } = source;
  if (secret === undefined) return;
  const { name = "" } = secret;
  if (name === "") at.field("nodePublishSecretRef").field("name").required();
  else named(dns1123Subdomain)(name, at.field("name"));
};

/** The secret of a driver; the names are validated before they are required. */
const csiSecret: Check<core.SecretReference> = members<core.SecretReference>({
  name: needed(named(dns1123Subdomain)),
  namespace: needed(named(dns1123Label)),
});

export const persistentCsi: Check<core.CSIPersistentVolumeSource> = members<core.CSIPersistentVolumeSource>({
  driver: text(csiDriverName),
  volumeHandle: needed(),
  controllerPublishSecretRef: csiSecret,
  controllerExpandSecretRef: csiSecret,
  nodePublishSecretRef: csiSecret,
  nodeExpandSecretRef: csiSecret,
});
