// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Something that containers can mount: a name, and one source. */
export interface Volume {
  /** What containers call it. */
  name: string;
  /** A file or folder of the node. */
  hostPath?: HostPathVolumeSource;
  /** A folder that is empty at first and goes with the pod. */
  emptyDir?: EmptyDirVolumeSource;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  gitRepo?: GitRepoVolumeSource;
  /** The keys of a Secret as files. */
  secret?: SecretVolumeSource;
  /** A folder of an NFS server. */
  nfs?: NFSVolumeSource;
  /** An iSCSI device. */
  iscsi?: ISCSIVolumeSource;
  glusterfs?: GlusterfsVolumeSource;
  /** What a claim is bound to. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  rbd?: RBDVolumeSource;
  flexVolume?: FlexVolumeSource;
  cinder?: CinderVolumeSource;
  cephfs?: CephFSVolumeSource;
  flocker?: FlockerVolumeSource;
  /** Facts about the pod as files. */
  downwardAPI?: DownwardAPIVolumeSource;
  /** A Fibre Channel device. */
  fc?: FCVolumeSource;
  azureFile?: AzureFileVolumeSource;
  /** The keys of a ConfigMap as files. */
  configMap?: ConfigMapVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  quobyte?: QuobyteVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Several sources in one folder. */
  projected?: ProjectedVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  scaleIO?: ScaleIOVolumeSource;
  storageos?: StorageOSVolumeSource;
  /** A volume of a CSI driver, which goes with the pod. */
  csi?: CSIVolumeSource;
  /** A claim of its own, which goes with the pod. */
  ephemeral?: EphemeralVolumeSource;
  /** The content of an image. */
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

/** What a claim is bound to. */
export interface PersistentVolumeClaimVolumeSource {
  /** What the claim is called. */
  claimName: string;
  /** Whether nothing can be written to it. */
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

/** A piece of storage that outlives the pods that use it. */
export interface PersistentVolume {
  kind: "PersistentVolume";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec?: PersistentVolumeSpec;
  status?: PersistentVolumeStatus;
}

/** A volume: how large, how it can be used, and where it is. */
export interface PersistentVolumeSpec {
  /** How large it is. */
  capacity?: Record<string, string>;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** A folder of a node, for trying things out. */
  hostPath?: HostPathVolumeSource;
  glusterfs?: GlusterfsPersistentVolumeSource;
  /** A folder of an NFS server. */
  nfs?: NFSVolumeSource;
  rbd?: RBDPersistentVolumeSource;
  /** An iSCSI device. */
  iscsi?: ISCSIPersistentVolumeSource;
  cinder?: CinderPersistentVolumeSource;
  cephfs?: CephFSPersistentVolumeSource;
  /** A Fibre Channel device. */
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
  /** A disk of a node. */
  local?: LocalVolumeSource;
  storageos?: StorageOSPersistentVolumeSource;
  /** By a CSI driver. */
  csi?: CSIPersistentVolumeSource;
  /** ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod. */
  accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[];
  /** The claim that has it. */
  claimRef?: ObjectReference;
  /** What becomes of it when its claim is gone: Retain or Delete. */
  persistentVolumeReclaimPolicy?: "Delete" | "Recycle" | "Retain";
  /** Of which class it is. */
  storageClassName?: string;
  /** How it is mounted. */
  mountOptions?: string[];
  /** Filesystem or Block. Default Filesystem. */
  volumeMode?: "Block" | "Filesystem";
  /** From which nodes it can be reached. */
  nodeAffinity?: VolumeNodeAffinity;
  /** The class of its attributes. */
  volumeAttributesClassName?: string;
}

/** From which nodes a volume can be reached. */
export interface VolumeNodeAffinity {
  /** From these. */
  required?: NodeSelector;
}

/** How a volume is. */
export interface PersistentVolumeStatus {
  /** Pending, Available, Bound, Released or Failed. */
  phase?: "Available" | "Bound" | "Failed" | "Pending" | "Released";
  /** Why it is so. */
  message?: string;
  /** Why, in one word. */
  reason?: string;
  /** Since when. */
  lastPhaseTransitionTime?: string | null;
}

export interface PersistentVolumeList {
  kind: "PersistentVolumeList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: PersistentVolume[];
}

/** A wish for storage, which a volume is bound to. Pods name claims, not volumes. */
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

/** What a claim asks for. */
export interface PersistentVolumeClaimSpec {
  /** ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod. */
  accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[];
  /** Which volumes come into question, by their labels. */
  selector?: metav1.LabelSelector;
  /** How large the volume has to be. */
  resources?: VolumeResourceRequirements;
  /** The volume. Set when one is found. */
  volumeName?: string;
  /** Of which class. Absent for the default one, empty for none. */
  storageClassName?: string;
  /** Filesystem or Block. Default Filesystem. */
  volumeMode?: "Block" | "Filesystem";
  /** What it is filled from. */
  dataSource?: TypedLocalObjectReference;
  /** What it is filled from; other kinds too. */
  dataSourceRef?: TypedObjectReference;
  /** The class of its attributes. */
  volumeAttributesClassName?: string;
}

/** An object of some kind. */
export interface TypedObjectReference {
  /** The group of its kind; none is core. */
  apiGroup?: string;
  /** Of which kind it is. */
  kind: string;
  /** What it is called. */
  name: string;
  /** Where it is, if not in the same namespace. */
  namespace?: string;
}

export interface ModifyVolumeStatus {
  targetVolumeAttributesClassName?: string;
  status: "InProgress" | "Infeasible" | "Pending";
}

/** One thing that a claim has come to, or not. */
export interface PersistentVolumeClaimCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** When it was last looked at. */
  lastProbeTime?: string | null;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

/** How a claim is. */
export interface PersistentVolumeClaimStatus {
  /** Pending, Bound or Lost. */
  phase?: "Bound" | "Lost" | "Pending";
  /** How its volume can be used. */
  accessModes?: ("ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod")[];
  /** How large its volume is. */
  capacity?: Record<string, string>;
  /** What it has come to. */
  conditions?: PersistentVolumeClaimCondition[];
  /** How large it is becoming. */
  allocatedResources?: Record<string, string>;
  /** How far that has come. */
  allocatedResourceStatuses?: Record<string, "ControllerResizeInProgress" | "ControllerResizeInfeasible" | "NodeResizeInProgress" | "NodeResizeInfeasible" | "NodeResizePending">;
  /** The class of its attributes now. */
  currentVolumeAttributesClassName?: string;
  /** How far a change of that has come. */
  modifyVolumeStatus?: ModifyVolumeStatus;
}

/** A file or folder of the node. */
export interface HostPathVolumeSource {
  /** Where it is. */
  path: string;
  /** What must be there, or is made: Directory, FileOrCreate and others. */
  type?: "" | "BlockDevice" | "CharDevice" | "Directory" | "DirectoryOrCreate" | "File" | "FileOrCreate" | "Socket";
}

/** A folder that is empty at first and goes with the pod. */
export interface EmptyDirVolumeSource {
  /** Empty for disk, Memory for memory. */
  medium?: string;
  /** How large it can get. */
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

/** A secret, in any namespace. */
export interface SecretReference {
  /** What it is called. */
  name?: string;
  /** Where it is. */
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

/** The keys of a Secret as files. */
export interface SecretVolumeSource {
  /** What it is called. */
  secretName?: string;
  /** Which keys, under which paths. Default all of them. */
  items?: KeyToPath[];
  /** The mode of the files. Default 0644. */
  defaultMode?: number;
  /** Whether it may be absent. */
  optional?: boolean;
}

/** Keys of a Secret as files. */
export interface SecretProjection {
  /** What it is called. */
  name?: string;
  /** Which keys, under which paths. */
  items?: KeyToPath[];
  /** Whether it may be absent. */
  optional?: boolean;
}

/** A folder of an NFS server. */
export interface NFSVolumeSource {
  /** The server. */
  server: string;
  /** The folder. */
  path: string;
  /** Whether nothing can be written to it. */
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

/** The keys of a ConfigMap as files. */
export interface ConfigMapVolumeSource {
  /** What it is called. */
  name?: string;
  /** Which keys, under which paths. Default all of them. */
  items?: KeyToPath[];
  /** The mode of the files. Default 0644. */
  defaultMode?: number;
  /** Whether it may be absent. */
  optional?: boolean;
}

/** Keys of a ConfigMap as files. */
export interface ConfigMapProjection {
  /** What it is called. */
  name?: string;
  /** Which keys, under which paths. */
  items?: KeyToPath[];
  /** Whether it may be absent. */
  optional?: boolean;
}

/** A token of the pod's account as a file. It is renewed before it ends. */
export interface ServiceAccountTokenProjection {
  /** For whom it is. Default the server itself. */
  audience?: string;
  /** How long it is good, in seconds. Default an hour, at least ten minutes. */
  expirationSeconds?: number;
  /** Where the file is. */
  path: string;
}

/** Certificates of authorities as a file. */
export interface ClusterTrustBundleProjection {
  /** Which bundle. */
  name?: string;
  /** Or all bundles of a signer, */
  signerName?: string;
  /** that have these labels. */
  labelSelector?: metav1.LabelSelector;
  /** Whether it may be absent. */
  optional?: boolean;
  /** Where the file is. */
  path: string;
}

/** Several sources in one folder. */
export interface ProjectedVolumeSource {
  /** The sources. */
  sources?: VolumeProjection[];
  /** The mode of the files. Default 0644. */
  defaultMode?: number;
}

/** What is put into a folder: one of these. */
export interface VolumeProjection {
  /** Keys of a Secret. */
  secret?: SecretProjection;
  /** Facts about the pod. */
  downwardAPI?: DownwardAPIProjection;
  /** Keys of a ConfigMap. */
  configMap?: ConfigMapProjection;
  /** A token of the pod's account. */
  serviceAccountToken?: ServiceAccountTokenProjection;
  /** Certificates of authorities. */
  clusterTrustBundle?: ClusterTrustBundleProjection;
}

/** A key as a file. */
export interface KeyToPath {
  /** The key. */
  key: string;
  /** Where the file is. */
  path: string;
  /** Its mode. */
  mode?: number;
}

/** A disk of a node. */
export interface LocalVolumeSource {
  /** Where it is. */
  path: string;
  /** The file system. */
  fsType?: string;
}

/** A volume of a CSI driver. */
export interface CSIPersistentVolumeSource {
  /** The driver. */
  driver: string;
  /** What the driver calls the volume. */
  volumeHandle: string;
  /** Whether nothing can be written to it. */
  readOnly?: boolean;
  /** The file system. */
  fsType?: string;
  /** Settings that the driver understands. */
  volumeAttributes?: Record<string, string>;
  /** A secret for attaching it. */
  controllerPublishSecretRef?: SecretReference;
  /** A secret for preparing it on a node. */
  nodeStageSecretRef?: SecretReference;
  /** A secret for mounting it. */
  nodePublishSecretRef?: SecretReference;
  /** A secret for making it larger. */
  controllerExpandSecretRef?: SecretReference;
  /** A secret for making it larger on a node. */
  nodeExpandSecretRef?: SecretReference;
}

/** A volume of a CSI driver, which goes with the pod. */
export interface CSIVolumeSource {
  /** The driver. */
  driver: string;
  /** Whether nothing can be written to it. */
  readOnly?: boolean;
  /** The file system. */
  fsType?: string;
  /** Settings that its driver understands. */
  volumeAttributes?: Record<string, string>;
  /** A secret that the driver gets. */
  nodePublishSecretRef?: LocalObjectReference;
}

/** A claim that is made for the pod and goes with it. */
export interface EphemeralVolumeSource {
  /** The claim. */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

/** A claim that is made. */
export interface PersistentVolumeClaimTemplate {
  /** Its labels and annotations. */
  metadata?: metav1.ObjectMeta;
  /** What it asks for. */
  spec: PersistentVolumeClaimSpec;
}

/** A port at which a container listens. */
export interface ContainerPort {
  /** What it is called, for services and probes. Each name once in a pod. */
  name?: string;
  /** At which port of the node it is reached too. */
  hostPort?: number;
  /** Its number. */
  containerPort: number;
  /** TCP, UDP or SCTP. Default TCP. */
  protocol?: "SCTP" | "TCP" | "UDP";
  /** At which address of the node. */
  hostIP?: string;
}

/** A volume as a container sees it. */
export interface VolumeMount {
  /** Which volume of the pod. */
  name: string;
  /** Whether nothing can be written to it. */
  readOnly?: boolean;
  /** Whether that holds for what is mounted within too: Disabled, IfPossible or Enabled. */
  recursiveReadOnly?: string;
  /** Where it is seen. */
  mountPath: string;
  /** Which folder or file of it. Default all of it. */
  subPath?: string;
  /** Whether mounts within go to and fro: None, HostToContainer or Bidirectional. */
  mountPropagation?: "Bidirectional" | "HostToContainer" | "None";
  /** The same, with $(NAME) for variables. */
  subPathExpr?: string;
}

/** A volume as a raw device. */
export interface VolumeDevice {
  /** Which volume of the pod. */
  name: string;
  /** Where it is seen. */
  devicePath: string;
}

/** A variable of a container's environment. */
export interface EnvVar {
  /** What it is called. */
  name: string;
  /** Its value; $(NAME) in it is the value of another variable. */
  value?: string;
  /** Where its value comes from instead. */
  valueFrom?: EnvVarSource;
}

/** Where the value of a variable comes from: one of these. */
export interface EnvVarSource {
  /** A field of the pod. */
  fieldRef?: ObjectFieldSelector;
  /** How much of something the container may take. */
  resourceFieldRef?: ResourceFieldSelector;
  /** A key of a ConfigMap. */
  configMapKeyRef?: ConfigMapKeySelector;
  /** A key of a Secret. */
  secretKeyRef?: SecretKeySelector;
}

/** A field of the pod. */
export interface ObjectFieldSelector {
  /** In which version of the API. */
  apiVersion?: string;
  /** Which: metadata.name, status.podIP and the like. */
  fieldPath: string;
}

/** How much of something a container asks for, or may take. */
export interface ResourceFieldSelector {
  /** Which container, where that is not clear. */
  containerName?: string;
  /** Of what, and which: limits.cpu, requests.memory. */
  resource: string;
  /** In which unit. Default 1. */
  divisor?: string;
}

/** A key of a ConfigMap. */
export interface ConfigMapKeySelector {
  /** What the ConfigMap is called. */
  name?: string;
  /** The key. */
  key: string;
  /** Whether it may be absent. */
  optional?: boolean;
}

/** A key of a Secret. */
export interface SecretKeySelector {
  /** What the Secret is called. */
  name?: string;
  /** The key. */
  key: string;
  /** Whether it may be absent. */
  optional?: boolean;
}

/** Where variables come from: every key of an object becomes one. */
export interface EnvFromSource {
  /** What their names begin with. */
  prefix?: string;
  /** The ConfigMap. */
  configMapRef?: ConfigMapEnvSource;
  /** The Secret. */
  secretRef?: SecretEnvSource;
}

/** A ConfigMap. */
export interface ConfigMapEnvSource {
  /** What it is called. */
  name?: string;
  /** Whether it may be absent. */
  optional?: boolean;
}

/** A Secret. */
export interface SecretEnvSource {
  /** What it is called. */
  name?: string;
  /** Whether it may be absent. */
  optional?: boolean;
}

/** A header of a request. */
export interface HTTPHeader {
  /** Its name. */
  name: string;
  /** Its value. */
  value: string;
}

/** A request that is made of a container. */
export interface HTTPGetAction {
  /** For which path. Default /. */
  path?: string;
  /** At which port, by number or name. */
  port: number | string;
  /** Of whom, if not of the pod. */
  host?: string;
  /** HTTP or HTTPS. Default HTTP. */
  scheme?: "HTTP" | "HTTPS";
  /** With which headers. */
  httpHeaders?: HTTPHeader[];
}

/** A connection that is made to a container. */
export interface TCPSocketAction {
  /** To which port, by number or name. */
  port: number | string;
  /** To whom, if not to the pod. */
  host?: string;
}

/** A call of gRPC's health service. */
export interface GRPCAction {
  /** At which port. */
  port: number;
  /** The service that is asked for. */
  service?: string;
}

/** A command that runs in a container. */
export interface ExecAction {
  /** The program and its arguments. No shell. */
  command?: string[];
}

/** Waiting. */
export interface SleepAction {
  /** How long. */
  seconds: number;
}

/** How it is found out how a container is: one way of asking, and how often. */
export interface Probe {
  /** By a command that ends with 0. */
  exec?: ExecAction;
  /** By a request that is answered with 200 to 399. */
  httpGet?: HTTPGetAction;
  /** By a connection that comes about. */
  tcpSocket?: TCPSocketAction;
  /** By the health service of gRPC. */
  grpc?: GRPCAction;
  /** How long to wait after the start, in seconds. */
  initialDelaySeconds?: number;
  /** How long an answer may take, in seconds. Default 1. */
  timeoutSeconds?: number;
  /** How often, in seconds. Default 10. */
  periodSeconds?: number;
  /** How many good answers make it good again. Default 1. */
  successThreshold?: number;
  /** How many bad answers make it bad. Default 3. */
  failureThreshold?: number;
  /** How long the pod has to end after a bad probe, in seconds. */
  terminationGracePeriodSeconds?: number;
}

/** What happens to a container when it may take more or less of something. */
export interface ContainerResizePolicy {
  /** Of what: cpu or memory. */
  resourceName: string;
  /** NotRequired or RestartContainer. */
  restartPolicy: string;
}

/** Single rights of processes. */
export interface Capabilities {
  /** Those it gets. */
  add?: string[];
  /** Those it loses. */
  drop?: string[];
}

/** How much of a node something needs, and how much it may take. */
export interface ResourceRequirements {
  /** What it cannot go beyond. Amounts by the name of what is counted: cpu, memory, ephemeral-storage and others. */
  limits?: Record<string, string>;
  /** What is set aside for it. Amounts by the name of what is counted: cpu, memory, ephemeral-storage and others. */
  requests?: Record<string, string>;
  /** Devices of the pod's claims that it uses. */
  claims?: ResourceClaim[];
}

/** How large a volume has to be. */
export interface VolumeResourceRequirements {
  /** At most so much. */
  limits?: Record<string, string>;
  /** At least so much. */
  requests?: Record<string, string>;
}

/** A wish for devices, which are set aside for the pods that use it. */
export interface ResourceClaim {
  name: string;
  request?: string;
}

/** One program of a pod. */
export interface Container {
  /** What it is called within the pod: a DNS label that no other container of the pod has. It cannot be changed later. */
  name: string;
  /** The image that it runs. */
  image?: string;
  /** What is run instead of the image's entry point. Not in a shell. */
  command?: string[];
  /** The arguments, instead of those of the image. */
  args?: string[];
  /** In which directory it runs, instead of the image's. */
  workingDir?: string;
  /** Ports at which it listens. Leaving one out closes nothing. */
  ports?: ContainerPort[];
  /** Where more variables are taken from: whole ConfigMaps and Secrets. What env says goes first. */
  envFrom?: EnvFromSource[];
  /** Variables that are set for it. */
  env?: EnvVar[];
  /** How much of the node it needs, and how much it may take. */
  resources?: ResourceRequirements;
  /** What happens to it when it may take more or less of something. */
  resizePolicy?: ContainerResizePolicy[];
  /** Always, of a container that runs first: it goes on beside the others. */
  restartPolicy?: string;
  /** Which volumes of the pod it sees, and where. */
  volumeMounts?: VolumeMount[];
  /** Which volumes it has as raw devices. */
  volumeDevices?: VolumeDevice[];
  /** How it is found out that it no longer works, and has to be started anew. */
  livenessProbe?: Probe;
  /** How it is found out that it can take requests. */
  readinessProbe?: Probe;
  /** How it is found out that it has started; until then no other probe is made. */
  startupProbe?: Probe;
  /** What is done right after it starts and right before it ends. */
  lifecycle?: Lifecycle;
  /** The file in which it leaves its last words. Default /dev/termination-log. */
  terminationMessagePath?: string;
  /** Where those are taken from: File, or FallbackToLogsOnError. */
  terminationMessagePolicy?: "FallbackToLogsOnError" | "File";
  /** When the image is fetched: Always, IfNotPresent or Never. Always is the default for images tagged latest. */
  imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
  /** With which rights it runs. Goes before what the pod says. */
  securityContext?: SecurityContext;
  /** Whether it has an input that can be attached to. */
  stdin?: boolean;
  /** Whether that input ends with the first who was attached to it. */
  stdinOnce?: boolean;
  /** Whether it has a terminal; it then needs stdin too. */
  tty?: boolean;
}

export interface ProbeHandler {
  exec?: ExecAction;
  httpGet?: HTTPGetAction;
  tcpSocket?: TCPSocketAction;
  grpc?: GRPCAction;
}

/** Something that is done: one of these. */
export interface LifecycleHandler {
  /** A command. */
  exec?: ExecAction;
  /** A request. */
  httpGet?: HTTPGetAction;
  /** No longer supported. */
  tcpSocket?: TCPSocketAction;
  /** Waiting. */
  sleep?: SleepAction;
}

/** What is done when a container starts and ends. */
export interface Lifecycle {
  /** Right after it started. If it fails, the container ends. */
  postStart?: LifecycleHandler;
  /** Before it is asked to end. */
  preStop?: LifecycleHandler;
  /** The signal by which it is asked to end. */
  stopSignal?: "SIGABRT" | "SIGALRM" | "SIGBUS" | "SIGCHLD" | "SIGCLD" | "SIGCONT" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGIO" | "SIGIOT" | "SIGKILL" | "SIGPIPE" | "SIGPOLL" | "SIGPROF" | "SIGPWR" | "SIGQUIT" | "SIGRTMAX" | "SIGRTMAX-1" | "SIGRTMAX-10" | "SIGRTMAX-11" | "SIGRTMAX-12" | "SIGRTMAX-13" | "SIGRTMAX-14" | "SIGRTMAX-2" | "SIGRTMAX-3" | "SIGRTMAX-4" | "SIGRTMAX-5" | "SIGRTMAX-6" | "SIGRTMAX-7" | "SIGRTMAX-8" | "SIGRTMAX-9" | "SIGRTMIN" | "SIGRTMIN+1" | "SIGRTMIN+10" | "SIGRTMIN+11" | "SIGRTMIN+12" | "SIGRTMIN+13" | "SIGRTMIN+14" | "SIGRTMIN+15" | "SIGRTMIN+2" | "SIGRTMIN+3" | "SIGRTMIN+4" | "SIGRTMIN+5" | "SIGRTMIN+6" | "SIGRTMIN+7" | "SIGRTMIN+8" | "SIGRTMIN+9" | "SIGSEGV" | "SIGSTKFLT" | "SIGSTOP" | "SIGSYS" | "SIGTERM" | "SIGTRAP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU" | "SIGURG" | "SIGUSR1" | "SIGUSR2" | "SIGVTALRM" | "SIGWINCH" | "SIGXCPU" | "SIGXFSZ";
}

/** Why a container has not begun. */
export interface ContainerStateWaiting {
  /** In one word. */
  reason?: string;
  /** In words. */
  message?: string;
}

/** A container runs. */
export interface ContainerStateRunning {
  /** Since when. */
  startedAt?: string | null;
}

/** How a container ended. */
export interface ContainerStateTerminated {
  /** What it ended with. */
  exitCode: number;
  /** The signal that ended it. */
  signal?: number;
  /** Why, in one word. */
  reason?: string;
  /** What it left as its last words. */
  message?: string;
  /** When it began. */
  startedAt?: string | null;
  /** When it ended. */
  finishedAt?: string | null;
  /** What the node's runtime calls it. */
  containerID?: string;
}

/** What a container does: one of these. */
export interface ContainerState {
  /** It has not begun. */
  waiting?: ContainerStateWaiting;
  /** It runs. */
  running?: ContainerStateRunning;
  /** It has ended. */
  terminated?: ContainerStateTerminated;
}

/** How a container is. */
export interface ContainerStatus {
  /** Which container. */
  name: string;
  /** What it does now. */
  state?: ContainerState;
  /** How it ended the last time. */
  lastState?: ContainerState;
  /** Whether it can take requests. */
  ready: boolean;
  /** How often it was started anew. */
  restartCount: number;
  /** The image that it runs. */
  image: string;
  /** Exactly which image that is. */
  imageID: string;
  /** What the node's runtime calls it. */
  containerID?: string;
  /** Whether it has come up. */
  started?: boolean;
  /** What the node has set aside for it. */
  allocatedResources?: Record<string, string>;
  /** What it may take now. */
  resources?: ResourceRequirements;
  /** How its volumes are mounted. */
  volumeMounts?: VolumeMountStatus[];
  /** As whom it runs. */
  user?: ContainerUser;
  /** How its devices are. */
  allocatedResourcesStatus?: ResourceStatus[];
  /** The signal by which it is asked to end. */
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

/** One thing that a pod has come to, or not. */
export interface PodCondition {
  /** What it is about. */
  type: string;
  /** Which generation of the pod was looked at. */
  observedGeneration?: number;
  /** True, False or Unknown. */
  status: string;
  /** When it was last looked at. */
  lastProbeTime?: string | null;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

export interface VolumeMountStatus {
  name: string;
  mountPath: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
}

/** Which nodes: those that any of the terms fits. */
export interface NodeSelector {
  /** The terms. */
  nodeSelectorTerms: NodeSelectorTerm[];
}

/** Which nodes: all of it has to fit. */
export interface NodeSelectorTerm {
  /** What holds for their labels. */
  matchExpressions?: NodeSelectorRequirement[];
  /** What holds for their fields. */
  matchFields?: NodeSelectorRequirement[];
}

/** What holds for one label, or one field, of a node. */
export interface NodeSelectorRequirement {
  /** Which one. */
  key: string;
  /** In, NotIn, Exists, DoesNotExist, Gt or Lt. */
  operator: "DoesNotExist" | "Exists" | "Gt" | "In" | "Lt" | "NotIn";
  /** What it is compared with. Gt and Lt take one number. */
  values?: string[];
}

/** Where something is. */
export interface TopologySelectorTerm {
  /** All of it has to fit. */
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}

/** What holds for a label of nodes. */
export interface TopologySelectorLabelRequirement {
  /** The label. */
  key: string;
  /** Its values; one of them. */
  values: string[];
}

/** Which nodes and which neighbours a pod wants or avoids. */
export interface Affinity {
  /** Nodes, by their labels. */
  nodeAffinity?: NodeAffinity;
  /** Pods near which it wants to be. */
  podAffinity?: PodAffinity;
  /** Pods near which it does not want to be. */
  podAntiAffinity?: PodAntiAffinity;
}

/** Pods near which a pod wants to be. */
export interface PodAffinity {
  /** What must hold when the pod is placed. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** What had better hold, with weights. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** Pods near which a pod does not want to be. */
export interface PodAntiAffinity {
  /** What must hold when the pod is placed. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** What had better hold, with weights. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** Pods near which it is better, or worse, to be. */
export interface WeightedPodAffinityTerm {
  /** How much so: 1 to 100. */
  weight: number;
  /** The pods. */
  podAffinityTerm: PodAffinityTerm;
}

/** Pods, and what near means. */
export interface PodAffinityTerm {
  /** The pods, by their labels. */
  labelSelector?: metav1.LabelSelector;
  /** Where the pods are. Default the pod's own namespace. */
  namespaces?: string[];
  /** Nodes that have the same value of this label are near one another. */
  topologyKey: string;
  /** The same, by labels of namespaces. */
  namespaceSelector?: metav1.LabelSelector;
  /** Labels of which they must have the same value as the pod. */
  matchLabelKeys?: string[];
  /** Labels of which they must have another value. */
  mismatchLabelKeys?: string[];
}

/** Which nodes a pod wants. */
export interface NodeAffinity {
  /** What must hold of a node when the pod is placed. */
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  /** What had better hold, with weights. */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

/** Nodes that are better than others. */
export interface PreferredSchedulingTerm {
  /** How much so: 1 to 100. */
  weight: number;
  /** The nodes. */
  preference: NodeSelectorTerm;
}

/** What keeps pods off a node. */
export interface Taint {
  /** What it is called. */
  key: string;
  /** Its value. */
  value?: string;
  /** NoSchedule, PreferNoSchedule or NoExecute. */
  effect: "NoExecute" | "NoSchedule" | "PreferNoSchedule";
  /** Since when it is there. */
  timeAdded?: string | null;
}

/** A taint of nodes that does not keep the pod away. */
export interface Toleration {
  /** Which taint. None is every one. */
  key?: string;
  /** Exists, or Equal, which compares the value. Default Equal. */
  operator?: "Equal" | "Exists";
  /** The value of the taint. */
  value?: string;
  /** NoSchedule, PreferNoSchedule or NoExecute. None is every one. */
  effect?: "NoExecute" | "NoSchedule" | "PreferNoSchedule";
  /** How long it stays on a node that drives it away, in seconds. Default for ever. */
  tolerationSeconds?: number;
}

/** A condition that must hold before a pod counts as ready. */
export interface PodReadinessGate {
  /** The type of the condition. */
  conditionType: string;
}

/** What a pod consists of, and how it is run. */
export interface PodSpec {
  /** What containers can mount. */
  volumes?: Volume[];
  /** Programs that run one after another before the others begin, and those that go on beside them. */
  initContainers?: Container[];
  /** The programs. At least one; none can be added or taken away later. */
  containers: Container[];
  /** Programs that were added to look at a running pod. */
  ephemeralContainers?: EphemeralContainer[];
  /** When containers are started anew: Always, OnFailure or Never. Default Always. */
  restartPolicy?: "Always" | "Never" | "OnFailure";
  /** How long it has to end by itself, in seconds. Default 30; 0 ends it at once. */
  terminationGracePeriodSeconds?: number;
  /** How long it may run in all, in seconds. */
  activeDeadlineSeconds?: number;
  /** How names are looked up: ClusterFirst, ClusterFirstWithHostNet, Default or None. */
  dnsPolicy?: "ClusterFirst" | "ClusterFirstWithHostNet" | "Default" | "None";
  /** Labels that a node must have to run it. */
  nodeSelector?: Record<string, string>;
  /** Who it is when it speaks with the API. */
  serviceAccountName?: string;
  /** The older name of serviceAccountName. */
  serviceAccount?: string;
  /** Whether its containers find a token of its account. */
  automountServiceAccountToken?: boolean;
  /** The node that it runs on. Set by a scheduler. */
  nodeName?: string;
  /** Whether it uses the network of the node. */
  hostNetwork?: boolean;
  /** Whether it sees the processes of the node. */
  hostPID?: boolean;
  /** Whether it shares memory and semaphores with the node. */
  hostIPC?: boolean;
  /** Whether its containers see the processes of one another. */
  shareProcessNamespace?: boolean;
  /** With which rights its containers run, where they do not say themselves. */
  securityContext?: PodSecurityContext;
  /** Secrets with which its images are fetched. */
  imagePullSecrets?: LocalObjectReference[];
  /** What it calls itself. Default its name. */
  hostname?: string;
  /** The domain below that of the namespace in which it has a name. */
  subdomain?: string;
  /** Which nodes and which neighbours it wants or avoids. */
  affinity?: Affinity;
  /** Which scheduler places it. Default default-scheduler. */
  schedulerName?: string;
  /** Which taints of nodes do not keep it away. */
  tolerations?: Toleration[];
  /** Lines of /etc/hosts. */
  hostAliases?: HostAlias[];
  /** How important it is, by name. */
  priorityClassName?: string;
  /** How important it is, as a number. */
  priority?: number;
  /** How names are looked up, beside what dnsPolicy says. */
  dnsConfig?: PodDNSConfig;
  /** Conditions that must hold before it counts as ready. */
  readinessGates?: PodReadinessGate[];
  /** What runs it. */
  runtimeClassName?: string;
  /** Whether it gets variables for all services. Default true. */
  enableServiceLinks?: boolean;
  /** Whether others have to go for it: PreemptLowerPriority or Never. */
  preemptionPolicy?: "Never" | "PreemptLowerPriority";
  /** What it needs beside its containers. */
  overhead?: Record<string, string>;
  /** How like pods are to be spread over zones, nodes and the like. */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /** Whether its full name is its name to the kernel too. */
  setHostnameAsFQDN?: boolean;
  /** For which operating system it is. */
  os?: PodOS;
  /** Whether it has the users of the node. Default true. */
  hostUsers?: boolean;
  /** What it waits for before it is placed. */
  schedulingGates?: PodSchedulingGate[];
  /** Devices that its containers can use. */
  resourceClaims?: PodResourceClaim[];
  /** How much it needs, and may take, as a whole. */
  resources?: ResourceRequirements;
}

/** Devices that a pod uses: a claim, or a template that one is made of. */
export interface PodResourceClaim {
  /** What containers call it. */
  name: string;
  /** The claim. */
  resourceClaimName?: string;
  /** The template. */
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

/** What a pod waits for before it is placed. */
export interface PodSchedulingGate {
  /** What it is called. */
  name: string;
}

/** How like pods are spread. */
export interface TopologySpreadConstraint {
  /** How many more there may be in one place than in another. */
  maxSkew: number;
  /** Nodes with the same value of this label are one place. */
  topologyKey: string;
  /** DoNotSchedule or ScheduleAnyway. */
  whenUnsatisfiable: "DoNotSchedule" | "ScheduleAnyway";
  /** Which pods are counted. */
  labelSelector?: metav1.LabelSelector;
  /** How many places there have to be at least. */
  minDomains?: number;
  /** Whether nodes that the pod does not want count: Honor or Ignore. */
  nodeAffinityPolicy?: "Honor" | "Ignore";
  /** Whether tainted nodes count: Honor or Ignore. */
  nodeTaintsPolicy?: "Honor" | "Ignore";
  /** Labels of which they must have the same value as the pod. */
  matchLabelKeys?: string[];
}

/** A line of /etc/hosts. */
export interface HostAlias {
  /** The address. */
  ip: string;
  /** Its names. */
  hostnames?: string[];
}

/** With which rights the containers of a pod run, where they do not say themselves. */
export interface PodSecurityContext {
  /** Their labels for SELinux. */
  seLinuxOptions?: SELinuxOptions;
  /** The same on Windows. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** As which user, by number. */
  runAsUser?: number;
  /** With which group, by number. */
  runAsGroup?: number;
  /** Whether they may not run as user 0. */
  runAsNonRoot?: boolean;
  /** Further groups. */
  supplementalGroups?: number[];
  /** Whether groups of the image count too: Merge or Strict. */
  supplementalGroupsPolicy?: "Merge" | "Strict";
  /** The group that owns its volumes. */
  fsGroup?: number;
  /** Settings of the kernel. */
  sysctls?: Sysctl[];
  /** When owners of files are changed: OnRootMismatch or Always. */
  fsGroupChangePolicy?: "Always" | "OnRootMismatch";
  /** Which system calls they may make. */
  seccompProfile?: SeccompProfile;
  /** What AppArmor lets them do. */
  appArmorProfile?: AppArmorProfile;
  /** How volumes get those labels: MountOption or Recursive. */
  seLinuxChangePolicy?: string;
}

/** Which system calls may be made. */
export interface SeccompProfile {
  /** RuntimeDefault, Localhost or Unconfined. */
  type: "Localhost" | "RuntimeDefault" | "Unconfined";
  /** The file of a profile, of type Localhost. */
  localhostProfile?: string;
}

/** What AppArmor lets a container do. */
export interface AppArmorProfile {
  /** RuntimeDefault, Localhost or Unconfined. */
  type: "Localhost" | "RuntimeDefault" | "Unconfined";
  /** The name of a loaded profile, of type Localhost. */
  localhostProfile?: string;
}

/** How names are looked up, beside what dnsPolicy says. */
export interface PodDNSConfig {
  /** Servers. */
  nameservers?: string[];
  /** Domains that are tried. */
  searches?: string[];
  /** Options of the resolver. */
  options?: PodDNSConfigOption[];
}

/** An option of the resolver. */
export interface PodDNSConfigOption {
  /** Which. */
  name?: string;
  /** Its value. */
  value?: string;
}

/** An address of a pod. */
export interface PodIP {
  /** The address. */
  ip: string;
}

/** An address of a node. */
export interface HostIP {
  /** The address. */
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

/** A program that was added to look at a running pod. */
export interface EphemeralContainer {
  /** What it is called within the pod: a DNS label that no other container of the pod has. It cannot be changed later. */
  name: string;
  /** The image that it runs. */
  image?: string;
  /** What is run instead of the image's entry point. Not in a shell. */
  command?: string[];
  /** The arguments, instead of those of the image. */
  args?: string[];
  /** In which directory it runs, instead of the image's. */
  workingDir?: string;
  /** Ports at which it listens. Leaving one out closes nothing. */
  ports?: ContainerPort[];
  /** Where more variables are taken from: whole ConfigMaps and Secrets. What env says goes first. */
  envFrom?: EnvFromSource[];
  /** Variables that are set for it. */
  env?: EnvVar[];
  /** How much of the node it needs, and how much it may take. */
  resources?: ResourceRequirements;
  /** What happens to it when it may take more or less of something. */
  resizePolicy?: ContainerResizePolicy[];
  /** Always, of a container that runs first: it goes on beside the others. */
  restartPolicy?: string;
  /** Which volumes of the pod it sees, and where. */
  volumeMounts?: VolumeMount[];
  /** Which volumes it has as raw devices. */
  volumeDevices?: VolumeDevice[];
  /** How it is found out that it no longer works, and has to be started anew. */
  livenessProbe?: Probe;
  /** How it is found out that it can take requests. */
  readinessProbe?: Probe;
  /** How it is found out that it has started; until then no other probe is made. */
  startupProbe?: Probe;
  /** What is done right after it starts and right before it ends. */
  lifecycle?: Lifecycle;
  /** The file in which it leaves its last words. Default /dev/termination-log. */
  terminationMessagePath?: string;
  /** Where those are taken from: File, or FallbackToLogsOnError. */
  terminationMessagePolicy?: "FallbackToLogsOnError" | "File";
  /** When the image is fetched: Always, IfNotPresent or Never. Always is the default for images tagged latest. */
  imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
  /** With which rights it runs. Goes before what the pod says. */
  securityContext?: SecurityContext;
  /** Whether it has an input that can be attached to. */
  stdin?: boolean;
  /** Whether that input ends with the first who was attached to it. */
  stdinOnce?: boolean;
  /** Whether it has a terminal; it then needs stdin too. */
  tty?: boolean;
  /** The container whose processes it sees. */
  targetContainerName?: string;
}

/** How a pod is. It is told by the node, and may be some seconds old. */
export interface PodStatus {
  /** Which generation of it the node has looked at. */
  observedGeneration?: number;
  /** Pending, Running, Succeeded, Failed or Unknown. */
  phase?: "Failed" | "Pending" | "Running" | "Succeeded" | "Unknown";
  /** What it has come to: PodScheduled, Initialized, ContainersReady, Ready and others. */
  conditions?: PodCondition[];
  /** Why it is so. */
  message?: string;
  /** Why it is so, in one word. */
  reason?: string;
  /** The node on which room is being made for it. */
  nominatedNodeName?: string;
  /** The address of its node. */
  hostIP?: string;
  /** The addresses of its node. */
  hostIPs?: HostIP[];
  /** Its address. */
  podIP?: string;
  /** Its addresses, one a family. */
  podIPs?: PodIP[];
  /** When its node took it. */
  startTime?: string | null;
  /** How those are that run first. */
  initContainerStatuses?: ContainerStatus[];
  /** How its containers are. */
  containerStatuses?: ContainerStatus[];
  /** How soon it has to go when the node runs short: Guaranteed, Burstable or BestEffort. */
  qosClass?: "BestEffort" | "Burstable" | "Guaranteed";
  /** How those are that were added. */
  ephemeralContainerStatuses?: ContainerStatus[];
  /** How far a change of its resources has come. */
  resize?: string;
  /** The claims that were made for it. */
  resourceClaimStatuses?: PodResourceClaimStatus[];
}

export interface PodStatusResult {
  kind: "PodStatusResult";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  status?: PodStatus;
}

/** Containers that run together on one node and share its network and volumes. */
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

/** What pods are made after. */
export interface PodTemplateSpec {
  /** Their labels and annotations. */
  metadata?: metav1.ObjectMeta;
  /** What they consist of. */
  spec?: PodSpec;
}

/** A pod as it is to be made. */
export interface PodTemplate {
  kind: "PodTemplate";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** The pod. */
  template?: PodTemplateSpec;
}

export interface PodTemplateList {
  kind: "PodTemplateList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: PodTemplate[];
}

/** What is wanted of a replication controller. */
export interface ReplicationControllerSpec {
  /** How many pods there should be. Default 1. */
  replicas?: number;
  /** How long a pod must have been ready to count as available, in seconds. */
  minReadySeconds?: number;
  /** Which pods belong to it, by their labels. */
  selector?: Record<string, string>;
  /** The pods that it makes. */
  template?: PodTemplateSpec;
}

/** How many pods there are. */
export interface ReplicationControllerStatus {
  /** How many pods there are. */
  replicas: number;
  /** How many of them have all labels of the template. */
  fullyLabeledReplicas?: number;
  /** How many of them can take requests. */
  readyReplicas?: number;
  /** How many of them have been ready long enough. */
  availableReplicas?: number;
  /** Which generation of the object was looked at last. */
  observedGeneration?: number;
  /** What it has come to. */
  conditions?: ReplicationControllerCondition[];
}

/** One thing that a replication controller has come to, or not. */
export interface ReplicationControllerCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

/** Keeps a number of like pods running. Replica sets and deployments are newer and do more. */
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

/** For how long clients come to the same pod. */
export interface SessionAffinityConfig {
  /** By their address. */
  clientIP?: ClientIPConfig;
}

/** For how long an address is remembered. */
export interface ClientIPConfig {
  /** Default three hours. */
  timeoutSeconds?: number;
}

/** How a service is reached from outside. */
export interface ServiceStatus {
  /** By a balancer. */
  loadBalancer?: LoadBalancerStatus;
  /** What it has come to. */
  conditions?: metav1.Condition[];
}

/** Where a balancer is. */
export interface LoadBalancerStatus {
  /** Its addresses. */
  ingress?: LoadBalancerIngress[];
}

/** An address of a balancer. */
export interface LoadBalancerIngress {
  /** As a number. */
  ip?: string;
  /** As a name. */
  hostname?: string;
  /** Whether packets come with that address, VIP, or with one of a node, Proxy. */
  ipMode?: string;
  /** How its ports are. */
  ports?: PortStatus[];
}

/** How a service is reached, and what is behind it. */
export interface ServiceSpec {
  /** The ports at which it answers. */
  ports?: ServicePort[];
  /** The pods behind it, by their labels. Without it, somebody else says what is behind it. */
  selector?: Record<string, string>;
  /** Its address within the cluster; None for a service without one. Usually given by the server. */
  clusterIP?: string;
  /** Its addresses, one a family. */
  clusterIPs?: string[];
  /** ClusterIP, NodePort, LoadBalancer or ExternalName. Default ClusterIP. */
  type?: "ClusterIP" | "ExternalName" | "LoadBalancer" | "NodePort";
  /** Further addresses at which nodes take its traffic. */
  externalIPs?: string[];
  /** Whether a client comes to the same pod again: ClientIP or None. */
  sessionAffinity?: "ClientIP" | "None";
  /** The address that it should have. Not understood by all. */
  loadBalancerIP?: string;
  /** Who may use the balancer, by address. */
  loadBalancerSourceRanges?: string[];
  /** The name that it stands for, of type ExternalName. */
  externalName?: string;
  /** Whether traffic from outside may go on to other nodes: Cluster or Local. */
  externalTrafficPolicy?: "Cluster" | "Local";
  /** At which port nodes tell whether they have pods of it. */
  healthCheckNodePort?: number;
  /** Whether pods count as soon as they are there, ready or not. */
  publishNotReadyAddresses?: boolean;
  /** For how long a client comes to the same pod. */
  sessionAffinityConfig?: SessionAffinityConfig;
  /** Its families of addresses, the first one first. */
  ipFamilies?: ("" | "IPv4" | "IPv6")[];
  /** Whether it has one family or two: SingleStack, PreferDualStack or RequireDualStack. */
  ipFamilyPolicy?: "PreferDualStack" | "RequireDualStack" | "SingleStack";
  /** Whether ports of nodes are given to it, of type LoadBalancer. Default true. */
  allocateLoadBalancerNodePorts?: boolean;
  /** Which implementation balances its load. */
  loadBalancerClass?: string;
  /** The same for traffic from inside. */
  internalTrafficPolicy?: "Cluster" | "Local";
  /** Which pods had better be used: PreferClose. */
  trafficDistribution?: string;
}

/** A port of a service. */
export interface ServicePort {
  /** What it is called; needed where there are several. */
  name?: string;
  /** TCP, UDP or SCTP. Default TCP. */
  protocol?: "SCTP" | "TCP" | "UDP";
  /** What is spoken, for those who care. */
  appProtocol?: string;
  /** Its number. */
  port: number;
  /** At which port of the pods, by number or name. Default the same. */
  targetPort?: number | string;
  /** At which port of every node it is reached too. Usually given by the server. */
  nodePort?: number;
}

/** A name, an address and ports behind which some pods are reached, whichever they are at the moment. */
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

/** Who pods are when they speak with the API. */
export interface ServiceAccount {
  kind: "ServiceAccount";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Secrets that pods of this account may use, where that is restricted. */
  secrets?: ObjectReference[];
  /** Secrets with which images of its pods are fetched. */
  imagePullSecrets?: LocalObjectReference[];
  /** Whether its pods get a token without asking. A pod may say otherwise. */
  automountServiceAccountToken?: boolean;
}

export interface ServiceAccountList {
  kind: "ServiceAccountList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ServiceAccount[];
}

/** The addresses behind a service. Deprecated: slices say the same, and grow with the service. */
export interface Endpoints {
  kind: "Endpoints";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Addresses that answer at the same ports, in groups. */
  subsets?: EndpointSubset[];
}

/** Addresses that all have the same ports. */
export interface EndpointSubset {
  /** Those that can take requests. */
  addresses?: EndpointAddress[];
  /** Those that cannot. */
  notReadyAddresses?: EndpointAddress[];
  /** The ports. */
  ports?: EndpointPort[];
}

/** An address of what is behind a service. */
export interface EndpointAddress {
  /** The address. */
  ip: string;
  /** Its name. */
  hostname?: string;
  /** On which node. */
  nodeName?: string;
  /** What it is. */
  targetRef?: ObjectReference;
}

/** A port of what is behind a service. */
export interface EndpointPort {
  /** What the service calls it. */
  name?: string;
  /** Its number. */
  port: number;
  /** TCP, UDP or SCTP. */
  protocol?: "SCTP" | "TCP" | "UDP";
  /** What is spoken. */
  appProtocol?: string;
}

export interface EndpointsList {
  kind: "EndpointsList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Endpoints[];
}

/** What is wanted of a node. */
export interface NodeSpec {
  /** The addresses of its pods. */
  podCIDR?: string;
  /** The addresses of its pods, one range a family. */
  podCIDRs?: string[];
  /** What its provider calls it. */
  providerID?: string;
  /** Whether no more pods are placed on it. */
  unschedulable?: boolean;
  /** What keeps pods off it. */
  taints?: Taint[];
  /** No longer used. */
  configSource?: NodeConfigSource;
  /** No longer used. */
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

/** What runs on a node. */
export interface NodeSystemInfo {
  /** Which machine. */
  machineID: string;
  /** Which hardware. */
  systemUUID: string;
  /** Which start of it. */
  bootID: string;
  /** Which kernel. */
  kernelVersion: string;
  /** Which system. */
  osImage: string;
  /** What runs its containers. */
  containerRuntimeVersion: string;
  /** The version of its agent. */
  kubeletVersion: string;
  /** No longer set. */
  kubeProxyVersion: string;
  /** linux or windows. */
  operatingSystem: string;
  /** Which processor. */
  architecture: string;
  /** What can be swapped. */
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

/** How a node is, as it tells itself. */
export interface NodeStatus {
  /** What it has. By the name of what is counted: cpu, memory, pods and others. */
  capacity?: Record<string, string>;
  /** What of it pods can have. By the name of what is counted: cpu, memory, pods and others. */
  allocatable?: Record<string, string>;
  /** No longer used. */
  phase?: "Pending" | "Running" | "Terminated";
  /** Ready, MemoryPressure, DiskPressure, PIDPressure and others. */
  conditions?: NodeCondition[];
  /** Where it is reached. */
  addresses?: NodeAddress[];
  /** At which ports its agents listen. */
  daemonEndpoints?: NodeDaemonEndpoints;
  /** What runs on it. */
  nodeInfo?: NodeSystemInfo;
  /** Images that it has. */
  images?: ContainerImage[];
  /** Volumes that its pods use. */
  volumesInUse?: string[];
  /** Volumes that are attached to it. */
  volumesAttached?: AttachedVolume[];
  /** No longer used. */
  config?: NodeConfigStatus;
  /** What its runtimes can do. */
  runtimeHandlers?: NodeRuntimeHandler[];
  /** What its agents can do. */
  features?: NodeFeatures;
}

/** A volume on a node. */
export interface AttachedVolume {
  /** Which. */
  name: string;
  /** As which device. */
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

/** An image on a node. */
export interface ContainerImage {
  /** Its names. */
  names?: string[];
  /** How large it is. */
  sizeBytes?: number;
}

/** One thing that a node has come to, or not. */
export interface NodeCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** When it was last told. */
  lastHeartbeatTime?: string | null;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

/** An address of a node. */
export interface NodeAddress {
  /** InternalIP, ExternalIP, Hostname, InternalDNS or ExternalDNS. */
  type: string;
  /** The address. */
  address: string;
}

/** A machine that runs pods, as the control plane knows it. */
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

/** What keeps a namespace. */
export interface NamespaceSpec {
  /** Who has to do something before it goes. */
  finalizers?: string[];
}

/** How a namespace is. */
export interface NamespaceStatus {
  /** Active or Terminating. */
  phase?: "Active" | "Terminating";
  /** What it has come to. */
  conditions?: NamespaceCondition[];
}

/** One thing that a namespace that is going has come to, or not. */
export interface NamespaceCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

/** A room of its own for names: objects of two namespaces may be called the same. */
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

/** Puts a pod on a node. It is only ever created: the pod remembers the outcome. */
export interface Binding {
  kind: "Binding";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** What the pod is bound to: a node. */
  target: ObjectReference;
}

/** What must hold of an object. */
export interface Preconditions {
  /** Which object it is. */
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

/** An object, or a part of one. */
export interface ObjectReference {
  /** Of which kind it is. */
  kind?: string;
  /** Where it is. */
  namespace?: string;
  /** What it is called. */
  name?: string;
  /** Which object it is. */
  uid?: string;
  /** In which version of the API. */
  apiVersion?: string;
  /** Which state of it. */
  resourceVersion?: string;
  /** Which part of it. */
  fieldPath?: string;
}

/** An object in the same namespace. */
export interface LocalObjectReference {
  /** What it is called. */
  name?: string;
}

/** An object of some kind, in the same namespace. */
export interface TypedLocalObjectReference {
  /** The group of its kind; none is core. */
  apiGroup?: string;
  /** Of which kind it is. */
  kind: string;
  /** What it is called. */
  name: string;
}

export interface SerializedReference {
  kind: "SerializedReference";
  apiVersion?: string;
  reference?: ObjectReference;
}

/** Who told of an event. */
export interface EventSource {
  /** Which program. */
  component?: string;
  /** On which node. */
  host?: string;
}

/** Something that happened, for people to read. Events are dropped after a while and are no place to keep anything. */
export interface Event {
  kind: "Event";
  apiVersion?: string;
  metadata: metav1.ObjectMeta;
  /** What it happened to. */
  involvedObject: ObjectReference;
  /** Why it was told, in one word that programs can match. */
  reason?: string;
  /** What happened, for people. */
  message?: string;
  /** Who told it. */
  source?: EventSource;
  /** When it was first seen. */
  firstTimestamp?: string | null;
  /** When it was last seen. */
  lastTimestamp?: string | null;
  /** How often it was seen. */
  count?: number;
  /** Normal or Warning; more may come. */
  type?: string;
  /** When it was first seen, to the microsecond. */
  eventTime?: string | null;
  /** How it goes on, where it happens again and again. */
  series?: EventSeries;
  /** What was done, or what failed. */
  action?: string;
  /** Another object that had to do with it. */
  related?: ObjectReference;
  /** Which program told it. */
  reportingComponent?: string;
  /** Which instance of the program told it. */
  reportingInstance?: string;
}

/** An event that goes on. */
export interface EventSeries {
  /** How often it happened. */
  count?: number;
  /** When it last did. */
  lastObservedTime?: string | null;
}

export interface EventList {
  kind: "EventList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Event[];
}

/** Bounds of one type of object. */
export interface LimitRangeItem {
  /** Container, Pod or PersistentVolumeClaim. */
  type: string;
  /** At most so much. */
  max?: Record<string, string>;
  /** At least so much. */
  min?: Record<string, string>;
  /** Limits of those that have none. */
  default?: Record<string, string>;
  /** Requests of those that have none. */
  defaultRequest?: Record<string, string>;
  /** How many times the request the limit may be. */
  maxLimitRequestRatio?: Record<string, string>;
}

/** Bounds for single objects of a namespace. */
export interface LimitRangeSpec {
  /** The bounds. */
  limits: LimitRangeItem[];
}

/** What pods, containers and claims of a namespace may ask for, and what they get when they do not say. */
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

/** How much a namespace may have. */
export interface ResourceQuotaSpec {
  /** So much. By the name of what is counted: requests.cpu, pods, count/configmaps and others. */
  hard?: Record<string, string>;
  /** Of which objects. Default of all. */
  scopes?: ("BestEffort" | "CrossNamespacePodAffinity" | "NotBestEffort" | "NotTerminating" | "PriorityClass" | "Terminating" | "VolumeAttributesClass")[];
  /** The same, with values. */
  scopeSelector?: ScopeSelector;
}

/** Which objects count. */
export interface ScopeSelector {
  /** All of it has to fit. */
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

/** What holds for objects that count. */
export interface ScopedResourceSelectorRequirement {
  /** Of what: PriorityClass, Terminating, BestEffort and others. */
  scopeName: "BestEffort" | "CrossNamespacePodAffinity" | "NotBestEffort" | "NotTerminating" | "PriorityClass" | "Terminating" | "VolumeAttributesClass";
  /** In, NotIn, Exists or DoesNotExist. */
  operator: "DoesNotExist" | "Exists" | "In" | "NotIn";
  /** What In and NotIn compare with. */
  values?: string[];
}

/** How much a namespace has. */
export interface ResourceQuotaStatus {
  /** How much it may have. */
  hard?: Record<string, string>;
  /** How much it has. */
  used?: Record<string, string>;
}

/** How much of everything a namespace may have. */
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

/** Something that few may know: passwords, tokens, keys. Whoever reads it has it. */
export interface Secret {
  kind: "Secret";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** When true, the content can never be changed again, and this cannot be taken back. */
  immutable?: boolean;
  /** Bytes by key, in base64. */
  data?: Record<string, string>;
  /** Text by key, for writing only: it is put into data and never read back. */
  stringData?: Record<string, string>;
  /** What kind of secret it is, which says which keys it must have. It cannot be changed later. */
  type?: string;
}

export interface SecretList {
  kind: "SecretList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Secret[];
}

/** Settings that pods read: as variables, as arguments, or as files. Not for what must be kept secret. */
export interface ConfigMap {
  kind: "ConfigMap";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** When true, the content can never be changed again, and this cannot be taken back. */
  immutable?: boolean;
  /** Text by key. A key is letters, digits, '-', '_' and '.'. */
  data?: Record<string, string>;
  /** Bytes by key, for what is no text. A key stands here or in data, not in both. */
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

/** How a part of the control plane is, as the server finds it when asked. Deprecated: ask the parts themselves. */
export interface ComponentStatus {
  kind: "ComponentStatus";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Whether it is well. */
  conditions?: ComponentCondition[];
}

export interface ComponentStatusList {
  kind: "ComponentStatusList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ComponentStatus[];
}

/** Facts about the pod as files. */
export interface DownwardAPIVolumeSource {
  /** Which facts, in which files. */
  items?: DownwardAPIVolumeFile[];
  /** The mode of the files. Default 0644. */
  defaultMode?: number;
}

/** A fact about the pod as a file. */
export interface DownwardAPIVolumeFile {
  /** Where the file is. */
  path: string;
  /** A field of the pod. */
  fieldRef?: ObjectFieldSelector;
  /** How much of something a container may take. */
  resourceFieldRef?: ResourceFieldSelector;
  /** The mode of the file. */
  mode?: number;
}

/** Facts about the pod as files. */
export interface DownwardAPIProjection {
  /** Which facts, in which files. */
  items?: DownwardAPIVolumeFile[];
}

/** With which rights a container runs. */
export interface SecurityContext {
  /** Single rights that it gets or loses. */
  capabilities?: Capabilities;
  /** Whether it has all rights of the node. */
  privileged?: boolean;
  /** Its labels for SELinux. */
  seLinuxOptions?: SELinuxOptions;
  /** The same on Windows. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** As which user, by number. */
  runAsUser?: number;
  /** With which group, by number. */
  runAsGroup?: number;
  /** Whether it may not run as user 0. */
  runAsNonRoot?: boolean;
  /** Whether its own files cannot be changed. */
  readOnlyRootFilesystem?: boolean;
  /** Whether a process may get more rights than the one that began it. */
  allowPrivilegeEscalation?: boolean;
  /** How it sees /proc: Default or Unmasked. */
  procMount?: "Default" | "Unmasked";
  /** Which system calls it may make. */
  seccompProfile?: SeccompProfile;
  /** What AppArmor lets it do. */
  appArmorProfile?: AppArmorProfile;
}

/** Labels for SELinux. */
export interface SELinuxOptions {
  /** The user. */
  user?: string;
  /** The role. */
  role?: string;
  /** The type. */
  type?: string;
  /** The level. */
  level?: string;
}

/** Rights on Windows. */
export interface WindowsSecurityContextOptions {
  /** The name of a credential of the group. */
  gmsaCredentialSpecName?: string;
  /** That credential itself. */
  gmsaCredentialSpec?: string;
  /** As which user. */
  runAsUserName?: string;
  /** Whether it is a process of the node. */
  hostProcess?: boolean;
}

export interface RangeAllocation {
  kind: "RangeAllocation";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  range: string;
  data: string;
}

/** A setting of the kernel. */
export interface Sysctl {
  /** What it is called. */
  name: string;
  /** Its value. */
  value: string;
}

/** How a port of a balancer is. */
export interface PortStatus {
  /** Its number. */
  port: number;
  /** TCP, UDP or SCTP. */
  protocol: "SCTP" | "TCP" | "UDP";
  /** What is wrong with it. */
  error?: string;
}

/** The content of an image. */
export interface ImageVolumeSource {
  /** Which image. */
  reference?: string;
  /** When it is fetched: Always, IfNotPresent or Never. */
  pullPolicy?: "Always" | "IfNotPresent" | "Never";
}

export interface List {
  kind: "List";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: object[];
}
