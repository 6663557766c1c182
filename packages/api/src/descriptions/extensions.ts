import type { TypeDescriptions } from "@svc/schema";

const conditions = "Conditions that describe the current state.";
const unsupported = "Not supported: must be absent.";
const reinvocationPolicy =
  "Whether the server calls it again if later steps change the object: Never or IfNeeded. Default Never.";
const matchPolicy =
  "Whether requests for other versions of a matching resource match as well: Exact or Equivalent. Default Equivalent.";
const namespaceSelector = "Selects objects by the labels of their namespace. Default all.";
const objectSelector = "Selects objects by their labels: the new or the old object must match. Default all.";
const failureMessage = "Message of the response if the rule fails.";
const messageExpression = "CEL expression that evaluates to the message. Takes precedence over the field message.";
const variables = "Named CEL expressions that later expressions can use as variables.<name>.";
const paramKind = "Kind of the parameter objects. If absent, the policy has no parameters.";
const policyFailure = "What happens if an expression or the configuration is invalid: Fail or Ignore. Default Fail.";
const matchConditions = "CEL expressions on the request, which must all be true. At most 64.";

const ruleFields = {
  operations: "CREATE, UPDATE, DELETE, CONNECT, or * for all.",
  apiGroups: "API groups, or * for all.",
  apiVersions: "API versions, or * for all.",
  resources: "Resources, as <resource> or <resource>/<subresource>. * matches all resources, */* subresources too.",
  scope: "Scope of the resources: Cluster, Namespaced, or * for both. Default *.",
} as const;

const webhookFields = {
  name: "Fully qualified name of the webhook, for example image-policy.example.com.",
  clientConfig: "How the server connects to the webhook.",
  rules: "Operations and resources for which the server calls the webhook.",
  matchConditions,
  matchPolicy,
  namespaceSelector,
  objectSelector,
  failurePolicy: "What happens if the call fails or times out: Fail or Ignore. Default Fail.",
  timeoutSeconds: "Timeout of a call in seconds: 1 to 30. Default 10.",
  sideEffects: "Whether calls have side effects: None or NoneOnDryRun.",
  admissionReviewVersions: "Versions of AdmissionReview that the webhook accepts, in order of preference.",
} as const;

/**
 * Types that extend the API or check writes to it: definitions, API services, webhooks and
 * policies.
 */
