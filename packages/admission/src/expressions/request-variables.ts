import type { Codec } from "@svc/codec";
import type { GroupVersionKind, JsonValue } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";
import { formValue, type ObjectForm } from "../matching/object-form.ts";

/** The kind of a request's options, such as `CreateOptions`. */
export function optionsKind({ operation }: AdmissionRequest): string {
  return { CREATE: "CreateOptions", UPDATE: "UpdateOptions", DELETE: "DeleteOptions", CONNECT: "" }[operation];
}

/** The options of a request with their type; null where it has none. */
export function typedOptions(request: AdmissionRequest, metaVersion: string): JsonValue {
  if (request.options === undefined) return null;
  const sent = Object.entries(request.options).filter(([, value]) => value !== undefined) as [string, JsonValue][];
  return { kind: optionsKind(request), apiVersion: metaVersion, ...Object.fromEntries(sent) };
}

/** The name of a Namespace is its namespace too. */
export function namespaceField({ resource, namespace, name }: AdmissionRequest): string {
  return resource.group === "" && resource.resource === "namespaces" ? name : namespace;
}

/** The variable `request` of expressions; empty fields are absent. */
export function requestVariable(request: AdmissionRequest, form: ObjectForm, metaVersion: string): unknown {
  const { subresource, user, operation, dryRun, name } = request;
  const namespace = namespaceField(request);
  return {
    kind: kindOf(form.kind),
    resource: form.resource,
    ...(subresource === "" ? {} : { subResource: subresource, requestSubResource: subresource }),
    requestKind: kindOf(request.kind),
    requestResource: request.resource,
    ...(name === "" ? {} : { name }),
    ...(namespace === "" ? {} : { namespace }),
    operation,
    userInfo: userInfo(user),
    dryRun,
    ...(request.options === undefined ? {} : { options: typedOptions(request, metaVersion) }),
  };
}

function kindOf({ group, version, kind }: GroupVersionKind): GroupVersionKind {
  return { group, version, kind };
}

/** The user of a request in the form of reviews and expressions. */
export function userInfo(user: AdmissionRequest["user"]): Readonly<Record<string, JsonValue>> {
  if (user === undefined) return {};
  const { name, uid, groups, extra } = user;
  return {
    username: name,
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(Object.keys(extra).length === 0 ? {} : { extra: extra as Record<string, JsonValue> }),
  };
}

/**
 * The objects of a request as expressions see them, made once for each form while the request does
 * not change.
 */
export function objectVariables(
  codec: Codec,
  { object, oldObject }: AdmissionRequest,
  form: ObjectForm,
): { readonly object: JsonValue; readonly oldObject: JsonValue } {
  return {
    object: object === undefined ? null : formValue(codec, object, form),
    oldObject: oldObject === undefined ? null : formValue(codec, oldObject, form),
  };
}
