import { appendAll } from "@svc/base";
import {
  addError,
  type DisplayValue,
  displayAs,
  dns1123Label,
  type FieldError,
  forbidden,
  invalid,
  type Labels,
  labelValue,
  maskTrailingDash,
  type NameRule,
  type ObjectMeta,
  type OwnerReference,
  pathSegment,
  pathSegmentPrefix,
  qualifiedName,
  required,
  showValue,
  sortedTexts,
  tooLong,
} from "@svc/meta";
import type { ResourceDefinition, Strategy } from "@svc/schema";
import { foregroundFinalizer, orphanFinalizer } from "./finalizers.ts";
import { ownerEntryErrors } from "./owner-entry-errors.ts";

const maxAnnotationBytes = 256 * 1024;
/** Finalizers that are allowed without a domain. */
const standardFinalizers: readonly string[] = [orphanFinalizer, foregroundFinalizer];
const immutable = "field is immutable";

interface MetaRules {
  readonly namespaced: boolean;
  readonly nameRule: NameRule;
  readonly prefixRule: NameRule;
  /**
   * Finalizers without a domain that are allowed in addition to the standard ones; undefined allows
   * any qualified name.
   */
  readonly knownFinalizers: readonly string[] | undefined;
}

/** Rules for every object of any kind. */
export function anyObjectRules(namespaced: boolean): MetaRules {
  return { namespaced, nameRule: pathSegment, prefixRule: pathSegmentPrefix, knownFinalizers: undefined };
}

/**
 * Validates the metadata of an embedded object.
 * @param path of the metadata
 */
export function embeddedMetadataErrors(metadata: ObjectMeta, path: string): readonly FieldError[] {
  // Such an object may be a template, which has no name yet.
  const { name = "", namespace = "" } = metadata;
  const checked = checkedMeta(name === "" ? { ...metadata, name: "unnamed" } : metadata);
  const rules = anyObjectRules(namespace !== "");
  const isOfName = ({ field }: FieldError): boolean => field === "metadata.name" || field === "metadata.generateName";
  const errors = validateMeta(checked, rules);
  const ofNamespace = namespace === "" ? [] : dns1123Label(namespace);
  return [
    ...errors.filter(isOfName),
    ...ofNamespace.map((message) => invalid("metadata.namespace", namespace, message)),
    ...errors.filter((error) => !isOfName(error)),
  ].map((error) => ({ ...error, field: error.field.replace(/^metadata/, () => path) }));
}

/** A kind's rules for metadata. */
export interface KindRules extends MetaRules {
  readonly checks: Strategy["metadataChecks"];
}

/**
 * A kind's rules for metadata, in requests through a group.
 * @param product its name is a legacy finalizer
 */
export function kindRules(
  { namespaced, strategy }: Pick<ResourceDefinition, "namespaced" | "strategy">,
  group: string,
  product: string,
): KindRules {
  const { nameRule, metadataChecks } = strategy.metadataRulesOf?.get(group) ?? strategy;
  const anyFinalizer = metadataChecks?.finalizers === "qualified";
  return {
    namespaced,
    nameRule,
    checks: metadataChecks,
    prefixRule: (prefix) => nameRule(maskTrailingDash(prefix)),
    knownFinalizers: anyFinalizer ? undefined : [...standardFinalizers, product],
  };
}

/** Metadata with the errors of its labels, annotations and owners, which each check repeats. */
export interface CheckedMeta {
  readonly meta: ObjectMeta;
  readonly common: readonly FieldError[];
}

export function checkedMeta(meta: ObjectMeta): CheckedMeta {
  const { labels, annotations, ownerReferences } = meta;
  const common: FieldError[] = [];
  if (labels !== undefined) pushLabels(common, labels, "metadata.labels");
  if (annotations !== undefined) pushAnnotations(common, annotations);
  if (ownerReferences !== undefined) pushOwners(common, ownerReferences);
  return { meta, common };
}

/** Validates metadata; errors are in shown order. */
export function validateMeta({ meta, common }: CheckedMeta, rules: MetaRules): FieldError[] {
  const errors: FieldError[] = [];
  const { name = "", generateName = "", generation = 0 } = meta;
  if (generateName !== "")
    for (const p of rules.prefixRule(generateName))
      addError(errors, () => invalid("metadata.generateName", generateName, p));
  if (name === "") addError(errors, () => required("metadata.name", "name or generateName is required"));
  else for (const p of rules.nameRule(name)) addError(errors, () => invalid("metadata.name", name, p));
  if (rules.namespaced) {
    if (meta.namespace === undefined) addError(errors, () => required("metadata.namespace"));
  } else if (meta.namespace !== undefined)
    addError(errors, () => forbidden("metadata.namespace", "not allowed on this type"));
  if (generation < 0)
    addError(errors, () => invalid("metadata.generation", generation, "must be greater than or equal to 0"));
  appendAll(errors, common);
  pushFinalizers(errors, meta.finalizers, rules.knownFinalizers);
  if (meta.managedFields !== undefined) appendAll(errors, ownerEntryErrors(meta.managedFields));
  return errors;
}

/** Validates a change of metadata by a kind's rules, its own finalizers included. */
export function validateKindMetaUpdate(
  checked: CheckedMeta,
  old: ObjectMeta,
  { knownFinalizers }: MetaRules,
): FieldError[] {
  const errors = validateMetaUpdate(checked, old);
  if (knownFinalizers !== undefined) pushUnknownFinalizers(errors, checked.meta.finalizers ?? [], knownFinalizers);
  return errors;
}

