import type { Token, TokenKind } from "./lexer.ts";

/** Ends the reading of a text that has an error. */
export class Unreadable {}

/** The tokens of a text, one after another. */
export class TokenStream {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(): Token {
    return this.#tokens[this.#at]!;
  }

  peekAt(ahead: number): Token {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)]!;
  }

  next(): Token {
    const token = this.#tokens[this.#at]!;
    if (this.#at < this.#tokens.length - 1) this.#at++;
    return token;
  }

  at(kind: TokenKind): boolean {
    return this.#tokens[this.#at]!.kind === kind;
  }

  /** Takes the token if it is of this kind. */
  take(kind: TokenKind): Token | undefined {
    return this.at(kind) ? this.next() : undefined;
  }

  /** @throws {Unreadable} where the next token is of another kind. */
  expect(kind: TokenKind): Token {
    if (!this.at(kind)) throw new Unreadable();
    return this.next();
  }
}
