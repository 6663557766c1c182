import type { Dialect, GroupVersion } from "@svc/meta";

/**
 * The name of a group version in operation ids, such as `RbacAuthorizationV1`; without a version,
 * that of a group.
 */
export function operationScope(group: string, version: string, dialect: Dialect): string {
  return [...labelsOf(group, dialect), version].map(capitalized).join("");
}

/** Under which heading documents put a group version: `rbacAuthorization_v1`. */
export function tagOf({ group, version }: GroupVersion, dialect: Dialect): string {
  const [first = "", ...more] = labelsOf(group, dialect);
  const name = first + more.map(capitalized).join("");
  return version === "" ? name : `${name}_${version}`;
}

/** The words of a group's name, without the domain that all groups of the product share. */
function labelsOf(group: string, { apiDomain }: Dialect): readonly string[] {
  if (group === "") return ["core"];
  const suffix = `.${apiDomain}`;
  return (group.endsWith(suffix) ? group.slice(0, -suffix.length) : group).split(/[.-]/);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a Pod`, `an Event`, and `Endpoints`, which are many already. */
export function withArticle(kind: string): string {
  if (/s$/.test(kind) && !/ss$/.test(kind)) return kind;
  return `${/^[aeiou]/i.test(kind) ? "an" : "a"} ${kind}`;
}

export function versionPath({ group, version }: GroupVersion): string {
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}
