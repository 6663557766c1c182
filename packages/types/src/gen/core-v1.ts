// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** A volume that containers of the pod can mount. Exactly one source is set. */
export interface Volume {
  /** Name by which containers mount the volume. A DNS label, unique in the pod. */
  name: string;
  /** File or directory of the node. */
  hostPath?: HostPathVolumeSource;
  /** Directory that is empty at the start of the pod and removed with it. */
  emptyDir?: EmptyDirVolumeSource;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  gitRepo?: GitRepoVolumeSource;
  /** Keys of a Secret as files. */
  secret?: SecretVolumeSource;
  /** Directory of an NFS server. */
  nfs?: NFSVolumeSource;
  /** iSCSI device. */
  iscsi?: ISCSIVolumeSource;
  glusterfs?: GlusterfsVolumeSource;
  /** Volume of a claim in the same namespace. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  rbd?: RBDVolumeSource;
  flexVolume?: FlexVolumeSource;
  cinder?: CinderVolumeSource;
  cephfs?: CephFSVolumeSource;
  flocker?: FlockerVolumeSource;
  /** Fields of the pod as files. */
  downwardAPI?: DownwardAPIVolumeSource;
  /** Fibre Channel device. */
  fc?: FCVolumeSource;
  azureFile?: AzureFileVolumeSource;
  /** Keys of a ConfigMap as files. */
  configMap?: ConfigMapVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  quobyte?: QuobyteVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Several sources in one directory. */
  projected?: ProjectedVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  scaleIO?: ScaleIOVolumeSource;
  storageos?: StorageOSVolumeSource;
  /** Volume of a CSI driver that is created and deleted with the pod. */
  csi?: CSIVolumeSource;
  /** Volume of a claim that is created and deleted with the pod. */
  ephemeral?: EphemeralVolumeSource;
  /** Content of an OCI image or artifact. */
  image?: ImageVolumeSource;
}

export interface VolumeSource {
  hostPath?: HostPathVolumeSource;
  emptyDir?: EmptyDirVolumeSource;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  gitRepo?: GitRepoVolumeSource;
  secret?: SecretVolumeSource;
  nfs?: NFSVolumeSource;
  iscsi?: ISCSIVolumeSource;
  glusterfs?: GlusterfsVolumeSource;
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  rbd?: RBDVolumeSource;
  flexVolume?: FlexVolumeSource;
  cinder?: CinderVolumeSource;
  cephfs?: CephFSVolumeSource;
  flocker?: FlockerVolumeSource;
  downwardAPI?: DownwardAPIVolumeSource;
  fc?: FCVolumeSource;
  azureFile?: AzureFileVolumeSource;
  configMap?: ConfigMapVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  quobyte?: QuobyteVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  projected?: ProjectedVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  scaleIO?: ScaleIOVolumeSource;
  storageos?: StorageOSVolumeSource;
  csi?: CSIVolumeSource;
  ephemeral?: EphemeralVolumeSource;
  image?: ImageVolumeSource;
}

/** The volume of a claim in the same namespace. */
export interface PersistentVolumeClaimVolumeSource {
  /** Name of the claim. */
  claimName: string;
  /** If true, the volume is mounted read-only. Default false. */
  readOnly?: boolean;
}

export interface PersistentVolumeSource {
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  hostPath?: HostPathVolumeSource;
  glusterfs?: GlusterfsPersistentVolumeSource;
  nfs?: NFSVolumeSource;
  rbd?: RBDPersistentVolumeSource;
  iscsi?: ISCSIPersistentVolumeSource;
  cinder?: CinderPersistentVolumeSource;
  cephfs?: CephFSPersistentVolumeSource;
  fc?: FCVolumeSource;
  flocker?: FlockerVolumeSource;
  flexVolume?: FlexPersistentVolumeSource;
  azureFile?: AzureFilePersistentVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  quobyte?: QuobyteVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  scaleIO?: ScaleIOPersistentVolumeSource;
  local?: LocalVolumeSource;
  storageos?: StorageOSPersistentVolumeSource;
  csi?: CSIPersistentVolumeSource;
}

/** Storage of the cluster, whose life is independent of the pods that use it. */
export interface PersistentVolume {
  kind: "PersistentVolume";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: PersistentVolumeSpec;
  status?: PersistentVolumeStatus;
}

/** Desired state of a persistent volume. Exactly one volume source is set. */
export interface PersistentVolumeSpec {
  /** Capacity of the volume; the key storage is the size. */
  capacity?: Record<string, string>;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** Directory on a node, for single-node testing only. */
  hostPath?: HostPathVolumeSource;
  glusterfs?: GlusterfsPersistentVolumeSource;
  /** Directory of an NFS server. */
  nfs?: NFSVolumeSource;
  rbd?: RBDPersistentVolumeSource;
  /** iSCSI device. */
  iscsi?: ISCSIPersistentVolumeSource;
  cinder?: CinderPersistentVolumeSource;
  cephfs?: CephFSPersistentVolumeSource;
  /** Fibre Channel device. */
  fc?: FCVolumeSource;
  flocker?: FlockerVolumeSource;
  flexVolume?: FlexPersistentVolumeSource;
  azureFile?: AzureFilePersistentVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  quobyte?: QuobyteVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  scaleIO?: ScaleIOPersistentVolumeSource;
  /** Disk, partition or directory of a node. */
  local?: LocalVolumeSource;
  storageos?: StorageOSPersistentVolumeSource;
  /** Volume of a CSI driver. */
  csi?: CSIPersistentVolumeSource;
  /** Access modes: ReadWriteOnce, ReadOnlyMany and ReadWriteMany concern nodes, ReadWriteOncePod one pod. */
  accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[];
  /** Claim to which the volume is bound. */
  claimRef?: ObjectReference;
  /** What happens to the volume after its claim is deleted: Retain, Delete or Recycle. Default Retain. */
  persistentVolumeReclaimPolicy?: "Delete" | "Recycle" | "Retain";
  /** Name of the storage class. Empty for no class. */
  storageClassName?: string;
  /** Mount options. They aren't validated. */
  mountOptions?: string[];
  /** Filesystem or Block. Default Filesystem. */
  volumeMode?: "Block" | "Filesystem";
  /** Nodes from which the volume can be accessed. */
  nodeAffinity?: VolumeNodeAffinity;
  /** Name of the volume attributes class. */
  volumeAttributesClassName?: string;
}

/** Nodes from which a volume can be accessed. */
export interface VolumeNodeAffinity {
  /** Terms that the node must match. */
  required?: NodeSelector;
}

/** Observed state of a persistent volume. */
export interface PersistentVolumeStatus {
  /** Pending, Available, Bound, Released or Failed. */
  phase?: "Available" | "Bound" | "Failed" | "Pending" | "Released";
  /** Human-readable details of the phase. */
  message?: string;
  /** Machine-readable cause of a failure, in CamelCase. */
  reason?: string;
  /** Time at which the phase last changed. */
  lastPhaseTransitionTime?: string | null;
}

export interface PersistentVolumeList {
  kind: "PersistentVolumeList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: PersistentVolume[];
}

/** Request for storage, which is bound to a matching persistent volume. Pods mount claims. */
export interface PersistentVolumeClaim {
  kind: "PersistentVolumeClaim";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: PersistentVolumeClaimSpec;
  status?: PersistentVolumeClaimStatus;
}

export interface PersistentVolumeClaimList {
  kind: "PersistentVolumeClaimList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: PersistentVolumeClaim[];
}

/** Desired state of a persistent volume claim. */
export interface PersistentVolumeClaimSpec {
  /** Access modes: ReadWriteOnce, ReadOnlyMany and ReadWriteMany concern nodes, ReadWriteOncePod one pod. */
  accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[];
  /** Selects the volumes that are considered for binding, by their labels. */
  selector?: metav1.LabelSelector;
  /** Minimum size of the volume. Can be increased if the storage class allows expansion. */
  resources?: VolumeResourceRequirements;
  /** Name of the volume to which the claim is bound. */
  volumeName?: string;
  /** Name of the storage class. If absent, the default class; if empty, no class. */
  storageClassName?: string;
  /** Filesystem or Block. Default Filesystem. */
  volumeMode?: "Block" | "Filesystem";
  /** Volume snapshot or claim with the initial content. */
  dataSource?: TypedLocalObjectReference;
  /** Object of any kind with the initial content. Supports other namespaces. */
  dataSourceRef?: TypedObjectReference;
  /** Name of the volume attributes class. Can be changed after creation. */
  volumeAttributesClassName?: string;
}

/** Reference to an object of any kind. */
export interface TypedObjectReference {
  /** Group of the kind. Empty for the core group. */
  apiGroup?: string;
  /** Kind of the object. */
  kind: string;
  /** Name of the object. */
  name: string;
  /** Namespace of the object. If absent, that of the referring object. */
  namespace?: string;
}

export interface ModifyVolumeStatus {
  targetVolumeAttributesClassName?: string;
  status: "InProgress" | "Infeasible" | "Pending";
}

/** One aspect of the current state of a persistent volume claim. */
export interface PersistentVolumeClaimCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the condition was last checked. */
  lastProbeTime?: string | null;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

/** Observed state of a persistent volume claim. */
export interface PersistentVolumeClaimStatus {
  /** Pending, Bound or Lost. */
  phase?: "Bound" | "Lost" | "Pending";
  /** Access modes of the bound volume. */
  accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[];
  /** Capacity of the bound volume. */
  capacity?: Record<string, string>;
  /** Conditions that describe the current state. */
  conditions?: PersistentVolumeClaimCondition[];
  /** Capacity that is allocated, including an expansion in progress. */
  allocatedResources?: Record<string, string>;
  /** Progress of an expansion, by resource. */
  allocatedResourceStatuses?: Record<string, "ControllerResizeInProgress" | "ControllerResizeInfeasible" | "NodeResizeInProgress" | "NodeResizeInfeasible" | "NodeResizePending">;
  /** Volume attributes class in effect. */
  currentVolumeAttributesClassName?: string;
  /** Progress of a change of the volume attributes class. */
  modifyVolumeStatus?: ModifyVolumeStatus;
}

/** A file or directory of the node. */
export interface HostPathVolumeSource {
  /** Path on the node. */
  path: string;
  /** What must exist at the path, or is created: for example Directory, DirectoryOrCreate, File, FileOrCreate. Empty for no check. */
  type?: "" | "BlockDevice" | "CharDevice" | "Directory" | "DirectoryOrCreate" | "File" | "FileOrCreate" | "Socket";
}

