import type { flowcontrolv1 } from "@svc/types";
import type { RequestToMatch, UserToMatch } from "./request.ts";

const all = "*";

/** Whether a subject of a rule stands for the user. */
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

/** Whether a rule for resources or paths covers the request, regardless of its user. */
export function matchesRule(rule: flowcontrolv1.PolicyRulesWithSubjects, request: RequestToMatch): boolean {
  if (request.isResource) return rule.resourceRules?.some((r) => matchesResource(r, request)) ?? false;
  return rule.nonResourceRules?.some((r) => matchesPath(r, request)) ?? false;
}

function matchesResource(rule: flowcontrolv1.ResourcePolicyRule, request: RequestToMatch): boolean {
  return (
    covers(rule.verbs, request.verb) &&
    covers(rule.apiGroups, request.group) &&
    coversResource(rule.resources, request) &&
    (request.namespace === "" ? rule.clusterScope === true : covers(rule.namespaces ?? [], request.namespace))
  );
}

function coversResource(resources: readonly string[], { resource, subresource }: RequestToMatch): boolean {
  if (subresource === "") return covers(resources, resource);
  return covers(resources, `${resource}/${subresource}`);
}

function matchesPath(rule: flowcontrolv1.NonResourcePolicyRule, { verb, path }: RequestToMatch): boolean {
  return covers(rule.verbs, verb) && rule.nonResourceURLs.some((pattern) => coversPath(pattern, path));
}

/** `/healthz`, as well as `/healthz/*`, covers what is below. */
function coversPath(pattern: string, path: string): boolean {
  if (pattern === all || pattern === path) return true;
  const base = pattern.endsWith("*") ? pattern.slice(0, -1) : pattern;
  return path.startsWith(base.endsWith("/") ? base : `${base}/`);
}

function covers(allowed: readonly string[], value: string): boolean {
  return allowed.includes(value) || allowed.includes(all);
}
