import type { WebhookConnectionOptions } from "@svc/admission";
import type { CallConversionWebhook } from "@svc/apiextensions";
import { type CustomResourceDefinition, definitionFromCustomResource, isTerminating } from "@svc/apiextensions";
import { createSchemaEnvironments } from "@svc/cel";
import type { Egress } from "@svc/http/client";
import type { ApiObject } from "@svc/meta";
import { restClientMetrics } from "@svc/metrics";
import { embeddedMetadataErrors, type LocalClient, type StoredObject } from "@svc/registry";
import { jsonEqual, objectMetaSchema, type ResourceDefinition } from "@svc/schema";
import { measuredPost } from "../webhooks/measured-post.ts";
import { serviceAddresses } from "../webhooks/service-addresses.ts";
import { callWebhook } from "./call-webhook.ts";
import { definitionMetrics } from "./definition-metrics.ts";

/** The types of custom resource definitions, as the catalog has them. */
export interface ServedTypes {
  /**
   * Makes a type without serving it, so that `serve` has little left to do.
   * @returns why it cannot be served; undefined where it can
   */
  prepare(source: CustomResourceDefinition): string | undefined;
  /**
   * Serves a type as its definition is now. What serves it does not change where nothing that
   * matters has changed.
   * @param stored holds the definition
   * @returns why it cannot be served; undefined where it is
   */
  serve(stored: StoredObject): string | undefined;
  /** No longer serves a type, if it was served. */
  withdraw(name: string): void;
  /** Withdraws the type of a deleted definition, and drops its prepared state. */
  remove(name: string): void;
  definition(name: string): ResourceDefinition | undefined;
}

export interface ServedTypesOptions {
  readonly egress: Egress;
  /** Calls conversion webhooks. @default over TLS, at the URL or the service of the definition */
  readonly callConversionWebhook?: CallConversionWebhook | undefined;
  /** How the webhooks of definitions are called. */
  readonly webhooks?: Pick<WebhookConnectionOptions, "maxRedirects" | "routeToEndpoints"> | undefined;
}

/**
 * A parsed definition takes several times the memory of its bytes, and most types of a server are
 * never used: once stored, a definition is parsed again where it is needed.
 */
interface Served {
  /** The stored definition; before it is stored, the parsed one. */
  origin: { readonly object: ApiObject };
  readonly definition: ResourceDefinition;
}

export function createServedTypes(
  local: LocalClient,
  { callConversionWebhook, egress, webhooks: connections = {} }: ServedTypesOptions,
): ServedTypes {
  const { dialect, randomUid, clock, metrics } = local.environment;
  const { catalog } = local.registry;
  const environments = createSchemaEnvironments();
  const metadata = objectMetaSchema(dialect);
  const post = measuredPost({ egress, clock, observe: restClientMetrics(metrics) });
  const webhooks = {
    apiGroup: dialect.expand("apiextensions.{api}"),
    call:
      callConversionWebhook ??
      callWebhook({
        post,
        clock,
        findAddress: serviceAddresses(local, connections.routeToEndpoints === true),
        maxRedirects: connections.maxRedirects,
      }),
    randomUid,
  };
  const observer = definitionMetrics(metrics, clock);
  const options = { dialect, environments, metadata, webhooks, checkMetadata: embeddedMetadataErrors, observer };
  const served = new Map<string, Served>();
  const prepared = new Map<string, Served>();
  const make = (origin: Served["origin"]): Served => {
    const source = sourceOf(origin);
    const { name = "" } = source.metadata;
    for (const known of [served.get(name), prepared.get(name)])
      if (known !== undefined && isSameType(sourceOf(known.origin), source)) return known;
    const readAgain = (): CustomResourceDefinition => sourceOf(made.origin);
    const made: Served = { origin, definition: definitionFromCustomResource(source, { ...options, readAgain }) };
    return made;
  };
  const withdraw = (name: string): void => {
    if (served.delete(name)) catalog.replace(catalogSource(name), []);
  };
  return {
    prepare: (source) =>
      problemOf(() => {
        const { name = "" } = source.metadata;
        const made = make({ object: source });
        catalog.check(catalogSource(name), [made.definition]);
        if (served.get(name) !== made) prepared.set(name, made);
      }),
    serve: (stored) =>
      problemOf(() => {
        const { name } = stored;
        const made = make(stored);
        made.origin = stored;
        prepared.delete(name);
        if (served.get(name) === made) return;
        catalog.replace(catalogSource(name), [made.definition]);
        served.set(name, made);
      }),
    withdraw,
    remove: (name) => {
      prepared.delete(name);
      withdraw(name);
    },
    definition: (name) => served.get(name)?.definition,
  };
}

function sourceOf({ object }: Served["origin"]): CustomResourceDefinition {
  return object as CustomResourceDefinition;
}

/** The message of the `TypeError` for a type that cannot be served; undefined without one. */
function problemOf(attempt: () => void): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** Each type is added and removed under its own source. */
function catalogSource(name: string): string {
  return `customresourcedefinitions/${name}`;
}

/**
 * True if two states of a definition describe the same type. Metadata and conditions do not count,
 * except `Terminating`, which forbids creation.
 */
function isSameType(a: CustomResourceDefinition, b: CustomResourceDefinition): boolean {
  return (
    jsonEqual(a.spec, b.spec) &&
    jsonEqual(a.status?.acceptedNames, b.status?.acceptedNames) &&
    isTerminating(a) === isTerminating(b)
  );
}
