import { appendAll, type Steps } from "@svc/base";
import { internalFieldError } from "@svc/meta";
import type { CompiledRule, Expressions, JsonObject, ValueExpressions } from "@svc/schema";
import { CompiledText } from "../common/compiled-text.ts";
import type { FieldPath } from "../common/field-path.ts";
import { childrenOf } from "./openapi-rules.ts";
import { type ExtensionNames, itemsOf, type SchemaNode, type ValidationRule, valuesOf } from "./schema-node.ts";
import { schemasWithin } from "./unsupported-members.ts";

/**
 * The maximum estimated cost of one rule for the largest values that the schema allows, and of all
 * rules of a version.
 */
const ruleLimit = 10_000_000;
const totalLimit = 100_000_000;
/** The size of a whole object, which bounds what no schema does. */
const maxBytes = 3_145_728;
const maxNamed = 4;
/** Expressions below it are not named among the ones that make a schema cost too much. */
const namedFrom = totalLimit / 100;
const advice =
  "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";

interface Scope {
  readonly x: ExtensionNames;
  readonly at: FieldPath;
  readonly isRoot: boolean;
  /**
   * How many values of the schema one object can hold; undefined where only its size bounds that.
   */
  readonly times: number | undefined;
  /** The list within which old and new values cannot be correlated. */
  readonly uncorrelated: FieldPath | undefined;
}

/** Of one rule: how often it can run is known. */
interface RuleScope extends Pick<Scope, "at" | "uncorrelated"> {
  readonly times: number;
}

interface Cost {
  readonly at: FieldPath;
  readonly cost: number;
}

interface RuleExpressionOptions {
  readonly x: ExtensionNames;
  readonly expressions: Expressions;
  /**
   * Schemas that something is wrong with, or with a part of them: rules about them would only be
   * wrong for that.
   */
  readonly wrong: ReadonlySet<SchemaNode>;
}

/** Compiles the rules of a schema and of its parts, and reports invalid and too expensive ones. */
export function* ruleExpressions(
  schema: SchemaNode,
  at: FieldPath,
  { x, expressions, wrong }: RuleExpressionOptions,
): Steps<void> {
  const costs: Cost[] = [];
  const compiledText = new CompiledText();
  const ruled = new Set<SchemaNode>();
  if (!addRuled(schema, x, ruled)) return;
  function* node(part: SchemaNode, scope: Scope): Steps<void> {
    for (const { schema: child, at } of childrenOf(part, scope.at))
      if (ruled.has(child)) yield* node(child, below(part, child, { ...scope, at }));
    const rules = x.get(part, "validations") ?? [];
    if (rules.length === 0 || wrong.has(part)) return;
    const rulesAt = scope.at.field(`${x.prefix}validations`);
    const values = expressions.values(part as unknown as JsonObject, { prefix: x.prefix, isRoot: scope.isRoot });
    if (values === undefined)
      rulesAt.add(
        internalFieldError(
          rulesAt.path,
          `internal error: failed to construct type information for ${x.prefix}validations rules: unable to convert structural schema to CEL declarations`,
        ),
      );
    else {
      const times = scope.times ?? Math.floor(maxBytes / (leastBytes(part, x) + 1));
      const { uncorrelated } = scope;
      for (const [i, rule] of rules.entries()) {
        appendAll(costs, compile(rule, values, { at: rulesAt.item(i), times, uncorrelated }));
        if (compiledText.endsStep(rule.rule, rule.messageExpression)) yield;
      }
    }
  }
  yield* node(schema, { x, at, isRoot: true, times: 1, uncorrelated: undefined });
  total(costs, at, x);
}

/**
 * Adds the schemas that have rules, or a schema within that has: most of a schema has none, and
 * need not be walked in order.
 * @returns whether this one is among them
 */
function addRuled(schema: SchemaNode, x: ExtensionNames, ruled: Set<SchemaNode>): boolean {
  let found = (x.get(schema, "validations") ?? []).length > 0;
  for (const child of schemasWithin(schema)) if (addRuled(child, x, ruled)) found = true;
  if (found) ruled.add(schema);
  return found;
}

function below(parent: SchemaNode, child: SchemaNode, scope: Scope): Scope {
  const isItem = child === itemsOf(parent);
  if (!isItem && child !== valuesOf(parent)) return { ...scope, isRoot: false };
  const most = isItem ? parent.maxItems : parent.maxProperties;
  return {
    ...scope,
    isRoot: false,
    times: scope.times === undefined || most === undefined ? undefined : scope.times * most,
    uncorrelated:
      scope.uncorrelated ?? (isItem && scope.x.get(parent, "list-type") !== "map" ? scope.at.parent : undefined),
  };
}

