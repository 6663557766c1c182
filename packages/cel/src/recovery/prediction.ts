import type { Token, TokenKind } from "../syntax/lexer.ts";
import type { State } from "./network.ts";

/** The states after the references to the current rule, innermost first. */
interface Stack {
  readonly id: number;
  readonly top: State | undefined;
  readonly below: Stack | undefined;
}

/** One way of reading the tokens ahead, from one of the edges of the state where it began. */
interface Path {
  readonly state: State;
  readonly edge: number;
  readonly stack: Stack;
  /** Whether it left the rule in which the choice is. */
  readonly escaped: boolean;
}

/** None of the edges of a state fits the tokens. */
export interface NoEdge {
  /** The token that fits none of them. */
  readonly token: Token;
}

/** The paths that remain after one token. */
interface Step {
  readonly next: readonly Path[];
  /** The edge to take, where it is decided. */
  readonly decided: number | undefined;
}

/**
 * Predicts the edge of a state with as much lookahead as necessary: all edges are followed in
 * parallel until one is left, or until the remaining ones are equivalent; then the first is chosen.
 * After the rule of the state, everything that the grammar allows there may follow.
 */
export class Prediction {
  readonly #tokens: readonly Token[];
  readonly #stacks = new Map<string, Stack>();
  readonly #starts = new Map<State, readonly Path[]>();
  readonly #firsts = new Map<State, ReadonlyMap<TokenKind, number>>();
  /** Texts take the same steps again and again. */
  readonly #steps = new Map<readonly Path[], Map<TokenKind, Step>>();
  readonly #pathSets = new Map<string, readonly Path[]>();
  readonly #empty: Stack = { id: 0, top: undefined, below: undefined };

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The edge of each token, where no token can begin two of the edges; else undefined. */
  edgesByToken(state: State): ReadonlyMap<TokenKind, number> | undefined {
    let firsts = this.#firsts.get(state);
    if (firsts === undefined) {
      firsts = firstTokens(this.#start(state));
      this.#firsts.set(state, firsts);
    }
    return firsts.size === 0 ? undefined : firsts;
  }

  /** The edge to take at the token `at`, or the token that leaves none. */
  choose(state: State, at: number): number | NoEdge {
    let paths = this.#start(state);
    for (let ahead = at; ; ahead++) {
      const token = this.#tokens[Math.min(ahead, this.#tokens.length - 1)]!;
      const { next, decided } = this.#step(paths, token.kind);
      if (next.length === 0) return finished(paths) ?? { token };
      if (decided !== undefined) return decided;
      paths = next;
    }
  }

  #start(state: State): readonly Path[] {
    let start = this.#starts.get(state);
    if (start === undefined) {
      const stack = this.#empty;
      start = this.#extend(state.edges.map(({ to }, edge) => ({ state: to, edge, stack, escaped: false })));
      this.#starts.set(state, start);
    }
    return start;
  }

  #step(paths: readonly Path[], kind: TokenKind): Step {
    let steps = this.#steps.get(paths);
    if (steps === undefined) {
      steps = new Map();
      this.#steps.set(paths, steps);
    }
    let step = steps.get(kind);
    if (step === undefined) {
      const next = this.#known(this.#behind(paths, kind));
      step = { next, decided: decidedEdge(next) };
      steps.set(kind, step);
    }
    return step;
  }

  /** The same paths as an earlier step left, so that the steps behind them are known too. */
  #known(paths: readonly Path[]): readonly Path[] {
    const key = paths.map(keyOf).join(";");
    const cached = this.#pathSets.get(key);
    if (cached === undefined) this.#pathSets.set(key, paths);
    return cached ?? paths;
  }

  /** The states of the paths after a token. */
  #behind(paths: readonly Path[], kind: TokenKind): readonly Path[] {
    const moved: Path[] = [];
    for (const path of paths) {
      for (const edge of path.state.edges)
        if (edge.kind === "token" && edge.kinds.has(kind)) moved.push({ ...path, state: edge.to });
    }
    return onlyEdge(moved) === undefined ? this.#extend(moved) : moved;
  }

  /** Follows paths as far as they go without a token. */
  #extend(from: readonly Path[]): readonly Path[] {
    const seen = new Map<string, Path>();
    const waiting: Path[] = [...from].reverse();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const key = keyOf({ ...path, escaped: false });
      const before = seen.get(key);
      if (before !== undefined && (before.escaped || !path.escaped)) continue;
      seen.set(key, path);
      for (const further of this.#onward(path).reverse()) waiting.push(further);
    }
    return [...seen.values()].filter(({ state }) => state.edges.some(({ kind }) => kind === "token"));
  }

  #onward(path: Path): Path[] {
    const { state, stack } = path;
    if (state === state.rule.end) {
      if (stack.top !== undefined) return [{ ...path, state: stack.top, stack: stack.below! }];
      return state.rule.followers.map((follower) => ({ ...path, state: follower, escaped: true }));
    }
    return state.edges.flatMap((edge): Path[] => {
      if (edge.kind === "empty") return [{ ...path, state: edge.to }];
      if (edge.kind === "token") return [];
      return [{ ...path, state: edge.rule.start, stack: this.#push(stack, edge.to) }];
    });
  }

  #push(below: Stack, top: State): Stack {
    const key = `${below.id},${top.id}`;
    let stack = this.#stacks.get(key);
    if (stack === undefined) {
      stack = { id: this.#stacks.size + 1, top, below };
      this.#stacks.set(key, stack);
    }
    return stack;
  }
}

function keyOf({ state, edge, stack, escaped }: Path): string {
  return `${state.id},${edge},${stack.id},${escaped}`;
}

function onlyEdge(paths: readonly Path[]): number | undefined {
  const edge = paths[0]?.edge;
  return paths.every((p) => p.edge === edge) ? edge : undefined;
}

function decidedEdge(paths: readonly Path[]): number | undefined {
  return onlyEdge(paths) ?? (isConflict(paths) ? lowestEdge(paths) : undefined);
}

/** The lowest edge whose rule was complete before a token did not match. */
function finished(paths: readonly Path[]): number | undefined {
  return lowestEdge(paths.filter(({ escaped }) => escaped));
}

function lowestEdge(paths: readonly Path[]): number | undefined {
  return paths.map(({ edge }) => edge).sort((a, b) => a - b)[0];
}

/** True if the remaining edges are equivalent, so that further tokens cannot distinguish them. */
function isConflict(paths: readonly Path[]): boolean {
  const byState = [...Map.groupBy(paths, ({ state }) => state).values()];
  return byState.every((same) => onlyEdge(same) === undefined) && byState.some(haveSameStacks);
}

/** Whether two edges lead to a state with the same callers. */
function haveSameStacks(paths: readonly Path[]): boolean {
  const byEdge = [...Map.groupBy(paths, ({ edge }) => edge).values()];
  const stacks = byEdge.map((same) => [...new Set(same.map(({ stack }) => stack.id))].sort((a, b) => a - b).join());
  return new Set(stacks).size < stacks.length;
}

/** The edge of each token that can come first; empty where a token can begin two of them. */
function firstTokens(start: readonly Path[]): Map<TokenKind, number> {
  const firsts = new Map<TokenKind, number>();
  for (const { state, edge } of start) {
    for (const way of state.edges) {
      if (way.kind !== "token") continue;
      for (const kind of way.kinds) {
        if (firsts.has(kind) && firsts.get(kind) !== edge) return new Map();
        firsts.set(kind, edge);
      }
    }
  }
  return firsts;
}
