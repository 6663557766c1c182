import type { Dialect } from "@svc/meta";
import type { Schema } from "@svc/schema";

/** A version of OpenAPI. */
export type OpenApiVersion = 2 | 3;

/** How schemas are published. */
export interface PublishOptions {
  readonly dialect: Dialect;
  /**
   * Version 3 says all that is known. Version 2 leaves out defaults, null, alternatives and what
   * may hold unknown fields, since its readers stumble over them.
   */
  readonly version: OpenApiVersion;
  /**
   * Whether zero is the default of what is always written: of compiled-in types only.
   * @default structural
   */
  readonly semantics?: "typed" | "structural";
  /** Is told of each definition that is referred to. */
  readonly onReference?: (name: string, schema: Schema) => void;
}
