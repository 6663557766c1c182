import { formatDuration } from "@svc/base";
import { dns1123Subdomain, duplicate, type FieldError, invalid, notSupported, required, tooMany } from "@svc/meta";
import type { CompiledCondition } from "../webhook/match-conditions.ts";
import { authorizerTypes, type RawAuthorizer, type RawWebhook } from "./configuration.ts";

/** External inputs of validation. */
export interface ValidationOptions {
  readonly compile: (expression: string) => CompiledCondition;
  /** Returns why a file cannot be used, or undefined. */
  readonly checkFile: (path: string) => string | undefined;
}

const maxConditions = 64;
const maxTimeoutMs = 30_000;

/**
 * Validates a configuration. Paths of a webhook's fields omit `webhook`, as in the original's
 * messages.
 */
export function validateConfiguration(
  authorizers: readonly RawAuthorizer[],
  options: ValidationOptions,
): readonly FieldError[] {
  if (authorizers.length === 0) return [required("authorizers", "at least one authorization mode must be defined")];
  const types = new Set<string>();
  const names = new Set<string>();
  return authorizers.flatMap((authorizer, i) => {
    const path = `authorizers[${i}]`;
    const { type, name, webhook } = authorizer;
    if (type === "") return [required(`${path}.type`)];
    if (!authorizerTypes.some((t) => t === type)) return [notSupported(`${path}.type`, type, authorizerTypes)];
    if (type !== "Webhook" && types.has(type)) return [duplicate(`${path}.type`, type)];
    types.add(type);
    const errors = [...nameErrors(name, `${path}.name`, names)];
    names.add(name);
    if (type !== "Webhook")
      return webhook === undefined
        ? errors
        : [...errors, invalid(`${path}.webhook`, "non-null", "may only be specified when type=Webhook")];
    if (webhook === undefined) return [...errors, required(`${path}.webhook`, "required when type=Webhook")];
    return [...errors, ...webhookErrors(webhook, path, options)];
  });
}

function nameErrors(name: string, path: string, names: ReadonlySet<string>): readonly FieldError[] {
  if (name === "") return [required(path)];
  if (names.has(name)) return [duplicate(path, name)];
  return dns1123Subdomain(name).map((why) => invalid(path, name, `authorizer name is invalid: ${why}`));
}

function webhookErrors(webhook: RawWebhook, path: string, options: ValidationOptions): readonly FieldError[] {
  const { timeoutMs, authorizedTtlMs, unauthorizedTtlMs, subjectAccessReviewVersion, failurePolicy } = webhook;
  return [
    ...timeoutErrors(timeoutMs, `${path}.timeout`),
    ...ttlErrors(authorizedTtlMs, `${path}.authorizedTTL`),
    ...ttlErrors(unauthorizedTtlMs, `${path}.unauthorizedTTL`),
    ...choiceErrors(subjectAccessReviewVersion, `${path}.subjectAccessReviewVersion`, ["v1", "v1beta1"]),
    ...conditionVersionErrors(webhook, `${path}.matchConditionSubjectAccessReviewVersion`),
    ...choiceErrors(failurePolicy, `${path}.failurePolicy`, ["NoOpinion", "Deny"]),
    ...connectionErrors(webhook, `${path}.connectionInfo`, options),
    ...conditionErrors(webhook.matchConditions, `${path}.matchConditions`, options),
  ];
}

function timeoutErrors(ms: number, path: string): readonly FieldError[] {
  if (ms === 0) return [required(path)];
  return ms < 0 || ms > maxTimeoutMs ? [invalid(path, shownDuration(ms), "must be > 0s and <= 30s")] : [];
}

function ttlErrors(ms: number, path: string): readonly FieldError[] {
  return ms < 0 ? [invalid(path, shownDuration(ms), "must be > 0s")] : [];
}

function shownDuration(ms: number): string {
  return formatDuration(BigInt(Math.round(ms * 1e6)));
}

function choiceErrors(value: string, path: string, choices: readonly string[]): readonly FieldError[] {
  if (value === "") return [required(path)];
  return choices.includes(value) ? [] : [notSupported(path, value, choices)];
}

function conditionVersionErrors(
  { matchConditions, matchConditionSubjectAccessReviewVersion: version }: RawWebhook,
  path: string,
): readonly FieldError[] {
  if (version !== "") return choiceErrors(version, path, ["v1"]);
  return matchConditions.length > 0 ? [required(path, "required if match conditions are specified")] : [];
}

function connectionErrors(
  { connectionType, kubeConfigFile }: RawWebhook,
  path: string,
  { checkFile }: ValidationOptions,
): readonly FieldError[] {
  const file = `${path}.kubeConfigFile`;
  if (connectionType === "") return [required(`${path}.type`)];
  if (connectionType === "InClusterConfig")
    return kubeConfigFile === undefined
      ? [invalid(`${path}.type`, connectionType, "a server that serves the cluster has no account in it")]
      : [invalid(file, kubeConfigFile, "can only be set when type=KubeConfigFile")];
  if (connectionType !== "KubeConfigFile")
    return [notSupported(`${path}.type`, connectionType, ["InClusterConfig", "KubeConfigFile"])];
  if (kubeConfigFile === undefined || kubeConfigFile === "") return [required(file)];
  if (!kubeConfigFile.startsWith("/")) return [invalid(file, kubeConfigFile, "must be an absolute path")];
  const problem = checkFile(kubeConfigFile);
  return problem === undefined ? [] : [invalid(file, kubeConfigFile, problem)];
}

function conditionErrors(
  expressions: readonly string[],
  path: string,
  { compile }: ValidationOptions,
): readonly FieldError[] {
  if (expressions.length > maxConditions) return [tooMany(path, expressions.length, maxConditions)];
  const seen = new Set<string>();
  return expressions.flatMap((expression, i) => {
    const field = `${path}[${i}].expression`;
    if (expression.trim() === "") return [required(field)];
    if (seen.has(expression)) return [duplicate(field, expression)];
    seen.add(expression);
    const compiled = compile(expression);
    return compiled.ok ? [] : [invalid(field, expression, compiled.message)];
  });
}