/** `2026-01-02T03:04:05Z` as errors show it: `2026-01-02 03:04:05 +0000 UTC`. */
function shownTime(time: string): DisplayValue {
  return displayAs(`${time.slice(0, 10)} ${time.slice(11, 19)} +0000 UTC`);
}

/** Validates a change of an object's metadata. */
export function validateMetaUpdate({ meta, common }: CheckedMeta, old: ObjectMeta): FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) {
    const before = new Set(old.finalizers);
    const added = [...new Set(meta.finalizers)].filter((f) => !before.has(f)).sort();
    if (added.length > 0) {
      const list = `[]string{${added.map((f) => JSON.stringify(f)).join(", ")}}`;
      addError(errors, () =>
        forbidden(
          "metadata.finalizers",
          `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`,
        ),
      );
    }
  }
  if ((meta.resourceVersion ?? "") === "") {
    addError(errors, () =>
      invalid("metadata.resourceVersion", meta.resourceVersion ?? "", "must be specified for an update"),
    );
  }
  if ((meta.generation ?? 0) < (old.generation ?? 0)) {
    addError(errors, () => invalid("metadata.generation", meta.generation ?? 0, "must not be decremented"));
  }
  for (const field of ["name", "namespace", "uid"] as const) {
    if ((meta[field] ?? "") !== (old[field] ?? ""))
      addError(errors, () => invalid(`metadata.${field}`, meta[field] ?? "", immutable));
  }
  for (const field of ["creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"] as const) {
    const value = meta[field];
    if ((value ?? null) !== (old[field] ?? null)) {
      addError(errors, () =>
        invalid(`metadata.${field}`, typeof value === "string" ? shownTime(value) : (value ?? null), immutable),
      );
    }
  }
  appendAll(errors, common);
  if (meta.managedFields !== undefined) appendAll(errors, ownerEntryErrors(meta.managedFields));
  return errors;
}

function pushLabels(errors: FieldError[], labels: Labels, path: string): void {
  for (const key of sortedKeys(labels)) {
    for (const p of qualifiedName(key)) addError(errors, () => invalid(path, key, p));
    const value = labels[key] ?? "";
    for (const p of labelValue(value)) addError(errors, () => invalid(path, value, p));
  }
}

function pushAnnotations(errors: FieldError[], annotations: Labels): void {
  let bytes = 0;
  for (const key of sortedKeys(annotations)) {
    // The case of the domain does not matter in annotations.
    for (const p of qualifiedName(key.toLowerCase())) addError(errors, () => invalid("metadata.annotations", key, p));
    bytes += Buffer.byteLength(key) + Buffer.byteLength(annotations[key] ?? "");
  }
  if (bytes > maxAnnotationBytes) addError(errors, () => tooLong("metadata.annotations", maxAnnotationBytes));
}

function sortedKeys(map: Labels): readonly string[] {
  return sortedTexts(Object.keys(map));
}

function pushOwners(errors: FieldError[], owners: readonly OwnerReference[]): void {
  let controller: OwnerReference | undefined;
  let all: DisplayValue | undefined;
  const path = "metadata.ownerReferences";
  for (const owner of owners) {
    pushOwner(errors, owner, path);
    if (owner.controller !== true) continue;
    if (controller === undefined) controller = owner;
    else {
      const both = `${controller.kind}/${controller.name} and ${owner.kind}/${owner.name}`;
      // Each further controller is reported with the whole list, whose text is computed once.
      all ??= displayAs(showValue(owners));
      addError(errors, () =>
        invalid(
          path,
          all,
          `Only one reference can have Controller set to true. Found "true" in references for ${both}`,
        ),
      );
    }
  }
}

function pushOwner(errors: FieldError[], owner: OwnerReference, path: string): void {
  const { apiVersion = "", kind = "", name = "", uid = "" } = owner;
  const version = apiVersion.split("/");
  if ((version[version.length - 1] ?? "") === "" || version.length > 2) {
    addError(errors, () => invalid(`${path}.apiVersion`, apiVersion, "version must not be empty"));
  }
  if (kind === "") addError(errors, () => invalid(`${path}.kind`, kind, "kind must not be empty"));
  if (name === "") addError(errors, () => invalid(`${path}.name`, name, "name must not be empty"));
  if (uid === "") addError(errors, () => invalid(`${path}.uid`, uid, "uid must not be empty"));
  if (apiVersion === "v1" && kind === "Event")
    addError(errors, () => invalid(path, owner, "/v1, Kind=Event is disallowed from being an owner"));
}

function pushFinalizers(
  errors: FieldError[],
  finalizers: readonly string[] | undefined,
  known: readonly string[] | undefined,
): void {
  if (finalizers === undefined) return;
  for (const f of finalizers)
    for (const p of qualifiedName(f)) addError(errors, () => invalid("metadata.finalizers", f, p));
  if (finalizers.includes(orphanFinalizer) && finalizers.includes(foregroundFinalizer)) {
    addError(errors, () =>
      invalid("metadata.finalizers", finalizers, "finalizer orphan and foregroundDeletion cannot be both set"),
    );
  }
  if (known !== undefined) pushUnknownFinalizers(errors, finalizers, known);
}

function pushUnknownFinalizers(errors: FieldError[], finalizers: readonly string[], known: readonly string[]): void {
  finalizers.forEach((f, i) => {
    if (!f.includes("/") && !known.includes(f)) {
      addError(errors, () =>
        invalid(`metadata.finalizers[${i}]`, f, "name is neither a standard finalizer name nor is it fully qualified"),
      );
    }
  });
}
