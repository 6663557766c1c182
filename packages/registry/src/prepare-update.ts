import { membersBeyondSchema } from "@svc/admission";
import { appendAll, type Steps } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import {
  pruneStructural,
  type Strategy,
  type SubresourceStrategy,
  validationErrors,
  type WriteContext,
} from "@svc/schema";
import {
  anyObjectRules,
  checkedMeta,
  type KindRules,
  kindRules,
  validateKindMetaUpdate,
  validateMeta,
  validateMetaUpdate,
} from "./object-meta.ts";
import { checkDeclaredKind, declaresOtherKind, invalid, type RequestScope } from "./parts.ts";
import { shareUnchanged } from "./structural-sharing.ts";
import { isConvertedLast } from "./working-form.ts";

interface PreparedUpdate {
  /** In its working form; changed in place. */
  readonly next: ApiObject;
  readonly old: ApiObject;
  readonly write: WriteContext;
}

/**
 * Converts a changed object to its final form and validates it. Returns the parts shared with the
 * old one.
 */
export function* prepareUpdate({ parts, endpoint }: RequestScope, update: PreparedUpdate): Steps<ReadonlySet<object>> {
  const { definition, subresource } = endpoint;
  const { dialect } = parts.environment;
  const { next, old, write } = update;
  const { strategy, namespaced } = definition;
  const part = subresource === "" ? undefined : strategy.subresources?.[subresource];
  restore(next, old);
  // It was decoded without the schema.
  if (declaresOtherKind(endpoint, next)) pruneStructural(endpoint.version.schema, next);
  if (part === undefined) strategy.prepareUpdate?.(next, old, write);
  else part.prepareUpdate(next, old, write);
  yield;
  checkDeclaredKind(endpoint, next);
  // An object that is still changed in place cannot share parts.
  const unchanged = strategy.canonicalize === undefined ? shareUnchanged(next, old) : new Set<object>();
  if (part?.keepsGeneration !== true)
    raiseGeneration(strategy, update, part === undefined && writesBeyondSchema(update.next, strategy));
  yield;
  const kind = kindRules(definition, write.group, dialect.product);
  // A preparation may have replaced the metadata.
  const { metadata } = next;
  const checked = checkedMeta(metadata);
  const errors = [
    ...validateMeta(checked, anyObjectRules(namespaced)),
    ...validateMetaUpdate(checked, old.metadata),
    ...checksOf(kind, part).flatMap((check) =>
      check === "object" ? validateMeta(checked, kind) : validateKindMetaUpdate(checked, old.metadata, kind),
    ),
  ];
  yield;
  const ofKind =
    part === undefined ? strategy.validateUpdate?.(next, old, write) : part.validateUpdate?.(next, old, write);
  appendAll(errors, yield* validationErrors(ofKind));
  if (errors.length > 0) throw invalid(definition, metadata.name ?? "", errors);
  yield;
  const warnings = part === undefined ? strategy.warnings?.(next, old, write) : part.warnings?.(next, old, write);
  for (const text of warnings ?? []) write.warn(text);
  if (!isConvertedLast(endpoint.version)) strategy.canonicalize?.(next);
  return unchanged;
}

type MetadataCheck = "change" | "object";
const usualChecks: readonly MetadataCheck[] = ["change", "object"];

/** The metadata checks of the kind; of a subresource those of the change, if any. */
function checksOf(kind: KindRules, part: SubresourceStrategy | undefined): readonly MetadataCheck[] {
  if (part?.metadataChecks !== undefined) return part.metadataChecks;
  const checks = kind.checks?.onUpdate ?? usualChecks;
  return part === undefined || checks.length === 0 ? checks : ["change"];
}

/** Restores fields that updates never change, whatever the client sends. */
function restore({ metadata }: ApiObject, { metadata: old }: ApiObject): void {
  if (old.generation !== undefined) metadata.generation = old.generation;
  else if (metadata.generation !== undefined) delete metadata.generation;
  if ((metadata.uid ?? "") === "" && old.uid !== undefined) metadata.uid = old.uid;
  if (old.creationTimestamp !== undefined) metadata.creationTimestamp = old.creationTimestamp;
  if (old.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.deletionTimestamp;
  if (old.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds ??= old.deletionGracePeriodSeconds;
}

function raiseGeneration(
  { generation: rule }: Strategy,
  { next, old, write }: PreparedUpdate,
  isChanged: boolean,
): void {
  if (rule === "none") return;
  const changed = typeof rule === "string" ? !sameValue(next[rule], old[rule]) : rule(next, old, write);
  if (isChanged || changed) next.metadata.generation = (old.metadata.generation ?? 0) + 1;
}

/** Whether a webhook wrote something that counts as a change, although nothing of it is stored. */
function writesBeyondSchema(object: ApiObject, { subresources }: Strategy): boolean {
  const isCounted = (name: string): boolean =>
    name !== "metadata" && (name !== "status" || subresources?.["status"] === undefined);
  return membersBeyondSchema(object).some(isCounted);
}

/** Deep equality of decoded values, in which absent and undefined are one. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((v, i) => sameValue(v, b[i]));
  if (Array.isArray(b)) return false;
  const x = a as Record<string, unknown>;
  const y = b as Record<string, unknown>;
  for (const key in x) if (x[key] !== undefined && !(Object.hasOwn(y, key) && sameValue(x[key], y[key]))) return false;
  for (const key in y) if (y[key] !== undefined && !Object.hasOwn(x, key)) return false;
  return true;
}
