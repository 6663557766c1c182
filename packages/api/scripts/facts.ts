/** The shape of the tables in facts/; its README describes their content. */

export interface GroupFact {
  readonly group: string | null;
  readonly version: string | null;
  readonly served: boolean;
  readonly schemaPrefix: string;
  readonly openapiPrefix: string;
}

export interface ResourceFact {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly schema: string;
}

export type SchemaFacts = Readonly<Record<string, DefinitionFact>>;

export interface DefinitionFact {
  readonly gvk?: readonly { readonly group: string; readonly version: string; readonly kind: string }[];
  readonly required?: readonly string[];
  readonly inline?: Readonly<Record<string, number>>;
  readonly special?: string;
  readonly mapType?: string;
  readonly unions?: readonly Record<string, unknown>[];
  readonly fields?: Readonly<Record<string, FieldFact>>;
}

export interface FieldFact {
  readonly type: string;
  readonly ref?: string;
  readonly items?: FieldFact;
  readonly values?: FieldFact;
  readonly format?: string;
  readonly tag?: number;
  readonly proto?: string;
  readonly via?: readonly string[];
  readonly ptr?: boolean;
  readonly always?: boolean;
  readonly wrapper?: string;
  readonly json?: false;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly listType?: string;
  readonly listMapKeys?: readonly string[];
  readonly mapType?: string;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  readonly featureGate?: string;
}
