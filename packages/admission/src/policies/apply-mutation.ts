import {
  createManifestMerger,
  type JsonPatchOperation,
  ManifestError,
  type ManifestMerger,
  PatchFailedError,
  PatchTooLargeError,
} from "@svc/apply";
import { ListValue, ObjectValue, type Value } from "@svc/cel";
import { DecodeError } from "@svc/codec";
import { type ApiObject, formatApiVersion, internalError, type JsonValue } from "@svc/meta";
import { type FormValue, formValue, type ObjectForm, setFromForm } from "../matching/object-form.ts";
import { patchedValue } from "../matching/object-patch.ts";
import { type ReplaceDeps, replaceObject } from "../matching/replace-object.ts";
import { appliedValue, ConstructionError, patchValue } from "./constructed-value.ts";
import type { Mutation } from "./mutating-policy.ts";

/** Why what an expression made cannot be applied to the object. */
export class MutationError extends Error {
  override readonly name = "MutationError";
}

/** The object that is changed in place, with its type. */
export interface MutatedObject {
  readonly object: ApiObject;
  readonly form: ObjectForm;
}

/** Applies what mutations made to objects. */
export interface MutationApplier {
  /**
   * Changes an object in place.
   *
   * @throws {MutationError}
   * @throws {StatusError} 500 where the result is no object of its kind
   */
  apply(kind: Mutation["kind"], result: Value, target: MutatedObject): void;
}

export interface ApplierDeps extends ReplaceDeps {
  /** Whether a kind is that of a resource: configurations are applied to no others. */
  readonly isResource: (apiVersion: string, kind: string) => boolean;
}

/** Creates an applier, which caches what it derives from schemas. */
export function createMutationApplier(deps: ApplierDeps): MutationApplier {
  const merger = createManifestMerger({ atomics: "refuse", nulls: "refuse" });
  return {
    apply: (kind, mutation, { object, form }) => {
      const result = resultOf(() => {
        const before = formValue(deps.codec, object, form);
        return kind === "apply" ? merged({ ...deps, merger }, mutation, { before, form }) : patched(mutation, before);
      });
      if (result === undefined) return;
      if (kind === "apply") {
        replaceMerged(deps, object, { value: result, form });
        return;
      }
      const otherKind = (message: string): Error => internalError(`failed to convert object: ${message}`);
      // Of objects of extension types, unknown fields are dropped.
      const strict = form.type.semantics !== "structural";
      replaceObject(deps, object, { value: result, form, otherKind, strict });
    },
  };
}

function resultOf(make: () => JsonValue | undefined): JsonValue | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConstructionError) throw new MutationError(error.message, { cause: error });
    if (error instanceof ManifestError)
      throw new MutationError(`error applying patch: ${error.message}`, { cause: error });
    if (error instanceof PatchFailedError || error instanceof PatchTooLargeError)
      throw new MutationError(`JSON Patch: ${error.message}`, { cause: error });
    throw error;
  }
}

interface Before {
  readonly before: JsonValue;
  readonly form: ObjectForm;
}

function merged(
  { merger, isResource }: ApplierDeps & { readonly merger: ManifestMerger },
  configuration: Value,
  { before, form: { type, version, kind } }: Before,
): JsonValue {
  if (!(configuration instanceof ObjectValue))
    throw new MutationError("unsupported return type from ApplyConfiguration expression: null_type");
  // The object keeps its type, whatever the expression returns.
  const { apiVersion: _, kind: __, ...overlay } = appliedValue(configuration, "Object") as Record<string, JsonValue>;
  if (version === undefined && !isResource(formatApiVersion(kind), kind.kind))
    throw new MutationError(
      `error applying patch: failed to convert patch object to typed object: no corresponding type for ${kindText(kind)}`,
    );
  const { schema, semantics = "typed" } = type;
  return merger.merge(before as unknown as ApiObject, overlay, { schema, semantics }) as unknown as JsonValue;
}

/** @throws {MutationError} where the merged value is no object of the form */
function replaceMerged(deps: ApplierDeps, object: ApiObject, merged: FormValue): void {
  try {
    setFromForm(deps, object, merged);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const { message } = error;
    const why = message.startsWith("illegal base64 data") ? `error decoding from json: ${message}` : message;
    throw new MutationError(`unable to convert unstructured object to ${kindText(merged.form.kind)}: ${why}`, {
      cause: error,
    });
  }
}

function kindText({ group, version, kind }: ObjectForm["kind"]): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** Undefined where a test of the patch failed: then nothing of it is applied. */
function patched(patch: Value, before: JsonValue): JsonValue | undefined {
  const operations = itemsOf(patch).map(operationOf);
  try {
    return patchedValue(before, operations);
  } catch (error) {
    if (error instanceof PatchFailedError && error.problem.kind === "test") return undefined;
    throw error;
  }
}

function itemsOf(list: Value): readonly Value[] {
  if (Array.isArray(list)) return list as readonly Value[];
  return list instanceof ListValue ? Array.from({ length: list.length }, (_, i) => list.at(i)) : [];
}

function operationOf(value: Value): JsonPatchOperation {
  if (!(value instanceof ObjectValue)) throw new MutationError("an item of the patch is no JSONPatch");
  const member = (name: string): Value | undefined => value.shape.fields.get(name)?.read(value.raw);
  const {
    op = "",
    path = "",
    from = "",
  } = Object.fromEntries(["op", "path", "from"].map((name) => [name, member(name) as string | undefined]));
  const content = member("value");
  return { op, path, from, ...(content === undefined ? {} : { value: patchValue(content) }) };
}
