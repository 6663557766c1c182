import { type CustomResourceDefinition, definitionFromCustomResource } from "@svc/apiextensions";
import { createSchemaEnvironments } from "@svc/cel";
import type { Dialect } from "@svc/meta";
import { embeddedMetadataErrors } from "@svc/registry";
import { jsonEqual, objectMetaSchema, type ResourceCatalog, type ResourceDefinition } from "@svc/schema";

/** The types of custom resource definitions, as the catalog has them. */
export interface ServedTypes {
  /**
   * Serves a type as its definition is now. What serves it does not change where nothing that matters has changed.
   * @returns why it cannot be served; undefined where it is
   */
  serve(source: CustomResourceDefinition): string | undefined;
  /** No longer serves a type, if it was served. */
  withdraw(name: string): void;
  definition(name: string): ResourceDefinition | undefined;
}

interface TypeSources {
  readonly catalog: ResourceCatalog;
  readonly dialect: Dialect;
}

interface Served {
  readonly source: CustomResourceDefinition;
  readonly definition: ResourceDefinition;
}

export function createServedTypes({ catalog, dialect }: TypeSources): ServedTypes {
  const environments = createSchemaEnvironments();
  const metadata = objectMetaSchema(dialect);
  const served = new Map<string, Served>();
  return {
    serve: (source) => {
      const { name = "" } = source.metadata;
      const known = served.get(name);
      if (known !== undefined && isSameType(known.source, source)) return undefined;
      const options = { dialect, environments, metadata, checkMetadata: embeddedMetadataErrors };
      try {
        const definition = definitionFromCustomResource(source, options);
        catalog.replace(catalogSource(name), [definition]);
        served.set(name, { source, definition });
        return undefined;
      } catch (error) {
        if (error instanceof TypeError) return error.message;
        throw error;
      }
    },
    withdraw: (name) => {
      if (served.delete(name)) catalog.replace(catalogSource(name), []);
    },
    definition: (name) => served.get(name)?.definition,
  };
}

/** Each type comes and goes under a source of its own. */
function catalogSource(name: string): string {
  return `customresourcedefinitions/${name}`;
}

/** Whether two states of a definition describe the same type: neither metadata nor conditions are part of it. */
function isSameType(a: CustomResourceDefinition, b: CustomResourceDefinition): boolean {
  return (
    jsonEqual(a.spec, b.spec) &&
    jsonEqual(a.status?.acceptedNames, b.status?.acceptedNames) &&
    (a.metadata.deletionTimestamp === undefined) === (b.metadata.deletionTimestamp === undefined)
  );
}
