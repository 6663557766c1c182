/** The shares of a level in the division of the seats. */
export interface Shares {
  readonly isExempt: boolean;
  readonly shares: number;
  readonly lendablePercent: number;
  /** Undefined: as much as there is. */
  readonly borrowingLimitPercent: number | undefined;
}

/** Between what bounds the seats of a level move. */
export interface SeatLimits {
  readonly nominal: number;
  readonly lower: number;
  readonly upper: number;
  /** The seats of a level until its demand is known. */
  readonly initial: number;
}

/** Divides the seats of a server among its levels, by their shares. */
export function seatLimits(
  shares: Shares,
  { sum, seats }: { readonly sum: number; readonly seats: number },
): SeatLimits {
  const { lendablePercent, borrowingLimitPercent } = shares;
  const nominal = sum === 0 ? 0 : Math.ceil((seats * shares.shares) / sum);
  const lendable = Math.round((nominal * lendablePercent) / 100);
  const borrowing = borrowingLimitPercent === undefined ? seats : Math.round((nominal * borrowingLimitPercent) / 100);
  return {
    nominal,
    lower: nominal - lendable,
    upper: nominal + borrowing,
    initial: nominal - Math.floor(lendable / 2),
  };
}
