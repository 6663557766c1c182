import { quote } from "@svc/base";
import { checkArgument } from "@svc/base/check";
import {
  aDialect,
  aggregateErrors,
  type Dialect,
  dns1123Subdomain,
  type FieldError,
  invalid,
  notSupported,
  required,
} from "@svc/meta";
import {
  type AuditLevel,
  type AuditPolicy,
  type AuditRule,
  type AuditStage,
  auditLevels,
  auditStages,
} from "./policy.ts";
import { createPolicyReader, type PolicyReader } from "./policy-reader.ts";

/** A policy, or the error of the file. */
export type ParsedAuditPolicy =
  /** @param warnings unknown fields, which are ignored */
  | { readonly ok: true; readonly policy: AuditPolicy; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

type Written = Omit<AuditRule, "level" | "omitStages"> & {
  readonly level: string;
  readonly omitStages: readonly string[];
};

const ruleFields = [
  "level",
  "users",
  "userGroups",
  "verbs",
  "resources",
  "namespaces",
  "nonResourceURLs",
  "omitStages",
  "omitManagedFields",
] as const;

/**
 * Parses a policy file, given as plain data. Unknown fields become warnings; every other error is a
 * rejection.
 * @throws {TypeError} for a wrong argument
 */
export function parseAuditPolicy(value: unknown, dialect: Dialect): ParsedAuditPolicy {
  checkArgument("parseAuditPolicy: dialect", dialect, aDialect);
  const apiVersion = dialect.expand("audit.{api}/v1");
  const reader = createPolicyReader();
  const root = reader.object(value ?? {}, "", [
    "apiVersion",
    "kind",
    "metadata",
    "rules",
    "omitStages",
    "omitManagedFields",
  ]);
  const kind = reader.text(root["kind"], "kind");
  const version = reader.text(root["apiVersion"], "apiVersion");
  const rules = reader.list(root["rules"], "rules").map((rule, i) => readRule(reader, rule, `rules[${i}]`));
  const omitStages = reader.texts(root["omitStages"], "omitStages");
  const omitManagedFields = reader.flag(root["omitManagedFields"], "omitManagedFields") ?? false;
  const problem = reader.problem();
  if (problem !== undefined) return { ok: false, message: `failed decoding: ${problem}` };
  if (version !== apiVersion || kind !== "Policy")
    return {
      ok: false,
      message: `failed decoding: no kind ${quote(kind)} is registered for version ${quote(version)}; there is "Policy" of ${apiVersion}`,
    };
  const errors = [...stageErrors(omitStages, "omitStages"), ...rules.flatMap((r, i) => ruleErrors(r, `rules[${i}]`))];
  if (errors.length > 0) return { ok: false, message: aggregateErrors(errors) };
  if (rules.length === 0) return { ok: false, message: "loaded illegal policy with 0 rules" };
  const policy = {
    rules: rules as readonly AuditRule[],
    omitStages: omitStages as readonly AuditStage[],
    omitManagedFields,
  };
  return { ok: true, policy, warnings: reader.unknown() };
}

function readRule(reader: PolicyReader, value: unknown, path: string): Written {
  const rule = reader.object(value, path, ruleFields);
  const texts = (name: (typeof ruleFields)[number]): readonly string[] => reader.texts(rule[name], `${path}.${name}`);
  return {
    level: reader.text(rule["level"], `${path}.level`),
    users: texts("users"),
    userGroups: texts("userGroups"),
    verbs: texts("verbs"),
    namespaces: texts("namespaces"),
    nonResourceURLs: texts("nonResourceURLs"),
    omitStages: texts("omitStages"),
    omitManagedFields: reader.flag(rule["omitManagedFields"], `${path}.omitManagedFields`),
    resources: reader.list(rule["resources"], `${path}.resources`).map((item, i) => {
      const at = `${path}.resources[${i}]`;
      const of = reader.object(item, at, ["group", "resources", "resourceNames"]);
      return {
        group: reader.text(of["group"], `${at}.group`),
        resources: reader.texts(of["resources"], `${at}.resources`),
        resourceNames: reader.texts(of["resourceNames"], `${at}.resourceNames`),
      };
    }),
  };
}

function ruleErrors(rule: Written, path: string): readonly FieldError[] {
  return [
    ...levelErrors(rule.level, `${path}.level`),
    ...urlErrors(rule, `${path}.nonResourceURLs`),
    ...rule.resources.flatMap(({ group, resources, resourceNames }) => [
      ...(group === "" ? [] : dns1123Subdomain(group).map((why) => invalid(`${path}.resources.group`, group, why))),
      ...(resourceNames.length > 0 && resources.length === 0
        ? [
            invalid(
              `${path}.resources.resourceNames`,
              [...resourceNames],
              "using resourceNames requires at least one resource",
            ),
          ]
        : []),
    ]),
    ...stageErrors(rule.omitStages, `${path}.omitStages`),
  ];
}

function levelErrors(level: string, path: string): readonly FieldError[] {
  if (level === "") return [required(path, "")];
  return auditLevels.includes(level as AuditLevel) ? [] : [notSupported(path, level, [...auditLevels])];
}

function stageErrors(stages: readonly string[], path: string): readonly FieldError[] {
  return stages.flatMap((stage, i) =>
    auditStages.includes(stage as AuditStage)
      ? []
      : [invalid(`${path}[${i}]`, stage, `allowed stages are ${auditStages.join(",")}`)],
  );
}

function urlErrors({ nonResourceURLs: urls, resources, namespaces }: Written, path: string): readonly FieldError[] {
  if (urls.length === 0) return [];
  if (resources.length > 0 || namespaces.length > 0)
    return [invalid(path, [...urls], "rules cannot apply to both regular resources and non-resource URLs")];
  return urls.flatMap((url, i) => {
    if (url === "*") return [];
    if (!url.startsWith("/"))
      return [invalid(`${path}[${i}]`, url, "non-resource URL rules must begin with a '/' character")];
    return url.slice(0, -1).includes("*")
      ? [invalid(`${path}[${i}]`, url, "non-resource URL wildcards '*' must be the final character of the rule")]
      : [];
  });
}
