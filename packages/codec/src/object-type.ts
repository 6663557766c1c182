import type { StructSchema } from "@svc/schema";

/** The type that an object is decoded as: a version of a resource, or the body of a subresource. */
export interface ObjectType {
  readonly group: string;
  readonly version: string;
  readonly schema: StructSchema;
  /**
   * Whether the type is compiled in (`typed`) or an extension type (`structural`). @default typed
   */
  readonly semantics?: "typed" | "structural";
  /**
   * Whether empty lists, maps and bytes from clients are kept until the object is stored, or
   * treated as absent.
   * @default absent
   */
  readonly empties?: "absent" | "kept";
}

/** The formats of bodies and responses that this package reads and writes. */
export type Format = "json" | "yaml" | "protobuf" | "cbor";
