import { checkArgument } from "@svc/base/check";
import { expectedApplyOptions, expectedGetOptions, expectedWriteOptions } from "./expected-options.ts";
import type { AnyObject, Patch, Stored } from "./objects.ts";
import { type ApplyOptions, type GetOptions, queryOf, type WriteOptions, writeQuery } from "./options.ts";
import type { Requester } from "./requester.ts";

/** The verbs of a path: an object, or a subresource of it. */
export interface Verbs {
  get<T extends AnyObject>(path: string, options?: GetOptions): Promise<Stored<T>>;
  create<T extends AnyObject>(path: string, object: AnyObject, options?: WriteOptions): Promise<Stored<T>>;
  update<T extends AnyObject>(path: string, object: AnyObject, options?: WriteOptions): Promise<Stored<T>>;
  patch<T extends AnyObject>(path: string, patch: Patch, options?: WriteOptions): Promise<Stored<T>>;
  apply<T extends AnyObject>(path: string, object: AnyObject, options: ApplyOptions): Promise<Stored<T>>;
}

const patchTypes: Readonly<Record<Patch["type"], string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
};
/** JSON is YAML, and every server supports this type. */
const applyType = "application/apply-patch+yaml";

/** @param accept media types of objects */
export function createVerbs(requester: Requester, accept: string): Verbs {
  return {
    get: (path, options = {}) => {
      checkArgument("get: options", options, expectedGetOptions);
      const { signal, ...query } = options;
      return requester.json({ method: "GET", path: path + queryOf({ ...query }), accept, signal });
    },
    create: (path, body, options = {}) => {
      checkArgument("create: options", options, expectedWriteOptions);
      const { signal } = options;
      return requester.json({ method: "POST", path: path + queryOf(writeQuery(options)), accept, body, signal });
    },
    update: (path, body, options = {}) => {
      checkArgument("update: options", options, expectedWriteOptions);
      const { signal } = options;
      return requester.json({ method: "PUT", path: path + queryOf(writeQuery(options)), accept, body, signal });
    },
    patch: (path, { type, patch }, options = {}) => {
      checkArgument("patch: options", options, expectedWriteOptions);
      return requester.json({
        method: "PATCH",
        path: path + queryOf(writeQuery(options)),
        accept,
        body: patch,
        contentType: patchTypes[type],
        signal: options.signal,
      });
    },
    apply: (path, body, options) => {
      checkArgument("apply: options", options, expectedApplyOptions);
      return requester.json({
        method: "PATCH",
        path: path + queryOf({ ...writeQuery(options), force: options.force }),
        accept,
        body,
        contentType: applyType,
        signal: options.signal,
      });
    },
  };
}
