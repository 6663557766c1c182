import { createCodec, DecodeError } from "@svc/codec";
import type { Dialect, JsonValue } from "@svc/meta";
import { fromOpenApi, type JsonObject, objectMetaSchema } from "@svc/schema";
import {
  type ExtensionNames,
  extensionNames,
  itemsOf,
  type SchemaNode,
  valuesOf,
} from "../validation/apiextensions/schema-node.ts";

type Members = Record<string, unknown>;

/** Converts metadata; returns undefined for a value that is not metadata. */
type Decode = (metadata: unknown) => unknown;

/**
 * Returns a function that changes the defaults of a schema in place: metadata of embedded objects
 * is stored there as in objects, without unknown fields. Metadata that cannot be decoded stays, for
 * the validation to report.
 */
export function pruneDefaultMetadata(dialect: Dialect): (schema: SchemaNode) => void {
  const decode = metadataDecoder(dialect);
  const x = extensionNames(dialect);
  const node = (schema: SchemaNode, isRoot: boolean): void => {
    if (isTree(schema.default)) pruneValue(schema, schema.default, { x, decode, isRoot });
    const items = itemsOf(schema);
    if (items !== undefined) node(items, false);
    // As in the validation, defaults within the values of maps do not count.
    for (const property of Object.values(schema.properties ?? {})) node(property, false);
  };
  return (schema) => node(schema, true);
}

function metadataDecoder(dialect: Dialect): Decode {
  const codec = createCodec();
  const schema = fromOpenApi({ type: "object" } as JsonObject, { dialect, metadata: objectMetaSchema(dialect) });
  return (metadata) => {
    const object = { apiVersion: "v1", kind: "Any", metadata: structuredClone(metadata) as JsonValue };
    try {
      return codec.decodeValue(object, { group: "", version: "v1", schema, semantics: "structural" }).object.metadata;
    } catch (error) {
      if (error instanceof DecodeError) return undefined;
      throw error;
    }
  };
}

interface PruneOptions {
  readonly x: ExtensionNames;
  readonly decode: Decode;
  /** True for the value of the whole object. */
  readonly isRoot?: boolean;
}

function pruneValue(schema: SchemaNode, value: object, { x, decode, isRoot = false }: PruneOptions): void {
  const inner = (part: SchemaNode | undefined, below: unknown): void => {
    if (part !== undefined && isTree(below)) pruneValue(part, below, { x, decode });
  };
  if (Array.isArray(value)) {
    for (const item of value) inner(itemsOf(schema), item);
    return;
  }
  const members = value as Members;
  if ((isRoot || x.get(schema, "embedded-resource") === true) && members["metadata"] !== undefined) {
    const decoded = decode(members["metadata"]);
    if (decoded !== undefined) members["metadata"] = decoded;
  }
  const { properties = {} } = schema;
  for (const [name, part] of Object.entries(members))
    inner(Object.hasOwn(properties, name) ? properties[name] : valuesOf(schema), part);
}

function isTree(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
