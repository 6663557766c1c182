import { type Dialect, formatApiVersion } from "@svc/meta";
import type { JsonObject } from "../json-object.ts";
import { customResourceSchema } from "./custom-resource-schema.ts";
import type { Declaration, jsonSchemaOf } from "./declaration.ts";
import type { ResourceOptions } from "./resource-options.ts";
import type { ScalePaths } from "./scale.ts";
import { structuralForm } from "./structural-form.ts";

/** The names of a declared type, complete. */
interface CustomResourceNames {
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
}

/** The custom resource definition of a declared type, as other servers take it. */
export function customResourceOf<D extends Declaration>(
  options: ResourceOptions<D>,
  json: ReturnType<typeof jsonSchemaOf>,
  { dialect, names }: { readonly dialect: Dialect; readonly names: CustomResourceNames },
): JsonObject {
  const { group, version, kind, scope = "Namespaced", shortNames = [], categories = [] } = options;
  const schema = customResourceSchema(structuralForm(json, dialect), dialect);
  return {
    apiVersion: formatApiVersion({ group: dialect.expand("apiextensions.{api}"), version: "v1" }),
    kind: "CustomResourceDefinition",
    metadata: { name: `${names.plural}.${group}` },
    spec: {
      group,
      scope,
      names: {
        kind,
        ...names,
        ...(shortNames.length === 0 ? {} : { shortNames }),
        ...(categories.length === 0 ? {} : { categories }),
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          ...subresourcesOf(options, schema),
          ...columnsOf(options),
          ...selectableOf(options),
        },
      ],
    },
  };
}

function subresourcesOf<D extends Declaration>(
  { statusSubresource, scale }: ResourceOptions<D>,
  schema: JsonObject,
): JsonObject {
  const properties = (schema["properties"] ?? {}) as JsonObject;
  const subresources = {
    ...((statusSubresource ?? properties["status"] !== undefined) ? { status: {} } : {}),
    ...(scale === undefined ? {} : { scale: scalePathsOf(scale) }),
  };
  return Object.keys(subresources).length === 0 ? {} : { subresources };
}

function scalePathsOf({ replicas, statusReplicas, selector }: ScalePaths): JsonObject {
  return {
    specReplicasPath: replicas,
    statusReplicasPath: statusReplicas,
    ...(selector === undefined ? {} : { labelSelectorPath: selector }),
  };
}

function columnsOf<D extends Declaration>({ columns = [] }: ResourceOptions<D>): JsonObject {
  const additionalPrinterColumns = columns.flatMap((column) => {
    if (!("path" in column)) return [];
    const { name, type = "string", path, format, description, priority } = column;
    return [
      {
        name,
        type,
        jsonPath: path,
        ...(format === undefined ? {} : { format }),
        ...(description === undefined ? {} : { description }),
        ...(priority === undefined ? {} : { priority }),
      },
    ];
  });
  return additionalPrinterColumns.length === 0 ? {} : { additionalPrinterColumns };
}

function selectableOf<D extends Declaration>({ selectableFields = [] }: ResourceOptions<D>): JsonObject {
  if (selectableFields.length === 0) return {};
  return { selectableFields: selectableFields.map((path) => ({ jsonPath: `.${path.replace(/^\./, "")}` })) };
}
