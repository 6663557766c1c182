/** The bounds of a level's seats, and the number that it can use. */
export interface Claim {
  /** Exempt levels are served first; the other levels share the remaining seats. */
  readonly isExempt: boolean;
  /** The guaranteed seats. */
  readonly least: number;
  readonly most: number;
  /** The number of seats that it can use. At least `least`. */
  readonly target: number;
}

/** The division of the seats for the next period. */
export interface Allocation {
  /** In the order of the claims. */
  readonly seats: readonly number[];
  /** The fraction of its target that each level gets, within its bounds. */
  readonly fairFraction: number;
}

/**
 * Divides the seats so that each level gets the same fraction of its target, within its bounds.
 * Exempt levels get the seats that they use.
 * Source: KEP-1040, "Dispatching".
 */
export function allocateSeats(claims: readonly Claim[], seats: number): Allocation {
  const limited = claims.filter(({ isExempt }) => !isExempt);
  const used = claims.reduce((sum, { isExempt, least }) => sum + (isExempt ? least : 0), 0);
  const left = Math.max(0, seats - used);
  const divide = fairFractionOf(limited, left);
  return {
    fairFraction: divide,
    seats: claims.map((claim) => (claim.isExempt ? claim.least : Math.round(atFraction(claim, divide)))),
  };
}

function atFraction({ least, most, target }: Claim, fraction: number): number {
  return Math.max(least, Math.min(most, fraction * target));
}

/**
 * The sum over the levels is linear between the fractions at which one of them meets a bound, so
 * the fraction is found by walking over those. Where even the least is too much, or the most too
 * little, it is the last one at which anything changes.
 */
function fairFractionOf(claims: readonly Claim[], seats: number): number {
  const bends = claims
    .filter(({ target }) => target > 0)
    .flatMap(({ least, most, target }) => [least / target, most / target])
    .sort((a, b) => a - b);
  const sumAt = (fraction: number): number => claims.reduce((sum, claim) => sum + atFraction(claim, fraction), 0);
  let from = 0;
  let sumFrom = sumAt(0);
  if (sumFrom >= seats) return bends[0] ?? 0;
  for (const to of bends) {
    const sumTo = sumAt(to);
    if (sumTo >= seats) return sumTo === sumFrom ? to : from + ((seats - sumFrom) / (sumTo - sumFrom)) * (to - from);
    [from, sumFrom] = [to, sumTo];
  }
  return from;
}
