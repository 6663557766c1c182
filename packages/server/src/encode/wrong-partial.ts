import { StatusError } from "@svc/meta";
import { internalTypeName } from "@svc/registry";
import type { StructSchema } from "@svc/schema";

interface Shown {
  readonly kind: string;
  readonly schema: StructSchema;
}

/** The error for one object that is requested as a list of partial objects. */
export function notAList(shown: Shown): StatusError {
  // The original takes an object of an extension type for a list, and fails later.
  if (isExtension(shown)) return new StatusError({ code: 500, message: "content is not a list" });
  return wrongPartial(shown, "you requested PartialObjectMetadataList, but the requested object is not a list");
}

/** The error for a kind of list items. */
export function aList(shown: Shown): StatusError {
  return wrongPartial(shown, "you requested PartialObjectMetadata, but the requested object is a list");
}

function wrongPartial(shown: Shown, why: string): StatusError {
  const { kind, schema } = shown;
  const type = isExtension(shown)
    ? "unstructured.UnstructuredList"
    : `${internalTypeName(schema).split(".")[0]}.${kind}`;
  return new StatusError({ code: 406, reason: "NotAcceptable", message: `${why} (*${type})` });
}

/** Unnamed structs are those of extension types, which all have the same form. */
function isExtension({ schema }: Shown): boolean {
  return schema.name === undefined;
}
