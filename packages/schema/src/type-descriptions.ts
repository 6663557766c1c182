/** Documentation of one API type, as OpenAPI documents and `kubectl explain` show it. */
export interface TypeDescription {
  /** A description of the type in a few sentences. */
  readonly description: string;
  /** Descriptions by field name. `@svc/schema` describes the fields that every kind has. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Descriptions by the name of the type. */
export type TypeDescriptions = Readonly<Record<string, TypeDescription>>;
