import type { ObjectType } from "@svc/codec";
import type { Dialect } from "@svc/meta";
import { createCommonSchemas, createStruct, type Field, type Schema } from "@svc/schema";

/** The types of reviews by version. */
export type ReviewTypes = (version: string) => ObjectType;

/** Creates the types that answers of webhooks are decoded as: reviews without their requests. */
export function createReviewTypes(dialect: Dialect): ReviewTypes {
  const group = dialect.expand("admission.{api}");
  // Created for the first response: most servers never call a webhook.
  let status: Schema | undefined;
  const types = new Map<string, ObjectType>();
  return (version) => {
    const known = types.get(version);
    if (known !== undefined) return known;
    status ??= createCommonSchemas(dialect, () => []).struct("meta/v1.Status");
    const name = (kind: string): string => `admission/${version}.${kind}`;
    const response = createStruct(
      [
        { ...optional("uid", text), typeName: "types.UID" },
        { name: "allowed", schema: { type: "boolean" }, presence: "always" },
        { name: "status", schema: status, presence: "explicit" },
        optional("patch", { type: "bytes" }),
        { name: "patchType", schema: text, presence: "explicit", typeName: `${version}.PatchType` },
        optional("auditAnnotations", { type: "map", values: text }),
        optional("warnings", { type: "list", items: text }),
      ],
      { name: name("AdmissionResponse") },
    );
    const schema = createStruct(
      [
        optional("kind", text),
        optional("apiVersion", text),
        { name: "request", schema: createStruct([], { name: name("AdmissionRequest") }), presence: "explicit" },
        { name: "response", schema: response, presence: "explicit" },
      ],
      { name: name("AdmissionReview") },
    );
    const type: ObjectType = { group, version, schema };
    types.set(version, type);
    return type;
  };
}

const text: Schema = { type: "string" };

function optional(name: string, schema: Schema): Field {
  return { name, schema, presence: "omitEmpty" };
}
