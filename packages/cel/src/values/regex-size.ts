const repetition = /\{(\d{1,4})(?:,(\d{0,4}))?\}/y;
const escaped = /\\(?:[pP](?:\{[^}]{0,64}\}|.)|x\{[^}]{0,64}\}|.)/sy;
const charClass = /\[\^?\]?(?:\[:\^?[a-z]{0,64}:\]|\\.|[^\]\\])*\]/sy;
/** Classes of Unicode have hundreds of ranges. */
const unicodeClass = 16;

/**
 * About how many steps a pattern has once its counted repetitions are written out.
 * Source: RE2 expands them like that.
 */
export function expandedSize(pattern: string): number {
  const outer: number[] = [];
  let total = 0;
  let last = 0;
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at]!;
    if (char === "(") {
      outer.push(total);
      total = 0;
      at++;
    } else if (char === ")") {
      last = total + 2;
      total = (outer.pop() ?? 0) + last;
      at++;
    } else if (char === "{" && matches(repetition, pattern, at)) {
      const [, least, most] = repetitionAt(pattern, at);
      const times = Math.max(Number(most || least), 1);
      total += last * (times - 1);
      last *= times;
      at = repetition.lastIndex;
    } else {
      const form = char === "\\" ? escaped : char === "[" ? charClass : undefined;
      // A class without end is no pattern.
      if (form === charClass && !matches(form, pattern, at)) return total;
      const end = form && matches(form, pattern, at) ? form.lastIndex : at + 1;
      last = /\\[pP]/.test(pattern.slice(at, end)) ? unicodeClass : 1;
      total += last;
      at = end;
    }
  }
  return total + outer.reduce((sum, size) => sum + size, 0);
}

function matches(form: RegExp, pattern: string, at: number): boolean {
  form.lastIndex = at;
  return form.test(pattern);
}

function repetitionAt(pattern: string, at: number): RegExpExecArray {
  repetition.lastIndex = at;
  return repetition.exec(pattern)!;
}