export const extensionDescriptions: TypeDescriptions = {
  CustomResourceDefinitionSpec: {
    description: "Desired state of a custom resource definition.",
    fields: {
      group: "API group of the resource.",
      names: "Names of the resource and its kind.",
      scope: "Namespaced or Cluster.",
      versions: "Versions of the resource. Exactly one is the storage version.",
      conversion: "How objects are converted between versions.",
      preserveUnknownFields: "Deprecated: must be false. Use x-kubernetes-preserve-unknown-fields in the schema.",
    },
  },
  CustomResourceDefinitionNames: {
    description: "Names of a custom resource.",
    fields: {
      plural: "Plural name, used in paths: /apis/<group>/<version>/…/<plural>. Lower case.",
      singular: "Singular name. Default the kind in lower case.",
      kind: "Kind of the objects, in CamelCase and singular.",
      listKind: "Kind of lists of objects. Default <kind>List.",
      shortNames: "Abbreviations for command line tools.",
      categories: "Groups of resources to which the resource belongs, for example all.",
    },
  },
  CustomResourceDefinitionVersion: {
    description: "A version of a custom resource.",
    fields: {
      name: "Name of the version, for example v1 or v1beta2.",
      served: "True if the version is served.",
      storage: "True if objects are stored in this version. Exactly one version is.",
      schema: "Schema of the objects.",
      subresources: "Subresources of the version: status and scale.",
      additionalPrinterColumns: "Columns of tables, in addition to the name. Default the age.",
      selectableFields: "Fields that field selectors can use. At most 8.",
      deprecated: "True if the version is deprecated. Requests to it then return a warning.",
      deprecationWarning: "Warning for requests to a deprecated version. Default a generated text.",
    },
  },
  CustomResourceDefinitionStatus: {
    description: "Observed state of a custom resource definition.",
    fields: {
      conditions: "Conditions of the definition, for example NamesAccepted and Established.",
      acceptedNames: "Names under which the resource is served.",
      storedVersions: "Versions in which objects can be in storage. Versions in this list can't be removed.",
    },
  },
  CustomResourceValidation: {
    description: "Schema with which objects are validated.",
    fields: { openAPIV3Schema: "OpenAPI v3 schema." },
  },
  JSONSchemaProps: {
    description: "A JSON schema, in the dialect of OpenAPI v3.",
    fields: {
      type: "Type of the value: object, array, string, integer, number or boolean.",
      properties: "Schemas of the properties of an object, by name.",
      required: "Properties that must be present.",
      items: "Schema of the items of an array.",
      additionalProperties: "Schema of properties with arbitrary names.",
      description: "Description of the value.",
      default: "Value that is set where the property is absent.",
      enum: "Allowed values.",
      format: "Format of a string or number, for example date-time or int32.",
      pattern: "Regular expression that a string must match.",
      minimum: "Minimum of a number.",
      maximum: "Maximum of a number.",
      exclusiveMinimum: "If true, the minimum itself is not allowed.",
      exclusiveMaximum: "If true, the maximum itself is not allowed.",
      multipleOf: "Number of which the value must be a multiple.",
      minLength: "Minimum length of a string, in characters.",
      maxLength: "Maximum length of a string, in characters.",
      minItems: "Minimum number of items.",
      maxItems: "Maximum number of items.",
      uniqueItems: "Not supported: must not be true. Use x-kubernetes-list-type.",
      minProperties: "Minimum number of properties.",
      maxProperties: "Maximum number of properties.",
      nullable: "If true, null is allowed.",
      allOf: "Schemas that must all match.",
      anyOf: "Schemas of which at least one must match.",
      oneOf: "Schemas of which exactly one must match.",
      not: "Schema that must not match.",
      title: "Title of the value.",
      id: unsupported,
      $ref: unsupported,
      $schema: "URI of the schema language. Not evaluated.",
      definitions: unsupported,
      dependencies: unsupported,
      patternProperties: unsupported,
      additionalItems: unsupported,
      example: "Example of a value.",
      externalDocs: "Reference to further documentation.",
      "x-kubernetes-validations": "Validation rules in CEL.",
      "x-kubernetes-preserve-unknown-fields": "If true, fields that the schema doesn't specify are kept.",
      "x-kubernetes-embedded-resource": "If true, the value is an object with apiVersion, kind and metadata.",
      "x-kubernetes-int-or-string": "If true, the value is an integer or a string.",
      "x-kubernetes-list-type": "How server-side apply merges the array: atomic, set or map. Default atomic.",
      "x-kubernetes-list-map-keys": "Properties that identify an item of an array of type map.",
      "x-kubernetes-map-type": "How server-side apply merges the object: granular or atomic. Default granular.",
    },
  },
  ValidationRule: {
    description: "A validation rule in CEL.",
    fields: {
      rule: "CEL expression that must be true. self is the value; oldSelf is the value before an update.",
      message: failureMessage,
      messageExpression,
      reason:
        "Machine-readable cause in the response: FieldValueInvalid, FieldValueForbidden, FieldValueRequired or FieldValueDuplicate.",
      fieldPath: "Path of the invalid field, relative to the value, for example .spec.replicas.",
      optionalOldSelf: "If true, rules with oldSelf are evaluated on creation as well, with oldSelf as an optional.",
    },
  },
  CustomResourceColumnDefinition: {
    description: "A column of tables.",
    fields: {
      name: "Heading of the column.",
      jsonPath: "JSON path of the value, for example .spec.replicas.",
      type: "Type of the value: integer, number, string, boolean or date.",
      format: "OpenAPI format of the value. The format name marks the primary identifier.",
      description: "Description of the column.",
      priority: "Priority of the column. Columns above 0 are shown only in wide tables.",
    },
  },
  CustomResourceConversion: {
    description: "How objects of a custom resource are converted between versions.",
    fields: {
      strategy: "None, which changes only the apiVersion, or Webhook. Default None.",
      webhook: "Webhook that converts objects. Required for the strategy Webhook.",
    },
  },
  WebhookConversion: {
    description: "A webhook that converts objects.",
    fields: {
      clientConfig: "How the server connects to the webhook.",
      conversionReviewVersions: "Versions of ConversionReview that the webhook accepts, in order of preference.",
    },
  },
  CustomResourceSubresources: {
    description: "Subresources of a custom resource.",
    fields: {
      status: "Enables the subresource status: only it can change the status, and it changes nothing else.",
      scale: "Enables the subresource scale.",
    },
  },
  CustomResourceSubresourceStatus: { description: "The subresource status. It has no settings." },
  CustomResourceSubresourceScale: {
    description: "JSON paths of the fields that the subresource scale exposes.",
    fields: {
      specReplicasPath: "Path of the desired number of replicas, below .spec.",
      statusReplicasPath: "Path of the observed number of replicas, below .status.",
      labelSelectorPath: "Path of the serialized label selector of the replicas, below .spec or .status.",
    },
  },
  SelectableField: {
    description: "A field that field selectors can use.",
    fields: { jsonPath: "JSON path of the field, for example .spec.color." },
  },
  APIServiceSpec: {
    description: "Desired state of an API service.",
    fields: {
      group: "API group.",
      version: "API version.",
      service: "Service of the extension server. If absent, this server serves the version itself.",
      caBundle: "PEM bundle of CA certificates that verify the certificate of the extension server.",
      insecureSkipTLSVerify: "If true, the certificate isn't verified. Not recommended.",
      groupPriorityMinimum: "Minimum priority of the group. Clients prefer groups with a higher priority. 1 to 20000.",
      versionPriority: "Priority of the version within the group. Higher versions come first. 1 to 1000.",
    },
  },
  APIServiceStatus: { description: "Observed state of an API service.", fields: { conditions } },
  ValidatingWebhook: {
    description: "A webhook that can reject a write, without changing the object.",
    fields: webhookFields,
  },
  MutatingWebhook: {
    description: "A webhook that can change the object of a write or reject the write.",
    fields: { ...webhookFields, reinvocationPolicy },
  },
  RuleWithOperations: {
    description: "Matches requests by operation and resource. Every field must match.",
    fields: ruleFields,
  },
  MatchCondition: {
    description: "A CEL expression that must be true for a request to match.",
    fields: {
      name: "Name of the condition, unique in the list.",
      expression: "CEL expression on object, oldObject, request and authorizer.",
    },
  },
  MatchResources: {
    description: "Matches requests by operation, resource and labels. Every field must match.",
    fields: {
      resourceRules: "Operations and resources that match: any of the rules.",
      excludeResourceRules: "Operations and resources that don't match. Takes precedence over resourceRules.",
      namespaceSelector,
      objectSelector,
      matchPolicy,
    },
  },
  NamedRuleWithOperations: {
    description: "Matches requests by operation, resource and name. Every field must match.",
    fields: { ...ruleFields, resourceNames: "Names of the objects. If empty, all names." },
  },
  ValidatingAdmissionPolicyStatus: {
    description: "Observed state of a validating admission policy.",
    fields: {
      observedGeneration: "Generation of the policy that the controller last processed.",
      typeChecking: "Results of type checking the expressions. Absent until the check is complete.",
      conditions,
    },
  },
  TypeChecking: {
    description: "Results of type checking the expressions of a policy.",
    fields: { expressionWarnings: "Warnings, one for each expression concerned." },
  },
  ExpressionWarning: {
    description: "A warning about an expression.",
    fields: { fieldRef: "Path of the field that contains the expression.", warning: "Text of the warning." },
  },
  MutatingAdmissionPolicySpec: {
    description: "Desired state of a mutating admission policy.",
    fields: {
      matchConstraints: "Resources to which the policy applies. Required.",
      matchConditions,
      mutations: "Changes to perform, in order.",
      variables,
      paramKind,
      failurePolicy: policyFailure,
      reinvocationPolicy,
    },
  },
  MutatingAdmissionPolicyBindingSpec: {
    description: "Desired state of a mutating admission policy binding.",
    fields: {
      policyName: "Name of the policy.",
      paramRef: "Parameter objects for the policy.",
      matchResources: "Further restricts the resources to which the policy applies.",
    },
  },
  Mutation: {
    description: "A change of an object.",
    fields: {
      patchType: "ApplyConfiguration or JSONPatch.",
      applyConfiguration: "Configuration to apply. Required for the type ApplyConfiguration.",
      jsonPatch: "JSON patch to perform. Required for the type JSONPatch.",
    },
  },
  ApplyConfiguration: {
    description: "A change that is merged as in server-side apply.",
    fields: { expression: "CEL expression that evaluates to the configuration to apply." },
  },
  JSONPatch: {
    description: "A change in the form of a JSON patch.",
    fields: { expression: "CEL expression that evaluates to a list of JSON patch operations." },
  },
  ValidatingAdmissionPolicySpec: {
    description: "Desired state of a validating admission policy.",
    fields: {
      matchConstraints: "Resources to which the policy applies. Required.",
      matchConditions,
      validations: "Rules that must hold. Either these or auditAnnotations are required.",
      variables,
      auditAnnotations: "Annotations that the policy adds to the audit event of the request.",
      paramKind,
      failurePolicy: policyFailure,
    },
  },
  ValidatingAdmissionPolicyBindingSpec: {
    description: "Desired state of a validating admission policy binding.",
    fields: {
      policyName: "Name of the policy.",
      paramRef: "Parameter objects for the policy.",
      matchResources: "Further restricts the resources to which the policy applies.",
      validationActions: "What happens when a rule fails: Deny, Warn, Audit. Deny and Warn can't be combined.",
    },
  },
  Validation: {
    description: "A rule of a validating admission policy.",
    fields: {
      expression: "CEL expression that must be true, on object, oldObject, request, params and authorizer.",
      message: failureMessage,
      messageExpression,
      reason: "Machine-readable cause in the response, for example Invalid or Forbidden. Default Invalid.",
    },
  },
  Variable: {
    description: "A named CEL expression of a policy.",
    fields: { name: "Name of the variable, unique in the policy.", expression: "CEL expression of its value." },
  },
  AuditAnnotation: {
    description: "An annotation of the audit event.",
    fields: {
      key: "Key of the annotation. The name of the policy and a slash are put before it.",
      valueExpression: "CEL expression of the value: a string, or null for no annotation.",
    },
  },
  ParamKind: {
    description: "Kind of the parameter objects of a policy.",
    fields: { apiVersion: "Group and version of the kind.", kind: "Kind of the parameter objects." },
  },
  ParamRef: {
    description: "Selects the parameter objects of a policy. Either name or selector is set.",
    fields: {
      name: "Name of the parameter object.",
      selector: "Label selector of the parameter objects.",
      namespace: "Namespace of the parameter objects. If absent, that of the request's object.",
      parameterNotFoundAction: "What happens if no object matches: Allow or Deny.",
    },
  },
};
