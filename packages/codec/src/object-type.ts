import type { StructSchema } from "@svc/schema";

/**
 * What an object is decoded as. A version of a resource fits; so does the body of a subresource.
 */
export interface ObjectType {
  readonly group: string;
  readonly version: string;
  readonly schema: StructSchema;
  /** @default typed */
  readonly semantics?: "typed" | "structural";
  /**
   * Whether lists, maps and bytes that a client left empty are there, until they are stored, or as
   * good as absent.
   * @default absent
   */
  readonly empties?: "absent" | "kept";
}

/** The types of bodies and answers that this package reads and writes itself. */
export type Format = "json" | "yaml" | "protobuf" | "cbor";
