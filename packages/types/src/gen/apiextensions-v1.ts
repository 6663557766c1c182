// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** Desired state of a custom resource definition. */
export interface CustomResourceDefinitionSpec {
  /** API group of the resource. */
  group: string;
  /** Names of the resource and its kind. */
  names: CustomResourceDefinitionNames;
  /** Namespaced or Cluster. */
  scope: string;
  /** Versions of the resource. Exactly one is the storage version. */
  versions: CustomResourceDefinitionVersion[];
  /** How objects are converted between versions. */
  conversion?: CustomResourceConversion;
  /** Deprecated: must be false. Use x-kubernetes-preserve-unknown-fields in the schema. */
  preserveUnknownFields?: boolean;
}

/** How objects of a custom resource are converted between versions. */
export interface CustomResourceConversion {
  /** None, which changes only the apiVersion, or Webhook. Default None. */
  strategy: string;
  /** Webhook that converts objects. Required for the strategy Webhook. */
  webhook?: WebhookConversion;
}

/** A webhook that converts objects. */
export interface WebhookConversion {
  /** How the server connects to the webhook. */
  clientConfig?: WebhookClientConfig;
  /** Versions of ConversionReview that the webhook accepts, in order of preference. */
  conversionReviewVersions: string[];
}

/** How the server connects to a webhook: either url or service is set. */
export interface WebhookClientConfig {
  /** URL of the webhook, with the scheme https. It can't contain credentials, a query or a fragment. */
  url?: string;
  /** Service of the webhook, for webhooks that run in the cluster. */
  service?: ServiceReference;
  /** PEM bundle of CA certificates that verify the webhook's certificate. If absent, the trusted roots of the server's system. */
  caBundle?: string;
}

/** Reference to a service that the server calls over HTTPS. */
export interface ServiceReference {
  /** Namespace of the service. */
  namespace: string;
  /** Name of the service. */
  name: string;
  /** URL path of the requests. */
  path?: string;
  /** Port of the service. Default 443. */
  port?: number;
}

/** A version of a custom resource. */
export interface CustomResourceDefinitionVersion {
  /** Name of the version, for example v1 or v1beta2. */
  name: string;
  /** True if the version is served. */
  served: boolean;
  /** True if objects are stored in this version. Exactly one version is. */
  storage: boolean;
  /** True if the version is deprecated. Requests to it then return a warning. */
  deprecated?: boolean;
  /** Warning for requests to a deprecated version. Default a generated text. */
  deprecationWarning?: string;
  /** Schema of the objects. */
  schema?: CustomResourceValidation;
  /** Subresources of the version: status and scale. */
  subresources?: CustomResourceSubresources;
  /** Columns of tables, in addition to the name. Default the age. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  /** Fields that field selectors can use. At most 8. */
  selectableFields?: SelectableField[];
}

/** A field that field selectors can use. */
export interface SelectableField {
  /** JSON path of the field, for example .spec.color. */
  jsonPath: string;
}

/** A column of tables. */
export interface CustomResourceColumnDefinition {
  /** Heading of the column. */
  name: string;
  /** Type of the value: integer, number, string, boolean or date. */
  type: string;
  /** OpenAPI format of the value. The format name marks the primary identifier. */
  format?: string;
  /** Description of the column. */
  description?: string;
  /** Priority of the column. Columns above 0 are shown only in wide tables. */
  priority?: number;
  /** JSON path of the value, for example .spec.replicas. */
  jsonPath: string;
}

/** Names of a custom resource. */
export interface CustomResourceDefinitionNames {
  /** Plural name, used in paths: /apis/<group>/<version>/…/<plural>. Lower case. */
  plural: string;
  /** Singular name. Default the kind in lower case. */
  singular?: string;
  /** Abbreviations for command line tools. */
  shortNames?: string[];
  /** Kind of the objects, in CamelCase and singular. */
  kind: string;
  /** Kind of lists of objects. Default <kind>List. */
  listKind?: string;
  /** Groups of resources to which the resource belongs, for example all. */
  categories?: string[];
}

/** One aspect of the current state of a custom resource definition. */
export interface CustomResourceDefinitionCondition {
  /** Type of the condition. */
  type: string;
  /** Whether the condition holds: True, False or Unknown. */
  status: string;
  /** Time at which the status last changed. */
  lastTransitionTime?: string | null;
  /** Machine-readable cause of the last transition, in CamelCase. */
  reason?: string;
  /** Human-readable details of the last transition. */
  message?: string;
}

/** Observed state of a custom resource definition. */
export interface CustomResourceDefinitionStatus {
  /** Conditions of the definition, for example NamesAccepted and Established. */
  conditions?: CustomResourceDefinitionCondition[];
  /** Names under which the resource is served. */
  acceptedNames?: CustomResourceDefinitionNames;
  /** Versions in which objects can be in storage. Versions in this list can't be removed. */
  storedVersions?: string[];
}

/** Adds a resource type to the API: its names, scope, versions, and the schema of each version. */
export interface CustomResourceDefinition {
  kind: "CustomResourceDefinition";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: CustomResourceDefinitionSpec;
  status?: CustomResourceDefinitionStatus;
}

export interface CustomResourceDefinitionList {
  kind: "CustomResourceDefinitionList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: CustomResourceDefinition[];
}

/** Schema with which objects are validated. */
export interface CustomResourceValidation {
  /** OpenAPI v3 schema. */
  openAPIV3Schema?: JSONSchemaProps;
}

