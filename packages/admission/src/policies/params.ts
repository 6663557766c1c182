import type { MaybePromise } from "@svc/base";
import { type ApiObject, type JsonValue, labelSelectorFrom, matchesLabels } from "@svc/meta";
import type { Binding, CommonPolicy } from "./bound-policy.ts";

/** The objects of a kind that policies take parameters from, from memory. */
export interface ParamKind {
  readonly namespaced: boolean;
  get(namespace: string, name: string): MaybePromise<ApiObject | undefined>;
  list(namespace: string): MaybePromise<readonly ApiObject[]>;
  /** An object as expressions see it. */
  value(object: ApiObject): JsonValue;
}

/** Finds a kind; undefined for one that is not served. */
export type ParamSource = (apiVersion: string, kind: string) => ParamKind | undefined;

/** Why a policy or a binding cannot be evaluated. */
export class ConfigurationError extends Error {}

interface ParamScope {
  /** The namespace of the object, and of a Namespace its own name. */
  readonly namespace: string;
  /** Undefined where the policy has no parameters. */
  readonly kind: ParamKind | undefined;
}

/**
 * The parameters with which a binding evaluates its policy, one after the other.
 *
 * @throws {ConfigurationError}
 */
export async function paramsOf(
  { paramKind }: CommonPolicy,
  { paramRef }: Binding,
  { namespace: ofObject, kind }: ParamScope,
): Promise<readonly JsonValue[]> {
  if (paramKind === undefined || paramRef === undefined || kind === undefined) return [null];
  const { name = "", namespace = "", selector, parameterNotFoundAction } = paramRef;
  if (!kind.namespaced && namespace !== "")
    throw new ConfigurationError(
      "failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped `paramKind`",
    );
  if (kind.namespaced && namespace === "" && ofObject === "")
    throw new ConfigurationError(
      "failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources",
    );
  const from = kind.namespaced ? namespace || ofObject : "";
  const labels = labelSelectorFrom(selector);
  const named = name === "" ? undefined : await kind.get(from, name);
  const found =
    name !== ""
      ? named === undefined
        ? []
        : [named]
      : labels === undefined
        ? []
        : (await kind.list(from)).filter(({ metadata }) => matchesLabels(labels, metadata.labels));
  if (found.length === 0 && parameterNotFoundAction === "Deny")
    throw new ConfigurationError(
      "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
    );
  return found.map((object) => kind.value(object));
}
