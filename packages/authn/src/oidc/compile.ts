import { appendAll } from "@svc/base";
import { anObject, aString, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import type { Program } from "@svc/cel";
import { aDialect, type Dialect, duplicate, type FieldError, invalid, required, tooMany } from "@svc/meta";
import type { AuthenticationConfig, ClaimMappings, JwtConfig, PrefixedClaim } from "./config.ts";
import { maxIssuers } from "./config.ts";
import { compileExpression, type ExpressionEnvs, expressionEnvs, usesClaim } from "./expressions.ts";
import { extraKeyErrors } from "./extra-key.ts";
import { issuerErrors } from "./issuer-errors.ts";

/** A compiled validation rule. */
export interface CompiledRule {
  readonly program: Program;
  readonly source: string;
  readonly message: string;
}

/** Configuration of one issuer with compiled expressions. */
export interface CompiledJwt {
  readonly config: JwtConfig;
  readonly username?: Program;
  readonly groups?: Program;
  readonly uid?: Program;
  readonly extra: readonly { readonly key: string; readonly program: Program }[];
  readonly claimRules: readonly CompiledRule[];
  readonly userRules: readonly CompiledRule[];
}

/** Options of `compileAuthentication`. */
export interface CompileOptions {
  readonly dialect: Dialect;
  /** Issuers that must not be configured: those of service accounts. */
  readonly disallowedIssuers: readonly string[];
}

/** Result of compiling a configuration. */
export type CompileResult =
  | { readonly ok: true; readonly jwt: readonly CompiledJwt[] }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

const compileOptions = optionsOf<CompileOptions>({
  dialect: aDialect,
  disallowedIssuers: listOf(aString),
});

const authenticationConfig = optionsOf<AuthenticationConfig>({
  jwt: listOf(anObject),
  anonymous: optional(anObject),
});

/**
 * Validates a configuration and compiles its expressions; reports all errors.
 * @throws {TypeError} for a wrong argument
 */
export function compileAuthentication(config: AuthenticationConfig, options: CompileOptions): CompileResult {
  checkArgument("compileAuthentication: config", config, authenticationConfig);
  checkArgument("compileAuthentication: options", options, compileOptions);
  const { jwt, anonymous } = config;
  const errors: FieldError[] = [];
  if (jwt.length > maxIssuers) return { ok: false, errors: [tooMany("jwt", jwt.length, maxIssuers)] };
  const envs = expressionEnvs();
  const compiled = jwt.map((config, i) => compileJwt(config, { at: `jwt[${i}]`, envs, errors, options }));
  appendAll(
    errors,
    duplicates(
      jwt,
      (j) => j.issuer.url,
      (i) => `jwt[${i}].issuer.url`,
    ),
  );
  appendAll(
    errors,
    duplicates(
      jwt,
      (j) => j.issuer.discoveryURL,
      (i) => `jwt[${i}].issuer.discoveryURL`,
    ),
  );
  if (anonymous !== undefined && !anonymous.enabled && anonymous.paths !== undefined)
    errors.push(
      invalid("anonymous.conditions", anonymous.paths, "enabled should be set to true when conditions are defined"),
    );
  return errors.length > 0 ? { ok: false, errors } : { ok: true, jwt: compiled };
}

/** Reports repeated values in order; empty ones do not count. */
function duplicates<T>(
  items: readonly T[],
  value: (item: T) => string,
  field: (index: number) => string,
): FieldError[] {
  const seen = new Set<string>([""]);
  return items.flatMap((item, i) => {
    const found = value(item);
    if (found !== "" && seen.has(found)) return [duplicate(field(i), found)];
    seen.add(found);
    return [];
  });
}

interface CompileContext {
  readonly at: string;
  readonly envs: ExpressionEnvs;
  readonly errors: FieldError[];
  readonly options: CompileOptions;
}

function compileJwt(config: JwtConfig, context: CompileContext): CompiledJwt {
  const { at, errors, options } = context;
  appendAll(errors, issuerErrors(config.issuer, `${at}.issuer`, options.disallowedIssuers));
  const claimRules = compileClaimRules(config, context);
  const mappings = compileMappings(config.claimMappings, context);
  const { username } = mappings;
  const programs = [username, ...mappings.extra.map((e) => e.program), ...claimRules.map((r) => r.program)];
  if (
    username !== undefined &&
    usesClaim(username, "email") &&
    !programs.some((p) => p && usesClaim(p, "email_verified"))
  )
    errors.push(
      invalid(
        `${at}.claimMappings.username.expression`,
        username.source,
        "claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression",
      ),
    );
  return { config, ...mappings, claimRules, userRules: compileUserRules(config, context) };
}

function compileClaimRules(
  { claimValidationRules: rules }: JwtConfig,
  { at, envs, errors }: CompileContext,
): CompiledRule[] {
  const compiled = rules.flatMap(({ claim, requiredValue, expression, message }, i) => {
    const field = `${at}.claimValidationRules[${i}]`;
    if (claim !== "" && expression !== "") errors.push(invalid(field, claim, "claim and expression can't both be set"));
    else if (claim === "" && expression === "") errors.push(required(field, "claim or expression is required"));
    else if (claim !== "" && message !== "")
      errors.push(invalid(`${field}.message`, message, "message can't be set when claim is set"));
    else if (expression !== "" && requiredValue !== "")
      errors.push(
        invalid(`${field}.requiredValue`, requiredValue, "requiredValue can't be set when expression is set"),
      );
    else if (expression !== "") {
      const program = compileExpression(envs.claims, expression, {
        field: `${field}.expression`,
        wants: "bool",
        errors,
      });
      return program === undefined ? [] : [{ program, source: expression, message }];
    }
    return [];
  });
  appendAll(
    errors,
    duplicates(
      rules,
      (r) => r.claim,
      (i) => `${at}.claimValidationRules[${i}].claim`,
    ),
  );
  appendAll(
    errors,
    duplicates(
      rules,
      (r) => r.expression,
      (i) => `${at}.claimValidationRules[${i}].expression`,
    ),
  );
  return compiled;
}

function compileUserRules(
  { userValidationRules: rules }: JwtConfig,
  { at, envs, errors }: CompileContext,
): CompiledRule[] {
  const compiled = rules.flatMap(({ expression, message }, i) => {
    const field = `${at}.userValidationRules[${i}].expression`;
    if (expression === "") {
      errors.push(required(field, "expression is required"));
      return [];
    }
    const program = compileExpression(envs.user, expression, { field, wants: "bool", errors });
    return program === undefined ? [] : [{ program, source: expression, message }];
  });
  appendAll(
    errors,
    duplicates(
      rules,
      (r) => r.expression,
      (i) => `${at}.userValidationRules[${i}].expression`,
    ),
  );
  return compiled;
}

type CompiledMappings = Pick<CompiledJwt, "username" | "groups" | "uid" | "extra">;

function compileMappings({ username, groups, uid, extra }: ClaimMappings, context: CompileContext): CompiledMappings {
  const { envs, errors, options } = context;
  const at = `${context.at}.claimMappings`;
  const compile = (source: string, field: string): Program | undefined =>
    source === "" ? undefined : compileExpression(envs.claims, source, { field, errors });
  if (username.claim === "" && username.expression === "")
    errors.push(required(`${at}.username`, "claim or expression is required"));
  appendAll(errors, prefixErrors(username, `${at}.username`));
  appendAll(errors, prefixErrors(groups, `${at}.groups`));
  if (uid.claim !== "" && uid.expression !== "")
    errors.push(invalid(`${at}.uid`, "", "claim and expression can't both be set"));
  const programs = {
    username: compile(username.expression, `${at}.username.expression`),
    groups: compile(groups.expression, `${at}.groups.expression`),
    uid: compile(uid.expression, `${at}.uid.expression`),
  };
  const extras = extra.flatMap(({ key, valueExpression }, i) => {
    const field = `${at}.extra[${i}]`;
    appendAll(errors, extraKeyErrors(key, `${field}.key`, options.dialect));
    if (valueExpression === "") errors.push(required(`${field}.valueExpression`, "valueExpression is required"));
    const program = compile(valueExpression, `${field}.valueExpression`);
    return program === undefined ? [] : [{ key, program }];
  });
  appendAll(
    errors,
    duplicates(
      extra,
      (e) => e.key,
      (i) => `${at}.extra[${i}].key`,
    ),
  );
  const { username: name, groups: members, uid: id } = programs;
  return {
    ...(name === undefined ? {} : { username: name }),
    ...(members === undefined ? {} : { groups: members }),
    ...(id === undefined ? {} : { uid: id }),
    extra: extras,
  };
}

function prefixErrors({ claim, prefix, expression }: PrefixedClaim, field: string): FieldError[] {
  if (claim !== "" && expression !== "") return [invalid(field, "", "claim and expression can't both be set")];
  if (expression !== "" && prefix !== undefined)
    return [invalid(`${field}.prefix`, prefix, "prefix can't be set when expression is set")];
  if (claim !== "" && prefix === undefined)
    return [
      required(
        `${field}.prefix`,
        "prefix is required when claim is set. It can be set to an empty string to disable prefixing",
      ),
    ];
  return [];
}
