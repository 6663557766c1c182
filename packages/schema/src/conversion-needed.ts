/**
 * Thrown by a conversion that needs the response of a webhook. The caller awaits `resolve` and
 * repeats the operation, which then succeeds: all steps of a write can be repeated until they
 * commit.
 */
export class ConversionNeeded extends Error {
  override readonly name = "ConversionNeeded";
  readonly resolve: () => Promise<void>;

  /** @param resolve requests the conversion, and keeps the result for the next attempt */
  constructor(resolve: () => Promise<void>) {
    super("the conversion of an object has to be asked for");
    this.resolve = resolve;
  }
}
