import {
  aBoolean,
  aFunction,
  anObject,
  aString,
  checkArgument,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import {
  CompileError,
  type Env,
  formatType,
  InstantiationError,
  type NativeType,
  type Program,
  type SchemaEnvironments,
  type StructuralSchema,
} from "@svc/cel";
import type { JsonValue } from "@svc/meta";
import type { DefinitionObserver } from "../definition/definition-observer.ts";
import { isComparable } from "./comparable.ts";
import { membersAt, normalizedPath } from "./rule-paths.ts";
import { usesOldValue } from "./uses-old-value.ts";

/** The rules of a value and of its parts. Parts without rules are omitted. */
export interface RuleTree {
  readonly rules: readonly LazyRule[];
  /** Shown by errors in place of the value. */
  readonly shownType: string;
  readonly fields: ReadonlyMap<string, RuleTree>;
  readonly fieldNames: readonly string[];
  readonly values?: RuleTree;
  readonly items?: RuleTree;
  /**
   * The fields by which an item is the same as one before; items of other lists have no value
   * before.
   */
  readonly itemKeys?: readonly string[];
  /** Whether members have values before of their own. */
  readonly correlates: boolean;
  /** Whether one of its rules, or of those of its parts, reads the value before. */
  readonly readsOld: boolean;
  /** Whether a value can be the same as before. */
  readonly isComparable: (value: unknown) => boolean;
  /** Whether the value is a whole object. */
  readonly isObject: boolean;
}

/** A rule that is compiled when it is first needed. */
export interface LazyRule {
  readonly isCompiled: () => boolean;
  readonly get: () => Rule | RuleProblem;
  /** True for a rule that reads the value before, and for some that do not. */
  readonly mayReadOld: boolean;
}

/**
 * The reason why a rule cannot be evaluated. Definitions with such rules are refused, but their
 * defaults are checked before.
 */
export interface RuleProblem {
  readonly problem: string;
}

/** One rule, ready to be evaluated. */
export interface Rule {
  readonly program: Program;
  readonly text: string;
  readonly message: string | undefined;
  readonly messageProgram: Program | undefined;
  readonly reason: string;
  /** Below the value; empty for the value itself. */
  readonly fieldPath: string;
  readonly usesOldValue: boolean;
  readonly optionalOldSelf: boolean;
  readonly self: NativeType;
}

/** Options of the compilation of a schema's rules. */
export interface RuleTreeOptions {
  /** The prefix of schema extensions. */
  readonly prefix: string;
  readonly environments: SchemaEnvironments;
  /** Whether the schema is that of a whole object. @default true */
  readonly isRoot?: boolean;
  /** @default none */
  readonly observer?: Pick<DefinitionObserver, "clock" | "ruleCompiled"> | undefined;
}

const ruleTreeOptions = optionsOf<RuleTreeOptions>({
  prefix: aString,
  environments: aFunction,
  isRoot: optional(aBoolean),
  observer: optional(withMethods("a DefinitionObserver of @svc/apiextensions", "ruleCompiled")),
});

/**
 * Finds the rules of a schema; undefined where it has none.
 * @throws {TypeError} for a wrong argument
 */
export function compileRules(schema: StructuralSchema, options: RuleTreeOptions): RuleTree | undefined {
  checkArgument("compileRules: schema", schema, anObject);
  checkArgument("compileRules: options", options, ruleTreeOptions);
  return treeOf(schema, options, options.isRoot === false ? "element" : "root");
}

/** What a schema describes: a whole object, a named field, or another value. */
type Role = "root" | "field" | "element";

function treeOf(schema: StructuralSchema, options: RuleTreeOptions, role: Role): RuleTree | undefined {
  const { prefix } = options;
  const rules = rulesOf(schema, options, role);
  const fields = new Map<string, RuleTree>();
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const tree = treeOf(part, options, "field");
    if (tree !== undefined) fields.set(name, tree);
  }
  const { additionalProperties } = schema;
  const values =
    typeof additionalProperties === "object" ? treeOf(additionalProperties, options, "element") : undefined;
  const items = schema.items === undefined ? undefined : treeOf(schema.items, options, "element");
  if (rules.length === 0 && fields.size === 0 && values === undefined && items === undefined) return undefined;
  const keys = schema[`${prefix}list-type`] === "map" ? schema[`${prefix}list-map-keys`] : undefined;
  return {
    rules,
    shownType: schema[`${prefix}int-or-string`] === true ? "" : (schema.type ?? ""),
    fields,
    fieldNames: [...fields.keys()],
    ...(values === undefined ? {} : { values }),
    ...(items === undefined ? {} : { items }),
    ...(Array.isArray(keys) ? { itemKeys: keys as readonly string[] } : {}),
    correlates: schema[`${prefix}map-type`] !== "atomic",
    isComparable: (value) => isComparable(schema, value, prefix),
    isObject: role === "root",
    readsOld:
      rules.some(({ mayReadOld }) => mayReadOld) ||
      [...fields.values(), values, items].some((part) => part?.readsOld === true),
  };
}

