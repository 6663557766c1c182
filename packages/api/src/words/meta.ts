import type { Words } from "./words.ts";

const kindOf = "Of which kind it is.";
const nameOf = "What it is called.";
const apiVersion = "In which version of the API.";

/** What all objects share. */
export const metaWords: Words = {
  ObjectMeta: {
    is: "What every object has: its name, its labels, who owns it, and what the server notes of its life.",
    fields: {
      name: "What it is called: no other object of its kind, in its namespace, has the name at the same time. It cannot be changed.",
      generateName: "What the name begins with, where the server is to find one that is free.",
      namespace: "Where it is. Objects of kinds that belong to the cluster have none. It cannot be changed.",
      uid: "Which object it is, of all that ever had its name. Given by the server.",
      resourceVersion:
        "Which state of the object this is. Sent with an update it makes sure that nobody has changed it in between; watches begin at it. Its value means nothing.",
      generation: "How often what is wanted of it has changed.",
      creationTimestamp: "When it was made.",
      deletionTimestamp:
        "When it goes, or went: it is being deleted, and waits for its finalizers and its grace period.",
      deletionGracePeriodSeconds: "How long it has to end by itself, in seconds.",
      labels: "Marks by which it is found and chosen.",
      annotations: "Notes of clients, which nobody searches for.",
      ownerReferences: "The objects that it belongs to. When all of them are gone, so is it.",
      finalizers: "Who still has to do something before it goes; the last one to leave the list lets it go.",
      managedFields: "Who owns which of its fields, kept by the server.",
      selfLink: "No longer set.",
    },
  },
  OwnerReference: {
    is: "An object that another one belongs to, in the same namespace or of the cluster.",
    fields: {
      apiVersion,
      kind: kindOf,
      name: nameOf,
      uid: "Which object it is.",
      controller: "Whether it is the one that looks after the object: at most one is.",
      blockOwnerDeletion: "Whether it waits for this object when it is deleted in the foreground.",
    },
  },
  ManagedFieldsEntry: {
    is: "The fields that one manager owns, as they are called in one version.",
    fields: {
      manager: "Who.",
      operation: "How he came to own them: Apply or Update.",
      apiVersion: "The version in which the fields are named.",
      time: "When he last changed one of them.",
      fieldsType: "How they are written: FieldsV1.",
      fieldsV1: "The fields.",
      subresource: "By which endpoint they were written, where it was not the object's own.",
    },
  },
  FieldsV1: {
    is: "A set of fields, as a tree: f: and the name of a field, k: and the key of an item, v: and a value.",
  },
  ListMeta: {
    is: "What every list has.",
    fields: {
      resourceVersion: "The state in which all of it was. A watch goes on from it.",
      continue: "What to send for the next page; absent from the last one.",
      remainingItemCount: "How many items come after this page, where that is known.",
      selfLink: "No longer set.",
    },
  },
  LabelSelector: {
    is: "Which objects, by their labels. All parts have to fit; without any it is all of them.",
    fields: {
      matchLabels: "Labels, with their values.",
      matchExpressions: "What holds for labels.",
    },
  },
  LabelSelectorRequirement: {
    is: "What holds for one label.",
    fields: {
      key: "The label.",
      operator: "In, NotIn, Exists or DoesNotExist.",
      values: "What In and NotIn compare with; the others have none.",
    },
  },
  FieldSelectorRequirement: {
    is: "What holds for one field.",
    fields: {
      key: "The field.",
      operator: "In, NotIn, Exists or DoesNotExist.",
      values: "What In and NotIn compare with; the others have none.",
    },
  },
  Condition: {
    is: "One thing that is so, is not so, or is not known.",
    fields: {
      type: "What it is about.",
      status: "True, False or Unknown.",
      reason: "Why, in one word for programs.",
      message: "Why, in words for people.",
      lastTransitionTime: "Since when the status is what it is.",
      observedGeneration: "Which generation of the object was looked at.",
    },
  },
  DeleteOptions: {
    is: "How something is deleted.",
    fields: {
      gracePeriodSeconds: "How long it has to end by itself, in seconds; 0 is at once.",
      preconditions: "What must hold, or nothing is deleted.",
      propagationPolicy:
        "What becomes of what belongs to it: Foreground deletes that first, Background afterwards, Orphan leaves it.",
      orphanDependents: "The older form of propagationPolicy.",
      dryRun: "All: everything is done but the deletion itself.",
      ignoreStoreReadErrorWithClusterBreakingPotential:
        "Deletes an object that cannot be read any more, without its finalizers. It may break what relies on them.",
    },
  },
  Preconditions: {
    is: "What must hold of an object.",
    fields: { uid: "Which object it is.", resourceVersion: "In which state it is." },
  },
  Status: {
    is: "How a request went, where no object answers it.",
    fields: {
      status: "Success or Failure.",
      message: "What happened, for people.",
      reason: "What happened, in one word for programs.",
      details: "More of it.",
      code: "The status of HTTP.",
    },
  },
  StatusDetails: {
    is: "What a failure is about.",
    fields: {
      name: "Of which object.",
      group: "Of which group its kind is.",
      kind: kindOf,
      uid: "Which object it is.",
      causes: "Everything that is wrong, one by one.",
      retryAfterSeconds: "After how many seconds it is worth another try.",
    },
  },
  StatusCause: {
    is: "One thing that is wrong.",
    fields: {
      reason: "What, in one word for programs.",
      message: "What, for people.",
      field: "Where, as a path.",
    },
  },
  WatchEvent: {
    is: "Something that happened to an object that is watched.",
    fields: {
      type: "ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.",
      object: "The object as it is now, or was; of an error, what went wrong.",
    },
  },
  APIResource: {
    is: "A resource that is served.",
    fields: {
      name: "What its paths are called.",
      singularName: "The name of one of them.",
      namespaced: "Whether its objects are in namespaces.",
      kind: "The kind of its objects.",
      group: "The group of that kind, where it is another one.",
      version: "The version of that kind, where it is another one.",
      verbs: "What can be done.",
      shortNames: "Short names for people who type.",
      categories: "Names under which several resources are asked for at once.",
      storageVersionHash: "Changes with the version in which objects are stored.",
    },
  },
  GroupVersionForDiscovery: {
    is: "A version of a group.",
    fields: { groupVersion: "Both, as in apiVersion.", version: "The version alone." },
  },
  ServerAddressByClientCIDR: {
    is: "Where clients reach the server.",
    fields: { clientCIDR: "Which clients, by their addresses.", serverAddress: "At which address." },
  },
  Patch: { is: "A change of an object: its format is the content type of the request." },
  Time: { is: "A moment, in whole seconds." },
  MicroTime: { is: "A moment, to the microsecond." },
  Quantity: { is: "An amount: a number that may end in a unit, such as 100m, 1.5, 2Gi or 5e3." },
  IntOrString: { is: "A number or a text; often a percentage, or the name of a port." },
  RawExtension: { is: "Any object." },
  Info: {
    is: "Which version of the server this is.",
    fields: {
      major: "The first number of the API's version.",
      minor: "The second one.",
      gitVersion: "The whole version.",
      gitCommit: "The commit that it was built of.",
      gitTreeState: "Whether that commit was all of it.",
      buildDate: "When it was built.",
      goVersion: "What it was built with.",
      compiler: "By which compiler.",
      platform: "For which machines.",
      emulationMajor: "The first number of the version that it behaves as.",
      emulationMinor: "The second one.",
      minCompatibilityMajor: "The first number of the oldest version that it works with.",
      minCompatibilityMinor: "The second one.",
    },
  },
  CrossVersionObjectReference: {
    is: "An object of some kind, in the same namespace.",
    fields: { apiVersion, kind: kindOf, name: nameOf },
  },
  ObjectReference: {
    is: "An object, or a part of one.",
    fields: {
      apiVersion,
      kind: kindOf,
      name: nameOf,
      namespace: "Where it is.",
      uid: "Which object it is.",
      resourceVersion: "Which state of it.",
      fieldPath: "Which part of it.",
    },
  },
  LocalObjectReference: { is: "An object in the same namespace.", fields: { name: nameOf } },
  TypedLocalObjectReference: {
    is: "An object of some kind, in the same namespace.",
    fields: { apiGroup: "The group of its kind; none is core.", kind: kindOf, name: nameOf },
  },
  TypedObjectReference: {
    is: "An object of some kind.",
    fields: {
      apiGroup: "The group of its kind; none is core.",
      kind: kindOf,
      name: nameOf,
      namespace: "Where it is, if not in the same namespace.",
    },
  },
  ParentReference: {
    is: "An object that something was made for.",
    fields: { group: "The group of its resource.", resource: "Its resource.", namespace: "Where it is.", name: nameOf },
  },
  SecretReference: {
    is: "A secret, in any namespace.",
    fields: { name: nameOf, namespace: "Where it is." },
  },
  ServiceReference: {
    is: "A service that is asked over HTTPS.",
    fields: {
      name: nameOf,
      namespace: "Where it is.",
      path: "The path that is asked for.",
      port: "At which of its ports. Default 443.",
    },
  },
  WebhookClientConfig: {
    is: "How a webhook is reached: by an address or by a service.",
    fields: {
      url: "Its address.",
      service: "The service that it is.",
      caBundle: "Who signs its certificate, as PEM. Default those whom the machine trusts.",
    },
  },
};
