import type { ApiObject, JsonValue } from "@svc/meta";

/**
 * The custom resource definitions of `apiextensions` v1, as far as serving their types needs them.
 */
export interface CustomResourceDefinition extends ApiObject {
  readonly spec: CustomResourceSpec;
  readonly status?: {
    readonly acceptedNames?: Partial<CustomResourceNames>;
    readonly conditions?: readonly CustomResourceCondition[];
    readonly storedVersions?: readonly string[];
  };
}

/** The type that a definition declares. */
export interface CustomResourceSpec {
  readonly group: string;
  readonly scope: string;
  readonly names: CustomResourceNames;
  readonly versions: readonly CustomResourceVersion[];
  readonly conversion?: CustomResourceConversion;
}

/** Names of the type in paths, in objects and for kubectl. */
export interface CustomResourceNames {
  readonly plural: string;
  readonly kind: string;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** A condition in the status of a definition. */
export interface CustomResourceCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** One version of the type, with its schema. */
export interface CustomResourceVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema };
  readonly subresources?: {
    readonly status?: object;
    readonly scale?: CustomResourceScale;
  };
  readonly additionalPrinterColumns?: readonly CustomResourceColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

/** Paths of the fields that the scale subresource shows. */
export interface CustomResourceScale {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** A column of tables. */
export interface CustomResourceColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
}

/** The conversion of objects between versions. */
export interface CustomResourceConversion {
  readonly strategy: string;
  readonly webhook?: {
    readonly clientConfig?: WebhookClientConfig;
    readonly conversionReviewVersions?: readonly string[];
  };
}

/** The address of a webhook: either a URL or a service. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** PEM, in base64. */
  readonly caBundle?: string;
}

/** A schema as a definition has it. */
export type JsonSchema = Readonly<Record<string, JsonValue>>;
