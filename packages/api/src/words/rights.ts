import type { Words } from "./words.ts";

const conditions = "What it has come to.";

/** The parts of who somebody is, what he may do, and how soon. */
export const rightWords: Words = {
  PolicyRule: {
    is: "What may be done: all combinations of what is listed.",
    fields: {
      verbs: "What: get, list, watch, create, update, patch, delete and others; * for all.",
      apiGroups: "In which groups; an empty one is core, * is all.",
      resources: "With which resources; pods/log for a part of them, * for all.",
      resourceNames: "With which objects. Default all.",
      nonResourceURLs: "With which paths that are no resources; * at the end for what is below.",
    },
  },
  RoleRef: {
    is: "A role.",
    fields: { apiGroup: "The group of its kind.", kind: "Role or ClusterRole.", name: "What it is called." },
  },
  Subject: {
    is: "Who.",
    fields: {
      kind: "User, Group or ServiceAccount.",
      name: "What he is called.",
      namespace: "Where the account is.",
      apiGroup: "The group of the kind.",
      user: "A user.",
      group: "A group.",
      serviceAccount: "A service account.",
    },
  },
  AggregationRule: {
    is: "What a role is put together of.",
    fields: { clusterRoleSelectors: "Roles that any of these fits." },
  },
  UserInfo: {
    is: "Who somebody is.",
    fields: {
      username: "What he is called.",
      uid: "Which one he is.",
      groups: "His groups.",
      extra: "What else is known.",
    },
  },
  TokenReviewSpec: {
    is: "What is asked of a token.",
    fields: { token: "The token.", audiences: "For whom it has to be. Default the server itself." },
  },
  TokenReviewStatus: {
    is: "What there is to say of a token.",
    fields: {
      authenticated: "Whether it is good.",
      user: "Who sent it.",
      audiences: "For whom of those asked it is.",
      error: "Why it is not good.",
    },
  },
  TokenRequestSpec: {
    is: "What kind of token is wanted.",
    fields: {
      audiences: "For whom.",
      expirationSeconds: "How long it is good, in seconds. Default an hour.",
      boundObjectRef: "An object with which it ends.",
    },
  },
  TokenRequestStatus: {
    is: "A token.",
    fields: { token: "The token.", expirationTimestamp: "When it ends." },
  },
  BoundObjectReference: {
    is: "An object with which a token ends.",
    fields: {
      apiVersion: "In which version of the API.",
      kind: "Of which kind it is.",
      name: "What it is called.",
      uid: "Which object it is.",
    },
  },
  SelfSubjectReviewStatus: { is: "Who asks.", fields: { userInfo: "As the server knows him." } },
  FieldSelectorAttributes: {
    is: "What is asked to hold for fields: one of these.",
    fields: { rawSelector: "As text.", requirements: "In parts." },
  },
  LabelSelectorAttributes: {
    is: "What is asked to hold for labels: one of these.",
    fields: { rawSelector: "As text.", requirements: "In parts." },
  },
  ClusterTrustBundleSpec: {
    is: "Certificates of authorities.",
    fields: { trustBundle: "As PEM.", signerName: "Whose they are." },
  },
  FlowDistinguisherMethod: {
    is: "What makes one flow different from another.",
    fields: { type: "ByUser or ByNamespace." },
  },
  ExemptPriorityLevelConfiguration: {
    is: "What a level lends that has no bounds.",
    fields: {
      nominalConcurrencyShares: "Its share of what the server does at once.",
      lendablePercent: "How much of it others may use.",
    },
  },
  ResourceAttributes: {
    is: "What somebody wants to do with resources.",
    fields: {
      verb: "What.",
      group: "In which group; * for all.",
      version: "In which version; * for all.",
      resource: "With which resource; * for all.",
      subresource: "With which part of it.",
      namespace: "Where. Empty is everywhere.",
      name: "With which object. Empty is all.",
      fieldSelector: "With those of which this holds.",
      labelSelector: "With those that have these labels.",
    },
  },
  NonResourceAttributes: {
    is: "What somebody wants to do with a path.",
    fields: { path: "The path.", verb: "What: get, post and others." },
  },
  SubjectAccessReviewSpec: {
    is: "Whether somebody may do something.",
    fields: {
      user: "Who.",
      groups: "His groups.",
      uid: "Which one he is.",
      extra: "What else is known of him.",
      resourceAttributes: "What, with resources;",
      nonResourceAttributes: "or with a path.",
    },
  },
  SelfSubjectAccessReviewSpec: {
    is: "Whether whoever asks may do something.",
    fields: { resourceAttributes: "What, with resources;", nonResourceAttributes: "or with a path." },
  },
  SubjectAccessReviewStatus: {
    is: "Whether he may.",
    fields: {
      allowed: "Whether he may.",
      denied: "Whether somebody has said that he may not.",
      reason: "Why.",
      evaluationError: "What went wrong on the way.",
    },
  },
  SelfSubjectRulesReviewSpec: { is: "What whoever asks may do.", fields: { namespace: "Where." } },
  SubjectRulesReviewStatus: {
    is: "What he may do.",
    fields: {
      resourceRules: "With resources.",
      nonResourceRules: "With paths.",
      incomplete: "Whether there may be more.",
      evaluationError: "What went wrong on the way.",
    },
  },
  ResourceRule: {
    is: "What may be done with resources.",
    fields: {
      verbs: "What.",
      apiGroups: "In which groups.",
      resources: "With which.",
      resourceNames: "With which objects.",
    },
  },
  NonResourceRule: { is: "What may be done with paths.", fields: { verbs: "What.", nonResourceURLs: "With which." } },
  CertificateSigningRequestSpec: {
    is: "A certificate that is wanted, and who wants it.",
    fields: {
      request: "The request, as PEM.",
      signerName: "Who is to sign it.",
      usages: "What it is for: client auth, server auth and others.",
      expirationSeconds: "How long it should be good, in seconds.",
      username: "Who asks. Set by the server.",
      uid: "Which one he is.",
      groups: "His groups.",
      extra: "What else is known of him.",
    },
  },
  CertificateSigningRequestStatus: {
    is: "What became of a request.",
    fields: { certificate: "The certificate, as PEM.", conditions: "Approved, Denied, Failed." },
  },
  FlowSchemaSpec: {
    is: "Which requests belong together, and how important they are.",
    fields: {
      priorityLevelConfiguration: "How important.",
      matchingPrecedence: "The schema with the smallest number counts.",
      distinguisherMethod: "What makes one flow different from another: ByUser or ByNamespace.",
      rules: "Which requests: those that any of them fits.",
    },
  },
  FlowSchemaStatus: { is: "How it is.", fields: { conditions } },
  PolicyRulesWithSubjects: {
    is: "Requests: of whom, and for what.",
    fields: { subjects: "Of whom.", resourceRules: "For resources.", nonResourceRules: "For paths." },
  },
  ResourcePolicyRule: {
    is: "Requests for resources: all combinations of what is listed.",
    fields: {
      verbs: "What; * for all.",
      apiGroups: "In which groups; * for all.",
      resources: "With which; * for all.",
      namespaces: "In which namespaces; * for all.",
      clusterScope: "Whether those of the cluster count too.",
    },
  },
  NonResourcePolicyRule: {
    is: "Requests for paths.",
    fields: { verbs: "What; * for all.", nonResourceURLs: "Which; * for all." },
  },
  UserSubject: { is: "A user.", fields: { name: "What he is called; * for all." } },
  GroupSubject: { is: "A group.", fields: { name: "What it is called." } },
  ServiceAccountSubject: {
    is: "A service account.",
    fields: { name: "What it is called; * for all.", namespace: "Where it is." },
  },
  PriorityLevelConfigurationReference: { is: "A priority level.", fields: { name: "What it is called." } },
  PriorityLevelConfigurationSpec: {
    is: "What requests of a level get.",
    fields: {
      type: "Exempt or Limited.",
      exempt: "What is lent, of type Exempt.",
      limited: "The bounds, of type Limited.",
    },
  },
  PriorityLevelConfigurationStatus: { is: "How it is.", fields: { conditions } },
  LimitedPriorityLevelConfiguration: {
    is: "Bounds of a level.",
    fields: {
      nominalConcurrencyShares: "Its share of what the server does at once.",
      lendablePercent: "How much of it others may use.",
      borrowingLimitPercent: "How much it may use of others.",
      limitResponse: "What becomes of more: Queue or Reject.",
    },
  },
  LimitResponse: {
    is: "What becomes of requests that are too many.",
    fields: { type: "Queue or Reject.", queuing: "How they wait." },
  },
  QueuingConfiguration: {
    is: "How requests wait.",
    fields: {
      queues: "In how many queues.",
      handSize: "Among how many of them one flow is dealt.",
      queueLengthLimit: "How many wait in one.",
    },
  },
};
