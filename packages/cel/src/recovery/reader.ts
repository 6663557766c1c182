import { TooLarge } from "../syntax/builder.ts";
import type { Token, TokenKind } from "../syntax/lexer.ts";
import { grammar } from "./grammar.ts";
import { type Edge, nextTokens, type Rule, type State } from "./network.ts";
import { type NoEdge, Prediction } from "./prediction.ts";

/** The parse tree of a rule: its tokens and the trees of its parts, in order. */
export interface Tree {
  readonly label: string;
  /** The token at which it begins. */
  readonly start: Token;
  readonly parts: (Tree | Token)[];
}

/** A rule that is being read. */
interface Frame {
  readonly rule: Rule;
  readonly caller: Frame | undefined;
  /** The state in which the caller continues after the rule. */
  readonly follower: State | undefined;
  tree: Tree;
}

export interface ReaderOptions {
  readonly tokens: readonly Token[];
  /** Source text between two tokens, both included. */
  readonly textBetween: (from: Token, to: Token) => string;
  readonly report: (token: Token, message: string) => void;
  /** Called with each token before it is read. */
  readonly reached: (token: Token) => void;
  /** Nested expressions. */
  readonly maxDepth: number;
}

/** Ends the reading of a rule at a token that does not fit. */
class Misfit {
  readonly token: Token;
  readonly message: string;
  constructor(token: Token, message: string) {
    this.token = token;
    this.message = message;
  }
}

/** Ends the reading of a text: an error more would be one too many. */
export class GivenUp {}

const maxRecoveries = 30;
const maxSkipped = 256;

/**
 * Parses a text that violates the grammar. It drops an extraneous token or inserts a missing one
 * where the next token then matches; otherwise it skips tokens up to one with which an open rule
 * can continue. After an error nothing is reported until a token matches again.
 * @throws {TooLarge} where expressions are nested too deep or too many tokens are skipped
 * @throws {GivenUp} after too many errors
 */
export class RecoveringReader {
  readonly #options: ReaderOptions;
  readonly #tokens: readonly Token[];
  readonly #prediction: Prediction;
  #at = 0;
  #depth = 0;
  #state: State;
  #recovering = false;
  #recoveries = 0;
  /** The position and states in which rules last ended without a token taken since. */
  #lastError: { readonly at: number; readonly states: Set<State> } | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#tokens = options.tokens;
    this.#prediction = new Prediction(options.tokens);
    this.#state = grammar.get("start")!.start;
    options.reached(this.#peek());
  }

  read(): Tree {
    const rule = grammar.get("start")!;
    return this.#readRule(rule, { caller: undefined, follower: undefined });
  }

