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

/** Metadata of a list. */
export interface ListMeta {
  /** Deprecated. The server no longer sets it. */
  selfLink?: string;
  /** Version of the resource at which the list was read. A watch can start from it. */
  resourceVersion?: string;
  /** Token with which the client requests the next page. Empty on the last page. */
  continue?: string;
  /** Number of items after this page. Absent if unknown, which is always so for lists with selectors. */
  remainingItemCount?: number;
}

/** Metadata of an object: its identity, labels and owners, and the data by which the server tracks it. */
export interface ObjectMeta {
  /** Name of the object, unique among objects of the same resource in a namespace. Immutable. */
  name?: string;
  /** Prefix of a name that the server generates. Used only if no name is given; the server appends random characters. */
  generateName?: string;
  /** Namespace of the object. Empty for cluster-scoped objects. Immutable. */
  namespace?: string;
  /** Deprecated. The server no longer sets it. */
  selfLink?: string;
  /** Identifier of this object, which no other object ever has, not even one of the same name. Set by the server. */
  uid?: string;
  /** Opaque version of the object, which changes with every write. Sent with an update, it makes the update fail if the object has changed since. A watch can start from it. Set by the server. */
  resourceVersion?: string;
  /** Number of the current desired state, which increases when the spec changes. Set by the server. */
  generation?: number;
  /** CreationTimestamp is a timestamp of when the server created the object. Set by the server. */
  creationTimestamp?: string | null;
  /** Time after which the object is to be removed. Set when a client deletes an object that has finalizers or a grace period. Set by the server. */
  deletionTimestamp?: string | null;
  /** Seconds between the deletion request and the deletionTimestamp, for a graceful shutdown. Set by the server. */
  deletionGracePeriodSeconds?: number;
  /** Key-value pairs with which selectors find the object. */
  labels?: Record<string, string>;
  /** Key-value pairs for arbitrary metadata of tools and libraries. Selectors can't use them. */
  annotations?: Record<string, string>;
  /** Objects on which this object depends. It is garbage collected when all of them have been deleted. */
  ownerReferences?: OwnerReference[];
  /** Identifiers of the components that must finish work before the object is removed. Each component removes its entry; the object is removed with the last one. */
  finalizers?: string[];
  /** Fields of the object by the manager that owns them. Maintained by the server. */
  managedFields?: ManagedFieldsEntry[];
}

