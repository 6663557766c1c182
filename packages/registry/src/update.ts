import type { MaybePromise } from "@svc/base";
import { type ApiObject, badRequest, copyJson } from "@svc/meta";
import { changeObject } from "./change-object.ts";
import { andThen, type Change, type Endpoint, type ObjectName, type WriteOptions } from "./context.ts";
import { placeInNamespace } from "./create.ts";
import { dedupeOwners } from "./owners.ts";
import { asStored, type RequestScope, type WriteResult } from "./parts.ts";
import { trackOwners } from "./track-owners.ts";

/** An update: a complete new object. */
export interface UpdateInput {
  readonly target: ObjectName;
  readonly object: ApiObject;
  readonly options: WriteOptions;
  readonly mayCreate?: () => MaybePromise<void>;
}

function mayCreate({ definition: { strategy }, subresource }: Endpoint): Change["createIfAbsent"] {
  if (subresource === "") return "allowed";
  return subresource === "status" && strategy.statusCreates === "update" ? "always" : "never";
}

export function updateObject(scope: RequestScope, input: UpdateInput): Promise<WriteResult> {
  const { parts, endpoint, context } = scope;
  const { definition, version, subresource } = endpoint;
  const { target, object, options } = input;
  const { metadata } = object;
  checkIdentity(object, target, definition.namespaced);
  version.applyDefaults?.(object, parts.environment.gates);
  dedupeOwners(metadata, context);
  return changeObject(scope, {
    target,
    options,
    createIfAbsent: mayCreate(endpoint),
    replacesWhole: subresource === "",
    repeatable: false,
    ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
    ...(input.mayCreate === undefined ? {} : { mayCreate: input.mayCreate }),
    next: (live, { now }, working) => {
      // An update without a version is repeated after a concurrent write, and hooks change the
      // object in place.
      const next = asStored(version, (metadata.resourceVersion ?? "") === "" ? copyJson(object) : object);
      const tracked = { endpoint, live, next, manager: options.fieldManager, now };
      return andThen(working.giveWay?.(), () =>
        andThen(trackOwners({ ...scope, context: working }, tracked), () => next),
      );
    },
  });
}

/**
 * The namespace and the name in a body are those of the address; sets an absent namespace.
 * @throws {StatusError} 400
 */
export function checkIdentity({ metadata }: ApiObject, target: ObjectName, namespaced: boolean): void {
  placeInNamespace(metadata, target.namespace, namespaced);
  checkName(metadata.name, target.name);
}

/** The name in a body is that of the address. @throws {StatusError} 400 */
export function checkName(inBody: string | undefined, inUrl: string): void {
  if ((inBody ?? "") === "")
    throw badRequest(`the name of the object (${inUrl} based on URL) was undeterminable: name must be provided`);
  if (inBody !== inUrl)
    throw badRequest(`the name of the object (${inBody}) does not match the name on the URL (${inUrl})`);
}
