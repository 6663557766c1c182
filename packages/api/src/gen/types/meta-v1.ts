// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

export interface GroupResource {
  group: string;
  resource: string;
}

export interface GroupVersionResource {
  group: string;
  version: string;
  resource: string;
}

export interface GroupKind {
  group: string;
  kind: string;
}

export interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

export interface GroupVersion {
  group: string;
  version: string;
}

export interface TypeMeta {
  kind?: string;
  apiVersion?: string;
}

export interface ListMeta {
  selfLink?: string;
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
}

export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string | null;
  deletionTimestamp?: string | null;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface ListOptions {
  kind: "ListOptions";
  apiVersion?: string;
  labelSelector?: string;
  fieldSelector?: string;
  watch?: boolean;
  allowWatchBookmarks?: boolean;
  resourceVersion?: string;
  resourceVersionMatch?: string;
  timeoutSeconds?: number;
  limit?: number;
  continue?: string;
  sendInitialEvents?: boolean;
}

export interface GetOptions {
  kind: "GetOptions";
  apiVersion?: string;
  resourceVersion?: string;
}

export interface DeleteOptions {
  kind?: string;
  apiVersion?: string;
  gracePeriodSeconds?: number;
  preconditions?: Preconditions;
  orphanDependents?: boolean;
  propagationPolicy?: string;
  dryRun?: string[];
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

export interface CreateOptions {
  kind: "CreateOptions";
  apiVersion?: string;
  dryRun?: string[];
  fieldManager?: string;
  fieldValidation?: string;
}

export interface PatchOptions {
  kind: "PatchOptions";
  apiVersion?: string;
  dryRun?: string[];
  force?: boolean;
  fieldManager?: string;
  fieldValidation?: string;
}

export interface ApplyOptions {
  kind: "ApplyOptions";
  apiVersion?: string;
  dryRun?: string[];
  force: boolean;
  fieldManager: string;
}

export interface UpdateOptions {
  kind: "UpdateOptions";
  apiVersion?: string;
  dryRun?: string[];
  fieldManager?: string;
  fieldValidation?: string;
}

export interface Preconditions {
  uid?: string;
  resourceVersion?: string;
}

export interface Status {
  kind: "Status";
  apiVersion?: string;
  metadata?: ListMeta;
  status?: string;
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code?: number;
}

export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

export interface List {
  kind: "List";
  apiVersion?: string;
  metadata?: ListMeta;
  items: object[];
}

export interface APIVersions {
  kind: "APIVersions";
  apiVersion?: string;
  versions: string[];
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

export interface APIGroupList {
  kind: "APIGroupList";
  apiVersion?: string;
  groups: APIGroup[];
}

export interface APIGroup {
  kind: "APIGroup";
  apiVersion?: string;
  name: string;
  versions: GroupVersionForDiscovery[];
  preferredVersion?: GroupVersionForDiscovery;
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

export interface ServerAddressByClientCIDR {
  clientCIDR: string;
  serverAddress: string;
}

export interface GroupVersionForDiscovery {
  groupVersion: string;
  version: string;
}

export interface APIResource {
  name: string;
  singularName: string;
  namespaced: boolean;
  group?: string;
  version?: string;
  kind: string;
  verbs: string[];
  shortNames?: string[];
  categories?: string[];
  storageVersionHash?: string;
}

export interface APIResourceList {
  kind: "APIResourceList";
  apiVersion?: string;
  groupVersion: string;
  resources: APIResource[];
}

export interface RootPaths {
  paths: string[];
}

export interface Patch {

}

export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: LabelSelectorRequirement[];
}

export interface LabelSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

export interface FieldSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string | null;
  fieldsType?: string;
  fieldsV1?: object;
  subresource?: string;
}

export interface Table {
  kind: "Table";
  apiVersion?: string;
  metadata?: ListMeta;
  columnDefinitions: TableColumnDefinition[];
  rows: TableRow[];
}

export interface TableColumnDefinition {
  name: string;
  type: string;
  format: string;
  description: string;
  priority: number;
}

export interface TableRow {
  cells: unknown[];
  conditions?: TableRowCondition[];
  object?: object;
}

export interface TableRowCondition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
}

export interface TableOptions {
  kind: "TableOptions";
  apiVersion?: string;
  includeObject?: string;
}

export interface PartialObjectMetadata {
  kind: "PartialObjectMetadata";
  apiVersion?: string;
  metadata?: ObjectMeta;
}

export interface PartialObjectMetadataList {
  kind: "PartialObjectMetadataList";
  apiVersion?: string;
  metadata?: ListMeta;
  items: PartialObjectMetadata[];
}

export interface Condition {
  type: string;
  status: string;
  observedGeneration?: number;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}

export interface WatchEvent {
  type: string;
  object: object;
}
