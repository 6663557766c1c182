import { quote } from "@svc/base";
import { aString, checkArgument } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { AbacPolicy } from "./policy.ts";

/** An invalid line of a policy file and the reason. */
export interface PolicyProblem {
  readonly line: number;
  readonly message: string;
}

/** Result of `parsePolicies`. */
export type ParsedPolicies =
  | { readonly ok: true; readonly policies: readonly AbacPolicy[]; readonly legacyLines: number }
  | { readonly ok: false; readonly problem: PolicyProblem };

/** Limits of lines and of their number, beyond any file written by hand. */
const maxLineLength = 1_048_576;
const maxLines = 1_000_000;
const everybody = "system:authenticated";

/**
 * Parses a policy file: a JSON object per line, either with `apiVersion` and `kind`, or in the
 * unversioned form, in which omitted fields match everything. Empty lines and lines that begin with
 * `#` are ignored.
 * @throws {TypeError} for a wrong argument
 */
export function parsePolicies(text: string, dialect: Dialect): ParsedPolicies {
  checkArgument("parsePolicies: text", text, aString);
  checkArgument("parsePolicies: dialect", dialect, aDialect);
  const apiVersion = dialect.expand("abac.authorization.{labels}/v1beta1");
  const policies: AbacPolicy[] = [];
  let legacyLines = 0;
  const lines = text.split("\n");
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const read = index >= maxLines ? `more than ${maxLines} lines` : readLine(line, apiVersion);
    if (typeof read === "string") return { ok: false, problem: { line: index + 1, message: read } };
    policies.push(read.policy);
    if (read.legacy) legacyLines++;
  }
  return { ok: true, policies, legacyLines };
}

function readLine(
  line: string,
  apiVersion: string,
): { readonly policy: AbacPolicy; readonly legacy: boolean } | string {
  if (line.length > maxLineLength) return `longer than ${maxLineLength} characters`;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  const object = fieldsOf(value);
  if (object === undefined) return "a policy must be a JSON object";
  const version = object.get("apiVersion") ?? "";
  const kind = object.get("kind") ?? "";
  if (typeof version !== "string" || typeof kind !== "string") return "apiVersion and kind must be strings";
  if (version === "") return policyOf(object, legacyPolicy, true);
  if (version !== apiVersion || kind !== "Policy")
    return `there is no kind ${quote(kind)} of version ${quote(version)}; a policy has kind "Policy" of ${quote(apiVersion)}`;
  const spec = fieldsOf(object.get("spec") ?? {});
  return spec === undefined ? "spec must be an object" : policyOf(spec, versionedPolicy, false);
}

function policyOf(
  fields: ReadonlyMap<string, unknown>,
  complete: (policy: AbacPolicy) => AbacPolicy,
  legacy: boolean,
): { readonly policy: AbacPolicy; readonly legacy: boolean } | string {
  const texts = ["user", "group", "apiGroup", "resource", "namespace", "nonResourcePath"] as const;
  for (const name of texts) {
    const value = fields.get(name) ?? "";
    if (typeof value !== "string") return `${name} must be a string`;
  }
  const readonly = fields.get("readonly") ?? false;
  if (typeof readonly !== "boolean") return "readonly must be true or false";
  const text = (name: (typeof texts)[number]): string => (fields.get(name) as string | null | undefined) ?? "";
  const policy = {
    user: text("user"),
    group: text("group"),
    readonly,
    apiGroup: text("apiGroup"),
    resource: text("resource"),
    namespace: text("namespace"),
    nonResourcePath: text("nonResourcePath"),
  };
  return { policy: complete(policy), legacy };
}

/** A map, so that names such as `__proto__` have no special meaning. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

/** `*` as user or group means every authenticated user. */
function versionedPolicy(policy: AbacPolicy): AbacPolicy {
  return policy.user === "*" || policy.group === "*" ? { ...policy, user: "", group: everybody } : policy;
}

/** Fields absent from the unversioned form match everything. */
function legacyPolicy(policy: AbacPolicy): AbacPolicy {
  const { user, group, namespace, resource, readonly } = policy;
  const named = user === "" && group === "" ? { user, group: everybody } : versionedPolicy(policy);
  return {
    user: named.user,
    group: named.group,
    readonly,
    apiGroup: "*",
    resource: resource === "" ? "*" : resource,
    namespace: namespace === "" ? "*" : namespace,
    nonResourcePath: namespace === "" && resource === "" ? "*" : "",
  };
}
