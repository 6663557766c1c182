import type { TokenKind } from "../syntax/lexer.ts";

/** One part of a rule of the grammar. */
export type Part =
  | { readonly kind: "token"; readonly kinds: readonly TokenKind[] }
  | { readonly kind: "rule"; readonly name: string }
  | { readonly kind: "sequence"; readonly parts: readonly Part[] }
  | { readonly kind: "optional" | "many" | "some"; readonly part: Part }
  | { readonly kind: "choice"; readonly alternatives: readonly Part[] }
  | { readonly kind: "labelled"; readonly label: string; readonly part: Part; readonly wraps: boolean };

/** A point between two tokens of a rule, and the ways on from it. */
export interface State {
  readonly id: number;
  readonly rule: Rule;
  /**
   * `choice`: one of the edges must be taken. `option`: the last edge leaves out what the others
   * read. `again`: behind a round of a loop. At all of them the reader looks whether the next token
   * can follow.
   */
  readonly kind: "plain" | "choice" | "option" | "again";
  readonly edges: Edge[];
}

/** A way from one state to another. */
export type Edge =
  | { readonly kind: "empty"; readonly to: State; readonly label?: string; readonly wraps?: boolean }
  | { readonly kind: "token"; readonly to: State; readonly kinds: ReadonlySet<TokenKind> }
  | { readonly kind: "rule"; readonly to: State; readonly rule: Rule };

/** A rule as states from `start` to `end`. */
export interface Rule {
  readonly name: string;
  readonly start: State;
  readonly end: State;
  /** The states that follow the rule wherever other rules refer to it. */
  readonly followers: State[];
}

/** The rules of a grammar as a network of states, by name. */
export type Network = ReadonlyMap<string, Rule>;

/** Makes the network of a grammar. */
export function createNetwork(grammar: Readonly<Record<string, Part>>): Network {
  const rules = new Map<string, Rule>();
  let states = 0;
  const newState = (rule: Rule, kind: State["kind"] = "plain"): State => ({ id: states++, rule, kind, edges: [] });
  for (const name of Object.keys(grammar)) {
    const rule = { name, followers: [] } as { -readonly [K in keyof Rule]?: Rule[K] } & Pick<
      Rule,
      "name" | "followers"
    >;
    rule.start = newState(rule as Rule);
    rule.end = newState(rule as Rule);
    rules.set(name, rule as Rule);
  }
  for (const [name, part] of Object.entries(grammar)) {
    const rule = rules.get(name)!;
    const last = createStates({ rules, rule, newState }, part, rule.start);
    last.edges.push({ kind: "empty", to: rule.end });
  }
  return rules;
}

interface Building {
  readonly rules: Network;
  readonly rule: Rule;
  readonly newState: (rule: Rule, kind?: State["kind"]) => State;
}

/** Adds the states of a part behind `from`, and returns the one behind the part. */
function createStates(b: Building, part: Part, from: State): State {
  switch (part.kind) {
    case "token": {
      const to = b.newState(b.rule);
      from.edges.push({ kind: "token", to, kinds: new Set(part.kinds) });
      return to;
    }
    case "rule": {
      const to = b.newState(b.rule);
      const rule = b.rules.get(part.name)!;
      from.edges.push({ kind: "rule", to, rule });
      rule.followers.push(to);
      return to;
    }
    case "sequence":
      return part.parts.reduce((at, p) => createStates(b, p, at), from);
    case "labelled": {
      const to = b.newState(b.rule);
      from.edges.push({ kind: "empty", to, label: part.label, wraps: part.wraps });
      return createStates(b, part.part, to);
    }
    case "optional":
      return createBlock(b, [part.part, { kind: "sequence", parts: [] }], { from, kind: "option" });
    case "choice":
      return createBlock(b, part.alternatives, { from, kind: "choice" });
    case "many":
    case "some":
      return createLoop(b, part, from);
  }
}

function createBlock(
  b: Building,
  alternatives: readonly Part[],
  { from, kind }: { readonly from: State; readonly kind: State["kind"] },
): State {
  const block = b.newState(b.rule, kind);
  const end = b.newState(b.rule);
  from.edges.push({ kind: "empty", to: block });
  for (const alternative of alternatives) {
    const start = b.newState(b.rule);
    block.edges.push({ kind: "empty", to: start });
    createStates(b, alternative, start).edges.push({ kind: "empty", to: end });
  }
  return end;
}

function createLoop(b: Building, loop: Part & { readonly part: Part }, from: State): State {
  const entry = b.newState(b.rule, loop.kind === "many" ? "option" : "choice");
  const body = b.newState(b.rule);
  const again = b.newState(b.rule, "again");
  const end = b.newState(b.rule);
  from.edges.push({ kind: "empty", to: entry });
  createStates(b, loop.part, body).edges.push({ kind: "empty", to: again });
  entry.edges.push({ kind: "empty", to: body });
  if (loop.kind === "many") entry.edges.push({ kind: "empty", to: end });
  again.edges.push({ kind: "empty", to: body }, { kind: "empty", to: end });
  return end;
}

/** The possible next tokens, as far as one rule determines them. */
export interface NextTokens {
  readonly kinds: ReadonlySet<TokenKind>;
  /** Whether the rule may be at its end already. */
  readonly end: boolean;
}

const tokensByState = new WeakMap<State, NextTokens>();

/** The tokens that may come next at a state, up to the end of its rule. */
export function nextTokens(state: State): NextTokens {
  let found = tokensByState.get(state);
  if (found === undefined) tokensByState.set(state, (found = findNextTokens(state)));
  return found;
}

function findNextTokens(from: State): NextTokens {
  const kinds = new Set<TokenKind>();
  const seen = new Set<State>();
  let end = false;
  const visit = (state: State): void => {
    if (seen.has(state)) return;
    seen.add(state);
    if (state === from.rule.end) end = true;
    for (const edge of state.edges) {
      if (edge.kind === "empty") visit(edge.to);
      else if (edge.kind === "token") for (const kind of edge.kinds) kinds.add(kind);
      else {
        const inner = nextTokens(edge.rule.start);
        for (const kind of inner.kinds) kinds.add(kind);
        if (inner.end) visit(edge.to);
      }
    }
  };
  visit(from);
  return { kinds, end };
}
