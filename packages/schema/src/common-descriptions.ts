import type { TypeDescriptions } from "./type-descriptions.ts";

const selectorValues = "Values to compare with. Required for In and NotIn; must be empty for the other operators.";
const selectorOperator = "Relation between the key and the values: In, NotIn, Exists or DoesNotExist.";

/** Types that all groups share. */
export const commonDescriptions: TypeDescriptions = {
  ObjectMeta: {
    description: "Metadata of an object: its identity, labels and owners, and the data by which the server tracks it.",
    fields: {
      name: "Name of the object, unique among objects of the same resource in a namespace. Immutable.",
      generateName:
        "Prefix of a name that the server generates. Used only if no name is given; the server appends random characters.",
      namespace: "Namespace of the object. Empty for cluster-scoped objects. Immutable.",
      uid: "Identifier of this object, which no other object ever has, not even one of the same name. Set by the server.",
      resourceVersion:
        "Opaque version of the object, which changes with every write. Sent with an update, it makes the update fail if the object has changed since. A watch can start from it. Set by the server.",
      generation: "Number of the current desired state, which increases when the spec changes. Set by the server.",
      creationTimestamp: "CreationTimestamp is a timestamp of when the server created the object. Set by the server.",
      deletionTimestamp:
        "Time after which the object is to be removed. Set when a client deletes an object that has finalizers or a grace period. Set by the server.",
      deletionGracePeriodSeconds:
        "Seconds between the deletion request and the deletionTimestamp, for a graceful shutdown. Set by the server.",
      labels: "Key-value pairs with which selectors find the object.",
      annotations: "Key-value pairs for arbitrary metadata of tools and libraries. Selectors can't use them.",
      ownerReferences:
        "Objects on which this object depends. It is garbage collected when all of them have been deleted.",
      finalizers:
        "Identifiers of the components that must finish work before the object is removed. Each component removes its entry; the object is removed with the last one.",
      managedFields: "Fields of the object by the manager that owns them. Maintained by the server.",
      selfLink: "Deprecated. The server no longer sets it.",
    },
  },
  OwnerReference: {
    description: "Reference to an owner of the object, in the same namespace or cluster-scoped.",
    fields: {
      apiVersion: "Group and version of the owner's kind.",
      kind: "Kind of the owner.",
      name: "Name of the owner.",
      uid: "UID of the owner.",
      controller: "True if the owner is the controller that manages the object. At most one owner is.",
      blockOwnerDeletion:
        "If true, a foreground deletion of the owner doesn't complete until this object has been removed.",
    },
  },
  ManagedFieldsEntry: {
    description: "Set of fields that one manager owns, expressed in one version of the API.",
    fields: {
      manager: "Name of the manager.",
      operation: "Operation by which the manager became the owner: Apply or Update.",
      apiVersion: "Version of the API in which the fields are expressed.",
      time: "Time at which the manager last changed one of the fields or the set of fields.",
      fieldsType: "Format of the set of fields. The only format is FieldsV1.",
      fieldsV1: "Set of fields, in the format FieldsV1.",
      subresource: "Subresource through which the fields were written. Empty for the main resource.",
    },
  },
  FieldsV1: {
    description:
      "Set of fields as a tree. The keys are f:<name> for a field, k:<keys> for an item of a map-like list, v:<value> for an item of a set, i:<index> for an item of another list, and '.' for the value itself.",
  },
  ListMeta: {
    description: "Metadata of a list.",
    fields: {
      resourceVersion: "Version of the resource at which the list was read. A watch can start from it.",
      continue: "Token with which the client requests the next page. Empty on the last page.",
      remainingItemCount:
        "Number of items after this page. Absent if unknown, which is always so for lists with selectors.",
      selfLink: "Deprecated. The server no longer sets it.",
    },
  },
  LabelSelector: {
    description:
      "Selects objects by their labels. All requirements must match. An empty selector matches all objects, an absent one none.",
    fields: {
      matchLabels: "Labels that the object must have, with the given values.",
      matchExpressions: "Requirements on the labels of the object.",
    },
  },
  LabelSelectorRequirement: {
    description: "Requirement on one label.",
    fields: { key: "Key of the label.", operator: selectorOperator, values: selectorValues },
  },
  FieldSelectorRequirement: {
    description: "Requirement on one field.",
    fields: { key: "Path of the field.", operator: selectorOperator, values: selectorValues },
  },
  Condition: {
    description: "One aspect of the current state of an object.",
    fields: {
      type: "Type of the condition, in CamelCase or with a DNS prefix.",
      status: "Whether the condition holds: True, False or Unknown.",
      reason: "Machine-readable cause of the last transition, in CamelCase.",
      message: "Human-readable details of the last transition.",
      lastTransitionTime: "Time at which the status last changed.",
      observedGeneration: "Generation of the object for which the condition was determined.",
    },
  },
  DeleteOptions: {
    description: "Options of a deletion.",
    fields: {
      gracePeriodSeconds:
        "Seconds until the object is removed. 0 removes it immediately. If absent, the default of the kind.",
      preconditions: "Conditions on the object. If they don't hold, the server responds with 409 Conflict.",
      propagationPolicy:
        "What happens to dependent objects: Orphan keeps them, Background deletes them after the owner, Foreground deletes them before it.",
      orphanDependents: "Deprecated: use propagationPolicy. If true, dependent objects are kept.",
      dryRun: "If All, the server performs all checks but doesn't delete the object.",
      ignoreStoreReadErrorWithClusterBreakingPotential:
        "If true, deletes an object that can't be read from storage, without finalizers and checks. It can break components that rely on them.",
    },
  },
  Preconditions: {
    description: "Conditions that an object must meet before the operation.",
    fields: { uid: "Expected UID.", resourceVersion: "Expected resource version." },
  },
  Status: {
    description: "Result of a request that doesn't return another object.",
    fields: {
      code: "HTTP status code.",
      message: "Human-readable description of the result.",
      reason: "Machine-readable cause of a failure, in CamelCase. Each reason belongs to one HTTP status code.",
      details: "Further data about a failure. Its fields depend on the reason.",
    },
  },
  StatusDetails: {
    description: "Data about a failure. Its fields depend on the reason.",
    fields: {
      name: "Name of the object concerned.",
      group: "API group of the object concerned.",
      kind: "Kind or resource of the object concerned.",
      uid: "UID of the object concerned.",
      causes: "Individual errors, for example one for each invalid field.",
      retryAfterSeconds: "Seconds after which the client can retry the request.",
    },
  },
  StatusCause: {
    description: "One error among several.",
    fields: {
      reason: "Machine-readable cause of the error, in CamelCase.",
      message: "Human-readable description of the error.",
      field: "Path of the invalid field, for example spec.containers[0].image.",
    },
  },
  WatchEvent: {
    description: "One change of a watched resource.",
    fields: {
      type: "ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.",
      object:
        "The object after the change; for DELETED, its last state; for BOOKMARK, only the resource version; for ERROR, a Status.",
    },
  },
  APIResource: {
    description: "A served resource or subresource.",
    fields: {
      name: "Plural name of the resource, as it appears in paths.",
      singularName: "Singular name of the resource.",
      namespaced: "True if objects of the resource belong to a namespace.",
      kind: "Kind of the objects.",
      group: "Group of the kind, if it differs from that of the resource list.",
      version: "Version of the kind, if it differs from that of the resource list.",
      verbs: "Supported verbs, for example get, list, watch, create, update, patch, delete.",
      shortNames: "Abbreviations of the name for command line tools.",
      categories: "Groups of resources to which this one belongs, for example all.",
      storageVersionHash: "Opaque hash of the version in which objects are stored.",
    },
  },
  GroupVersionForDiscovery: {
    description: "A version of an API group.",
    fields: {
      groupVersion: "Group and version, as in the field apiVersion of objects.",
      version: "Version without the group.",
    },
  },
  ServerAddressByClientCIDR: {
    description: "Server address for the clients of one network.",
    fields: {
      clientCIDR: "Network of the clients, in CIDR notation.",
      serverAddress: "Host name or IP, with the port.",
    },
  },
  Patch: { description: "Change of an object. The content type of the request determines the format." },
  Time: { description: "RFC 3339 timestamp, in seconds." },
  MicroTime: { description: "RFC 3339 timestamp, in microseconds." },
  RawExtension: { description: "An object of any type." },
  Info: {
    description: "Version of the server.",
    fields: {
      major: "Major version.",
      minor: "Minor version.",
      gitVersion: "Full semantic version.",
      gitCommit: "Commit from which the server was built.",
      gitTreeState: "clean if the working tree matched the commit, else dirty.",
      buildDate: "Time of the build.",
      goVersion: "Version of the language runtime.",
      compiler: "Compiler of the build.",
      platform: "Operating system and architecture.",
      emulationMajor: "Major version that the server emulates.",
      emulationMinor: "Minor version that the server emulates.",
      minCompatibilityMajor: "Major version of the oldest compatible release.",
      minCompatibilityMinor: "Minor version of the oldest compatible release.",
    },
  },
  APIGroup: {
    description: "Name and served versions of an API group.",
    fields: {
      name: "Name of the group.",
      versions: "Served versions of the group.",
      preferredVersion: "Version that clients should use unless they need another one.",
      serverAddressByClientCIDRs: "Server addresses by client network. Clients use the most specific match.",
    },
  },
  APIVersions: {
    description: "Served versions of the core group.",
    fields: {
      versions: "Served versions.",
      serverAddressByClientCIDRs: "Server addresses by client network. Clients use the most specific match.",
    },
  },
};
