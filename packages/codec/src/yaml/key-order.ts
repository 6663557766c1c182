/**
 * Compares keys: at the first difference letters are last, digit sequences compare as numbers,
 * everything else by code.
 */
export function compareKeys(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  const at = x.findIndex((char, i) => char !== y[i]);
  if (at < 0 || at >= y.length) return x.length - y.length;
  const [c = "", d = ""] = [x[at], y[at]];
  const [isLetter, isOther] = [letter.test(c), letter.test(d)];
  if (isLetter !== isOther) return isLetter ? 1 : -1;
  if (isLetter) return byCode(c, d);
  return compareNumbers(runAround(x, at), runAround(y, at)) || byCode(c, d);
}

const letter = /^\p{L}$/u;
const digit = /^\d$/;

function byCode(a: string, b: string): number {
  return (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0);
}

/** The digit sequence at an index; empty where there is none from there on. */
function runAround(chars: readonly string[], at: number): string {
  let [from, to] = [at, at];
  while (digit.test(chars[to] ?? "")) to++;
  while (to > at && digit.test(chars[from - 1] ?? "")) from--;
  return chars.slice(from, to).join("");
}

function compareNumbers(a: string, b: string): number {
  const [x, y] = [a.replace(/^0+/, ""), b.replace(/^0+/, "")];
  if (x.length !== y.length) return x.length - y.length;
  if (x !== y) return x < y ? -1 : 1;
  return a.length - b.length;
}
