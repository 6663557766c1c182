import type { Dialect } from "@svc/meta";
import type { ResourceVersion, Stability, Subresource, Verb } from "../definition.ts";
import { objectMetaSchema } from "../object-meta-schema.ts";
import type { StructSchema } from "../schema.ts";
import { applyDeclaredDefaults } from "../structural/defaults.ts";
import { fromOpenApi } from "../structural/from-openapi.ts";
import type { Declaration, jsonSchemaOf } from "./declaration.ts";
import type { ResourceOptions } from "./resource-options.ts";
import { scaleAt } from "./scale.ts";
import { structuralForm } from "./structural-form.ts";
import { selectableFieldsAt, tableOf } from "./table.ts";

const allVerbs: readonly Verb[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/** The version of a declared type, in a dialect. */
export function versionOf<D extends Declaration>(
  options: ResourceOptions<D>,
  json: ReturnType<typeof jsonSchemaOf>,
  dialect: Dialect,
): ResourceVersion {
  const { group, version, kind, columns, selectableFields, priority, metadata = objectMetaSchema } = options;
  const schema = fromOpenApi(structuralForm(json, dialect), {
    dialect,
    metadata: metadata(dialect),
    kind: { group, version, kind },
  });
  const subresources = subresourcesOf(options, schema, dialect);
  return {
    group,
    version,
    stability: options.stability ?? stabilityOf(version),
    enabledByDefault: true,
    verbs: options.verbs ?? allVerbs,
    schema,
    semantics: "structural",
    applyDefaults: (object, _gates, nulls) => {
      applyDeclaredDefaults(schema, object, nulls);
    },
    table: tableOf(columns),
    ...(selectableFields === undefined ? {} : { selectableFields: selectableFieldsAt(selectableFields) }),
    ...(subresources.length === 0 ? {} : { subresources }),
    ...(priority === undefined ? {} : { priority }),
  };
}

function subresourcesOf<D extends Declaration>(
  { statusSubresource, scale }: ResourceOptions<D>,
  schema: StructSchema,
  dialect: Dialect,
): readonly Subresource[] {
  const verbs: readonly Verb[] = ["get", "patch", "update"];
  const status = schema.byName.get("status");
  const hasStatus = statusSubresource ?? status !== undefined;
  if (hasStatus && status?.required === true)
    throw new TypeError("a status that is written apart must be optional: new objects have none");
  return [
    ...(hasStatus ? [{ name: "status", view: "object", verbs } as const] : []),
    ...(scale === undefined ? [] : [{ name: "scale", view: "scale", verbs, scale: scaleAt(scale, dialect) } as const]),
  ];
}

function stabilityOf(version: string): Stability {
  return version.includes("alpha") ? "alpha" : version.includes("beta") ? "beta" : "ga";
}
