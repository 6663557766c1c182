/** A time as objects hold it: to the second, in UTC. */
export type TimeText = (ms: number) => string;

/** The text of a second is made once: many writes happen in it. */
export function createTimeText(): TimeText {
  let second = Number.NaN;
  let text = "";
  return (ms) => {
    const asked = Math.floor(ms / 1000);
    if (asked !== second) {
      second = asked;
      text = `${new Date(ms).toISOString().slice(0, 19)}Z`;
    }
    return text;
  };
}
