import { DecodeError } from "@svc/codec";
import {
  type ApiObject,
  copyJson,
  formatApiVersion,
  internalError,
  invalidObject,
  type JsonValue,
  plainError,
} from "@svc/meta";
import { type ObjectForm, ownValue, setFromForm } from "./object-form.ts";
import { checkDeclaresKind, otherTypedKind, otherVersionProblem, type ReplaceDeps } from "./replace-object.ts";
import { rememberWritten } from "./written-form.ts";

type Members = Readonly<Record<string, JsonValue>>;

interface Written {
  readonly value: JsonValue;
  readonly form: ObjectForm;
}

/**
 * Replaces the content of an object of an extension type, or of its scale, with the value that a
 * webhook made, in place. Later webhooks receive the value as it is; of what its schema lacks,
 * nothing is stored.
 *
 * @throws {StatusError} 500 where the value names no type, 422 for an invalid embedded object
 */
export function writeUnstructured(deps: ReplaceDeps, object: ApiObject, { value, form }: Written): void {
  try {
    // A value that is no object has no type.
    deps.codec.parseValue(value);
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.message);
    throw error;
  }
  const members = value as Members;
  checkDeclaresKind(members as Partial<ApiObject>);
  const set = form.version === undefined ? setScale : setExtension;
  const problem = set(deps, object, { members, form });
  const complete = copyJson(members);
  form.version?.applyDefaults?.(complete as Partial<ApiObject> as ApiObject, deps.gates, "keep");
  const decoded = ownValue(deps.codec, object, form) as Members;
  rememberWritten(object, { apiVersion: formatApiVersion(form.kind), value: complete, decoded, problem });
}

interface Readable {
  readonly members: Members;
  readonly form: ObjectForm;
}

/** Sets what can be read of a value. Returns the error of a value that cannot be stored. */
function setExtension(deps: ReplaceDeps, object: ApiObject, { members, form }: Readable): Error | undefined {
  const { kind: own } = form;
  const problem = otherVersionProblem(members as Partial<ApiObject>, own);
  if (problem !== undefined) return problem;
  try {
    setFromForm(deps, object, { value: members, form });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (error.problem !== undefined)
      throw invalidObject({ group: own.group, kind: own.kind, name: object.metadata.name ?? "" }, [error.problem]);
    setFromForm(deps, object, { value: { ...members, metadata: readableMetadata(deps, members, form) }, form });
  }
  // Another kind is refused by the validation of the object.
  object.kind = members["kind"] as string;
  return undefined;
}

/** The fields of metadata that can be read; the others are dropped. */
function readableMetadata({ codec }: ReplaceDeps, { metadata, ...members }: Members, { type }: ObjectForm): JsonValue {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return {};
  const { apiVersion = "", kind = "" } = members;
  const isReadable = ([name, field]: readonly [string, JsonValue]): boolean => {
    try {
      codec.decodeValue({ apiVersion, kind, metadata: { [name]: field } }, type);
      return true;
    } catch (error) {
      if (error instanceof DecodeError) return false;
      throw error;
    }
  };
  return Object.fromEntries(Object.entries(metadata as Members).filter(isReadable));
}

/** The same for the scale of an object. */
function setScale(deps: ReplaceDeps, object: ApiObject, { members, form }: Readable): Error | undefined {
  const { kind } = form;
  const problem = otherTypedKind(deps, members as Partial<ApiObject>, form);
  if (problem !== undefined) return plainError(problem.message);
  try {
    setFromForm(deps, object, { value: members, form });
    return undefined;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const type = `${formatApiVersion(kind)}, Kind=${kind.kind}`;
    return plainError(`unable to convert unstructured object to ${type}: ${error.message}`);
  }
}