/** Reference to an owner of the object, in the same namespace or cluster-scoped. */
export interface OwnerReference {
  /** Group and version of the owner's kind. */
  apiVersion: string;
  /** Kind of the owner. */
  kind: string;
  /** Name of the owner. */
  name: string;
  /** UID of the owner. */
  uid: string;
  /** True if the owner is the controller that manages the object. At most one owner is. */
  controller?: boolean;
  /** If true, a foreground deletion of the owner doesn't complete until this object has been removed. */
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

/** Options of a deletion. */
export interface DeleteOptions {
  kind?: string;
  apiVersion?: string;
  /** Seconds until the object is removed. 0 removes it immediately. If absent, the default of the kind. */
  gracePeriodSeconds?: number;
  /** Conditions on the object. If they don't hold, the server responds with 409 Conflict. */
  preconditions?: Preconditions;
  /** Deprecated: use propagationPolicy. If true, dependent objects are kept. */
  orphanDependents?: boolean;
  /** What happens to dependent objects: Orphan keeps them, Background deletes them after the owner, Foreground deletes them before it. */
  propagationPolicy?: string;
  /** If All, the server performs all checks but doesn't delete the object. */
  dryRun?: string[];
  /** If true, deletes an object that can't be read from storage, without finalizers and checks. It can break components that rely on them. */
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

/** Conditions that an object must meet before the operation. */
export interface Preconditions {
  /** Expected UID. */
  uid?: string;
  /** Expected resource version. */
  resourceVersion?: string;
}

/** Result of a request that doesn't return another object. */
export interface Status {
  kind: "Status";
  apiVersion?: string;
  metadata?: ListMeta;
  status?: string;
  /** Human-readable description of the result. */
  message?: string;
  /** Machine-readable cause of a failure, in CamelCase. Each reason belongs to one HTTP status code. */
  reason?: string;
  /** Further data about a failure. Its fields depend on the reason. */
  details?: StatusDetails;
  /** HTTP status code. */
  code?: number;
}

/** Data about a failure. Its fields depend on the reason. */
export interface StatusDetails {
  /** Name of the object concerned. */
  name?: string;
  /** API group of the object concerned. */
  group?: string;
  /** Kind or resource of the object concerned. */
  kind?: string;
  /** UID of the object concerned. */
  uid?: string;
  /** Individual errors, for example one for each invalid field. */
  causes?: StatusCause[];
  /** Seconds after which the client can retry the request. */
  retryAfterSeconds?: number;
}

/** One error among several. */
export interface StatusCause {
  /** Machine-readable cause of the error, in CamelCase. */
  reason?: string;
  /** Human-readable description of the error. */
  message?: string;
  /** Path of the invalid field, for example spec.containers[0].image. */
  field?: string;
}

export interface List {
  kind: "List";
  apiVersion?: string;
  metadata?: ListMeta;
  items: object[];
}

/** Served versions of the core group. */
export interface APIVersions {
  kind: "APIVersions";
  apiVersion?: string;
  /** Served versions. */
  versions: string[];
  /** Server addresses by client network. Clients use the most specific match. */
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

export interface APIGroupList {
  kind: "APIGroupList";
  apiVersion?: string;
  groups: APIGroup[];
}

/** Name and served versions of an API group. */
export interface APIGroup {
  kind: "APIGroup";
  apiVersion?: string;
  /** Name of the group. */
  name: string;
  /** Served versions of the group. */
  versions: GroupVersionForDiscovery[];
  /** Version that clients should use unless they need another one. */
  preferredVersion?: GroupVersionForDiscovery;
  /** Server addresses by client network. Clients use the most specific match. */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

/** Server address for the clients of one network. */
export interface ServerAddressByClientCIDR {
  /** Network of the clients, in CIDR notation. */
  clientCIDR: string;
  /** Host name or IP, with the port. */
  serverAddress: string;
}

/** A version of an API group. */
export interface GroupVersionForDiscovery {
  /** Group and version, as in the field apiVersion of objects. */
  groupVersion: string;
  /** Version without the group. */
  version: string;
}

/** A served resource or subresource. */
export interface APIResource {
  /** Plural name of the resource, as it appears in paths. */
  name: string;
  /** Singular name of the resource. */
  singularName: string;
  /** True if objects of the resource belong to a namespace. */
  namespaced: boolean;
  /** Group of the kind, if it differs from that of the resource list. */
  group?: string;
  /** Version of the kind, if it differs from that of the resource list. */
  version?: string;
  /** Kind of the objects. */
  kind: string;
  /** Supported verbs, for example get, list, watch, create, update, patch, delete. */
  verbs: string[];
  /** Abbreviations of the name for command line tools. */
  shortNames?: string[];
  /** Groups of resources to which this one belongs, for example all. */
  categories?: string[];
  /** Opaque hash of the version in which objects are stored. */
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

/** Change of an object. The content type of the request determines the format. */
export interface Patch {

}

/** Selects objects by their labels. All requirements must match. An empty selector matches all objects, an absent one none. */
export interface LabelSelector {
  /** Labels that the object must have, with the given values. */
  matchLabels?: Record<string, string>;
  /** Requirements on the labels of the object. */
  matchExpressions?: LabelSelectorRequirement[];
}

/** Requirement on one label. */
export interface LabelSelectorRequirement {
  /** Key of the label. */
  key: string;
  /** Relation between the key and the values: In, NotIn, Exists or DoesNotExist. */
  operator: string;
  /** Values to compare with. Required for In and NotIn; must be empty for the other operators. */
  values?: string[];
}

/** Requirement on one field. */
export interface FieldSelectorRequirement {
  /** Path of the field. */
  key: string;
  /** Relation between the key and the values: In, NotIn, Exists or DoesNotExist. */
  operator: string;
  /** Values to compare with. Required for In and NotIn; must be empty for the other operators. */
  values?: string[];
}

/** Set of fields that one manager owns, expressed in one version of the API. */
export interface ManagedFieldsEntry {
  /** Name of the manager. */
  manager?: string;
  /** Operation by which the manager became the owner: Apply or Update. */
  operation?: string;
  /** Version of the API in which the fields are expressed. */
  apiVersion?: string;
  /** Time at which the manager last changed one of the fields or the set of fields. */
  time?: string | null;
  /** Format of the set of fields. The only format is FieldsV1. */
  fieldsType?: string;
  /** Set of fields, in the format FieldsV1. */
  fieldsV1?: object;
  /** Subresource through which the fields were written. Empty for the main resource. */
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

/** One aspect of the current state of an object. */
export interface Condition {
  /** Type of the condition, in CamelCase or with a DNS prefix. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Generation of the object for which the condition was determined. */
  observedGeneration?: number;
  /** Time at which the status last changed. */
  lastTransitionTime: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason: string;
  /** Human-readable details of the last transition. */
  message: string;
}

/** One change of a watched resource. */
export interface WatchEvent {
  /** ADDED, MODIFIED, DELETED, BOOKMARK or ERROR. */
  type: string;
  /** The object after the change; for DELETED, its last state; for BOOKMARK, only the resource version; for ERROR, a Status. */
  object: object;
}
