/**
 * Thrown by a conversion that depends on somebody's answer which is not there yet. Whoever waits
 * for `resolve` and does the same again gets the result: until they commit, all steps of a write
 * can be repeated.
 */
export class ConversionNeeded extends Error {
  override readonly name = "ConversionNeeded";
  readonly resolve: () => Promise<void>;

  /** @param resolve asks, and remembers the answer for the next attempt */
  constructor(resolve: () => Promise<void>) {
    super("the conversion of an object has to be asked for");
    this.resolve = resolve;
  }
}
