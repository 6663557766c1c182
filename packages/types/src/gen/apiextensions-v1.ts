// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

/** A type of resources. */
export interface CustomResourceDefinitionSpec {
  /** Its group. */
  group: string;
  /** Its names. */
  names: CustomResourceDefinitionNames;
  /** Namespaced or Cluster. */
  scope: string;
  /** Its versions; one of them is stored. */
  versions: CustomResourceDefinitionVersion[];
  /** How objects come from one version into another. */
  conversion?: CustomResourceConversion;
  /** Must be false. */
  preserveUnknownFields?: boolean;
}

/** How objects come from one version into another. */
export interface CustomResourceConversion {
  /** None, which changes the version's name alone, or Webhook. */
  strategy: string;
  /** The webhook. */
  webhook?: WebhookConversion;
}

/** A webhook that converts objects. */
export interface WebhookConversion {
  /** How it is reached. */
  clientConfig?: WebhookClientConfig;
  /** Which versions of the question it understands. */
  conversionReviewVersions: string[];
}

/** How a webhook is reached: by an address or by a service. */
export interface WebhookClientConfig {
  /** Its address. */
  url?: string;
  /** The service that it is. */
  service?: ServiceReference;
  /** Who signs its certificate, as PEM. Default those whom the machine trusts. */
  caBundle?: string;
}

/** A service that is asked over HTTPS. */
export interface ServiceReference {
  /** Where it is. */
  namespace: string;
  /** What it is called. */
  name: string;
  /** The path that is asked for. */
  path?: string;
  /** At which of its ports. Default 443. */
  port?: number;
}

/** A version of a type. */
export interface CustomResourceDefinitionVersion {
  /** What it is called: v1, v1beta2. */
  name: string;
  /** Whether it is served. */
  served: boolean;
  /** Whether it is the one that is stored. */
  storage: boolean;
  /** Whether clients are warned. */
  deprecated?: boolean;
  /** What they are told. */
  deprecationWarning?: string;
  /** What its objects look like. */
  schema?: CustomResourceValidation;
  /** Whether it has a status and a scale. */
  subresources?: CustomResourceSubresources;
  /** Columns of its tables. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  /** Fields by which objects can be chosen. */
  selectableFields?: SelectableField[];
}

/** A field by which objects can be chosen. */
export interface SelectableField {
  /** Where it is. */
  jsonPath: string;
}

/** A column of tables. */
export interface CustomResourceColumnDefinition {
  /** What stands above it. */
  name: string;
  /** integer, number, string, boolean or date. */
  type: string;
  /** How it is shown. */
  format?: string;
  /** What it is. */
  description?: string;
  /** Above 0 only in wide tables. */
  priority?: number;
  /** Where its value is. */
  jsonPath: string;
}

/** What a type is called. */
export interface CustomResourceDefinitionNames {
  /** In paths. */
  plural: string;
  /** One of them. */
  singular?: string;
  /** Short, for people who type. */
  shortNames?: string[];
  /** In objects. */
  kind: string;
  /** In lists. */
  listKind?: string;
  /** Together with others, such as all. */
  categories?: string[];
}

/** One thing that a definition has come to, or not. */
export interface CustomResourceDefinitionCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Since when the status is what it is. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in words for people. */
  message?: string;
}

/** How a type is. */
export interface CustomResourceDefinitionStatus {
  /** NamesAccepted, Established and others. */
  conditions?: CustomResourceDefinitionCondition[];
  /** The names that it has got. */
  acceptedNames?: CustomResourceDefinitionNames;
  /** Versions in which objects may be stored. */
  storedVersions?: string[];
}

/** A type of objects that somebody adds to the API: its names, its versions and their schemas. */
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

/** What objects look like. */
export interface CustomResourceValidation {
  /** The schema. */
  openAPIV3Schema?: JSONSchemaProps;
}

/** Further endpoints of objects. */
export interface CustomResourceSubresources {
  /** Their status. */
  status?: CustomResourceSubresourceStatus;
  /** How many copies they are. */
  scale?: CustomResourceSubresourceScale;
}

/** A status of its own. */
export interface CustomResourceSubresourceStatus {

}

