import { aFunction, checkArgument, optionsOf } from "@svc/base/check";
import { aDialect, aggregateErrors, aggregateText, type Dialect } from "@svc/meta";
import { createConditionCompiler } from "../webhook/match-conditions.ts";
import type { ReviewVersion } from "../webhook/review.ts";
import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  AuthorizerType,
  RawAuthorizer,
  RawWebhook,
} from "./configuration.ts";
import { decodeConfiguration } from "./decode.ts";
import { type ValidationOptions, validateConfiguration } from "./validate.ts";

/** Options of a configuration parser. */
export interface ParseOptions extends Pick<ValidationOptions, "checkFile"> {
  readonly dialect: Dialect;
}

/** Result of parsing a configuration. */
export type ParsedConfiguration =
  | { readonly ok: true; readonly value: AuthorizationConfiguration }
  | { readonly ok: false; readonly message: string };

const defaultAuthorizedTtlMs = 300_000;
const defaultUnauthorizedTtlMs = 30_000;

const parseOptions = optionsOf<ParseOptions>({
  dialect: aDialect,
  checkFile: aFunction,
});

/**
 * Reads `AuthorizationConfiguration` files, as plain data. Expressions of all of them are compiled
 * in one environment.
 * @throws {TypeError} for a wrong argument
 */
export function createConfigurationParser(options: ParseOptions): (value: unknown) => ParsedConfiguration {
  checkArgument("createConfigurationParser: options", options, parseOptions);
  const { dialect, checkFile } = options;
  const compile = createConditionCompiler();
  return (value) => {
    const decoded = decodeConfiguration(value, dialect);
    if (!decoded.ok)
      return { ok: false, message: `failed to load AuthorizationConfiguration from file: ${decoded.message}` };
    const errors = validateConfiguration(decoded.authorizers, { compile, checkFile });
    if (errors.length > 0) return { ok: false, message: aggregateErrors(errors) };
    const misnamed = decoded.authorizers.flatMap(nameProblem);
    if (misnamed.length > 0) return { ok: false, message: aggregateText(misnamed) };
    return { ok: true, value: { authorizers: decoded.authorizers.map((a) => completed(a, compile)) } };
  };
}

/** Types that may occur once have their type as name. */
function nameProblem({ type, name }: RawAuthorizer): readonly string[] {
  const expected = type.toLowerCase();
  if (type === "Webhook" || name === expected) return [];
  return [`expected name ${expected} for authorizer ${type} instead of ${name}`];
}

function completed(
  { type, name, webhook }: RawAuthorizer,
  compile: ValidationOptions["compile"],
): AuthorizerConfiguration {
  if (webhook === undefined) return { type: type as Exclude<AuthorizerType, "Webhook">, name };
  return { type: "Webhook", name, webhook: completedWebhook(webhook, compile) };
}

function completedWebhook(
  webhook: RawWebhook,
  compile: ValidationOptions["compile"],
): Extract<AuthorizerConfiguration, { type: "Webhook" }>["webhook"] {
  return {
    authorizedTtlMs: webhook.authorizedTtlMs === 0 ? defaultAuthorizedTtlMs : webhook.authorizedTtlMs,
    unauthorizedTtlMs: webhook.unauthorizedTtlMs === 0 ? defaultUnauthorizedTtlMs : webhook.unauthorizedTtlMs,
    timeoutMs: webhook.timeoutMs,
    version: webhook.subjectAccessReviewVersion as ReviewVersion,
    failurePolicy: webhook.failurePolicy as "NoOpinion" | "Deny",
    kubeConfigFile: webhook.kubeConfigFile ?? "",
    matchConditions: webhook.matchConditions.map((expression) => {
      const compiled = compile(expression);
      if (!compiled.ok) throw new TypeError("conditions were validated");
      return compiled;
    }),
  };
}

/**
 * Why a configuration cannot replace another while the server runs: only webhooks may be added and
 * removed, since other members depend on state from the server's start.
 */
export function replacementProblem(
  before: AuthorizationConfiguration,
  after: AuthorizationConfiguration,
): string | undefined {
  const had = lastingTypes(before);
  const has = lastingTypes(after);
  const missing = had.filter((t) => !has.includes(t));
  if (missing.length > 0) return `missing required types: [${missing.join(" ")}]`;
  const extra = has.filter((t) => !had.includes(t));
  return extra.length > 0 ? `unexpected types: [${extra.join(" ")}]` : undefined;
}

function lastingTypes({ authorizers }: AuthorizationConfiguration): readonly AuthorizerType[] {
  return authorizers.filter((a) => a.type !== "Webhook").map((a) => a.type);
}
