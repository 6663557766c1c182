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

/** What every list has. */
export interface ListMeta {
  /** No longer set. */
  selfLink?: string;
  /** The state in which all of it was. A watch goes on from it. */
  resourceVersion?: string;
  /** What to send for the next page; absent from the last one. */
  continue?: string;
  /** How many items come after this page, where that is known. */
  remainingItemCount?: number;
}

/** What every object has: its name, its labels, who owns it, and what the server notes of its life. */
export interface ObjectMeta {
  /** What it is called: no other object of its kind, in its namespace, has the name at the same time. It cannot be changed. */
  name?: string;
  /** What the name begins with, where the server is to find one that is free. */
  generateName?: string;
  /** Where it is. Objects of kinds that belong to the cluster have none. It cannot be changed. */
  namespace?: string;
  /** No longer set. */
  selfLink?: string;
  /** Which object it is, of all that ever had its name. Given by the server. */
  uid?: string;
  /** Which state of the object this is. Sent with an update it makes sure that nobody has changed it in between; watches begin at it. Its value means nothing. */
  resourceVersion?: string;
  /** How often what is wanted of it has changed. */
  generation?: number;
  /** When it was made. */
  creationTimestamp?: string | null;
  /** When it goes, or went: it is being deleted, and waits for its finalizers and its grace period. */
  deletionTimestamp?: string | null;
  /** How long it has to end by itself, in seconds. */
  deletionGracePeriodSeconds?: number;
  /** Marks by which it is found and chosen. */
  labels?: Record<string, string>;
  /** Notes of clients, which nobody searches for. */
  annotations?: Record<string, string>;
  /** The objects that it belongs to. When all of them are gone, so is it. */
  ownerReferences?: OwnerReference[];
  /** Who still has to do something before it goes; the last one to leave the list lets it go. */
  finalizers?: string[];
  /** Who owns which of its fields, kept by the server. */
  managedFields?: ManagedFieldsEntry[];
}

