import type { TypeDescriptions } from "@svc/schema";

const conditions = "Conditions that describe the current state.";
const verbs = "Verbs, or * for all.";
const apiGroups = "API groups: empty for the core group, or * for all.";
const resources = "Resources, or * for all. Subresources are written as <resource>/<subresource>.";
const resourceNames = "Names of the objects. If empty, all names.";
const nonResourceURLs = "Paths that are no resources, or * for all. A trailing * matches all paths below.";
const username = "Name of the user.";
const groups = "Groups of the user.";
const uid = "UID of the user.";
const extra = "Further attributes of the user, from the authenticator.";
const resourceAttributes = "Action on resources.";
const nonResourceAttributes = "Action on a path that is no resource.";
const nominalConcurrencyShares =
  "Share of the server's concurrency limit, relative to the shares of the other levels. Default 30 for limited levels, 0 for exempt ones.";
const lendablePercent = "Percentage of the level's own limit that other levels can borrow: 0 to 100. Default 0.";
const evaluationError = "Error during the check. Authorization can still be decided in spite of it.";
const selectorRequirements = "Requirements, which must all match.";

/** Types of authentication, authorization, certificates and flow control. */
export const accessDescriptions: TypeDescriptions = {
  PolicyRule: {
    description: "Permits every combination of the listed verbs and resources, or of the listed verbs and paths.",
    fields: {
      verbs: "Permitted verbs, for example get, list, watch, create, update, patch, delete. * permits all.",
      apiGroups,
      resources,
      resourceNames,
      nonResourceURLs,
    },
  },
  RoleRef: {
    description: "Reference to a role.",
    fields: { apiGroup: "Group of the kind.", kind: "Role or ClusterRole.", name: "Name of the role." },
  },
  Subject: {
    description: "A user, group or service account.",
    fields: {
      kind: "User, Group or ServiceAccount.",
      name: "Name of the subject.",
      namespace: "Namespace of the service account.",
      apiGroup: "Group of the kind. Empty for service accounts.",
      user: "User to match. Set for the kind User.",
      group: "Group to match. Set for the kind Group.",
      serviceAccount: "Service account to match. Set for the kind ServiceAccount.",
    },
  },
  AggregationRule: {
    description: "Selects the cluster roles whose rules are combined.",
    fields: { clusterRoleSelectors: "Label selectors. A role is included if any of them matches." },
  },
  UserInfo: {
    description: "Identity of a user.",
    fields: { username, uid, groups, extra },
  },
  TokenReviewSpec: {
    description: "Token to authenticate.",
    fields: {
      token: "Token to authenticate.",
      audiences: "Audiences for which the token must be valid: any of them. Default that of the server.",
    },
  },
  TokenReviewStatus: {
    description: "Result of authenticating a token.",
    fields: {
      authenticated: "True if the token belongs to a known user.",
      user: "User to which the token belongs.",
      audiences: "Requested audiences for which the token is valid.",
      error: "Error for which the token could not be checked.",
    },
  },
  TokenRequestSpec: {
    description: "Properties of the requested token.",
    fields: {
      audiences: "Audiences of the token. Recipients must reject tokens for other audiences.",
      expirationSeconds: "Requested lifetime in seconds. The issuer can choose another one. Default 3600.",
      boundObjectRef: "Object to which the token is bound. Deleting the object invalidates the token.",
    },
  },
  TokenRequestStatus: {
    description: "Issued token.",
    fields: { token: "Bearer token.", expirationTimestamp: "Time at which the token expires." },
  },
  BoundObjectReference: {
    description: "Reference to the object to which a token is bound.",
    fields: {
      apiVersion: "Group and version of the kind.",
      kind: "Kind of the object: Pod, Secret or Node.",
      name: "Name of the object.",
      uid: "UID of the object.",
    },
  },
  SelfSubjectReviewStatus: {
    description: "Identity of the client.",
    fields: { userInfo: "User attributes of the client." },
  },
  FieldSelectorAttributes: {
    description: "Field selector of the action to check. Either rawSelector or requirements is set.",
    fields: { rawSelector: "Selector in text form.", requirements: selectorRequirements },
  },
  LabelSelectorAttributes: {
    description: "Label selector of the action to check. Either rawSelector or requirements is set.",
    fields: { rawSelector: "Selector in text form.", requirements: selectorRequirements },
  },
  ClusterTrustBundleSpec: {
    description: "Desired state of a cluster trust bundle.",
    fields: {
      trustBundle: "X.509 root certificates in PEM format.",
      signerName: "Signer to which the bundle belongs. If empty, the bundle isn't specific to a signer.",
    },
  },
  FlowDistinguisherMethod: {
    description: "How requests of a flow schema are divided into flows.",
    fields: { type: "ByUser or ByNamespace." },
  },
  ExemptPriorityLevelConfiguration: {
    description: "Settings of a priority level whose requests are never limited.",
    fields: { nominalConcurrencyShares, lendablePercent },
  },
  ResourceAttributes: {
    description: "An action on resources.",
    fields: {
      verb: "Verb, for example get, list or create. * for all.",
      group: "API group. * for all.",
      version: "API version. * for all.",
      resource: "Resource. * for all.",
      subresource: "Subresource. Empty for the main resource.",
      namespace: "Namespace. Empty for cluster-scoped resources, or for all namespaces.",
      name: "Name of the object. Empty for all.",
      fieldSelector: "Field selector that limits the objects.",
      labelSelector: "Label selector that limits the objects.",
    },
  },
  NonResourceAttributes: {
    description: "An action on a path that is no resource.",
    fields: { path: "URL path.", verb: "HTTP method in lower case, for example get or post." },
  },
  SubjectAccessReviewSpec: {
    description: "Action to check, and the user that performs it. Exactly one kind of attributes is set.",
    fields: {
      user: username,
      groups,
      uid,
      extra,
      resourceAttributes,
      nonResourceAttributes,
    },
  },
  SelfSubjectAccessReviewSpec: {
    description: "Action to check for the client. Exactly one field is set.",
    fields: { resourceAttributes, nonResourceAttributes },
  },
  SubjectAccessReviewStatus: {
    description: "Result of the check.",
    fields: {
      allowed: "True if the action is allowed.",
      denied: "True if an authorizer denied the action. False if no authorizer had an opinion.",
      reason: "Reason of the decision.",
      evaluationError,
    },
  },
  SelfSubjectRulesReviewSpec: {
    description: "Namespace whose permissions are listed.",
    fields: { namespace: "Name of the namespace." },
  },
  SubjectRulesReviewStatus: {
    description: "Permissions of the client.",
    fields: {
      resourceRules: "Permitted actions on resources.",
      nonResourceRules: "Permitted actions on paths that are no resources.",
      incomplete: "True if the lists are incomplete, because an authorizer can't list its rules.",
      evaluationError: "Error while the rules were collected. The lists can be incomplete.",
    },
  },
  ResourceRule: {
    description: "Permitted actions on resources.",
    fields: { verbs, apiGroups, resources, resourceNames },
  },
  NonResourceRule: {
    description: "Permitted actions on paths that are no resources.",
    fields: { verbs, nonResourceURLs },
  },
  CertificateSigningRequestSpec: {
    description: "Requested certificate, and the identity of the client that requested it. Immutable.",
    fields: {
      request: "PKCS#10 certificate signing request in PEM format, encoded in base64.",
      signerName: "Signer that is to issue the certificate.",
      usages: "Key usages of the certificate, for example client auth or server auth.",
      expirationSeconds: "Requested lifetime in seconds, at least 600. The signer can choose another one.",
      username: "User that created the request. Set by the server.",
      uid: "UID of that user. Set by the server.",
      groups: "Groups of that user. Set by the server.",
      extra: "Further attributes of that user. Set by the server.",
    },
  },
  CertificateSigningRequestStatus: {
    description: "Observed state of a certificate signing request.",
    fields: {
      certificate: "Issued certificate chain in PEM format, encoded in base64.",
      conditions: "Conditions of the request: Approved, Denied, Failed.",
    },
  },
  FlowSchemaSpec: {
    description: "Desired state of a flow schema.",
    fields: {
      priorityLevelConfiguration: "Priority level of the requests.",
      matchingPrecedence: "Precedence among matching schemas: the lowest number wins. 1 to 10000. Default 1000.",
      distinguisherMethod: "How the requests are divided into flows. If absent, they form one flow.",
      rules: "Rules that match requests. A request matches the schema if any rule matches.",
    },
  },
  FlowSchemaStatus: { description: "Observed state of a flow schema.", fields: { conditions } },
  PolicyRulesWithSubjects: {
    description: "Matches requests of any of the subjects that match any of the rules.",
    fields: {
      subjects: "Users, groups and service accounts.",
      resourceRules: "Rules for requests on resources.",
      nonResourceRules: "Rules for requests on paths that are no resources.",
    },
  },
  ResourcePolicyRule: {
    description: "Matches requests on resources. Every field must match.",
    fields: {
      verbs,
      apiGroups,
      resources,
      namespaces: "Namespaces, or * for all.",
      clusterScope: "If true, requests on cluster-scoped resources match as well.",
    },
  },
  NonResourcePolicyRule: {
    description: "Matches requests on paths that are no resources. Every field must match.",
    fields: { verbs, nonResourceURLs },
  },
  UserSubject: { description: "Matches a user.", fields: { name: "Name of the user, or * for all." } },
  GroupSubject: { description: "Matches a group of users.", fields: { name: "Name of the group." } },
  ServiceAccountSubject: {
    description: "Matches a service account.",
    fields: {
      name: "Name of the service account, or * for all of the namespace.",
      namespace: "Namespace of the service account.",
    },
  },
  PriorityLevelConfigurationReference: {
    description: "Reference to a priority level.",
    fields: { name: "Name of the priority level." },
  },
  PriorityLevelConfigurationSpec: {
    description: "Desired state of a priority level.",
    fields: {
      type: "Exempt, whose requests are never limited, or Limited.",
      exempt: "Settings of the type Exempt.",
      limited: "Settings of the type Limited.",
    },
  },
  PriorityLevelConfigurationStatus: { description: "Observed state of a priority level.", fields: { conditions } },
  LimitedPriorityLevelConfiguration: {
    description: "Settings of a priority level whose concurrency is limited.",
    fields: {
      nominalConcurrencyShares,
      lendablePercent,
      borrowingLimitPercent: "Maximum that the level can borrow, in percent of its own limit. If absent, no maximum.",
      limitResponse: "What happens to requests above the limit.",
    },
  },
  LimitResponse: {
    description: "What happens to requests above the concurrency limit.",
    fields: { type: "Queue or Reject.", queuing: "Settings of the queues, for the type Queue." },
  },
  QueuingConfiguration: {
    description: "Settings of the queues of a priority level.",
    fields: {
      queues: "Number of queues. Default 64.",
      handSize: "Number of queues among which a flow chooses the shortest. Default 8.",
      queueLengthLimit: "Maximum number of requests in a queue. Further ones are rejected. Default 50.",
    },
  },
};
