import type { Dialect } from "@svc/meta";
import type { Attributes, SelectorRequirement } from "../authorizer.ts";

/** Version of the review API. */
export type ReviewVersion = "v1" | "v1beta1";

/** The `spec` of a v1 `SubjectAccessReview`, without empty fields. */
interface ReviewSpec {
  readonly resourceAttributes?: Readonly<Record<string, string | SelectorAttributes>>;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly uid?: string;
}

interface SelectorAttributes {
  readonly requirements: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** Returns the review spec of a request; fields in the order of the API. */
export function reviewSpecOf(attributes: Attributes): ReviewSpec {
  const { user } = attributes;
  return {
    ...(attributes.isResource
      ? { resourceAttributes: resourceAttributesOf(attributes) }
      : { nonResourceAttributes: withoutEmpty({ path: attributes.path, verb: attributes.verb }) }),
    ...withoutEmpty({ user: user.name }),
    ...(user.groups.length === 0 ? {} : { groups: user.groups }),
    ...(Object.keys(user.extra).length === 0 ? {} : { extra: user.extra }),
    ...withoutEmpty({ uid: user.uid }),
  };
}

function resourceAttributesOf(attributes: Attributes): Record<string, string | SelectorAttributes> {
  const { namespace, verb, group, version, resource, subresource, name, fieldSelector, labelSelector } = attributes;
  return {
    ...withoutEmpty({ namespace, verb, group, version, resource, subresource, name }),
    ...(fieldSelector === undefined ? {} : { fieldSelector: selectorOf(fieldSelector) }),
    ...(labelSelector === undefined ? {} : { labelSelector: selectorOf(labelSelector) }),
  };
}

function selectorOf(requirements: readonly SelectorRequirement[]): SelectorAttributes {
  return {
    requirements: requirements.map(({ key, operator, values }) => ({
      key,
      operator,
      ...(values.length === 0 ? {} : { values }),
    })),
  };
}

function withoutEmpty<T extends Readonly<Record<string, string>>>(texts: T): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

/** Encodes a review. In v1beta1 the groups field is named `group`. */
export function reviewBody(dialect: Dialect, version: ReviewVersion, { groups, ...spec }: ReviewSpec): string {
  const named = groups === undefined ? {} : version === "v1" ? { groups } : { group: groups };
  return JSON.stringify({
    kind: "SubjectAccessReview",
    apiVersion: dialect.expand(`authorization.{api}/${version}`),
    metadata: { creationTimestamp: null },
    spec: { ...spec, ...named },
    status: { allowed: false },
  });
}
