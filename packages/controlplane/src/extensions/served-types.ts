import type { CallConversionWebhook } from "@svc/apiextensions";
import { type CustomResourceDefinition, definitionFromCustomResource, isTerminating } from "@svc/apiextensions";
import { createSchemaEnvironments } from "@svc/cel";
import type { Egress } from "@svc/http/client";
import type { LocalClient } from "@svc/registry";
import { embeddedMetadataErrors } from "@svc/registry";
import { jsonEqual, objectMetaSchema, type ResourceDefinition } from "@svc/schema";
import { serviceAddresses } from "../webhooks/service-addresses.ts";
import { callWebhook } from "./call-webhook.ts";

/** The types of custom resource definitions, as the catalog has them. */
export interface ServedTypes {
  /**
   * Serves a type as its definition is now. What serves it does not change where nothing that
   * matters has changed.
   * @returns why it cannot be served; undefined where it is
   */
  serve(source: CustomResourceDefinition): string | undefined;
  /** No longer serves a type, if it was served. */
  withdraw(name: string): void;
  definition(name: string): ResourceDefinition | undefined;
}

export interface ServedTypesOptions {
  readonly egress: Egress;
  /** Calls conversion webhooks. @default over TLS, at the URL or the service of the definition */
  readonly callConversionWebhook?: CallConversionWebhook | undefined;
  /** Connects to the endpoints of services, not to their own addresses. @default false */
  readonly routeToEndpoints?: boolean | undefined;
}

interface Served {
  readonly source: CustomResourceDefinition;
  readonly definition: ResourceDefinition;
}

export function createServedTypes(
  local: LocalClient,
  { callConversionWebhook, egress, routeToEndpoints }: ServedTypesOptions,
): ServedTypes {
  const { dialect, randomUid, clock } = local.environment;
  const { catalog } = local.registry;
  const environments = createSchemaEnvironments();
  const metadata = objectMetaSchema(dialect);
  const webhooks = {
    apiGroup: dialect.expand("apiextensions.{api}"),
    call:
      callConversionWebhook ??
      callWebhook({ egress, clock, findAddress: serviceAddresses(local, routeToEndpoints === true) }),
    randomUid,
  };
  const served = new Map<string, Served>();
  return {
    serve: (source) => {
      const { name = "" } = source.metadata;
      const known = served.get(name);
      if (known !== undefined && isSameType(known.source, source)) return undefined;
      const options = { dialect, environments, metadata, webhooks, checkMetadata: embeddedMetadataErrors };
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

/**
 * Whether two states of a definition describe the same type. Neither metadata nor conditions are
 * part of it, except that nothing is created while the type is terminating.
 */
function isSameType(a: CustomResourceDefinition, b: CustomResourceDefinition): boolean {
  return (
    jsonEqual(a.spec, b.spec) &&
    jsonEqual(a.status?.acceptedNames, b.status?.acceptedNames) &&
    isTerminating(a) === isTerminating(b)
  );
}
