import { type ApiObject, dns1123Subdomain, type FieldError } from "@svc/meta";
import type { Strategy, WriteContext } from "../strategy.ts";
import { jsonEqual } from "../structural/json-equal.ts";

export interface ExtensionStrategyOptions {
  /**
   * Whether the status is written through a subresource of its own, and nothing else through that.
   */
  readonly hasStatus: boolean;
  /** What is wrong with an object, its metadata left out. */
  readonly validate: (object: ApiObject, old: ApiObject | undefined, context: WriteContext) => readonly FieldError[];
  /** What is wrong with a change of the status alone. @default validate */
  readonly validateStatus?: (object: ApiObject, old: ApiObject, context: WriteContext) => readonly FieldError[];
}

/** What all extension types do alike. */
export function extensionStrategy({ hasStatus, validate, validateStatus }: ExtensionStrategyOptions): Strategy {
  const validateUpdate: NonNullable<Strategy["validateUpdate"]> = (object, old, context) =>
    validate(object, old, context);
  return {
    nameRule: dns1123Subdomain,
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    metadataChecks: { finalizers: "qualified" },
    generation: (object, old) => hasChanged(object, old, hasStatus),
    validateCreate: (object, context) => validate(object, undefined, context),
    validateUpdate,
    ...(hasStatus
      ? {
          prepareCreate: (object: ApiObject) => {
            delete object["status"];
          },
          prepareUpdate: (object: ApiObject, old: ApiObject) => {
            restore(object, old, "status");
          },
          subresources: {
            status: { prepareUpdate: keepAllButStatus, validateUpdate: validateStatus ?? validateUpdate },
          },
        }
      : {}),
  };
}

/**
 * Whether anything changed that a controller has to act on: all but metadata, and but a status that
 * is written apart.
 */
function hasChanged(object: ApiObject, old: ApiObject, hasStatus: boolean): boolean {
  const names = new Set([...Object.keys(object), ...Object.keys(old)]);
  for (const name of ["apiVersion", "kind", "metadata", ...(hasStatus ? ["status"] : [])]) names.delete(name);
  for (const name of names) if (!jsonEqual(object[name], old[name])) return true;
  return false;
}

/**
 * A write of the status changes nothing else: of metadata only what the server itself keeps there.
 */
function keepAllButStatus(object: ApiObject, old: ApiObject): void {
  for (const field of new Set([...Object.keys(object), ...Object.keys(old)])) {
    if (field !== "apiVersion" && field !== "kind" && field !== "metadata" && field !== "status")
      restore(object, old, field);
  }
  const { managedFields, resourceVersion } = object.metadata;
  object.metadata = {
    ...old.metadata,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(managedFields === undefined ? {} : { managedFields }),
  };
}

/** Gives a field the value that it had. */
function restore(object: ApiObject, old: ApiObject, field: string): void {
  if (old[field] === undefined) delete object[field];
  else object[field] = old[field];
}
