/** Why a text is no JSONPath, in the words of kube-apiserver; undefined for one that is. */
export function jsonPathProblem(text: string): string | undefined {
  return actionsProblem(`${text}}`);
}

/**
 * Reads actions up to their closing braces. What stands between a closing and an opening brace is
 * plain text.
 */
function actionsProblem(text: string): string | undefined {
  let at = 0;
  while (at < text.length) {
    const end = tokenEnd(text, at);
    if (typeof end === "string") return end;
    at = end;
  }
  return at === afterActions ? undefined : unclosed;
}

const unclosed = "unclosed action";
/** The position behind the last action, whatever text follows it. */
const afterActions = Number.POSITIVE_INFINITY;

/** The end of the token at a position, or why there is none. */
function tokenEnd(text: string, at: number): number | string {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  switch (char) {
    case "}":
      return text.indexOf("{", at) + 1 || afterActions;
    case " ":
    case "@":
    case "$":
      return at + 1;
    case "\n":
      return unclosed;
    case "[":
      return text.startsWith("[?(", at) ? filterEnd(text, at) : arrayEnd(text, at);
    case ".":
      return matchEnd(text.startsWith("..", at) ? descent : field, text, at) ?? unclosed;
    case "'":
    case '"':
      return matchEnd(char === "'" ? singleQuoted : doubleQuoted, text, at) ?? "unterminated quoted string";
    default:
      if (/[-+\d]/.test(char)) return numberEnd(text, at);
      return matchEnd(identifier, text, at) ?? `unrecognized character in action: ${unicodeOf(char)}`;
  }
}

const field = /\.(?:\\.|[^\s.,[\]{}$@\\])*/y;
const identifier = /[\p{L}\p{Nd}_][^\s.,[\]{}$@]*/uy;
const descent = /\.\.(?:[\p{L}\p{Nd}_][^\s.,[\]{}$@]*)?/uy;
const singleQuoted = /'(?:[^'\\\n]|\\[^\n])*'/y;
const doubleQuoted = /"(?:[^"\\\n]|\\[^\n])*"/y;
const array = /\[([^\]\n]*)\]/y;
const filter = /\[\?\(((?:[^)"'\n]|"[^"\n]*"|'[^'\n]*')*)\)\]/y;
const number = /[-+]?[\d.]*/y;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  return match(pattern, text, at) === null ? undefined : pattern.lastIndex;
}

function numberEnd(text: string, at: number): number | string {
  const [digits = ""] = match(number, text, at) ?? [];
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(digits) ? at + digits.length : `cannot parse number ${digits}`;
}

function arrayEnd(text: string, at: number): number | string {
  const found = match(array, text, at);
  if (found === null) return "unterminated array";
  const [whole, items = ""] = found;
  for (const item of items.split(",")) {
    const problem = itemProblem(item);
    if (problem !== undefined) return problem;
  }
  return at + whole.length;
}

function itemProblem(item: string): string | undefined {
  if (item === "*") return undefined;
  const [, key] = /^'([^']*)'$/.exec(item) ?? [];
  // A key is a path, too.
  if (key !== undefined) return actionsProblem(`.${key}}`);
  if (!/^(?:-?\d*)(?::-?\d*){0,2}$/.test(item)) return `invalid array index ${item}`;
  const wrong = item.split(":").find((index) => index !== "" && !isInt64(index));
  return wrong === undefined ? undefined : `array index ${wrong} is not a number`;
}

function isInt64(digits: string): boolean {
  return digits !== "-" && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
}

function filterEnd(text: string, at: number): number | string {
  const found = match(filter, text, at);
  if (found === null) return "unterminated filter";
  const [whole, condition = ""] = found;
  const [, left = condition, right] = /^([^!<>=]+)[!<>=]+([^!<>=].*)$/.exec(condition) ?? [];
  const problem = actionsProblem(`${left}}`) ?? (right === undefined ? undefined : actionsProblem(`${right}}`));
  return problem ?? at + whole.length;
}

function unicodeOf(char: string): string {
  const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(char) ? `${code} '${char}'` : code;
}
