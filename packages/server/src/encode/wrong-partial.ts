import { StatusError } from "@svc/meta";
import { internalTypeName } from "@svc/registry";
import type { StructSchema } from "@svc/schema";

interface Shown {
  readonly kind: string;
  readonly schema: StructSchema;
}

/** Partial objects have one name alone. */
export function notAList(shown: Shown): StatusError {
  return wrongPartial(shown, "you requested PartialObjectMetadataList, but the requested object is not a list");
}

/** The error for a kind of list items. */
export function aList(shown: Shown): StatusError {
  return wrongPartial(shown, "you requested PartialObjectMetadata, but the requested object is a list");
}

function wrongPartial({ kind, schema }: Shown, why: string): StatusError {
  // Unnamed structs are those of extension types, which all have the same form.
  const list = kind.endsWith("List") ? "List" : "";
  const type =
    schema.name === undefined
      ? `unstructured.Unstructured${list}`
      : `${internalTypeName(schema).split(".")[0]}.${kind}`;
  return new StatusError({ code: 406, reason: "NotAcceptable", message: `${why} (*${type})` });
}
