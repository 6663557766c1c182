import type { Codec } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import { type ApiObject, type Dialect, formatApiVersion, type GroupVersionKind } from "@svc/meta";
import type { Schemas, StructSchema } from "@svc/schema";
import { contentAnswer, valueContent } from "./answers.ts";
import type { Form } from "./form.ts";
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

/** Answers with an object that is not stored, or with its metadata. */
export function unstoredAnswer(parts: UnstoredParts, unstored: Unstored, form: Form, status: number): HttpResponse {
  const { object, kind, schema } = unstored;
  const { as } = form;
  if (as.kind !== "partial") return objectAnswer(parts, unstored, form, status);
  if (as.list) throw notAList({ kind: kind.kind, schema });
  return objectAnswer(
    parts,
    {
      object: { metadata: object.metadata },
      kind: { group: parts.dialect.expand("meta.{api}"), version: as.version, kind: "PartialObjectMetadata" },
      schema: parts.schemas.struct("meta/v1.PartialObjectMetadata"),
    },
    form,
    status,
  );
}

function objectAnswer(
  parts: UnstoredParts,
  { object, kind, schema }: Unstored,
  form: Form,
  status: number,
): HttpResponse {
  const root = { kind: kind.kind, apiVersion: formatApiVersion(kind) };
  return contentAnswer(status, valueContent(parts, object, { type: { schema }, root }), form);
}
