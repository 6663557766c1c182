import { isPlain, sortedKeys } from "./text.ts";

/** The names of an object in the order in which they are written. */
interface MemberOrder {
  readonly sorted: readonly string[];
  /** `,"name":` of each, in ASCII; absent for an order that is not known to occur again. */
  readonly labels: readonly Uint8Array[] | undefined;
}

interface Known {
  /** As in the object. */
  readonly names: readonly string[];
  readonly sorted: readonly string[];
  labels: readonly Uint8Array[] | undefined;
}

/** First names of objects, after which all orders are forgotten. */
const maxFirstNames = 256;
/** Orders that begin with the same name. */
const maxAlike = 4;
/** Objects with more are maps of a user, whose names seldom occur again. */
const maxNames = 64;
/** Of all names of an object. */
const maxChars = 1_024;

/**
 * Finds the sorted names of objects. Objects of a type mostly have the same names in the same
 * order: these are sorted once. At most 1,024 orders are remembered, each of at most 1,024
 * characters.
 */
export class MemberOrders {
  readonly #byFirst = new Map<string, Known[]>();

  of(members: Readonly<Record<string, unknown>>): MemberOrder {
    let first: string | undefined;
    for (first in members) break;
    if (first === undefined) return noMembers;
    const alike = this.#byFirst.get(first);
    const known = alike === undefined ? undefined : find(alike, members);
    if (known === undefined) return this.#remember(Object.keys(members), sortedKeys(members), alike);
    known.labels ??= known.sorted.map((name) => Buffer.from(`,"${name}":`));
    return known;
  }

  #remember(names: readonly string[], sorted: readonly string[], alike: Known[] | undefined): MemberOrder {
    const order: Known = { names, sorted, labels: undefined };
    if (!isCommon(names)) return order;
    if (alike === undefined) {
      if (this.#byFirst.size === maxFirstNames) this.#byFirst.clear();
      this.#byFirst.set(names[0] as string, [order]);
    } else {
      alike.unshift(order);
      if (alike.length > maxAlike) alike.pop();
    }
    return order;
  }
}

function isCommon(names: readonly string[]): boolean {
  if (names.length > maxNames) return false;
  let chars = 0;
  for (const name of names) chars += name.length;
  return chars <= maxChars && names.every(isPlain);
}

const noMembers: MemberOrder = { sorted: [], labels: undefined };

function find(alike: readonly Known[], members: object): Known | undefined {
  for (let i = 0; i < alike.length; i++) {
    const known = alike[i] as Known;
    if (hasNames(known.names, members)) return known;
  }
  return undefined;
}

function hasNames(names: readonly string[], members: object): boolean {
  let at = 0;
  for (const name in members) if (names[at++] !== name) return false;
  return at === names.length;
}
