import type { flowcontrolv1 } from "@svc/types";
import { Flow } from "../queueing/flow.ts";
import { matchesRequest, matchesSubject, type RequestRules, requestRules } from "./match-rules.ts";
import type { RequestToMatch, UserToMatch } from "./request.ts";

/** Users whose rules are kept by name and groups. */
const maxIdentities = 1024;

/** A flow schema as it is matched. `Level` is the type of its priority level. */
export interface MatchedSchema<Level> {
  readonly name: string;
  readonly uid: string;
  readonly level: Level;
  flowOf(request: RequestToMatch, user: UserToMatch): Flow;
}

interface CompiledSchema<Level> extends MatchedSchema<Level> {
  readonly rules: readonly SubjectRules[];
}

interface SubjectRules extends RequestRules {
  readonly subjects: readonly flowcontrolv1.Subject[];
}

/** One entry of a schema's rules that is for a user. */
interface UserRules<Level> extends RequestRules {
  readonly schema: CompiledSchema<Level>;
}

/** A schema of a configuration, with the level that it leads to. */
export interface LeadingSchema<Level> {
  readonly schema: flowcontrolv1.FlowSchema;
  readonly level: Level;
}

const defaultPrecedence = 1000;

/**
 * Finds the schema of a request: the matching one of the lowest precedence, of equals the first by
 * name.
 */
export class Schemas<Level> {
  readonly #ordered: readonly CompiledSchema<Level>[];
  /** Authenticators give the same object for the same user, most of the time. */
  readonly #byUser = new WeakMap<UserToMatch, readonly UserRules<Level>[]>();
  /** By name and groups: impersonated users are new objects in each request. */
  readonly #byIdentity = new Map<string, readonly UserRules<Level>[]>();

  constructor(schemas: readonly LeadingSchema<Level>[]) {
    this.#ordered = [...schemas]
      .sort(({ schema: a }, { schema: b }) => precedenceOf(a) - precedenceOf(b) || compareNames(a, b))
      .map(compile);
  }

  /** Undefined where nothing matches. */
  find(request: RequestToMatch, user: UserToMatch): MatchedSchema<Level> | undefined {
    for (const rules of this.#rulesOf(user)) if (matchesRequest(rules, request)) return rules.schema;
    return undefined;
  }

  #rulesOf(user: UserToMatch): readonly UserRules<Level>[] {
    const known = this.#byUser.get(user);
    if (known !== undefined) return known;
    // No name of a user looks like one with groups.
    const identity = JSON.stringify([user.name, ...user.groups]);
    const rules = this.#byIdentity.get(identity) ?? this.#match(user);
    if (this.#byIdentity.size >= maxIdentities) this.#byIdentity.clear();
    this.#byIdentity.set(identity, rules);
    this.#byUser.set(user, rules);
    return rules;
  }

  #match(user: UserToMatch): readonly UserRules<Level>[] {
    const found: UserRules<Level>[] = [];
    for (const schema of this.#ordered)
      for (const { subjects, resources, paths } of schema.rules)
        if (subjects.some((subject) => matchesSubject(subject, user))) found.push({ schema, resources, paths });
    return found;
  }
}

function precedenceOf({ spec }: flowcontrolv1.FlowSchema): number {
  return spec?.matchingPrecedence ?? defaultPrecedence;
}

function compareNames(a: flowcontrolv1.FlowSchema, b: flowcontrolv1.FlowSchema): number {
  const [left, right] = [a.metadata?.name ?? "", b.metadata?.name ?? ""];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Flows of one schema that are remembered: their hands need not be dealt again. */
const maxFlows = 4096;

function compile<Level>({ schema, level }: LeadingSchema<Level>): CompiledSchema<Level> {
  const { name = "", uid = "" } = schema.metadata ?? {};
  const method = schema.spec?.distinguisherMethod?.type;
  const flows = new Map<string, Flow>();
  return {
    name,
    uid,
    level,
    rules: (schema.spec?.rules ?? []).map((rule) => ({ subjects: rule.subjects, ...requestRules(rule) })),
    flowOf: (request, user) => {
      const distinguisher = method === "ByUser" ? user.name : method === "ByNamespace" ? request.namespace : "";
      const known = flows.get(distinguisher);
      if (known !== undefined) return known;
      if (flows.size >= maxFlows) flows.clear();
      const flow = new Flow(name, distinguisher);
      flows.set(distinguisher, flow);
      return flow;
    },
  };
}
