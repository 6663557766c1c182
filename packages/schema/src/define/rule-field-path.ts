const step = /\.([^.[\]']+)|\['((?:[^'\\]|\\.)*)'\]/y;

/**
 * The names in the field path of a rule: `.a['b.c'].d`. Undefined for a text of another form, such
 * as one with an index.
 */
export function ruleFieldPathNames(path: string): readonly string[] | undefined {
  const names: string[] = [];
  for (let at = 0; at < path.length; at = step.lastIndex) {
    step.lastIndex = at;
    const found = step.exec(path);
    if (found === null) return undefined;
    names.push(found[1] ?? (found[2] ?? "").replace(/\\(.)/g, "$1"));
  }
  return names;
}
