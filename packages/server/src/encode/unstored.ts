import type { Codec } from "@svc/codec";
import { type ApiObject, type Dialect, formatApiVersion, type GroupVersionKind } from "@svc/meta";
import type { Schemas, StructSchema } from "@svc/schema";
import type { Form } from "./form.ts";
import { type Content, valueContent } from "./responses.ts";
import { notAList } from "./wrong-partial.ts";

/** An object created for one response: a review, a `Scale`. */
export interface Unstored {
  readonly object: ApiObject;
  readonly kind: GroupVersionKind;
  readonly schema: StructSchema;
}

interface UnstoredParts {
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly schemas: Schemas;
}

/** The content of a response with an object that is not stored, or with its metadata. */
export function unstoredContent(parts: UnstoredParts, unstored: Unstored, { as }: Pick<Form, "as">): Content {
  const { object, kind, schema } = unstored;
  if (as.kind !== "partial") return objectContent(parts, unstored);
  if (as.list) throw notAList({ kind: kind.kind, schema });
  return objectContent(parts, {
    object: { metadata: object.metadata },
    kind: { group: parts.dialect.expand("meta.{api}"), version: as.version, kind: "PartialObjectMetadata" },
    schema: parts.schemas.struct("meta/v1.PartialObjectMetadata"),
  });
}

function objectContent(parts: UnstoredParts, { object, kind, schema }: Unstored): Content {
  const root = { kind: kind.kind, apiVersion: formatApiVersion(kind) };
  return valueContent(parts, object, { type: { schema }, root });
}