function compile(
  rule: ValidationRule,
  values: ValueExpressions,
  { at, times, uncorrelated }: RuleScope,
): readonly Cost[] {
  const { rule: text = "", messageExpression = "" } = rule;
  const optionalOldSelf = rule.optionalOldSelf === true;
  if (text.trim() === "") return [];
  const ruleAt = at.field("rule");
  const compiled = values.compile(text, { optionalOldSelf });
  const costs = [costOf(compiled, times, ruleAt)];
  tooExpensive(costs[0]?.cost ?? 0, "rule", ruleAt);
  const problem = problemOf(compiled, "bool", {
    malformed: "compilation failed",
    notRunnable: "program instantiation failed",
    wrong: "cel expression must evaluate to a bool",
  });
  if (problem !== undefined) ruleAt.invalid(rule, problem);
  else if (messageExpression.trim() !== "") costs.push(message(rule, values, at));
  if ("usesOldValue" in compiled && compiled.usesOldValue) {
    if (uncorrelated !== undefined)
      ruleAt.invalid(
        text,
        `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated.path}`,
      );
  } else if (rule.optionalOldSelf !== undefined)
    at.field("optionalOldSelf").invalid(rule.optionalOldSelf, "may not be set if oldSelf is not used in rule");
  return costs;
}

/** A message is estimated as if it was made once, however many values the rule is evaluated for. */
function message(rule: ValidationRule, values: ValueExpressions, at: FieldPath): Cost {
  const place = at.field("messageExpression");
  const compiled = values.compile(rule.messageExpression ?? "", { optionalOldSelf: rule.optionalOldSelf === true });
  const problem = problemOf(compiled, "string", {
    malformed: "messageExpression compilation failed",
    notRunnable: "messageExpression instantiation failed",
    wrong: "messageExpression must evaluate to a string",
  });
  const cost = costOf(compiled, 1, place);
  if (problem !== undefined) place.invalid(rule, problem);
  else tooExpensive(cost.cost, "messageExpression", place);
  return cost;
}

interface ExpressionMessages {
  readonly malformed: string;
  readonly notRunnable: string;
  /** For a well-formed expression of another type. */
  readonly wrong: string;
}

function problemOf(
  compiled: CompiledRule,
  type: string,
  { malformed, notRunnable, wrong }: ExpressionMessages,
): string | undefined {
  if ("error" in compiled && compiled.type === undefined) return `${malformed}: ${compiled.error}`;
  if (compiled.type !== type) return wrong;
  return "error" in compiled ? `${notRunnable}: ${compiled.error}` : undefined;
}

function costOf(compiled: CompiledRule, times: number, at: FieldPath): Cost {
  return { at, cost: "maxCost" in compiled ? compiled.maxCost * times : 0 };
}

function tooExpensive(cost: number, what: string, at: FieldPath): void {
  if (cost > ruleLimit)
    at.forbidden(`estimated ${what} cost exceeds budget by factor of ${factor(cost / ruleLimit)} ${advice}`);
}

function factor(value: number): string {
  return value > 100 ? "more than 100x" : `${value.toFixed(value < 1.5 ? 6 : 1)}x`;
}

function total(costs: readonly Cost[], at: FieldPath, x: ExtensionNames): void {
  const sum = costs.reduce((all, { cost }) => all + cost, 0);
  if (sum <= totalLimit) return;
  const named = costs
    .filter(({ cost }) => cost >= namedFrom)
    .sort((a, b) => b.cost - a.cost)
    .slice(0, maxNamed);
  for (const { at: place } of named)
    place.forbidden("contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema");
  at.forbidden(
    `${x.prefix}validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of ${factor(sum / totalLimit)} ${advice}`,
  );
}

const leastTextBytes: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ date: 12, "date-time": 21, duration: 3 }),
);

/** The fewest bytes that a value takes in JSON. */
function leastBytes(schema: SchemaNode, x: ExtensionNames): number {
  if (x.get(schema, "int-or-string") === true) return 1;
  switch (schema.type) {
    case "boolean":
      return 4;
    case "number":
    case "integer":
      return 1;
    case "string":
      return leastTextBytes.get(schema.format ?? "") ?? 2;
    case "object":
      return (schema.required ?? []).reduce((size, name) => {
        const part = schema.properties?.[name];
        return part === undefined || part.default !== undefined ? size : size + name.length + leastBytes(part, x) + 4;
      }, 2);
    default:
      return 2;
  }
}
