import type { Codec } from "@svc/codec";
import type { ApiObject, Dialect } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";
import { namespaceField, typedOptions, userInfo } from "../expressions/request-variables.ts";
import { formText, type ObjectForm } from "../matching/object-form.ts";

export interface ReviewDeps {
  readonly codec: Codec;
  readonly dialect: Dialect;
}

/**
 * Writes the AdmissionReviews of one request. The texts of objects are made once for each form
 * while the request does not change.
 */
export interface ReviewWriter {
  write(review: { readonly uid: string; readonly form: ObjectForm; readonly version: string }): Buffer;
}

const none = Buffer.from("null");

export function reviewWriter({ codec, dialect }: ReviewDeps, request: AdmissionRequest): ReviewWriter {
  const group = dialect.expand("admission.{api}");
  const metaVersion = `${dialect.expand("meta.{api}")}/v1`;
  const texts = new Map<string, readonly [Buffer, Buffer]>();
  const textOf = (object: ApiObject | undefined, form: ObjectForm): Buffer =>
    object === undefined ? none : formText(codec, object, form);
  const objectsIn = (form: ObjectForm): readonly [Buffer, Buffer] => {
    const key = `${form.kind.group}/${form.kind.version}`;
    let found = texts.get(key);
    if (found === undefined) {
      found = [textOf(request.object, form), textOf(request.oldObject, form)];
      texts.set(key, found);
    }
    return found;
  };
  return {
    write: ({ uid, form, version }) => {
      const { kind, resource, subresource, operation, name, user, dryRun } = request;
      const namespace = namespaceField(request);
      const head = JSON.stringify({
        uid,
        kind: { group: form.kind.group, version: form.kind.version, kind: form.kind.kind },
        resource: form.resource,
        ...(subresource === "" ? {} : { subResource: subresource }),
        requestKind: { group: kind.group, version: kind.version, kind: kind.kind },
        requestResource: resource,
        ...(subresource === "" ? {} : { requestSubResource: subresource }),
        ...(name === "" ? {} : { name }),
        ...(namespace === "" ? {} : { namespace }),
        operation,
        userInfo: userInfo(user),
      });
      const [object, oldObject] = objectsIn(form);
      const options = JSON.stringify(typedOptions(request, metaVersion));
      const type = `{"kind":"AdmissionReview","apiVersion":${JSON.stringify(`${group}/${version}`)}`;
      return Buffer.concat([
        Buffer.from(`${type},"request":${head.slice(0, -1)},"object":`),
        object,
        Buffer.from(`,"oldObject":`),
        oldObject,
        Buffer.from(`,"dryRun":${dryRun},"options":${options}}}\n`),
      ]);
    },
  };
}
