import { createHash } from "node:crypto";

/**
 * Requests that share queues: those of one schema with the same distinguisher. Fairness is between
 * flows.
 */
export class Flow {
  readonly schema: string;
  readonly distinguisher: string;
  readonly #hash: bigint;
  /** Its requests that wait for seats or for a turn of the event loop. */
  waiting = 0;
  /** Seats of its requests that have not begun, on loan or not. */
  idleSeats = 0;
  #hand: readonly number[] = [];
  #queues = 0;
  #handSize = 0;

  constructor(schema: string, distinguisher: string) {
    this.schema = schema;
    this.distinguisher = distinguisher;
    this.#hash = hashOf(schema, distinguisher);
  }

  /** The queues among which the flow chooses; the same ones as long as the numbers are the same. */
  hand(queues: number, handSize: number): readonly number[] {
    if (queues === this.#queues && handSize === this.#handSize) return this.#hand;
    this.#queues = queues;
    this.#handSize = handSize;
    this.#hand = dealHand(this.#hash, { queues, handSize });
    return this.#hand;
  }
}

function hashOf(schema: string, distinguisher: string): bigint {
  return createHash("sha256").update(`${schema}\u0000${distinguisher}`).digest().readBigUInt64LE();
}

/** The number of queues, and the number that one flow may use. */
export interface Deck {
  readonly queues: number;
  readonly handSize: number;
}

/**
 * Deals some different queues by a hash. Two flows seldom have the same hand, so a flow that fills
 * its queues leaves most others some that it does not use. A hand is at most the whole deck.
 * Source: KEP-1040, "Shuffle sharding".
 */
export function dealHand(hash: bigint, { queues, handSize }: Deck): readonly number[] {
  const size = Math.min(handSize, queues);
  const hand: number[] = [];
  const sorted: number[] = [];
  let rest = hash;
  for (let left = queues; hand.length < size; left--) {
    let card = Number(rest % BigInt(left));
    rest /= BigInt(left);
    // The number counts only queues that were not dealt yet.
    let at = 0;
    for (; at < sorted.length && (sorted[at] as number) <= card; at++) card++;
    sorted.splice(at, 0, card);
    hand.push(card);
  }
  return hand;
}