/** A directory that is empty at the start of the pod and removed with it. */
export interface EmptyDirVolumeSource {
  /** Storage medium: empty for the default of the node, or Memory. Default empty. */
  medium?: string;
  /** Maximum size. If absent, no limit. */
  sizeLimit?: string;
}

export interface GlusterfsVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
}

export interface GlusterfsPersistentVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
  endpointsNamespace?: string;
}

export interface RBDVolumeSource {
  monitors: string[];
  image: string;
  fsType?: string;
  pool?: string;
  user?: string;
  keyring?: string;
  secretRef?: LocalObjectReference;
  readOnly?: boolean;
}

export interface RBDPersistentVolumeSource {
  monitors: string[];
  image: string;
  fsType?: string;
  pool?: string;
  user?: string;
  keyring?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
}

export interface CinderVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
}

export interface CinderPersistentVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: SecretReference;
}

export interface CephFSVolumeSource {
  monitors: string[];
  path?: string;
  user?: string;
  secretFile?: string;
  secretRef?: LocalObjectReference;
  readOnly?: boolean;
}

/** Reference to a secret in any namespace. */
export interface SecretReference {
  /** Name of the secret. */
  name?: string;
  /** Namespace of the secret. */
  namespace?: string;
}

export interface CephFSPersistentVolumeSource {
  monitors: string[];
  path?: string;
  user?: string;
  secretFile?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
}

export interface FlockerVolumeSource {
  datasetName?: string;
  datasetUUID?: string;
}

export interface GCEPersistentDiskVolumeSource {
  pdName: string;
  fsType?: string;
  partition?: number;
  readOnly?: boolean;
}

export interface QuobyteVolumeSource {
  registry: string;
  volume: string;
  readOnly?: boolean;
  user?: string;
  group?: string;
  tenant?: string;
}

export interface FlexPersistentVolumeSource {
  driver: string;
  fsType?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
  options?: Record<string, string>;
}

export interface FlexVolumeSource {
  driver: string;
  fsType?: string;
  secretRef?: LocalObjectReference;
  readOnly?: boolean;
  options?: Record<string, string>;
}

export interface AWSElasticBlockStoreVolumeSource {
  volumeID: string;
  fsType?: string;
  partition?: number;
  readOnly?: boolean;
}

export interface GitRepoVolumeSource {
  repository: string;
  revision?: string;
  directory?: string;
}

/** Keys of a Secret as files. */
export interface SecretVolumeSource {
  /** Name of the Secret. */
  secretName?: string;
  /** Keys to project, with the paths of their files. If empty, all keys. */
  items?: KeyToPath[];
  /** Mode bits of the files. Default 0644. */
  defaultMode?: number;
  /** If true, the Secret or its keys can be absent. */
  optional?: boolean;
}

/** Keys of a Secret as files of a projected volume. */
export interface SecretProjection {
  /** Name of the Secret. */
  name?: string;
  /** Keys to project, with the paths of their files. If empty, all keys. */
  items?: KeyToPath[];
  /** If true, the Secret or its keys can be absent. */
  optional?: boolean;
}

/** A directory of an NFS server. */
export interface NFSVolumeSource {
  /** Host name or IP address of the server. */
  server: string;
  /** Path that the server exports. */
  path: string;
  /** If true, the volume is mounted read-only. Default false. */
  readOnly?: boolean;
}

export interface ISCSIVolumeSource {
  targetPortal: string;
  iqn: string;
  lun: number;
  iscsiInterface?: string;
  fsType?: string;
  readOnly?: boolean;
  portals?: string[];
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  secretRef?: LocalObjectReference;
  initiatorName?: string;
}

export interface ISCSIPersistentVolumeSource {
  targetPortal: string;
  iqn: string;
  lun: number;
  iscsiInterface?: string;
  fsType?: string;
  readOnly?: boolean;
  portals?: string[];
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  secretRef?: SecretReference;
  initiatorName?: string;
}

export interface FCVolumeSource {
  targetWWNs?: string[];
  lun?: number;
  fsType?: string;
  readOnly?: boolean;
  wwids?: string[];
}

export interface AzureFileVolumeSource {
  secretName: string;
  shareName: string;
  readOnly?: boolean;
}

export interface AzureFilePersistentVolumeSource {
  secretName: string;
  shareName: string;
  readOnly?: boolean;
  secretNamespace?: string;
}

export interface VsphereVirtualDiskVolumeSource {
  volumePath: string;
  fsType?: string;
  storagePolicyName?: string;
  storagePolicyID?: string;
}

export interface PhotonPersistentDiskVolumeSource {
  pdID: string;
  fsType?: string;
}

export interface AzureDiskVolumeSource {
  diskName: string;
  diskURI: string;
  cachingMode?: "None" | "ReadOnly" | "ReadWrite";
  fsType?: string;
  readOnly?: boolean;
  kind?: "Dedicated" | "Managed" | "Shared";
}

export interface PortworxVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
}

export interface ScaleIOVolumeSource {
  gateway: string;
  system: string;
  secretRef: LocalObjectReference;
  sslEnabled?: boolean;
  protectionDomain?: string;
  storagePool?: string;
  storageMode?: string;
  volumeName?: string;
  fsType?: string;
  readOnly?: boolean;
}

export interface ScaleIOPersistentVolumeSource {
  gateway: string;
  system: string;
  secretRef: SecretReference;
  sslEnabled?: boolean;
  protectionDomain?: string;
  storagePool?: string;
  storageMode?: string;
  volumeName?: string;
  fsType?: string;
  readOnly?: boolean;
}

export interface StorageOSVolumeSource {
  volumeName?: string;
  volumeNamespace?: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: LocalObjectReference;
}

export interface StorageOSPersistentVolumeSource {
  volumeName?: string;
  volumeNamespace?: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: ObjectReference;
}

/** Keys of a ConfigMap as files. */
export interface ConfigMapVolumeSource {
  /** Name of the ConfigMap. */
  name?: string;
  /** Keys to project, with the paths of their files. If empty, all keys. */
  items?: KeyToPath[];
  /** Mode bits of the files. Default 0644. */
  defaultMode?: number;
  /** If true, the ConfigMap or its keys can be absent. */
  optional?: boolean;
}

/** Keys of a ConfigMap as files of a projected volume. */
export interface ConfigMapProjection {
  /** Name of the ConfigMap. */
  name?: string;
  /** Keys to project, with the paths of their files. If empty, all keys. */
  items?: KeyToPath[];
  /** If true, the ConfigMap or its keys can be absent. */
  optional?: boolean;
}

/** Token of the pod's service account as a file. The node renews it before it expires. */
export interface ServiceAccountTokenProjection {
  /** Audience of the token. Default that of the server. */
  audience?: string;
  /** Requested lifetime in seconds. Default 3600, minimum 600. */
  expirationSeconds?: number;
  /** Path of the file, relative to the volume. Can't contain '..'. */
  path: string;
}

/** Certificates of cluster trust bundles as a file. */
export interface ClusterTrustBundleProjection {
  /** Name of one bundle. Can't be used with signerName and labelSelector. */
  name?: string;
  /** Signer whose bundles are combined. */
  signerName?: string;
  /** Selects among the bundles of the signer. If absent, none match; if empty, all match. */
  labelSelector?: metav1.LabelSelector;
  /** If true, the bundles can be absent. */
  optional?: boolean;
  /** Path of the file, relative to the volume. Can't contain '..'. */
  path: string;
}

/** Several sources in one directory. */
export interface ProjectedVolumeSource {
  /** Sources. Each entry sets one type of source. */
  sources?: VolumeProjection[];
  /** Mode bits of the files. Default 0644. */
  defaultMode?: number;
}

/** A source of a projected volume. Exactly one field is set. */
export interface VolumeProjection {
  /** Keys of a Secret. */
  secret?: SecretProjection;
  /** Fields of the pod. */
  downwardAPI?: DownwardAPIProjection;
  /** Keys of a ConfigMap. */
  configMap?: ConfigMapProjection;
  /** Token of the pod's service account. */
  serviceAccountToken?: ServiceAccountTokenProjection;
  /** Certificates of cluster trust bundles. */
  clusterTrustBundle?: ClusterTrustBundleProjection;
}

/** Maps a key to a file. */
export interface KeyToPath {
  /** Key to project. */
  key: string;
  /** Path of the file, relative to the volume. Can't contain '..'. */
  path: string;
  /** Mode bits of the file. If absent, the default mode of the volume. */
  mode?: number;
}

/** Local storage of a node. */
export interface LocalVolumeSource {
  /** Path of the device or directory on the node. */
  path: string;
  /** File system of the volume, for example ext4. */
  fsType?: string;
}

/** A persistent volume of a CSI driver. */
export interface CSIPersistentVolumeSource {
  /** Name of the driver. */
  driver: string;
  /** ID of the volume in the driver. */
  volumeHandle: string;
  /** If true, the volume is mounted read-only. Default false. */
  readOnly?: boolean;
  /** File system of the volume, for example ext4. */
  fsType?: string;
  /** Attributes of the volume, in the format of the driver. */
  volumeAttributes?: Record<string, string>;
  /** Secret for attaching and detaching the volume. */
  controllerPublishSecretRef?: SecretReference;
  /** Secret for staging the volume on a node. */
  nodeStageSecretRef?: SecretReference;
  /** Secret for mounting the volume. */
  nodePublishSecretRef?: SecretReference;
  /** Secret for expanding the volume. */
  controllerExpandSecretRef?: SecretReference;
  /** Secret for expanding the volume on a node. */
  nodeExpandSecretRef?: SecretReference;
}

/** A volume of a CSI driver that is created and deleted with the pod. */
export interface CSIVolumeSource {
  /** Name of the driver. */
  driver: string;
  /** If true, the volume is mounted read-only. Default false. */
  readOnly?: boolean;
  /** File system of the volume. If absent, the driver chooses one. */
  fsType?: string;
  /** Attributes of the volume, in the format of the driver. */
  volumeAttributes?: Record<string, string>;
  /** Secret that is passed to the driver when it mounts the volume. */
  nodePublishSecretRef?: LocalObjectReference;
}

