import type { flowcontrolv1 } from "@svc/types";
import type { RequestToMatch, UserToMatch } from "./request.ts";

const all = "*";

/** True if a subject of a rule matches the user. */
export function matchesSubject(subject: flowcontrolv1.Subject, { name, groups }: UserToMatch): boolean {
  switch (subject.kind) {
    case "User":
      return subject.user !== undefined && (subject.user.name === all || subject.user.name === name);
    case "Group":
      return subject.group !== undefined && (subject.group.name === all || groups.includes(subject.group.name));
    case "ServiceAccount": {
      if (subject.serviceAccount === undefined) return false;
      const { namespace, name: account } = subject.serviceAccount;
      const prefix = `system:serviceaccount:${namespace}:`;
      return account === all ? name.startsWith(prefix) : name === prefix + account;
    }
    default:
      return false;
  }
}

/** Rules of one subject list, in the form in which requests are compared with them. */
export interface RequestRules {
  readonly resources: readonly ResourceRule[];
  readonly paths: readonly PathRule[];
}

interface ResourceRule {
  readonly verbs: Names;
  readonly groups: Names;
  readonly resources: Names;
  readonly namespaces: Names;
  readonly isClusterScoped: boolean;
}

interface PathRule {
  readonly verbs: Names;
  readonly patterns: readonly string[];
}

/** Names that a rule allows; undefined where it allows all. */
type Names = readonly string[] | undefined;

/** Prepares the rules of a schema's entry, regardless of its subjects. */
export function requestRules({
  resourceRules = [],
  nonResourceRules = [],
}: flowcontrolv1.PolicyRulesWithSubjects): RequestRules {
  return {
    resources: resourceRules.map((rule) => ({
      verbs: namesOf(rule.verbs),
      groups: namesOf(rule.apiGroups),
      resources: namesOf(rule.resources),
      namespaces: namesOf(rule.namespaces ?? []),
      isClusterScoped: rule.clusterScope === true,
    })),
    paths: nonResourceRules.map(({ verbs, nonResourceURLs }) => ({
      verbs: namesOf(verbs),
      patterns: nonResourceURLs,
    })),
  };
}

function namesOf(names: readonly string[]): Names {
  return names.includes(all) ? undefined : names;
}

/** Whether one of the rules covers the request. */
export function matchesRequest({ resources, paths }: RequestRules, request: RequestToMatch): boolean {
  if (request.isResource) {
    for (const rule of resources) if (matchesResource(rule, request)) return true;
    return false;
  }
  for (const rule of paths) if (matchesPath(rule, request)) return true;
  return false;
}

function matchesResource(
  rule: ResourceRule,
  { verb, group, resource, subresource, namespace }: RequestToMatch,
): boolean {
  return (
    covers(rule.verbs, verb) &&
    covers(rule.groups, group) &&
    (rule.resources === undefined ||
      rule.resources.includes(subresource === "" ? resource : `${resource}/${subresource}`)) &&
    (namespace === "" ? rule.isClusterScoped : covers(rule.namespaces, namespace))
  );
}

function matchesPath(rule: PathRule, { verb, path }: RequestToMatch): boolean {
  return covers(rule.verbs, verb) && rule.patterns.some((pattern) => coversPath(pattern, path));
}

/** `/healthz` and `/healthz/*` both match the paths below `/healthz`. */
function coversPath(pattern: string, path: string): boolean {
  if (pattern === all || pattern === path) return true;
  const base = pattern.endsWith("*") ? pattern.slice(0, -1) : pattern;
  return path.startsWith(base.endsWith("/") ? base : `${base}/`);
}

function covers(names: Names, value: string): boolean {
  return names === undefined || names.includes(value);
}
