import { quote } from "@svc/base";
import { aBoolean, aFunction, checkArgument, optional, optionsOf } from "@svc/base/check";
import { type ApiObject, dns1123Subdomain } from "@svc/meta";
import type { Strategy, ValidationOutcome, WriteContext } from "../strategy.ts";
import { jsonEqual } from "../structural/json-equal.ts";

/** Options of `extensionStrategy`. */
export interface ExtensionStrategyOptions {
  /** True when the status has its own subresource and is written only through it. */
  readonly hasStatus: boolean;
  /** Validates an object except for its metadata. */
  readonly validate: (object: ApiObject, old: ApiObject | undefined, context: WriteContext) => ValidationOutcome;
  /** Validates a change of the status alone. @default validate */
  readonly validateStatus?: (object: ApiObject, old: ApiObject, context: WriteContext) => ValidationOutcome;
}

const extensionStrategyOptions = optionsOf<ExtensionStrategyOptions>({
  hasStatus: aBoolean,
  validate: aFunction,
  validateStatus: optional(aFunction),
});

/** The strategy that all extension types share. @throws {TypeError} for a wrong argument */
export function extensionStrategy(options: ExtensionStrategyOptions): Strategy {
  checkArgument("extensionStrategy: options", options, extensionStrategyOptions);
  const { hasStatus, validate, validateStatus } = options;
  const validateUpdate: NonNullable<Strategy["validateUpdate"]> = (object, old, context) =>
    validate(object, old, context);
  return {
    nameRule: dns1123Subdomain,
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    metadataChecks: { onUpdate: ["change"], finalizers: "qualified" },
    warnings: (object, old) => finalizerWarnings(object, old),
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

/** Finalizers without a domain that the system uses. */
const known: readonly string[] = ["foregroundDeletion", "kubernetes", "orphan"];

/** Warns of new finalizers that others may use, too. */
function finalizerWarnings({ metadata }: ApiObject, old: ApiObject | undefined): readonly string[] {
  const had = new Set(old?.metadata.finalizers);
  const added = new Set((metadata.finalizers ?? []).filter((name) => !had.has(name)));
  return [...added]
    .filter((name) => !name.includes("/") && !known.includes(name))
    .sort()
    .map(
      (name) =>
        `metadata.finalizers: ${quote(name)}: prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    );
}

/**
 * True for a change that controllers have to act on: anything but metadata, and but a status with
 * its own subresource.
 */
function hasChanged(object: ApiObject, old: ApiObject, hasStatus: boolean): boolean {
  const names = new Set([...Object.keys(object), ...Object.keys(old)]);
  for (const name of ["apiVersion", "kind", "metadata", ...(hasStatus ? ["status"] : [])]) names.delete(name);
  for (const name of names) if (!jsonEqual(object[name], old[name])) return true;
  return false;
}

/**
 * A write of the status changes nothing else; of metadata it keeps the fields that the server sets.
 */
function keepAllButStatus(object: ApiObject, old: ApiObject): void {
  for (const field of new Set([...Object.keys(object), ...Object.keys(old)])) {
    if (field !== "apiVersion" && field !== "metadata" && field !== "status") restore(object, old, field);
  }
  const { managedFields, resourceVersion } = object.metadata;
  const { managedFields: _owners, ...metadata } = old.metadata;
  object.metadata = {
    ...metadata,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(managedFields === undefined ? {} : { managedFields }),
  };
}

/** Restores the previous value of a field. */
function restore(object: ApiObject, old: ApiObject, field: string): void {
  if (old[field] === undefined) delete object[field];
  else object[field] = old[field];
}