/** An object that another one belongs to, in the same namespace or of the cluster. */
export interface OwnerReference {
  /** In which version of the API. */
  apiVersion: string;
  /** Of which kind it is. */
  kind: string;
  /** What it is called. */
  name: string;
  /** Which object it is. */
  uid: string;
  /** Whether it is the one that looks after the object: at most one is. */
  controller?: boolean;
  /** Whether it waits for this object when it is deleted in the foreground. */
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

/** How something is deleted. */
export interface DeleteOptions {
  kind?: string;
  apiVersion?: string;
  /** How long it has to end by itself, in seconds; 0 is at once. */
  gracePeriodSeconds?: number;
  /** What must hold, or nothing is deleted. */
  preconditions?: Preconditions;
  /** The older form of propagationPolicy. */
  orphanDependents?: boolean;
  /** What becomes of what belongs to it: Foreground deletes that first, Background afterwards, Orphan leaves it. */
  propagationPolicy?: string;
  /** All: everything is done but the deletion itself. */
  dryRun?: string[];
  /** Deletes an object that cannot be read any more, without its finalizers. It may break what relies on them. */
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

/** What must hold of an object. */
export interface Preconditions {
  /** Which object it is. */
  uid?: string;
  /** In which state it is. */
  resourceVersion?: string;
}

/** How a request ended, where it did not end with an object. */
export interface Status {
  kind: "Status";
  apiVersion?: string;
  metadata?: ListMeta;
  status?: string;
  /** What happened, for people. */
  message?: string;
  /** What happened, in one word that programs can match. */
  reason?: string;
  /** More of it, by the kind of reason. */
  details?: StatusDetails;
  /** The HTTP status. */
  code?: number;
}

/** What a failure is about. */
export interface StatusDetails {
  /** Of which object. */
  name?: string;
  /** Of which group its kind is. */
  group?: string;
  /** Of which kind it is. */
  kind?: string;
  /** Which object it is. */
  uid?: string;
  /** Everything that is wrong, one by one. */
  causes?: StatusCause[];
  /** After how many seconds it is worth another try. */
  retryAfterSeconds?: number;
}

/** One thing that is wrong. */
export interface StatusCause {
  /** What, in one word for programs. */
  reason?: string;
  /** What, for people. */
  message?: string;
  /** Where, as a path. */
  field?: string;
}

export interface List {
  kind: "List";
  apiVersion?: string;
  metadata?: ListMeta;
  items: object[];
}

/** The versions of the core group that are served. */
export interface APIVersions {
  kind: "APIVersions";
  apiVersion?: string;
  /** The versions. */
  versions: string[];
  /** Where clients of a network should go. */
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

export interface APIGroupList {
  kind: "APIGroupList";
  apiVersion?: string;
  groups: APIGroup[];
}

/** A group of the API, and the versions of it that are served. */
export interface APIGroup {
  kind: "APIGroup";
  apiVersion?: string;
  /** What it is called. */
  name: string;
  /** Its versions. */
  versions: GroupVersionForDiscovery[];
  /** The version that clients should take when they have no wish of their own. */
  preferredVersion?: GroupVersionForDiscovery;
  /** Where clients of a network should go. */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

/** Where clients reach the server. */
export interface ServerAddressByClientCIDR {
  /** Which clients, by their addresses. */
  clientCIDR: string;
  /** At which address. */
  serverAddress: string;
}

/** A version of a group. */
export interface GroupVersionForDiscovery {
  /** Both, as in apiVersion. */
  groupVersion: string;
  /** The version alone. */
  version: string;
}

/** A resource that is served. */
export interface APIResource {
  /** What its paths are called. */
  name: string;
  /** The name of one of them. */
  singularName: string;
  /** Whether its objects are in namespaces. */
  namespaced: boolean;
  /** The group of that kind, where it is another one. */
  group?: string;
  /** The version of that kind, where it is another one. */
  version?: string;
  /** The kind of its objects. */
  kind: string;
  /** What can be done. */
  verbs: string[];
  /** Short names for people who type. */
  shortNames?: string[];
  /** Names under which several resources are asked for at once. */
  categories?: string[];
  /** Changes with the version in which objects are stored. */
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

/** A change of an object: its format is the content type of the request. */
export interface Patch {

}

/** Which objects, by their labels. All parts have to fit; without any it is all of them. */
export interface LabelSelector {
  /** Labels, with their values. */
  matchLabels?: Record<string, string>;
  /** What holds for labels. */
  matchExpressions?: LabelSelectorRequirement[];
}

/** What holds for one label. */
export interface LabelSelectorRequirement {
  /** The label. */
  key: string;
  /** In, NotIn, Exists or DoesNotExist. */
  operator: string;
  /** What In and NotIn compare with; the others have none. */
  values?: string[];
}

/** What holds for one field. */
export interface FieldSelectorRequirement {
  /** The field. */
  key: string;
  /** In, NotIn, Exists or DoesNotExist. */
  operator: string;
  /** What In and NotIn compare with; the others have none. */
  values?: string[];
}

/** The fields that one manager owns, as they are called in one version. */
export interface ManagedFieldsEntry {
  /** Who. */
  manager?: string;
  /** How he came to own them: Apply or Update. */
  operation?: string;
  /** The version in which the fields are named. */
  apiVersion?: string;
  /** When he last changed one of them. */
  time?: string | null;
  /** How they are written: FieldsV1. */
  fieldsType?: string;
  /** The fields. */
  fieldsV1?: object;
  /** By which endpoint they were written, where it was not the object's own. */
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

/** One thing that is so, is not so, or is not known. */
export interface Condition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Which generation of the object was looked at. */
  observedGeneration?: number;
  /** Since when the status is what it is. */
  lastTransitionTime: string | null;
  /** Why, in one word for programs. */
  reason: string;
  /** Why, in words for people. */
  message: string;
}

/** Something that happened to an object that is watched. */
export interface WatchEvent {
  /** ADDED, MODIFIED, DELETED, BOOKMARK or ERROR. */
  type: string;
  /** The object as it is now, or was; of an error, what went wrong. */
  object: object;
}