/** The volume of a claim that is created and deleted with the pod. */
export interface EphemeralVolumeSource {
  /** Template of the claim, whose name is <pod>-<volume>. */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

/** Template of a claim. */
export interface PersistentVolumeClaimTemplate {
  /** Labels and annotations of the claim. Other metadata isn't allowed. */
  metadata?: metav1.ObjectMeta;
  /** Desired state of the claim. */
  spec: PersistentVolumeClaimSpec;
}

/** A network port of a container. */
export interface ContainerPort {
  /** Name of the port, unique in the pod. Services and probes can refer to it. */
  name?: string;
  /** Port number on the node. With hostNetwork it must equal containerPort. */
  hostPort?: number;
  /** Port number on the pod's IP address: 1 to 65535. */
  containerPort: number;
  /** TCP, UDP or SCTP. Default TCP. */
  protocol?: "SCTP" | "TCP" | "UDP";
  /** IP address of the node to which hostPort is bound. */
  hostIP?: string;
}

/** Mount of a volume of the pod in a container. */
export interface VolumeMount {
  /** Name of the volume. */
  name: string;
  /** If true, the volume is mounted read-only. Default false. */
  readOnly?: boolean;
  /** Whether submounts are read-only as well: Disabled, IfPossible or Enabled. Requires readOnly. Default Disabled. */
  recursiveReadOnly?: string;
  /** Path in the container at which the volume is mounted. Can't contain ':'. */
  mountPath: string;
  /** Path within the volume to mount. Default the root of the volume. */
  subPath?: string;
  /** How mounts propagate between node and container: None, HostToContainer or Bidirectional. Default None. */
  mountPropagation?: "Bidirectional" | "HostToContainer" | "None";
  /** Like subPath, with $(NAME) replaced by environment variables of the container. Can't be used with subPath. */
  subPathExpr?: string;
}

/** Mapping of a raw block volume into a container. */
export interface VolumeDevice {
  /** Name of a volume that is a claim. */
  name: string;
  /** Path of the device in the container. */
  devicePath: string;
}

/** An environment variable of a container. */
export interface EnvVar {
  /** Name of the variable. */
  name: string;
  /** Value of the variable. $(NAME) is replaced by the value of an earlier variable or service variable; $$(NAME) is the literal $(NAME). */
  value?: string;
  /** Source of the value. Can't be used with a value. */
  valueFrom?: EnvVarSource;
}

/** Source of the value of an environment variable. Exactly one field is set. */
export interface EnvVarSource {
  /** Field of the pod. */
  fieldRef?: ObjectFieldSelector;
  /** Resource request or limit of a container. */
  resourceFieldRef?: ResourceFieldSelector;
  /** Key of a ConfigMap. */
  configMapKeyRef?: ConfigMapKeySelector;
  /** Key of a Secret. */
  secretKeyRef?: SecretKeySelector;
}

/** Selects a field of the pod. */
export interface ObjectFieldSelector {
  /** Version of the schema in which the path is written. Default v1. */
  apiVersion?: string;
  /** Path of the field, for example metadata.name, metadata.labels['app'] or status.podIP. */
  fieldPath: string;
}

/** Selects a resource request or limit of a container. */
export interface ResourceFieldSelector {
  /** Name of the container. Required for volumes, optional for environment variables. */
  containerName?: string;
  /** Resource to select, for example limits.cpu or requests.memory. */
  resource: string;
  /** Unit in which the value is expressed. Default 1. */
  divisor?: string;
}

/** Selects a key of a ConfigMap. */
export interface ConfigMapKeySelector {
  /** Name of the ConfigMap. */
  name?: string;
  /** Key to select. */
  key: string;
  /** If true, the ConfigMap or its key can be absent. */
  optional?: boolean;
}

/** Selects a key of a Secret. */
export interface SecretKeySelector {
  /** Name of the Secret. */
  name?: string;
  /** Key to select. */
  key: string;
  /** If true, the Secret or its key can be absent. */
  optional?: boolean;
}

/** Source of environment variables: each key of a ConfigMap or Secret becomes a variable. */
export interface EnvFromSource {
  /** Text put before each key to form the name of the variable. */
  prefix?: string;
  /** ConfigMap that provides the variables. */
  configMapRef?: ConfigMapEnvSource;
  /** Secret that provides the variables. */
  secretRef?: SecretEnvSource;
}

/** Reference to a ConfigMap whose keys become environment variables. */
export interface ConfigMapEnvSource {
  /** Name of the ConfigMap. */
  name?: string;
  /** If true, the ConfigMap can be absent. */
  optional?: boolean;
}

/** Reference to a Secret whose keys become environment variables. */
export interface SecretEnvSource {
  /** Name of the Secret. */
  name?: string;
  /** If true, the Secret can be absent. */
  optional?: boolean;
}

/** A header of an HTTP request. */
export interface HTTPHeader {
  /** Name of the header. */
  name: string;
  /** Value of the header. */
  value: string;
}

/** An HTTP GET request to a container. */
export interface HTTPGetAction {
  /** Path of the request. Default /. */
  path?: string;
  /** Number or name of the port. */
  port: number | string;
  /** Host to connect to. Default the IP address of the pod. Set the Host header in httpHeaders. */
  host?: string;
  /** HTTP or HTTPS. Default HTTP. */
  scheme?: "HTTP" | "HTTPS";
  /** Additional headers of the request. A header can occur several times. */
  httpHeaders?: HTTPHeader[];
}

/** A TCP connection to a container. */
export interface TCPSocketAction {
  /** Number or name of the port. */
  port: number | string;
  /** Host to connect to. Default the IP address of the pod. */
  host?: string;
}

/** A call of the gRPC health service of a container. */
export interface GRPCAction {
  /** Port number. */
  port: number;
  /** Name of the service in the health request. Default empty. */
  service?: string;
}

/** A command in a container. */
export interface ExecAction {
  /** Program and arguments, run in the root directory of the container without a shell. Exit code 0 is success. */
  command?: string[];
}

/** A pause of a container. */
export interface SleepAction {
  /** Duration in seconds. */
  seconds: number;
}

/** A check of a container that runs periodically. Exactly one of exec, httpGet, tcpSocket and grpc is set. */
export interface Probe {
  /** Command that succeeds with exit code 0. */
  exec?: ExecAction;
  /** HTTP request that succeeds with a status from 200 to 399. */
  httpGet?: HTTPGetAction;
  /** TCP connection that succeeds when it is established. */
  tcpSocket?: TCPSocketAction;
  /** Call of the gRPC health service. */
  grpc?: GRPCAction;
  /** Seconds between the start of the container and the first probe. Default 0. */
  initialDelaySeconds?: number;
  /** Seconds after which a probe times out and fails. Default 1, minimum 1. */
  timeoutSeconds?: number;
  /** Seconds between probes. Default 10, minimum 1. */
  periodSeconds?: number;
  /** Consecutive successes after a failure for the probe to count as successful. Default 1. */
  successThreshold?: number;
  /** Consecutive failures after a success for the probe to count as failed. Default 3. */
  failureThreshold?: number;
  /** Seconds for a graceful shutdown after the probe failed. If absent, the value of the pod. */
  terminationGracePeriodSeconds?: number;
}

/** What happens to a container when one of its resources is resized. */
export interface ContainerResizePolicy {
  /** Resource to which the policy applies: cpu or memory. */
  resourceName: string;
  /** NotRequired, which resizes the running container, or RestartContainer. */
  restartPolicy: string;
}

/** Changes of the Linux capabilities of a container. */
export interface Capabilities {
  /** Capabilities to add. */
  add?: string[];
  /** Capabilities to drop. */
  drop?: string[];
}

/** Compute resources that a container or pod requires. */
export interface ResourceRequirements {
  /** Maximum amounts. Keys are resource names such as cpu, memory and ephemeral-storage. */
  limits?: Record<string, string>;
  /** Minimum amounts, which the scheduler reserves. Default the limits, if there are any. Keys are resource names such as cpu, memory and ephemeral-storage. */
  requests?: Record<string, string>;
  /** Resource claims of the pod that the container uses. Immutable. */
  claims?: ResourceClaim[];
}

/** Storage resources that a volume requires. */
export interface VolumeResourceRequirements {
  /** Maximum amounts. */
  limits?: Record<string, string>;
  /** Minimum amounts; the key storage is the size. */
  requests?: Record<string, string>;
}

/** Request for devices, which are allocated for the pods that use the claim. */
export interface ResourceClaim {
  name: string;
  request?: string;
}

/** A container of a pod. */
export interface Container {
  /** Name of the container, unique in the pod. A DNS label. Immutable. */
  name: string;
  /** Container image to run. */
  image?: string;
  /** Entry point, run without a shell. If absent, that of the image. $(NAME) is replaced by environment variables. */
  command?: string[];
  /** Arguments of the entry point. If absent, those of the image. $(NAME) is replaced by environment variables. */
  args?: string[];
  /** Working directory. If absent, that of the image. */
  workingDir?: string;
  /** Ports that the container exposes. Informative: ports that aren't listed can be reachable as well. */
  ports?: ContainerPort[];
  /** ConfigMaps and Secrets whose keys become environment variables. Values in env take precedence. */
  envFrom?: EnvFromSource[];
  /** Environment variables. */
  env?: EnvVar[];
  /** Compute resources that the container requires. */
  resources?: ResourceRequirements;
  /** Whether the container restarts when a resource is resized, by resource. */
  resizePolicy?: ContainerResizePolicy[];
  /** Restart policy of an init container. The only value is Always, which makes it a sidecar that runs until the pod ends. */
  restartPolicy?: string;
  /** Volumes to mount, and the paths at which they are mounted. */
  volumeMounts?: VolumeMount[];
  /** Raw block volumes to map, and the paths of their devices. */
  volumeDevices?: VolumeDevice[];
  /** Probe that determines whether the container is alive. If it fails, the container is restarted. */
  livenessProbe?: Probe;
  /** Probe that determines whether the container is ready. While it fails, services don't send traffic to the pod. */
  readinessProbe?: Probe;
  /** Probe that determines whether the container has started. Other probes wait for it. If it fails, the container is restarted. */
  startupProbe?: Probe;
  /** Actions when the container starts or stops. */
  lifecycle?: Lifecycle;
  /** File from which the termination message is read. Default /dev/termination-log. */
  terminationMessagePath?: string;
  /** Source of the termination message: File, or FallbackToLogsOnError, which uses the log of a failed container if the file is empty. Default File. */
  terminationMessagePolicy?: "FallbackToLogsOnError" | "File";
  /** When the image is pulled: Always, IfNotPresent or Never. Default Always for the tag latest, else IfNotPresent. */
  imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
  /** Security settings of the container. They take precedence over those of the pod. */
  securityContext?: SecurityContext;
  /** If true, the container has a standard input to which clients can attach. Default false. */
  stdin?: boolean;
  /** If true, the standard input is closed when the first client detaches. Default false. */
  stdinOnce?: boolean;
  /** If true, the container has a terminal. Requires stdin. Default false. */
  tty?: boolean;
}

export interface ProbeHandler {
  exec?: ExecAction;
  httpGet?: HTTPGetAction;
  tcpSocket?: TCPSocketAction;
  grpc?: GRPCAction;
}

/** An action of a container's life cycle. Exactly one field is set. */
export interface LifecycleHandler {
  /** Command to run in the container. */
  exec?: ExecAction;
  /** HTTP request to perform. */
  httpGet?: HTTPGetAction;
  /** Deprecated. Not supported as a life cycle action. */
  tcpSocket?: TCPSocketAction;
  /** Pause. */
  sleep?: SleepAction;
}

/** Actions that the node performs when a container starts or stops. */
export interface Lifecycle {
  /** Action right after the container was created. If it fails, the container is stopped. */
  postStart?: LifecycleHandler;
  /** Action before the container is stopped. Its duration counts towards the grace period. */
  preStop?: LifecycleHandler;
  /** Signal that stops the container. If absent, the default of the image or runtime. */
  stopSignal?: "SIGABRT" | "SIGALRM" | "SIGBUS" | "SIGCHLD" | "SIGCLD" | "SIGCONT" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGIO" | "SIGIOT" | "SIGKILL" | "SIGPIPE" | "SIGPOLL" | "SIGPROF" | "SIGPWR" | "SIGQUIT" | "SIGRTMAX" | "SIGRTMAX-1" | "SIGRTMAX-10" | "SIGRTMAX-11" | "SIGRTMAX-12" | "SIGRTMAX-13" | "SIGRTMAX-14" | "SIGRTMAX-2" | "SIGRTMAX-3" | "SIGRTMAX-4" | "SIGRTMAX-5" | "SIGRTMAX-6" | "SIGRTMAX-7" | "SIGRTMAX-8" | "SIGRTMAX-9" | "SIGRTMIN" | "SIGRTMIN+1" | "SIGRTMIN+10" | "SIGRTMIN+11" | "SIGRTMIN+12" | "SIGRTMIN+13" | "SIGRTMIN+14" | "SIGRTMIN+15" | "SIGRTMIN+2" | "SIGRTMIN+3" | "SIGRTMIN+4" | "SIGRTMIN+5" | "SIGRTMIN+6" | "SIGRTMIN+7" | "SIGRTMIN+8" | "SIGRTMIN+9" | "SIGSEGV" | "SIGSTKFLT" | "SIGSTOP" | "SIGSYS" | "SIGTERM" | "SIGTRAP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU" | "SIGURG" | "SIGUSR1" | "SIGUSR2" | "SIGVTALRM" | "SIGWINCH" | "SIGXCPU" | "SIGXFSZ";
}

/** State of a container that isn't running yet. */
export interface ContainerStateWaiting {
  /** Machine-readable cause, for example ImagePullBackOff. */
  reason?: string;
  /** Human-readable details. */
  message?: string;
}

/** State of a running container. */
export interface ContainerStateRunning {
  /** Time of the last start or restart. */
  startedAt?: string | null;
}

/** State of a terminated container. */
export interface ContainerStateTerminated {
  /** Exit code of the container. */
  exitCode: number;
  /** Signal that terminated the container. */
  signal?: number;
  /** Machine-readable cause, for example Completed, Error or OOMKilled. */
  reason?: string;
  /** Termination message of the container. */
  message?: string;
  /** Time of the start. */
  startedAt?: string | null;
  /** Time of the termination. */
  finishedAt?: string | null;
  /** ID of the container, with the runtime as scheme: <runtime>://<id>. */
  containerID?: string;
}

/** State of a container. At most one field is set; the default is waiting. */
export interface ContainerState {
  /** The container isn't running yet. */
  waiting?: ContainerStateWaiting;
  /** The container is running. */
  running?: ContainerStateRunning;
  /** The container has terminated. */
  terminated?: ContainerStateTerminated;
}

/** Observed state of a container. */
export interface ContainerStatus {
  /** Name of the container. */
  name: string;
  /** Current state. */
  state?: ContainerState;
  /** State before the last restart. */
  lastState?: ContainerState;
  /** True if the container passes its readiness probe. */
  ready: boolean;
  /** Number of restarts. */
  restartCount: number;
  /** Image that the container runs. */
  image: string;
  /** Digest or ID of the image. */
  imageID: string;
  /** ID of the container, with the runtime as scheme: <runtime>://<id>. */
  containerID?: string;
  /** True if the container has started and passed its startup probe. */
  started?: boolean;
  /** Resources that the node has allocated. */
  allocatedResources?: Record<string, string>;
  /** Requests and limits that are in effect. */
  resources?: ResourceRequirements;
  /** Statuses of the volume mounts. */
  volumeMounts?: VolumeMountStatus[];
  /** Identity of the first process of the container. */
  user?: ContainerUser;
  /** Health of the allocated devices. */
  allocatedResourcesStatus?: ResourceStatus[];
  /** Signal that stops the container. */
  stopSignal?: "SIGABRT" | "SIGALRM" | "SIGBUS" | "SIGCHLD" | "SIGCLD" | "SIGCONT" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGIO" | "SIGIOT" | "SIGKILL" | "SIGPIPE" | "SIGPOLL" | "SIGPROF" | "SIGPWR" | "SIGQUIT" | "SIGRTMAX" | "SIGRTMAX-1" | "SIGRTMAX-10" | "SIGRTMAX-11" | "SIGRTMAX-12" | "SIGRTMAX-13" | "SIGRTMAX-14" | "SIGRTMAX-2" | "SIGRTMAX-3" | "SIGRTMAX-4" | "SIGRTMAX-5" | "SIGRTMAX-6" | "SIGRTMAX-7" | "SIGRTMAX-8" | "SIGRTMAX-9" | "SIGRTMIN" | "SIGRTMIN+1" | "SIGRTMIN+10" | "SIGRTMIN+11" | "SIGRTMIN+12" | "SIGRTMIN+13" | "SIGRTMIN+14" | "SIGRTMIN+15" | "SIGRTMIN+2" | "SIGRTMIN+3" | "SIGRTMIN+4" | "SIGRTMIN+5" | "SIGRTMIN+6" | "SIGRTMIN+7" | "SIGRTMIN+8" | "SIGRTMIN+9" | "SIGSEGV" | "SIGSTKFLT" | "SIGSTOP" | "SIGSYS" | "SIGTERM" | "SIGTRAP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU" | "SIGURG" | "SIGUSR1" | "SIGUSR2" | "SIGVTALRM" | "SIGWINCH" | "SIGXCPU" | "SIGXFSZ";
}

export interface ResourceStatus {
  name: string;
  resources?: ResourceHealth[];
}

export interface ResourceHealth {
  resourceID: string;
  health?: string;
}

export interface ContainerUser {
  linux?: LinuxContainerUser;
}

export interface LinuxContainerUser {
  uid: number;
  gid: number;
  supplementalGroups?: number[];
}

/** One aspect of the current state of a pod. */
export interface PodCondition {
  /** Type of the condition. */
  type: string;
  /** Generation of the pod for which the condition was determined. */
  observedGeneration?: number;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the condition was last checked. */
  lastProbeTime?: string | null;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

export interface VolumeMountStatus {
  name: string;
  mountPath: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
}

/** Selects nodes. A node matches if it matches any of the terms. */
export interface NodeSelector {
  /** Terms of the selector. */
  nodeSelectorTerms: NodeSelectorTerm[];
}

/** Requirements on a node, which must all match. An empty term matches no nodes. */
export interface NodeSelectorTerm {
  /** Requirements on labels. */
  matchExpressions?: NodeSelectorRequirement[];
  /** Requirements on fields: only metadata.name. */
  matchFields?: NodeSelectorRequirement[];
}

/** Requirement on one label or field of a node. */
export interface NodeSelectorRequirement {
  /** Key of the label or path of the field. */
  key: string;
  /** In, NotIn, Exists, DoesNotExist, Gt or Lt. */
  operator: "DoesNotExist" | "Exists" | "Gt" | "In" | "Lt" | "NotIn";
  /** Values to compare with. Required for In and NotIn, empty for Exists and DoesNotExist, one integer for Gt and Lt. */
  values?: string[];
}

/** Selects topology by node labels. */
export interface TopologySelectorTerm {
  /** Requirements, which must all match. */
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}

/** Requirement on one node label. */
export interface TopologySelectorLabelRequirement {
  /** Key of the label. */
  key: string;
  /** Allowed values: the label must have one of them. */
  values: string[];
}

/** Scheduling constraints of a pod. */
export interface Affinity {
  /** Constraints on the labels of the node. */
  nodeAffinity?: NodeAffinity;
  /** Pods near which the pod is scheduled. */
  podAffinity?: PodAffinity;
  /** Pods near which the pod isn't scheduled. */
  podAntiAffinity?: PodAntiAffinity;
}

/** Pods near which a pod is scheduled. */
export interface PodAffinity {
  /** Requirements that must hold when the pod is scheduled. Later changes don't evict the pod. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** Weighted preferences. The node with the highest sum of matching weights is preferred. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** Pods near which a pod isn't scheduled. */
export interface PodAntiAffinity {
  /** Requirements that must hold when the pod is scheduled. Later changes don't evict the pod. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** Weighted preferences. The node with the highest sum of matching weights is preferred. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** A pod affinity term with a weight. */
export interface WeightedPodAffinityTerm {
  /** Weight of the term: 1 to 100. */
  weight: number;
  /** Term that the node should match. */
  podAffinityTerm: PodAffinityTerm;
}

/** Selects pods, and defines which nodes count as near to them. */
export interface PodAffinityTerm {
  /** Selects the pods by their labels. If absent, no pods match. */
  labelSelector?: metav1.LabelSelector;
  /** Namespaces of the pods. If empty, with no namespaceSelector, the namespace of the pod. */
  namespaces?: string[];
  /** Node label: nodes with the same value form one topology domain. Required. */
  topologyKey: string;
  /** Selects namespaces by their labels, in addition to namespaces. */
  namespaceSelector?: metav1.LabelSelector;
  /** Keys of labels for which the pods must have the same value as the new pod. */
  matchLabelKeys?: string[];
  /** Keys of labels for which the pods must have another value than the new pod. */
  mismatchLabelKeys?: string[];
}

/** Scheduling constraints on the labels of the node. */
export interface NodeAffinity {
  /** Requirements that must hold when the pod is scheduled. Later changes don't evict the pod. */
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  /** Weighted preferences. The node with the highest sum of matching weights is preferred. */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

/** A node selector term with a weight. */
export interface PreferredSchedulingTerm {
  /** Weight of the term: 1 to 100. */
  weight: number;
  /** Term that the node should match. */
  preference: NodeSelectorTerm;
}

/** Repels pods without a matching toleration from a node. */
export interface Taint {
  /** Key of the taint. */
  key: string;
  /** Value of the taint. */
  value?: string;
  /** NoSchedule, PreferNoSchedule or NoExecute, which also evicts running pods. */
  effect: "NoExecute" | "NoSchedule" | "PreferNoSchedule";
  /** Time at which the taint was added. */
  timeAdded?: string | null;
}

/** Allows a pod to run on nodes with matching taints. */
export interface Toleration {
  /** Key of the taint. If empty, with the operator Exists, all taints match. */
  key?: string;
  /** Exists, or Equal, which compares the value. Default Equal. */
  operator?: "Equal" | "Exists";
  /** Value of the taint. Must be empty for the operator Exists. */
  value?: string;
  /** Effect of the taint: NoSchedule, PreferNoSchedule or NoExecute. If empty, all effects match. */
  effect?: "NoExecute" | "NoSchedule" | "PreferNoSchedule";
  /** Seconds for which the pod stays on a node with a NoExecute taint. If absent, the pod is never evicted. */
  tolerationSeconds?: number;
}

/** A condition that must be True for the pod to be ready. */
export interface PodReadinessGate {
  /** Type of the condition. */
  conditionType: string;
}

/** Desired state of a pod. */
export interface PodSpec {
  /** Volumes that the containers can mount. */
  volumes?: Volume[];
  /** Containers that run one after another before the others start. Those with restartPolicy Always keep running as sidecars. */
  initContainers?: Container[];
  /** Containers of the pod. At least one. Containers can't be added or removed later. */
  containers: Container[];
  /** Containers for debugging. Added through the subresource ephemeralcontainers. */
  ephemeralContainers?: EphemeralContainer[];
  /** When containers are restarted: Always, OnFailure or Never. Default Always. */
  restartPolicy?: "Always" | "Never" | "OnFailure";
  /** Seconds that the processes have for a graceful shutdown. 0 stops them immediately. Default 30. */
  terminationGracePeriodSeconds?: number;
  /** Seconds after which the pod is stopped and marked as failed. If absent, no limit. */
  activeDeadlineSeconds?: number;
  /** DNS policy: ClusterFirst, ClusterFirstWithHostNet, Default or None. Default ClusterFirst. */
  dnsPolicy?: "ClusterFirst" | "ClusterFirstWithHostNet" | "Default" | "None";
  /** Labels that the node must have. */
  nodeSelector?: Record<string, string>;
  /** Service account of the pod. Default default. */
  serviceAccountName?: string;
  /** Deprecated: use serviceAccountName. */
  serviceAccount?: string;
  /** Whether a token of the service account is mounted. Overrides the service account. */
  automountServiceAccountToken?: boolean;
  /** Node of the pod. Empty until the pod is scheduled. */
  nodeName?: string;
  /** If true, the pod uses the network namespace of the node. Default false. */
  hostNetwork?: boolean;
  /** If true, the pod uses the process namespace of the node. Default false. */
  hostPID?: boolean;
  /** If true, the pod uses the IPC namespace of the node. Default false. */
  hostIPC?: boolean;
  /** If true, all containers share one process namespace. Default false. */
  shareProcessNamespace?: boolean;
  /** Security settings of the pod, and defaults for its containers. */
  securityContext?: PodSecurityContext;
  /** Secrets with registry credentials for the images. */
  imagePullSecrets?: LocalObjectReference[];
  /** Host name of the pod. Default its name. */
  hostname?: string;
  /** Subdomain of the pod: its full name is <hostname>.<subdomain>.<namespace>.svc.<cluster domain>. */
  subdomain?: string;
  /** Scheduling constraints on nodes and on other pods. */
  affinity?: Affinity;
  /** Scheduler that assigns the pod to a node. Default default-scheduler. */
  schedulerName?: string;
  /** Tolerations of node taints. */
  tolerations?: Toleration[];
  /** Additional entries of /etc/hosts. */
  hostAliases?: HostAlias[];
  /** Priority class of the pod. If absent, the global default class, or priority 0. */
  priorityClassName?: string;
  /** Priority of the pod. Higher numbers are more important. Set from the priority class. */
  priority?: number;
  /** DNS settings, merged with the settings of dnsPolicy. */
  dnsConfig?: PodDNSConfig;
  /** Additional conditions that must be True for the pod to be ready. */
  readinessGates?: PodReadinessGate[];
  /** Runtime class that runs the pod. If absent, the default runtime. */
  runtimeClassName?: string;
  /** Whether services of the namespace are injected as environment variables. Default true. */
  enableServiceLinks?: boolean;
  /** Whether the pod can preempt pods with a lower priority. Set from the priority class. */
  preemptionPolicy?: "Never" | "PreemptLowerPriority";
  /** Overhead of the runtime class, by resource name. Set during admission. */
  overhead?: Record<string, string>;
  /** How pods are spread over zones, nodes and other topology domains. */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /** If true, the host name of the kernel is the fully qualified name. Default false. */
  setHostnameAsFQDN?: boolean;
  /** Operating system of the containers. Restricts some fields of the pod. */
  os?: PodOS;
  /** If false, the pod has its own user namespace. Default true. */
  hostUsers?: boolean;
  /** Gates that must be removed before the pod is scheduled. Can be set only at creation. */
  schedulingGates?: PodSchedulingGate[];
  /** Resource claims whose devices the containers can use. Immutable. */
  resourceClaims?: PodResourceClaim[];
  /** Compute resources of the pod as a whole, which its containers share. */
  resources?: ResourceRequirements;
}

/** A resource claim of a pod. Either resourceClaimName or resourceClaimTemplateName is set. */
export interface PodResourceClaim {
  /** Name by which containers refer to the claim. A DNS label, unique in the pod. */
  name: string;
  /** Name of a claim in the same namespace. */
  resourceClaimName?: string;
  /** Name of the template from which a claim is created for the pod. */
  resourceClaimTemplateName?: string;
}

export interface PodResourceClaimStatus {
  name: string;
  resourceClaimName?: string;
}

/** The operating system of a pod. */
export interface PodOS {
  /** linux or windows. */
  name: string;
}

/** Prevents the scheduling of a pod until it is removed. */
export interface PodSchedulingGate {
  /** Name of the gate, unique in the pod. */
  name: string;
}

/** Spreads matching pods over topology domains. */
export interface TopologySpreadConstraint {
  /** Maximum difference of the number of matching pods between two domains. At least 1. */
  maxSkew: number;
  /** Node label: nodes with the same value form one topology domain. */
  topologyKey: string;
  /** What happens if a pod can't satisfy the constraint: DoNotSchedule, or ScheduleAnyway, which prefers the smallest skew. */
  whenUnsatisfiable: "DoNotSchedule" | "ScheduleAnyway";
  /** Selects the pods that are counted. */
  labelSelector?: metav1.LabelSelector;
  /** Minimum number of domains. With fewer, the global minimum counts as 0. */
  minDomains?: number;
  /** Whether nodes that the pod's node affinity excludes are left out: Honor or Ignore. Default Honor. */
  nodeAffinityPolicy?: "Honor" | "Ignore";
  /** Whether nodes with taints that the pod doesn't tolerate are left out: Honor or Ignore. Default Ignore. */
  nodeTaintsPolicy?: "Honor" | "Ignore";
  /** Keys of labels for which the pods must have the same value as the new pod. */
  matchLabelKeys?: string[];
}

/** An entry of /etc/hosts. */
export interface HostAlias {
  /** IP address. */
  ip: string;
  /** Host names of the address. */
  hostnames?: string[];
}

/** Security settings of a pod, and defaults for its containers. */
export interface PodSecurityContext {
  /** SELinux context. If absent, the runtime chooses one. */
  seLinuxOptions?: SELinuxOptions;
  /** Settings for Windows containers. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** User ID of the processes. If absent, the user of the image. */
  runAsUser?: number;
  /** Primary group ID of the processes. If absent, the default of the runtime. */
  runAsGroup?: number;
  /** If true, containers that would run as user 0 aren't started. */
  runAsNonRoot?: boolean;
  /** Additional group IDs of the processes. */
  supplementalGroups?: number[];
  /** Whether group memberships of the image apply as well: Merge or Strict. Default Merge. */
  supplementalGroupsPolicy?: "Merge" | "Strict";
  /** Group ID that owns the volumes, for volume types that support it. */
  fsGroup?: number;
  /** Namespaced kernel parameters to set. */
  sysctls?: Sysctl[];
  /** When the ownership of a volume is changed: OnRootMismatch or Always. Default Always. */
  fsGroupChangePolicy?: "Always" | "OnRootMismatch";
  /** Seccomp profile, which restricts the system calls. */
  seccompProfile?: SeccompProfile;
  /** AppArmor profile. */
  appArmorProfile?: AppArmorProfile;
  /** How volumes get the SELinux label: MountOption or Recursive. Default MountOption. */
  seLinuxChangePolicy?: string;
}

/** Seccomp profile, which restricts the system calls of processes. */
export interface SeccompProfile {
  /** RuntimeDefault, Localhost or Unconfined. */
  type: "Localhost" | "RuntimeDefault" | "Unconfined";
  /** Path of the profile file on the node. Required for type Localhost, else not allowed. */
  localhostProfile?: string;
}

/** AppArmor profile, which restricts processes. */
export interface AppArmorProfile {
  /** RuntimeDefault, Localhost or Unconfined. */
  type: "Localhost" | "RuntimeDefault" | "Unconfined";
  /** Name of a profile loaded on the node. Required for type Localhost, else not allowed. */
  localhostProfile?: string;
}

/** DNS settings of a pod, merged with the settings of its DNS policy. */
export interface PodDNSConfig {
  /** IP addresses of name servers. */
  nameservers?: string[];
  /** Search domains for host names. */
  searches?: string[];
  /** Options of the resolver. */
  options?: PodDNSConfigOption[];
}

/** An option of the DNS resolver. */
export interface PodDNSConfigOption {
  /** Name of the option. */
  name?: string;
  /** Value of the option. */
  value?: string;
}

/** An IP address of a pod. */
export interface PodIP {
  /** IP address. */
  ip: string;
}

/** An IP address of a node. */
export interface HostIP {
  /** IP address. */
  ip: string;
}

export interface EphemeralContainerCommon {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  ports?: ContainerPort[];
  envFrom?: EnvFromSource[];
  env?: EnvVar[];
  resources?: ResourceRequirements;
  resizePolicy?: ContainerResizePolicy[];
  restartPolicy?: string;
  volumeMounts?: VolumeMount[];
  volumeDevices?: VolumeDevice[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  lifecycle?: Lifecycle;
  terminationMessagePath?: string;
  terminationMessagePolicy?: "FallbackToLogsOnError" | "File";
  imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
  securityContext?: SecurityContext;
  stdin?: boolean;
  stdinOnce?: boolean;
  tty?: boolean;
}

/** A container that is added to a running pod for debugging. It is never restarted. */
export interface EphemeralContainer {
  /** Name of the container, unique in the pod. A DNS label. Immutable. */
  name: string;
  /** Container image to run. */
  image?: string;
  /** Entry point, run without a shell. If absent, that of the image. $(NAME) is replaced by environment variables. */
  command?: string[];
  /** Arguments of the entry point. If absent, those of the image. $(NAME) is replaced by environment variables. */
  args?: string[];
  /** Working directory. If absent, that of the image. */
  workingDir?: string;
  /** Ports that the container exposes. Informative: ports that aren't listed can be reachable as well. */
  ports?: ContainerPort[];
  /** ConfigMaps and Secrets whose keys become environment variables. Values in env take precedence. */
  envFrom?: EnvFromSource[];
  /** Environment variables. */
  env?: EnvVar[];
  /** Compute resources that the container requires. */
  resources?: ResourceRequirements;
  /** Whether the container restarts when a resource is resized, by resource. */
  resizePolicy?: ContainerResizePolicy[];
  /** Restart policy of an init container. The only value is Always, which makes it a sidecar that runs until the pod ends. */
  restartPolicy?: string;
  /** Volumes to mount, and the paths at which they are mounted. */
  volumeMounts?: VolumeMount[];
  /** Raw block volumes to map, and the paths of their devices. */
  volumeDevices?: VolumeDevice[];
  /** Probe that determines whether the container is alive. If it fails, the container is restarted. */
  livenessProbe?: Probe;
  /** Probe that determines whether the container is ready. While it fails, services don't send traffic to the pod. */
  readinessProbe?: Probe;
  /** Probe that determines whether the container has started. Other probes wait for it. If it fails, the container is restarted. */
  startupProbe?: Probe;
  /** Actions when the container starts or stops. */
  lifecycle?: Lifecycle;
  /** File from which the termination message is read. Default /dev/termination-log. */
  terminationMessagePath?: string;
  /** Source of the termination message: File, or FallbackToLogsOnError, which uses the log of a failed container if the file is empty. Default File. */
  terminationMessagePolicy?: "FallbackToLogsOnError" | "File";
  /** When the image is pulled: Always, IfNotPresent or Never. Default Always for the tag latest, else IfNotPresent. */
  imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
  /** Security settings of the container. They take precedence over those of the pod. */
  securityContext?: SecurityContext;
  /** If true, the container has a standard input to which clients can attach. Default false. */
  stdin?: boolean;
  /** If true, the standard input is closed when the first client detaches. Default false. */
  stdinOnce?: boolean;
  /** If true, the container has a terminal. Requires stdin. Default false. */
  tty?: boolean;
  /** Container whose process namespace is shared. If absent, that of the pod. */
  targetContainerName?: string;
}

/** Observed state of a pod, reported by its node. It can lag behind. */
export interface PodStatus {
  /** Generation of the pod that the node last processed. */
  observedGeneration?: number;
  /** Summary of the life cycle: Pending, Running, Succeeded, Failed or Unknown. */
  phase?: "Failed" | "Pending" | "Running" | "Succeeded" | "Unknown";
  /** Conditions of the pod, for example PodScheduled, Initialized, ContainersReady and Ready. */
  conditions?: PodCondition[];
  /** Human-readable details of the current state. */
  message?: string;
  /** Machine-readable cause of the current state, for example Evicted. */
  reason?: string;
  /** Node on which pods are being preempted for this pod. The pod can still go to another node. */
  nominatedNodeName?: string;
  /** Primary IP address of the node. */
  hostIP?: string;
  /** IP addresses of the node. The first equals hostIP. */
  hostIPs?: HostIP[];
  /** Primary IP address of the pod. Empty until allocated. */
  podIP?: string;
  /** IP addresses of the pod, at most one for each IP family. The first equals podIP. */
  podIPs?: PodIP[];
  /** Time at which the node accepted the pod, before images were pulled. */
  startTime?: string | null;
  /** Statuses of the init containers. */
  initContainerStatuses?: ContainerStatus[];
  /** Statuses of the containers. */
  containerStatuses?: ContainerStatus[];
  /** Quality of service class, derived from the resources: Guaranteed, Burstable or BestEffort. */
  qosClass?: "BestEffort" | "Burstable" | "Guaranteed";
  /** Statuses of the ephemeral containers. */
  ephemeralContainerStatuses?: ContainerStatus[];
  /** Deprecated: use the conditions PodResizePending and PodResizeInProgress. Progress of a resize. */
  resize?: string;
  /** Resource claims that were created from templates for the pod. */
  resourceClaimStatuses?: PodResourceClaimStatus[];
}

export interface PodStatusResult {
  kind: "PodStatusResult";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  status?: PodStatus;
}

/** A group of containers that run together on one node and share its network and volumes. */
export interface Pod {
  kind: "Pod";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: PodSpec;
  status?: PodStatus;
}

export interface PodList {
  kind: "PodList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Pod[];
}

/** Template of a pod. */
export interface PodTemplateSpec {
  /** Metadata of the pods, such as labels and annotations. */
  metadata?: metav1.ObjectMeta;
  /** Desired state of the pods. */
  spec?: PodSpec;
}

/** A template from which pods are created. */
export interface PodTemplate {
  kind: "PodTemplate";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Template of the pods. */
  template?: PodTemplateSpec;
}

export interface PodTemplateList {
  kind: "PodTemplateList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: PodTemplate[];
}

/** Desired state of a replication controller. */
export interface ReplicationControllerSpec {
  /** Desired number of pods. Default 1. */
  replicas?: number;
  /** Seconds for which a new pod must be ready to count as available. Default 0. */
  minReadySeconds?: number;
  /** Labels of the pods. Default the labels of the template. */
  selector?: Record<string, string>;
  /** Template from which pods are created. */
  template?: PodTemplateSpec;
}

/** Observed state of a replication controller. */
export interface ReplicationControllerStatus {
  /** Number of pods. */
  replicas: number;
  /** Number of pods with all labels of the template. */
  fullyLabeledReplicas?: number;
  /** Number of ready pods. */
  readyReplicas?: number;
  /** Number of pods that have been ready for at least minReadySeconds. */
  availableReplicas?: number;
  /** Generation of the object that the controller last processed. */
  observedGeneration?: number;
  /** Conditions that describe the current state. */
  conditions?: ReplicationControllerCondition[];
}

/** One aspect of the current state of a replication controller. */
export interface ReplicationControllerCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

/** Runs a given number of identical pods. Prefer deployments, which replace it. */
export interface ReplicationController {
  kind: "ReplicationController";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ReplicationControllerSpec;
  status?: ReplicationControllerStatus;
}

export interface ReplicationControllerList {
  kind: "ReplicationControllerList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ReplicationController[];
}

/** Settings of session affinity. */
export interface SessionAffinityConfig {
  /** Settings of session affinity by client IP address. */
  clientIP?: ClientIPConfig;
}

/** Settings of session affinity by client IP address. */
export interface ClientIPConfig {
  /** Seconds for which a client stays with the same pod: 1 to 86400. Default 10800. */
  timeoutSeconds?: number;
}

/** Observed state of a service. */
export interface ServiceStatus {
  /** Status of the load balancer. */
  loadBalancer?: LoadBalancerStatus;
  /** Conditions that describe the current state. */
  conditions?: metav1.Condition[];
}

/** Status of a load balancer. */
export interface LoadBalancerStatus {
  /** Addresses of the load balancer. */
  ingress?: LoadBalancerIngress[];
}

/** An address of a load balancer. Either ip or hostname is set. */
export interface LoadBalancerIngress {
  /** IP address. */
  ip?: string;
  /** DNS name. */
  hostname?: string;
  /** Destination address of delivered packets: VIP for that of the load balancer, Proxy for that of the node or pod. */
  ipMode?: string;
  /** Statuses of the ports. */
  ports?: PortStatus[];
}

/** Desired state of a service. */
export interface ServiceSpec {
  /** Ports of the service. */
  ports?: ServicePort[];
  /** Labels of the pods that receive the traffic. If empty, the endpoints are managed externally. */
  selector?: Record<string, string>;
  /** IP address in the cluster, or None for a headless service. Allocated by the server if absent. */
  clusterIP?: string;
  /** IP addresses in the cluster, at most one for each IP family. The first equals clusterIP. */
  clusterIPs?: string[];
  /** ClusterIP, NodePort, LoadBalancer or ExternalName. Default ClusterIP. */
  type?: "ClusterIP" | "ExternalName" | "LoadBalancer" | "NodePort";
  /** Additional IP addresses at which nodes accept traffic. Routing them is up to the user. */
  externalIPs?: string[];
  /** Whether a client always gets the same pod: ClientIP or None. Default None. */
  sessionAffinity?: "ClientIP" | "None";
  /** Deprecated. Requested IP address of the load balancer. Not all implementations support it. */
  loadBalancerIP?: string;
  /** Client address ranges that can use the load balancer, if it supports them. */
  loadBalancerSourceRanges?: string[];
  /** DNS name that the service is an alias of, for the type ExternalName. */
  externalName?: string;
  /** Whether external traffic can go to other nodes: Cluster or Local. Default Cluster. */
  externalTrafficPolicy?: "Cluster" | "Local";
  /** Node port at which load balancers check whether the node has pods of the service. */
  healthCheckNodePort?: number;
  /** If true, DNS and endpoints include pods that aren't ready. Default false. */
  publishNotReadyAddresses?: boolean;
  /** Settings of session affinity. */
  sessionAffinityConfig?: SessionAffinityConfig;
  /** IP families: IPv4, IPv6. The first one is primary. */
  ipFamilies?: ("" | "IPv4" | "IPv6")[];
  /** SingleStack, PreferDualStack or RequireDualStack. Default SingleStack. */
  ipFamilyPolicy?: "PreferDualStack" | "RequireDualStack" | "SingleStack";
  /** Whether node ports are allocated for the type LoadBalancer. Default true. */
  allocateLoadBalancerNodePorts?: boolean;
  /** Class of the load balancer. If absent, the default implementation. Immutable once set. */
  loadBalancerClass?: string;
  /** Whether internal traffic can go to other nodes: Cluster or Local. Default Cluster. */
  internalTrafficPolicy?: "Cluster" | "Local";
  /** Preference among endpoints, for example PreferClose. */
  trafficDistribution?: string;
}

/** A port of a service. */
export interface ServicePort {
  /** Name of the port, unique in the service. Required if there are several ports. */
  name?: string;
  /** TCP, UDP or SCTP. Default TCP. */
  protocol?: "SCTP" | "TCP" | "UDP";
  /** Application protocol, as an IANA service name or a prefixed name such as example.com/protocol. */
  appProtocol?: string;
  /** Port number of the service. */
  port: number;
  /** Number or name of the port on the pods. Default the value of port. */
  targetPort?: number | string;
  /** Port number on every node, for the types NodePort and LoadBalancer. Allocated by the server if absent. */
  nodePort?: number;
}

/** A stable name, address and set of ports for a changing group of pods. */
export interface Service {
  kind: "Service";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ServiceSpec;
  status?: ServiceStatus;
}

export interface ServiceList {
  kind: "ServiceList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Service[];
}

/** Identity of the processes of pods in the API. */
export interface ServiceAccount {
  kind: "ServiceAccount";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Secrets that pods of the account can use, if the account restricts them by annotation. */
  secrets?: ObjectReference[];
  /** Secrets with the registry credentials for the images of pods of the account. */
  imagePullSecrets?: LocalObjectReference[];
  /** Whether pods of the account get a mounted token by default. Pods can override it. */
  automountServiceAccountToken?: boolean;
}

export interface ServiceAccountList {
  kind: "ServiceAccountList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ServiceAccount[];
}

/** Network endpoints of a service. Deprecated: use EndpointSlice, which supports services with many endpoints and dual-stack. */
export interface Endpoints {
  kind: "Endpoints";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Endpoints, grouped by the ports that they expose. */
  subsets?: EndpointSubset[];
}

/** Endpoints that expose the same ports. */
export interface EndpointSubset {
  /** Addresses that are ready for traffic. */
  addresses?: EndpointAddress[];
  /** Addresses that aren't ready for traffic. */
  notReadyAddresses?: EndpointAddress[];
  /** Ports of the addresses. */
  ports?: EndpointPort[];
}

/** The address of an endpoint. */
export interface EndpointAddress {
  /** IP address. */
  ip: string;
  /** Host name. */
  hostname?: string;
  /** Node of the endpoint. */
  nodeName?: string;
  /** Object that provides the endpoint, usually a pod. */
  targetRef?: ObjectReference;
}

/** A port of endpoints. */
export interface EndpointPort {
  /** Name of the port, as in the service. */
  name?: string;
  /** Port number. If absent in an endpoint slice, all ports. */
  port: number;
  /** TCP, UDP or SCTP. Default TCP. */
  protocol?: "SCTP" | "TCP" | "UDP";
  /** Application protocol, as an IANA service name or a prefixed name such as example.com/protocol. */
  appProtocol?: string;
}

export interface EndpointsList {
  kind: "EndpointsList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Endpoints[];
}

/** Desired state of a node. */
export interface NodeSpec {
  /** Address range of the pods on the node. */
  podCIDR?: string;
  /** Address ranges of the pods on the node, at most one for each IP family. The first equals podCIDR. */
  podCIDRs?: string[];
  /** ID of the node at its cloud provider: <provider>://<id>. */
  providerID?: string;
  /** If true, no new pods are scheduled to the node. */
  unschedulable?: boolean;
  /** Taints of the node, which repel pods without a matching toleration. */
  taints?: Taint[];
  /** Deprecated. Not used. */
  configSource?: NodeConfigSource;
  /** Deprecated. Not used. */
  externalID?: string;
}

export interface NodeConfigSource {
  configMap?: ConfigMapNodeConfigSource;
}

export interface ConfigMapNodeConfigSource {
  namespace: string;
  name: string;
  uid?: string;
  resourceVersion?: string;
  kubeletConfigKey: string;
}

export interface DaemonEndpoint {
  Port: number;
}

export interface NodeDaemonEndpoints {
  kubeletEndpoint?: DaemonEndpoint;
}

export interface NodeRuntimeHandlerFeatures {
  recursiveReadOnlyMounts?: boolean;
  userNamespaces?: boolean;
}

export interface NodeRuntimeHandler {
  name?: string;
  features?: NodeRuntimeHandlerFeatures;
}

export interface NodeFeatures {
  supplementalGroupsPolicy?: boolean;
}

/** Software and hardware of a node. */
export interface NodeSystemInfo {
  /** Machine ID from the operating system. */
  machineID: string;
  /** UUID from the firmware. */
  systemUUID: string;
  /** ID that changes with each boot. */
  bootID: string;
  /** Version of the kernel. */
  kernelVersion: string;
  /** Operating system release. */
  osImage: string;
  /** Container runtime and its version: <runtime>://<version>. */
  containerRuntimeVersion: string;
  /** Version of the node agent. */
  kubeletVersion: string;
  /** Deprecated. Version of the service proxy. */
  kubeProxyVersion: string;
  /** linux or windows. */
  operatingSystem: string;
  /** Processor architecture, for example amd64. */
  architecture: string;
  /** Swap space of the node. */
  swap?: NodeSwapStatus;
}

export interface NodeSwapStatus {
  capacity?: number;
}

export interface NodeConfigStatus {
  assigned?: NodeConfigSource;
  active?: NodeConfigSource;
  lastKnownGood?: NodeConfigSource;
  error?: string;
}

/** Observed state of a node, reported by the node itself. */
export interface NodeStatus {
  /** Total resources of the node. Keys are resource names such as cpu, memory and pods. */
  capacity?: Record<string, string>;
  /** Resources of the node that are available to pods. Keys are resource names such as cpu, memory and pods. */
  allocatable?: Record<string, string>;
  /** Deprecated. Not used. */
  phase?: "Pending" | "Running" | "Terminated";
  /** Conditions of the node, for example Ready, MemoryPressure, DiskPressure and PIDPressure. */
  conditions?: NodeCondition[];
  /** Addresses of the node. */
  addresses?: NodeAddress[];
  /** Ports of the node's daemons. */
  daemonEndpoints?: NodeDaemonEndpoints;
  /** Software and hardware of the node. */
  nodeInfo?: NodeSystemInfo;
  /** Container images on the node. */
  images?: ContainerImage[];
  /** Attachable volumes that pods on the node use. */
  volumesInUse?: string[];
  /** Volumes that are attached to the node. */
  volumesAttached?: AttachedVolume[];
  /** Deprecated. Not used. */
  config?: NodeConfigStatus;
  /** Container runtime handlers of the node, with their features. */
  runtimeHandlers?: NodeRuntimeHandler[];
  /** Features that the container runtime of the node implements. */
  features?: NodeFeatures;
}

/** A volume that is attached to a node. */
export interface AttachedVolume {
  /** Name of the volume. */
  name: string;
  /** Path of the device on the node. */
  devicePath: string;
}

export interface AvoidPods {
  preferAvoidPods?: PreferAvoidPodsEntry[];
}

export interface PreferAvoidPodsEntry {
  podSignature: PodSignature;
  evictionTime?: string | null;
  reason?: string;
  message?: string;
}

export interface PodSignature {
  podController?: metav1.OwnerReference;
}

/** A container image on a node. */
export interface ContainerImage {
  /** Names by which the image is known, with tags and digests. */
  names?: string[];
  /** Size in bytes. */
  sizeBytes?: number;
}

/** One aspect of the current state of a node. */
export interface NodeCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the condition was last reported. */
  lastHeartbeatTime?: string | null;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

/** An address of a node. */
export interface NodeAddress {
  /** Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS. */
  type: string;
  /** IP address or name. */
  address: string;
}

/** A worker machine of the cluster, which runs pods. */
export interface Node {
  kind: "Node";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: NodeSpec;
  status?: NodeStatus;
}

export interface NodeList {
  kind: "NodeList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Node[];
}

/** Desired state of a namespace. */
export interface NamespaceSpec {
  /** Identifiers of the components that must finish work before the namespace is removed. */
  finalizers?: string[];
}

/** Observed state of a namespace. */
export interface NamespaceStatus {
  /** Active or Terminating. */
  phase?: "Active" | "Terminating";
  /** Conditions that describe the current state. */
  conditions?: NamespaceCondition[];
}

/** One aspect of the current state of a namespace. */
export interface NamespaceCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

/** A scope for names, permissions, quotas and policies of namespaced objects. */
export interface Namespace {
  kind: "Namespace";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: NamespaceSpec;
  status?: NamespaceStatus;
}

export interface NamespaceList {
  kind: "NamespaceList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Namespace[];
}

/** Assigns a pod to a node. Bindings can only be created; the result is stored in the pod. */
export interface Binding {
  kind: "Binding";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Node to which the pod is assigned. */
  target: ObjectReference;
}

/** Conditions that an object must meet before the operation. */
export interface Preconditions {
  /** Expected UID. */
  uid?: string;
}

export interface PodLogOptions {
  kind: "PodLogOptions";
  apiVersion?: string;
  container?: string;
  follow?: boolean;
  previous?: boolean;
  sinceSeconds?: number;
  sinceTime?: string | null;
  timestamps?: boolean;
  tailLines?: number;
  limitBytes?: number;
  insecureSkipTLSVerifyBackend?: boolean;
  stream?: string;
}

export interface PodAttachOptions {
  kind: "PodAttachOptions";
  apiVersion?: string;
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  tty?: boolean;
  container?: string;
}

export interface PodExecOptions {
  kind: "PodExecOptions";
  apiVersion?: string;
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  tty?: boolean;
  container?: string;
  command: string[];
}

export interface PodPortForwardOptions {
  kind: "PodPortForwardOptions";
  apiVersion?: string;
  ports?: number[];
}

export interface PodProxyOptions {
  kind: "PodProxyOptions";
  apiVersion?: string;
  path?: string;
}

export interface NodeProxyOptions {
  kind: "NodeProxyOptions";
  apiVersion?: string;
  path?: string;
}

export interface ServiceProxyOptions {
  kind: "ServiceProxyOptions";
  apiVersion?: string;
  path?: string;
}

/** Reference to an object or to a part of it. */
export interface ObjectReference {
  /** Kind of the object. */
  kind?: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
  /** UID of the object. */
  uid?: string;
  /** Group and version of the object's kind. */
  apiVersion?: string;
  /** Resource version of the object. */
  resourceVersion?: string;
  /** Path of a part of the object, for example spec.containers{name}. */
  fieldPath?: string;
}

/** Reference to an object in the same namespace. */
export interface LocalObjectReference {
  /** Name of the object. */
  name?: string;
}

/** Reference to an object of any kind in the same namespace. */
export interface TypedLocalObjectReference {
  /** Group of the kind. Empty for the core group. */
  apiGroup?: string;
  /** Kind of the object. */
  kind: string;
  /** Name of the object. */
  name: string;
}

export interface SerializedReference {
  kind: "SerializedReference";
  apiVersion?: string;
  reference?: ObjectReference;
}

/** Component that reported an event. */
export interface EventSource {
  /** Name of the component. */
  component?: string;
  /** Node of the component. */
  host?: string;
}

/** Report of something that happened to an object. Events are informative and expire, so programs must not rely on them. */
export interface Event {
  kind: "Event";
  apiVersion?: string;
  metadata: metav1.ObjectMeta;
  /** Object that the event is about. */
  involvedObject: ObjectReference;
  /** Short machine-readable cause of the event, in CamelCase. At most 128 characters. */
  reason?: string;
  /** Human-readable description of the event. */
  message?: string;
  /** Component that reported the event. */
  source?: EventSource;
  /** Time of the first occurrence. */
  firstTimestamp?: string | null;
  /** Time of the latest occurrence. */
  lastTimestamp?: string | null;
  /** Number of occurrences. */
  count?: number;
  /** Type of the event: Normal or Warning. Further types can be added. */
  type?: string;
  /** Time of the first occurrence, in microseconds. */
  eventTime?: string | null;
  /** Series to which the event belongs. Absent if the event happened only once. */
  series?: EventSeries;
  /** Action that was taken or that failed. */
  action?: string;
  /** Second object involved, for actions that concern two objects. */
  related?: ObjectReference;
  /** Name of the controller that reported the event, for example example.com/my-controller. */
  reportingComponent?: string;
  /** Instance of the controller, for example the name of its pod. */
  reportingInstance?: string;
}

/** Series of occurrences of an event. */
export interface EventSeries {
  /** Number of occurrences until lastObservedTime. */
  count?: number;
  /** Time of the last occurrence. */
  lastObservedTime?: string | null;
}

export interface EventList {
  kind: "EventList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Event[];
}

/** Limits of one type of object. */
export interface LimitRangeItem {
  /** Type of object: Container, Pod or PersistentVolumeClaim. */
  type: string;
  /** Maximum, by resource name. */
  max?: Record<string, string>;
  /** Minimum, by resource name. */
  min?: Record<string, string>;
  /** Default limits of containers, by resource name. */
  default?: Record<string, string>;
  /** Default requests of containers, by resource name. */
  defaultRequest?: Record<string, string>;
  /** Maximum ratio of limit to request, by resource name. */
  maxLimitRequestRatio?: Record<string, string>;
}

/** Limits of a namespace. */
export interface LimitRangeSpec {
  /** Limits by the type of object. */
  limits: LimitRangeItem[];
}

/** Minimum, maximum and default resources of the pods, containers and volume claims of a namespace. */
export interface LimitRange {
  kind: "LimitRange";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: LimitRangeSpec;
}

export interface LimitRangeList {
  kind: "LimitRangeList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: LimitRange[];
}

/** Desired state of a resource quota. */
export interface ResourceQuotaSpec {
  /** Limits by resource name, for example requests.cpu, pods or count/configmaps. */
  hard?: Record<string, string>;
  /** Restricts the quota to matching objects: all scopes must match. If empty, all objects. */
  scopes?: ("BestEffort" | "CrossNamespacePodAffinity" | "NotBestEffort" | "NotTerminating" | "PriorityClass" | "Terminating" | "VolumeAttributesClass")[];
  /** Restricts the quota like scopes, with operators and values. */
  scopeSelector?: ScopeSelector;
}

/** Selects objects by quota scope. */
export interface ScopeSelector {
  /** Requirements, which must all match. */
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

/** Requirement on a quota scope. */
export interface ScopedResourceSelectorRequirement {
  /** Name of the scope, for example PriorityClass, Terminating or BestEffort. */
  scopeName: "BestEffort" | "CrossNamespacePodAffinity" | "NotBestEffort" | "NotTerminating" | "PriorityClass" | "Terminating" | "VolumeAttributesClass";
  /** In, NotIn, Exists or DoesNotExist. */
  operator: "DoesNotExist" | "Exists" | "In" | "NotIn";
  /** Values to compare with. Required for In and NotIn; must be empty for the other operators. */
  values?: string[];
}

/** Observed state of a resource quota. */
export interface ResourceQuotaStatus {
  /** Limits in effect, by resource name. */
  hard?: Record<string, string>;
  /** Current use, by resource name. */
  used?: Record<string, string>;
}

/** Limits the total resource use of a namespace. */
export interface ResourceQuota {
  kind: "ResourceQuota";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: ResourceQuotaSpec;
  status?: ResourceQuotaStatus;
}

export interface ResourceQuotaList {
  kind: "ResourceQuotaList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ResourceQuota[];
}

/** Confidential data such as passwords, tokens and keys. Every client with read access sees the values. */
export interface Secret {
  kind: "Secret";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** If true, the data can't be changed, and the field can't be set back. Deleting and creating the object is the only way to change it. */
  immutable?: boolean;
  /** Confidential data by key, encoded in base64. */
  data?: Record<string, string>;
  /** Confidential text by key. Write-only: the server merges it into data and never returns it. */
  stringData?: Record<string, string>;
  /** Type of the secret, which determines the keys that it must have. Default Opaque. Immutable. */
  type?: string;
}

export interface SecretList {
  kind: "SecretList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Secret[];
}

/** Configuration data that pods read from environment variables, command line arguments or mounted files. Use a Secret for confidential data. */
export interface ConfigMap {
  kind: "ConfigMap";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** If true, the data can't be changed, and the field can't be set back. Deleting and creating the object is the only way to change it. */
  immutable?: boolean;
  /** UTF-8 text by key. A key consists of letters, digits, '-', '_' and '.', and can't be in binaryData as well. */
  data?: Record<string, string>;
  /** Binary data by key, encoded in base64. A key can't be in data as well. */
  binaryData?: Record<string, string>;
}

export interface ConfigMapList {
  kind: "ConfigMapList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ConfigMap[];
}

export interface ComponentCondition {
  type: string;
  status: string;
  message?: string;
  error?: string;
}

/** Health of a component of the control plane, determined at each request. Deprecated: use the health endpoints of the component. */
export interface ComponentStatus {
  kind: "ComponentStatus";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Conditions of the component; the type Healthy tells whether it is healthy. */
  conditions?: ComponentCondition[];
}

export interface ComponentStatusList {
  kind: "ComponentStatusList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ComponentStatus[];
}

/** Fields of the pod as files. */
export interface DownwardAPIVolumeSource {
  /** Pod fields and container resources to project, with the paths of their files. */
  items?: DownwardAPIVolumeFile[];
  /** Mode bits of the files. Default 0644. */
  defaultMode?: number;
}

/** A file with a field of the pod. Either fieldRef or resourceFieldRef is set. */
export interface DownwardAPIVolumeFile {
  /** Path of the file, relative to the volume. Can't contain '..'. */
  path: string;
  /** Field of the pod: only its name, namespace, UID, labels and annotations. */
  fieldRef?: ObjectFieldSelector;
  /** Resource request or limit of a container. */
  resourceFieldRef?: ResourceFieldSelector;
  /** Mode bits of the file. If absent, the default mode of the volume. */
  mode?: number;
}

/** Fields of the pod as files of a projected volume. */
export interface DownwardAPIProjection {
  /** Pod fields and container resources to project, with the paths of their files. */
  items?: DownwardAPIVolumeFile[];
}

/** Security settings of a container. They take precedence over those of the pod. */
export interface SecurityContext {
  /** Linux capabilities to add or drop. */
  capabilities?: Capabilities;
  /** If true, the container has the privileges of root on the node. Default false. */
  privileged?: boolean;
  /** SELinux context. If absent, the runtime chooses one. */
  seLinuxOptions?: SELinuxOptions;
  /** Settings for Windows containers. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** User ID of the processes. If absent, the user of the image. */
  runAsUser?: number;
  /** Primary group ID of the processes. If absent, the default of the runtime. */
  runAsGroup?: number;
  /** If true, containers that would run as user 0 aren't started. */
  runAsNonRoot?: boolean;
  /** If true, the root file system is read-only. Default false. */
  readOnlyRootFilesystem?: boolean;
  /** Whether a process can gain more privileges than its parent. Always true for privileged containers. */
  allowPrivilegeEscalation?: boolean;
  /** Type of the /proc mount: Default or Unmasked. */
  procMount?: "Default" | "Unmasked";
  /** Seccomp profile, which restricts the system calls. */
  seccompProfile?: SeccompProfile;
  /** AppArmor profile. */
  appArmorProfile?: AppArmorProfile;
}

/** SELinux context of processes. */
export interface SELinuxOptions {
  /** User label. */
  user?: string;
  /** Role label. */
  role?: string;
  /** Type label. */
  type?: string;
  /** Level label. */
  level?: string;
}

/** Security settings of Windows containers. */
export interface WindowsSecurityContextOptions {
  /** Name of the group managed service account credential. */
  gmsaCredentialSpecName?: string;
  /** Content of the group managed service account credential. */
  gmsaCredentialSpec?: string;
  /** User that runs the entry point of the container. If absent, the user of the image. */
  runAsUserName?: string;
  /** True for host process containers. All containers of a pod must agree, and hostNetwork must be set. */
  hostProcess?: boolean;
}

export interface RangeAllocation {
  kind: "RangeAllocation";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  range: string;
  data: string;
}

/** A kernel parameter. */
export interface Sysctl {
  /** Name of the parameter. */
  name: string;
  /** Value of the parameter. */
  value: string;
}

/** Status of a port of a load balancer. */
export interface PortStatus {
  /** Port number. */
  port: number;
  /** TCP, UDP or SCTP. */
  protocol: "SCTP" | "TCP" | "UDP";
  /** Machine-readable error of the port, in CamelCase or with a DNS prefix. */
  error?: string;
}

/** Content of an OCI image or artifact. */
export interface ImageVolumeSource {
  /** Image or artifact to mount. */
  reference?: string;
  /** When it is pulled: Always, IfNotPresent or Never. */
  pullPolicy?: "Always" | "IfNotPresent" | "Never";
}

export interface List {
  kind: "List";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: object[];
}
