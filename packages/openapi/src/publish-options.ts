import type { Dialect } from "@svc/meta";
import type { Schema } from "@svc/schema";

/** A version of OpenAPI. */
export type OpenApiVersion = 2 | 3;

/** Options of the publication of schemas. */
export interface PublishOptions {
  readonly dialect: Dialect;
  /**
   * Version 3 includes everything. Version 2 omits defaults, null, alternatives and open objects,
   * which its readers do not support.
   */
  readonly version: OpenApiVersion;
  /**
   * Whether zero is the default of fields that are always written: only in compiled-in types.
   * @default structural
   */
  readonly semantics?: "typed" | "structural";
  /** Called for each referenced definition. */
  readonly onReference?: (name: string, schema: Schema) => void;
}
