import type { NativeType, Program, SchemaEnvironments, StructuralSchema } from "@svc/cel";
import type { JsonValue } from "@svc/meta";
import type { DefinitionObserver } from "../definition/definition-observer.ts";
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
}

/** A rule that is compiled when it is first needed. */
export interface LazyRule {
  readonly isCompiled: () => boolean;
  /** @throws {CompileError} for a rule that is wrong */
  readonly get: () => Rule;
  /** True for a rule that reads the value before, and for some that do not. */
  readonly mayReadOld: boolean;
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

/**
 * Finds the rules of a schema; undefined where it has none. Definitions with wrong rules are
 * refused before.
 */
export function compileRules(schema: StructuralSchema, options: RuleTreeOptions): RuleTree | undefined {
  return treeOf(schema, options, options.isRoot ?? true);
}

function treeOf(schema: StructuralSchema, options: RuleTreeOptions, isRoot: boolean): RuleTree | undefined {
  const { prefix } = options;
  const rules = rulesOf(schema, options, isRoot);
  const fields = new Map<string, RuleTree>();
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const tree = treeOf(part, options, false);
    if (tree !== undefined) fields.set(name, tree);
  }
  const { additionalProperties } = schema;
  const values = typeof additionalProperties === "object" ? treeOf(additionalProperties, options, false) : undefined;
  const items = schema.items === undefined ? undefined : treeOf(schema.items, options, false);
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
    readsOld:
      rules.some(({ mayReadOld }) => mayReadOld) ||
      [...fields.values(), values, items].some((part) => part?.readsOld === true),
  };
}

function rulesOf(
  schema: StructuralSchema,
  { prefix, environments, observer }: RuleTreeOptions,
  isRoot: boolean,
): readonly LazyRule[] {
  const given = schema[`${prefix}validations`];
  if (!Array.isArray(given) || given.length === 0) return [];
  const environment = environments(schema, { prefix, root: isRoot });
  if (environment === undefined) return [];
  return given.flatMap((source: JsonValue) => {
    const rule = membersAt(source);
    const text = textOf(rule["rule"]);
    if (text.trim() === "") return [];
    const compiled = (): Rule => measured(observer, () => compiledRule(rule, schema, environment));
    let made: Rule | undefined;
    const mayReadOld = rule["optionalOldSelf"] === true || text.includes("oldSelf");
    return [{ isCompiled: () => made !== undefined, get: () => (made ??= compiled()), mayReadOld }];
  });
}

function measured(observer: RuleTreeOptions["observer"], compile: () => Rule): Rule {
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
): Rule {
  const text = textOf(rule["rule"]);
  const optionalOldSelf = rule["optionalOldSelf"] === true;
  const env = environment.env({ optionalOldSelf });
  const program = env.compile(text);
  const messageExpression = textOf(rule["messageExpression"]);
  const message = textOf(rule["message"]).trim();
  return {
    program,
    text: text.trim(),
    message: message === "" ? undefined : message,
    messageProgram: messageExpression.trim() === "" ? undefined : env.compile(messageExpression),
    reason: textOf(rule["reason"]),
    fieldPath: normalizedPath(textOf(rule["fieldPath"]), schema),
    usesOldValue: usesOldValue(program.checked.expr),
    optionalOldSelf,
    self: environment.self,
  };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