/** Subresources of a custom resource. */
export interface CustomResourceSubresources {
  /** Enables the subresource status: only it can change the status, and it changes nothing else. */
  status?: CustomResourceSubresourceStatus;
  /** Enables the subresource scale. */
  scale?: CustomResourceSubresourceScale;
}

/** The subresource status. It has no settings. */
export interface CustomResourceSubresourceStatus {

}

/** JSON paths of the fields that the subresource scale exposes. */
export interface CustomResourceSubresourceScale {
  /** Path of the desired number of replicas, below .spec. */
  specReplicasPath: string;
  /** Path of the observed number of replicas, below .status. */
  statusReplicasPath: string;
  /** Path of the serialized label selector of the replicas, below .spec or .status. */
  labelSelectorPath?: string;
}

export interface ConversionReview {
  kind: "ConversionReview";
  apiVersion?: string;
  request?: ConversionRequest;
  response?: ConversionResponse;
}

export interface ConversionRequest {
  uid: string;
  desiredAPIVersion: string;
  objects: object[];
}

export interface ConversionResponse {
  uid: string;
  convertedObjects: object[];
  result: metav1.Status;
}

/** A JSON schema, in the dialect of OpenAPI v3. */
export interface JSONSchemaProps {
  /** Not supported: must be absent. */
  id?: string;
  /** URI of the schema language. Not evaluated. */
  $schema?: string;
  /** Not supported: must be absent. */
  $ref?: string;
  /** Description of the value. */
  description?: string;
  /** Type of the value: object, array, string, integer, number or boolean. */
  type?: string;
  /** Format of a string or number, for example date-time or int32. */
  format?: string;
  /** Title of the value. */
  title?: string;
  /** Value that is set where the property is absent. */
  default?: unknown;
  /** Maximum of a number. */
  maximum?: number;
  /** If true, the maximum itself is not allowed. */
  exclusiveMaximum?: boolean;
  /** Minimum of a number. */
  minimum?: number;
  /** If true, the minimum itself is not allowed. */
  exclusiveMinimum?: boolean;
  /** Maximum length of a string, in characters. */
  maxLength?: number;
  /** Minimum length of a string, in characters. */
  minLength?: number;
  /** Regular expression that a string must match. */
  pattern?: string;
  /** Maximum number of items. */
  maxItems?: number;
  /** Minimum number of items. */
  minItems?: number;
  /** Not supported: must not be true. Use x-kubernetes-list-type. */
  uniqueItems?: boolean;
  /** Number of which the value must be a multiple. */
  multipleOf?: number;
  /** Allowed values. */
  enum?: unknown[];
  /** Maximum number of properties. */
  maxProperties?: number;
  /** Minimum number of properties. */
  minProperties?: number;
  /** Properties that must be present. */
  required?: string[];
  /** Schema of the items of an array. */
  items?: JSONSchemaProps | JSONSchemaProps[];
  /** Schemas that must all match. */
  allOf?: JSONSchemaProps[];
  /** Schemas of which exactly one must match. */
  oneOf?: JSONSchemaProps[];
  /** Schemas of which at least one must match. */
  anyOf?: JSONSchemaProps[];
  /** Schema that must not match. */
  not?: JSONSchemaProps;
  /** Schemas of the properties of an object, by name. */
  properties?: Record<string, JSONSchemaProps>;
  /** Schema of properties with arbitrary names. */
  additionalProperties?: boolean | JSONSchemaProps;
  /** Not supported: must be absent. */
  patternProperties?: Record<string, JSONSchemaProps>;
  /** Not supported: must be absent. */
  dependencies?: Record<string, JSONSchemaProps | string[]>;
  /** Not supported: must be absent. */
  additionalItems?: boolean | JSONSchemaProps;
  /** Not supported: must be absent. */
  definitions?: Record<string, JSONSchemaProps>;
  /** Reference to further documentation. */
  externalDocs?: ExternalDocumentation;
  /** Example of a value. */
  example?: unknown;
  /** If true, null is allowed. */
  nullable?: boolean;
  /** If true, fields that the schema doesn't specify are kept. */
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  /** If true, the value is an object with apiVersion, kind and metadata. */
  "x-kubernetes-embedded-resource"?: boolean;
  /** If true, the value is an integer or a string. */
  "x-kubernetes-int-or-string"?: boolean;
  /** Properties that identify an item of an array of type map. */
  "x-kubernetes-list-map-keys"?: string[];
  /** How server-side apply merges the array: atomic, set or map. Default atomic. */
  "x-kubernetes-list-type"?: string;
  /** How server-side apply merges the object: granular or atomic. Default granular. */
  "x-kubernetes-map-type"?: string;
  /** Validation rules in CEL. */
  "x-kubernetes-validations"?: ValidationRule[];
}

/** A validation rule in CEL. */
export interface ValidationRule {
  /** CEL expression that must be true. self is the value; oldSelf is the value before an update. */
  rule: string;
  /** Message of the response if the rule fails. */
  message?: string;
  /** CEL expression that evaluates to the message. Takes precedence over the field message. */
  messageExpression?: string;
  /** Machine-readable cause in the response: FieldValueInvalid, FieldValueForbidden, FieldValueRequired or FieldValueDuplicate. */
  reason?: "FieldValueDuplicate" | "FieldValueForbidden" | "FieldValueInvalid" | "FieldValueRequired";
  /** Path of the invalid field, relative to the value, for example .spec.replicas. */
  fieldPath?: string;
  /** If true, rules with oldSelf are evaluated on creation as well, with oldSelf as an optional. */
  optionalOldSelf?: boolean;
}

export interface ExternalDocumentation {
  description?: string;
  url?: string;
}
