import type { AuditLevel, AuditPolicy, AuditResources, AuditRule, AuditStage } from "./policy.ts";

/** The attributes of a request that rules match. */
export interface AuditSubject {
  /** The authenticated user, not the impersonated one. */
  readonly user: { readonly name: string; readonly groups: readonly string[] };
  readonly verb: string;
  readonly isResource: boolean;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  readonly namespace: string;
  readonly path: string;
}

/** The audit level and the omitted stages of a request. */
export interface AuditSettings {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<AuditStage>;
  readonly omitManagedFields: boolean;
}

/** Compiles a policy to a function that returns the settings of the first matching rule. */
export function compilePolicy(policy: AuditPolicy): (subject: AuditSubject) => AuditSettings {
  const rules = policy.rules.map((rule) => ({
    fits: (subject: AuditSubject) => fits(rule, subject),
    settings: settingsOf(rule, policy),
  }));
  const none: AuditSettings = { level: "None", omitStages: new Set(policy.omitStages), omitManagedFields: false };
  return (subject) => rules.find((rule) => rule.fits(subject))?.settings ?? none;
}

function settingsOf({ level, omitStages, omitManagedFields }: AuditRule, policy: AuditPolicy): AuditSettings {
  return {
    level,
    omitStages: new Set([...policy.omitStages, ...omitStages]),
    omitManagedFields: omitManagedFields ?? policy.omitManagedFields,
  };
}

function fits(rule: AuditRule, subject: AuditSubject): boolean {
  const { users, userGroups, verbs, namespaces, resources, nonResourceURLs } = rule;
  const { user } = subject;
  if (users.length > 0 && !users.includes(user.name)) return false;
  if (userGroups.length > 0 && !userGroups.some((group) => user.groups.includes(group))) return false;
  if (verbs.length > 0 && !verbs.includes(subject.verb)) return false;
  if (namespaces.length > 0 || resources.length > 0) return subject.isResource && fitsResource(rule, subject);
  if (nonResourceURLs.length > 0)
    return !subject.isResource && nonResourceURLs.some((pattern) => fitsPath(pattern, subject.path));
  return true;
}

function fitsResource({ namespaces, resources }: AuditRule, subject: AuditSubject): boolean {
  if (namespaces.length > 0 && !namespaces.includes(subject.namespace)) return false;
  return resources.length === 0 || resources.some((of) => fitsOneOf(of, subject));
}

function fitsOneOf({ group, resources, resourceNames }: AuditResources, subject: AuditSubject): boolean {
  if (group !== subject.group) return false;
  if (resources.length === 0) return true;
  const { resource, subresource } = subject;
  const whole = subresource === "" ? resource : `${resource}/${subresource}`;
  const named = resourceNames.length === 0 || resourceNames.includes(subject.name);
  return (
    named &&
    resources.some(
      (pattern) =>
        pattern === "*" ||
        pattern === whole ||
        (subresource !== "" && (pattern === `${resource}/*` || pattern === `*/${subresource}`)),
    )
  );
}

function fitsPath(pattern: string, path: string): boolean {
  return pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
