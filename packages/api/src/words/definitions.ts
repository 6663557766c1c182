import type { Words } from "./words.ts";

const conditions = "What it has come to.";
const expression = "An expression in CEL.";
const bundle = "Who signs its certificate, as PEM.";

/** The parts of what extends the API, and checks what is written. */
export const definitionWords: Words = {
  CustomResourceDefinitionSpec: {
    is: "A type of resources.",
    fields: {
      group: "Its group.",
      names: "Its names.",
      scope: "Namespaced or Cluster.",
      versions: "Its versions; one of them is stored.",
      conversion: "How objects come from one version into another.",
      preserveUnknownFields: "Must be false.",
    },
  },
  CustomResourceDefinitionNames: {
    is: "What a type is called.",
    fields: {
      plural: "In paths.",
      singular: "One of them.",
      kind: "In objects.",
      listKind: "In lists.",
      shortNames: "Short, for people who type.",
      categories: "Together with others, such as all.",
    },
  },
  CustomResourceDefinitionVersion: {
    is: "A version of a type.",
    fields: {
      name: "What it is called: v1, v1beta2.",
      served: "Whether it is served.",
      storage: "Whether it is the one that is stored.",
      schema: "What its objects look like.",
      subresources: "Whether it has a status and a scale.",
      additionalPrinterColumns: "Columns of its tables.",
      selectableFields: "Fields by which objects can be chosen.",
      deprecated: "Whether clients are warned.",
      deprecationWarning: "What they are told.",
    },
  },
  CustomResourceDefinitionStatus: {
    is: "How a type is.",
    fields: {
      conditions: "NamesAccepted, Established and others.",
      acceptedNames: "The names that it has got.",
      storedVersions: "Versions in which objects may be stored.",
    },
  },
  CustomResourceValidation: { is: "What objects look like.", fields: { openAPIV3Schema: "The schema." } },
  JSONSchemaProps: {
    is: "What a value looks like, as OpenAPI 3 has it.",
    fields: {
      type: "object, array, string, integer, number or boolean.",
      properties: "Members of an object, by name.",
      required: "Members that must be there.",
      items: "The items of an array.",
      additionalProperties: "Members whose names are not known.",
      description: "What it is.",
      default: "What it is where it is absent.",
      enum: "The values that it can have.",
      format: "A format of text or numbers: date-time, int32 and others.",
      pattern: "An expression that text must match.",
      minimum: "The least number.",
      maximum: "The greatest number.",
      exclusiveMinimum: "Whether the least number itself does not count.",
      exclusiveMaximum: "Whether the greatest number itself does not count.",
      multipleOf: "What a number must be a multiple of.",
      minLength: "The fewest characters.",
      maxLength: "The most characters.",
      minItems: "The fewest items.",
      maxItems: "The most items.",
      uniqueItems: "Must not be set; use a list type.",
      minProperties: "The fewest members.",
      maxProperties: "The most members.",
      nullable: "Whether null is a value.",
      allOf: "Schemas that must all fit.",
      anyOf: "Schemas of which one must fit.",
      oneOf: "Schemas of which exactly one must fit.",
      not: "A schema that must not fit.",
      title: "A name for readers.",
      id: "Must not be set.",
      $ref: "Must not be set.",
      $schema: "Which language this is; it says nothing.",
      definitions: "Must not be set.",
      dependencies: "Must not be set.",
      patternProperties: "Must not be set.",
      additionalItems: "Must not be set.",
      example: "An example for readers.",
      externalDocs: "Where there is more to read.",
      "x-kubernetes-validations": "Rules in CEL.",
      "x-kubernetes-preserve-unknown-fields": "Whether members that the schema does not know are kept.",
      "x-kubernetes-embedded-resource": "Whether it is an object with kind and metadata.",
      "x-kubernetes-int-or-string": "Whether it is a number or text.",
      "x-kubernetes-list-type": "atomic, set or map.",
      "x-kubernetes-list-map-keys": "The members that are the key of an item.",
      "x-kubernetes-map-type": "atomic or granular.",
    },
  },
  ValidationRule: {
    is: "Something that must hold.",
    fields: {
      rule: `${expression} self is the value, oldSelf the one before.`,
      message: "What is said if it does not hold.",
      messageExpression: "An expression that makes the message.",
      reason: "In one word for programs.",
      fieldPath: "Which member it is about.",
      optionalOldSelf: "Whether it is asked of new objects too, where there is no oldSelf.",
    },
  },
  CustomResourceColumnDefinition: {
    is: "A column of tables.",
    fields: {
      name: "What stands above it.",
      jsonPath: "Where its value is.",
      type: "integer, number, string, boolean or date.",
      format: "How it is shown.",
      description: "What it is.",
      priority: "Above 0 only in wide tables.",
    },
  },
  CustomResourceConversion: {
    is: "How objects come from one version into another.",
    fields: { strategy: "None, which changes the version's name alone, or Webhook.", webhook: "The webhook." },
  },
  WebhookConversion: {
    is: "A webhook that converts objects.",
    fields: {
      clientConfig: "How it is reached.",
      conversionReviewVersions: "Which versions of the question it understands.",
    },
  },
  CustomResourceSubresources: {
    is: "Further endpoints of objects.",
    fields: { status: "Their status.", scale: "How many copies they are." },
  },
  CustomResourceSubresourceStatus: { is: "A status of its own." },
  CustomResourceSubresourceScale: {
    is: "Where the number of copies is.",
    fields: {
      specReplicasPath: "How many are wanted.",
      statusReplicasPath: "How many there are.",
      labelSelectorPath: "Which pods they are.",
    },
  },
  SelectableField: { is: "A field by which objects can be chosen.", fields: { jsonPath: "Where it is." } },
  APIServiceSpec: {
    is: "Who serves a version of a group.",
    fields: {
      group: "The group.",
      version: "The version.",
      service: "The service; none is this server itself.",
      caBundle: bundle,
      insecureSkipTLSVerify: "Whether its certificate is not checked.",
      groupPriorityMinimum: "How far in front the group stands.",
      versionPriority: "How far in front the version stands within it.",
    },
  },
  APIServiceStatus: { is: "Whether it can be reached.", fields: { conditions } },
  ValidatingWebhook: {
    is: "A webhook that is asked before something is written.",
    fields: webhookFields(),
  },
  MutatingWebhook: {
    is: "A webhook that may change what is written.",
    fields: {
      ...webhookFields(),
      reinvocationPolicy: "Whether it is asked again when others change the object after it: Never or IfNeeded.",
    },
  },
  RuleWithOperations: {
    is: "Which requests: all combinations of what is listed.",
    fields: {
      operations: "CREATE, UPDATE, DELETE, CONNECT, or * for all.",
      apiGroups: "In which groups.",
      apiVersions: "In which versions.",
      resources: "With which resources.",
      scope: "Cluster, Namespaced, or * for both.",
    },
  },
  MatchCondition: {
    is: "What must hold of a request.",
    fields: { name: "What it is called.", expression },
  },
  MatchResources: {
    is: "Which requests a policy is about.",
    fields: {
      resourceRules: "Those that any of these fits,",
      excludeResourceRules: "and none of these.",
      namespaceSelector: "In which namespaces, by their labels.",
      objectSelector: "Of which objects, by their labels.",
      matchPolicy: "Whether other versions of a kind count too: Exact or Equivalent.",
    },
  },
  NamedRuleWithOperations: {
    is: "Which requests: all combinations of what is listed.",
    fields: {
      operations: "CREATE, UPDATE, DELETE, CONNECT, or * for all.",
      apiGroups: "In which groups.",
      apiVersions: "In which versions.",
      resources: "With which resources.",
      resourceNames: "With which objects. Default all.",
      scope: "Cluster, Namespaced, or * for both.",
    },
  },
  ValidatingAdmissionPolicyStatus: {
    is: "How a policy is.",
    fields: {
      observedGeneration: "Which generation of it was looked at.",
      typeChecking: "What its expressions do wrong with types.",
      conditions: "What it has come to.",
    },
  },
  TypeChecking: { is: "What expressions do wrong with types.", fields: { expressionWarnings: "One by one." } },
  ExpressionWarning: {
    is: "What an expression does wrong.",
    fields: { fieldRef: "Where it is.", warning: "What is wrong." },
  },
  MutatingAdmissionPolicySpec: {
    is: "How what is written is changed.",
    fields: {
      matchConstraints: "Of which requests.",
      matchConditions: "The same, by expressions.",
      mutations: "The changes.",
      variables: "Names for expressions.",
      paramKind: "The kind of its parameters.",
      failurePolicy: "What a mistake in it leads to: Fail or Ignore.",
      reinvocationPolicy: "Whether it is asked again when others change the object after it: Never or IfNeeded.",
    },
  },
  MutatingAdmissionPolicyBindingSpec: {
    is: "Where a policy counts.",
    fields: { policyName: "Which policy.", paramRef: "Its parameters.", matchResources: "For which requests." },
  },
  Mutation: {
    is: "A change: one of these.",
    fields: {
      patchType: "ApplyConfiguration or JSONPatch.",
      applyConfiguration: "What is applied.",
      jsonPatch: "What is patched.",
    },
  },
  ApplyConfiguration: { is: "What is applied.", fields: { expression: "An expression in CEL that makes it." } },
  JSONPatch: { is: "What is patched.", fields: { expression: "An expression in CEL that makes the operations." } },
  ValidatingAdmissionPolicySpec: {
    is: "What must hold of what is written.",
    fields: {
      matchConstraints: "Of which requests.",
      matchConditions: "The same, by expressions.",
      validations: "What must hold.",
      variables: "Names for expressions.",
      auditAnnotations: "What is noted.",
      paramKind: "The kind of its parameters.",
      failurePolicy: "What a mistake in it leads to: Fail or Ignore.",
    },
  },
  ValidatingAdmissionPolicyBindingSpec: {
    is: "Where a policy counts.",
    fields: {
      policyName: "Which policy.",
      paramRef: "Its parameters.",
      matchResources: "For which requests.",
      validationActions: "What follows: Deny, Warn, Audit.",
    },
  },
  Validation: {
    is: "Something that must hold.",
    fields: {
      expression,
      message: "What is said if it does not hold.",
      messageExpression: "An expression that makes the message.",
      reason: "In one word for programs.",
    },
  },
  Variable: { is: "A name for an expression.", fields: { name: "The name: variables.<name>.", expression } },
  AuditAnnotation: {
    is: "Something that is noted.",
    fields: { key: "As what.", valueExpression: "An expression that makes it." },
  },
  ParamKind: {
    is: "The kind of a policy's parameters.",
    fields: { apiVersion: "In which version of the API.", kind: "The kind." },
  },
  ParamRef: {
    is: "Parameters of a policy.",
    fields: {
      name: "By name,",
      selector: "or by labels.",
      namespace: "Where they are.",
      parameterNotFoundAction: "What follows where there are none: Allow or Deny.",
    },
  },
};

function webhookFields(): Readonly<Record<string, string>> {
  return {
    name: "What it is called: a full name of a domain.",
    clientConfig: "How it is reached.",
    rules: "Of which requests it is asked.",
    matchConditions: "The same, by expressions.",
    matchPolicy: "Whether other versions of a kind count too: Exact or Equivalent.",
    namespaceSelector: "In which namespaces, by their labels.",
    objectSelector: "Of which objects, by their labels.",
    failurePolicy: "What follows where it does not answer: Fail or Ignore.",
    timeoutSeconds: "How long it may take, in seconds. Default 10.",
    sideEffects: "Whether it does more than answer: None or NoneOnDryRun.",
    admissionReviewVersions: "Which versions of the question it understands, the best first.",
  };
}