  #readRule(rule: Rule, call: Pick<Frame, "caller" | "follower">): Tree {
    const frame: Frame = { ...call, rule, tree: { label: rule.name, start: this.#peek(), parts: [] } };
    const nested = rule.name === "expr" ? 1 : 0;
    this.#depth += nested;
    const { maxDepth } = this.#options;
    if (this.#depth > maxDepth) throw new TooLarge(`expression recursion limit exceeded: ${maxDepth}`);
    try {
      for (let state = rule.start; state !== rule.end; ) state = this.#advance(state, frame);
    } catch (e) {
      if (!(e instanceof Misfit)) throw e;
      this.#report(e.token, () => e.message);
      this.#skipToFollower(frame);
    }
    this.#depth -= nested;
    return withoutShell(frame.tree);
  }

  /** Goes one edge on. */
  #advance(state: State, frame: Frame): State {
    this.#state = state;
    if (state.kind !== "plain") this.#synchronize(state, frame);
    const edge = state.edges.length === 1 ? state.edges[0]! : this.#chooseEdge(state);
    if (edge.kind === "token") frame.tree.parts.push(this.#match(edge, frame));
    else if (edge.kind === "rule") {
      const part = this.#readRule(edge.rule, { caller: frame, follower: edge.to });
      frame.tree.parts.push(part);
    } else if (edge.label !== undefined) {
      const { start, parts } = frame.tree;
      frame.tree = { label: edge.label, start, parts: edge.wraps ? [frame.tree] : parts };
    }
    return edge.to;
  }

  #chooseEdge(state: State): Edge {
    const byToken = this.#prediction.edgesByToken(state);
    const chosen =
      byToken === undefined
        ? this.#prediction.choose(state, this.#at)
        : (byToken.get(this.#peek().kind) ?? this.#edgeWithoutToken(state));
    if (typeof chosen === "number") return state.edges[chosen]!;
    const text = oneLine(this.#options.textBetween(this.#peek(), chosen.token));
    throw new Misfit(chosen.token, `no viable alternative at input '${text}'`);
  }

  /** Options are left out and loops ended; a choice must be made. */
  #edgeWithoutToken(state: State): number | NoEdge {
    return state.kind === "choice" ? { token: this.#peek() } : state.edges.length - 1;
  }

  /** Sees to it that the next token can follow, before a choice or behind a round of a loop. */
  #synchronize(state: State, frame: Frame): void {
    if (this.#recovering) return;
    const { kinds, end } = nextTokens(state);
    if (end || kinds.has(this.#peek().kind)) return;
    if (state.kind !== "again") {
      if (!this.#dropToken(frame)) throw this.#mismatch(frame);
      return;
    }
    this.#reportUnwanted(frame);
    const requested = new Set([...this.#expected(state, frame), ...this.#followers(frame)]);
    this.#skipUntil(requested, Number.POSITIVE_INFINITY);
  }

  #match(edge: Edge & { readonly kind: "token" }, frame: Frame): Token {
    if (edge.kinds.has(this.#peek().kind)) return this.#take();
    this.#countRecovery();
    if (this.#dropToken(frame)) return this.#take();
    if (this.#expected(edge.to, frame).has(this.#peek().kind)) {
      const missing = [...edge.kinds][0]!;
      this.#report(this.#peek(), () => `missing ${tokenSet(edge.kinds)} at ${shown(this.#peek())}`);
      const { pos } = this.#peek().kind === "<EOF>" && this.#at > 0 ? this.#tokens[this.#at - 1]! : this.#peek();
      return { kind: missing, text: `<missing ${tokenSet(edge.kinds)}>`, pos };
    }
    throw this.#mismatch(frame);
  }

  /** Leaves out the next token where the one behind it fits. */
  #dropToken(frame: Frame): boolean {
    const behind = this.#tokens[this.#at + 1] ?? this.#peek();
    this.#options.reached(behind);
    if (!this.#expected(this.#state, frame).has(behind.kind)) return false;
    this.#reportUnwanted(frame);
    this.#consume();
    this.#fits();
    return true;
  }

  #reportUnwanted(frame: Frame): void {
    const message = (): string =>
      `extraneous input ${shown(this.#peek())} expecting ${tokenSet(this.#expected(this.#state, frame))}`;
    this.#report(this.#peek(), message);
  }

  #mismatch(frame: Frame): Misfit {
    const expecting = tokenSet(this.#expected(this.#state, frame));
    return new Misfit(this.#peek(), `mismatched input ${shown(this.#peek())} expecting ${expecting}`);
  }

  /** The tokens that can come next, with what callers allow where the rule may end. */
  #expected(state: State, frame: Frame): Set<TokenKind> {
    let next = nextTokens(state);
    const expected = new Set(next.kinds);
    for (let at = frame; next.end; at = at.caller) {
      if (at.follower === undefined || at.caller === undefined) {
        expected.add("<EOF>");
        break;
      }
      next = nextTokens(at.follower);
      for (const kind of next.kinds) expected.add(kind);
    }
    return expected;
  }

  /** The tokens with which any open rule can continue. */
  #followers(frame: Frame): Set<TokenKind> {
    const kinds = new Set<TokenKind>();
    for (let at: Frame | undefined = frame; at?.follower !== undefined; at = at.caller)
      for (const kind of nextTokens(at.follower).kinds) kinds.add(kind);
    return kinds;
  }

  #skipToFollower(frame: Frame): void {
    this.#countRecovery();
    let left = maxSkipped;
    const last = this.#lastError;
    // Twice the same error at the same place would never end.
    if (last?.at === this.#at && last.states.has(this.#state)) {
      this.#consume();
      left--;
    }
    this.#lastError = { at: this.#at, states: (last?.states ?? new Set()).add(this.#state) };
    this.#skipUntil(this.#followers(frame), left);
  }

  #skipUntil(kinds: ReadonlySet<TokenKind>, most: number): void {
    for (let skipped = 0; this.#peek().kind !== "<EOF>" && !kinds.has(this.#peek().kind); skipped++) {
      if (skipped >= most) throw new TooLarge(`error recovery token lookahead limit exceeded: ${maxSkipped}`);
      this.#consume();
    }
  }

  #countRecovery(): void {
    if (this.#recoveries++ < maxRecoveries) return;
    this.#options.report(this.#peek(), `error recovery attempt limit exceeded: ${maxRecoveries}`);
    throw new GivenUp();
  }

  #peek(): Token {
    return this.#tokens[this.#at]!;
  }

  #take(): Token {
    this.#fits();
    return this.#consume();
  }

  #fits(): void {
    this.#recovering = false;
    this.#lastError = undefined;
  }

  #consume(): Token {
    const token = this.#peek();
    if (this.#at < this.#tokens.length - 1) this.#at++;
    this.#options.reached(this.#peek());
    return token;
  }

  #report(token: Token, message: () => string): void {
    if (this.#recovering) return;
    this.#recovering = true;
    this.#options.report(token, message());
  }
}

/** Rules that add nothing where they have one part. */
export const shells: ReadonlySet<string> = new Set("expr or and relation calc operand member constant".split(" "));

function withoutShell(tree: Tree): Tree {
  const [part] = tree.parts;
  const isShell = tree.parts.length === 1 && shells.has(tree.label);
  return isShell && part !== undefined && "parts" in part ? part : tree;
}

const order: readonly TokenKind[] = [
  ..."== != in < <= >= > && || [ ] { } ( ) . , - ! ? : + * / % true false null".split(" "),
  ..."NUM_FLOAT NUM_INT NUM_UINT STRING BYTES IDENTIFIER ESC_IDENTIFIER".split(" "),
];
const ranks: ReadonlyMap<TokenKind, number> = new Map(order.map((kind, rank) => [kind, rank]));

/** Kinds of tokens in the order of the grammar. */
function tokenSet(kinds: ReadonlySet<TokenKind>): string {
  const sorted = [...kinds].sort((a, b) => (ranks.get(a) ?? -1) - (ranks.get(b) ?? -1));
  const names = sorted.map((kind) => (/^(?:[A-Z_]{2,}|<EOF>)$/.test(kind) ? kind : `'${kind}'`));
  return names.length === 1 ? names[0]! : `{${names.join(", ")}}`;
}

function shown({ text }: Token): string {
  return `'${oneLine(text)}'`;
}

function oneLine(text: string): string {
  return text.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
}
