/**
 * Caches the text of a time to the second: `write` is called once for all calls within the same
 * second.
 * @param write is given the beginning of the second, in milliseconds since 1970
 */
export function perSecond(write: (ms: number) => string): (ms: number) => string {
  let second = Number.NaN;
  let text = "";
  return (ms) => {
    const requested = Math.floor(ms / 1000);
    if (requested !== second) {
      second = requested;
      text = write(requested * 1000);
    }
    return text;
  };
}