/** Where the number of copies is. */
export interface CustomResourceSubresourceScale {
  /** How many are wanted. */
  specReplicasPath: string;
  /** How many there are. */
  statusReplicasPath: string;
  /** Which pods they are. */
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

/** What a value looks like, as OpenAPI 3 has it. */
export interface JSONSchemaProps {
  /** Must not be set. */
  id?: string;
  /** Which language this is; it says nothing. */
  $schema?: string;
  /** Must not be set. */
  $ref?: string;
  /** What it is. */
  description?: string;
  /** object, array, string, integer, number or boolean. */
  type?: string;
  /** A format of text or numbers: date-time, int32 and others. */
  format?: string;
  /** A name for readers. */
  title?: string;
  /** What it is where it is absent. */
  default?: unknown;
  /** The greatest number. */
  maximum?: number;
  /** Whether the greatest number itself does not count. */
  exclusiveMaximum?: boolean;
  /** The least number. */
  minimum?: number;
  /** Whether the least number itself does not count. */
  exclusiveMinimum?: boolean;
  /** The most characters. */
  maxLength?: number;
  /** The fewest characters. */
  minLength?: number;
  /** An expression that text must match. */
  pattern?: string;
  /** The most items. */
  maxItems?: number;
  /** The fewest items. */
  minItems?: number;
  /** Must not be set; use a list type. */
  uniqueItems?: boolean;
  /** What a number must be a multiple of. */
  multipleOf?: number;
  /** The values that it can have. */
  enum?: unknown[];
  /** The most members. */
  maxProperties?: number;
  /** The fewest members. */
  minProperties?: number;
  /** Members that must be there. */
  required?: string[];
  /** The items of an array. */
  items?: JSONSchemaProps | JSONSchemaProps[];
  /** Schemas that must all fit. */
  allOf?: JSONSchemaProps[];
  /** Schemas of which exactly one must fit. */
  oneOf?: JSONSchemaProps[];
  /** Schemas of which one must fit. */
  anyOf?: JSONSchemaProps[];
  /** A schema that must not fit. */
  not?: JSONSchemaProps;
  /** Members of an object, by name. */
  properties?: Record<string, JSONSchemaProps>;
  /** Members whose names are not known. */
  additionalProperties?: boolean | JSONSchemaProps;
  /** Must not be set. */
  patternProperties?: Record<string, JSONSchemaProps>;
  /** Must not be set. */
  dependencies?: Record<string, JSONSchemaProps | string[]>;
  /** Must not be set. */
  additionalItems?: boolean | JSONSchemaProps;
  /** Must not be set. */
  definitions?: Record<string, JSONSchemaProps>;
  /** Where there is more to read. */
  externalDocs?: ExternalDocumentation;
  /** An example for readers. */
  example?: unknown;
  /** Whether null is a value. */
  nullable?: boolean;
  /** Whether members that the schema does not know are kept. */
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  /** Whether it is an object with kind and metadata. */
  "x-kubernetes-embedded-resource"?: boolean;
  /** Whether it is a number or text. */
  "x-kubernetes-int-or-string"?: boolean;
  /** The members that are the key of an item. */
  "x-kubernetes-list-map-keys"?: string[];
  /** atomic, set or map. */
  "x-kubernetes-list-type"?: string;
  /** atomic or granular. */
  "x-kubernetes-map-type"?: string;
  /** Rules in CEL. */
  "x-kubernetes-validations"?: ValidationRule[];
}

/** Something that must hold. */
export interface ValidationRule {
  /** An expression in CEL. self is the value, oldSelf the one before. */
  rule: string;
  /** What is said if it does not hold. */
  message?: string;
  /** An expression that makes the message. */
  messageExpression?: string;
  /** In one word for programs. */
  reason?: "FieldValueDuplicate" | "FieldValueForbidden" | "FieldValueInvalid" | "FieldValueRequired";
  /** Which member it is about. */
  fieldPath?: string;
  /** Whether it is asked of new objects too, where there is no oldSelf. */
  optionalOldSelf?: boolean;
}

export interface ExternalDocumentation {
  description?: string;
  url?: string;
}
