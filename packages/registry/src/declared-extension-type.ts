import type { ObjectType } from "@svc/codec";
import type { GroupVersionKind } from "@svc/meta";
import { createStruct, type ResourceDefinition } from "@svc/schema";

/** The extension type that a body is expected to be of. */
export interface ExpectedExtension {
  readonly kind: GroupVersionKind;
  readonly type: ObjectType;
  readonly definition?: ResourceDefinition;
}

/**
 * The type that a body is decoded as where an object of an extension type is expected: that of the
 * declared version, served or not. A version that the definition lacks has no fields of its own;
 * an object of another kind may have any field.
 */
export function declaredExtensionType(expected: ExpectedExtension, declared: GroupVersionKind): ObjectType {
  const { kind, type, definition } = expected;
  const isKind = declared.group === kind.group && declared.kind === kind.kind;
  if (isKind && declared.version === kind.version) return type;
  const other = isKind ? definition?.versions.find(({ version }) => version === declared.version) : undefined;
  if (other !== undefined) return other;
  const fields = ["apiVersion", "kind", "metadata"].flatMap((name) => type.schema.byName.get(name) ?? []);
  const schema = createStruct(fields, isKind ? {} : { preserveUnknown: true });
  return { group: declared.group, version: declared.version, schema, semantics: "structural" };
}
