import { kubernetesDialect } from "@svc/meta";
import type { Declaration } from "../define/declaration.ts";
import { defineResource } from "../define/define-resource.ts";
import { pluralOf } from "../define/plural.ts";
import type { Definitions } from "../definition.ts";
import type { JsonObject } from "../json-object.ts";

/** A type that the suite wants to see in an origin. */
export interface SampleType {
  /** The name of its definition: `widgets.conformance.example.com`. */
  readonly name: string;
  /** Its custom resource definition, in `kubernetesDialect`, for origins that hold such. */
  readonly customResource: JsonObject;
  /** Its declaration, for origins in the process. */
  readonly definitions: Definitions;
}

const group = "conformance.example.com";

/** A type whose revisions differ in their short names, which each form of a definition has. */
export function sampleType(kind: string, revision: number): SampleType {
  const schema: Declaration<{ readonly tags?: readonly string[] }> = {
    "~standard": {
      version: 1,
      vendor: "svc",
      validate: (value) => ({ value: value as { readonly tags?: readonly string[] } }),
      jsonSchema: {
        input: () => ({
          type: "object",
          properties: { tags: { type: "array", items: { type: "string" }, "x-list-type": "set" } },
        }),
      },
    },
  };
  const defined = defineResource({ group, version: "v1", kind, schema, shortNames: [shortNameOf(kind, revision)] });
  return {
    name: `${pluralOf(kind.toLowerCase())}.${group}`,
    customResource: defined.customResource(kubernetesDialect),
    definitions: defined,
  };
}

/** The short name of a revision of a type. */
export function shortNameOf(kind: string, revision: number): string {
  return `${kind.toLowerCase()}r${revision}`;
}