function rulesOf(
  schema: StructuralSchema,
  { prefix, environments, observer }: RuleTreeOptions,
  role: Role,
): readonly LazyRule[] {
  const validations = schema[`${prefix}validations`];
  if (!Array.isArray(validations) || validations.length === 0) return [];
  const environment = environments(schema, { prefix, root: role === "root" });
  // As in the original, rules of such a field are not evaluated at all.
  if (environment === undefined) return role === "field" ? [] : [withoutEnvironment];
  return validations.flatMap((source: JsonValue) => {
    const rule = membersAt(source);
    const text = textOf(rule["rule"]);
    if (text.trim() === "") return [];
    const compiled = (): LazyResult => measured(observer, () => compiledRule(rule, schema, environment));
    let result: LazyResult | undefined;
    const mayReadOld = rule["optionalOldSelf"] === true || text.includes("oldSelf");
    return [{ isCompiled: () => result !== undefined, get: () => (result ??= compiled()), mayReadOld }];
  });
}

type LazyResult = ReturnType<LazyRule["get"]>;

/** Stands for all rules of a value none of whose parts is accessible. */
const withoutEnvironment: LazyRule = {
  isCompiled: () => true,
  get: () => ({
    problem: "rule compiler initialization error: failed to convert to declType for CEL validation rules",
  }),
  mayReadOld: false,
};

function measured(observer: RuleTreeOptions["observer"], compile: () => LazyResult): LazyResult {
  if (observer === undefined) return compile();
  const startedMs = observer.clock.monotonic();
  const rule = compile();
  observer.ruleCompiled((observer.clock.monotonic() - startedMs) / 1000);
  return rule;
}

type Environment = NonNullable<ReturnType<SchemaEnvironments>>;

function compiledRule(
  rule: Readonly<Record<string, JsonValue>>,
  schema: StructuralSchema,
  environment: Environment,
): Rule | RuleProblem {
  const text = textOf(rule["rule"]);
  const optionalOldSelf = rule["optionalOldSelf"] === true;
  const env = environment.env({ optionalOldSelf });
  const program = programOf(env, text);
  if ("problem" in program) return { problem: `rule compile error: ${program.problem}` };
  if (formatType(program.type) !== "bool")
    return { problem: "rule compile error: cel expression must evaluate to a bool" };
  const messageExpression = textOf(rule["messageExpression"]);
  const messageProgram = messageExpression.trim() === "" ? undefined : programOf(env, messageExpression);
  const message = textOf(rule["message"]).trim();
  return {
    program,
    text: text.trim(),
    message: message === "" ? undefined : message,
    messageProgram: messageProgram === undefined || "problem" in messageProgram ? undefined : messageProgram,
    reason: textOf(rule["reason"]),
    fieldPath: normalizedPath(textOf(rule["fieldPath"]), schema),
    usesOldValue: usesOldValue(program.checked.expr),
    optionalOldSelf,
    self: environment.self,
  };
}

function programOf(env: Env, text: string): Program | RuleProblem {
  try {
    return env.compile(text);
  } catch (error) {
    if (error instanceof InstantiationError) return { problem: error.message };
    if (error instanceof CompileError) return { problem: `compilation failed: ${error.message}` };
    throw error;
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
