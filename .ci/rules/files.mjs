// Files have at most 400 lines; tables of cases in tests may be longer.
const maxLines = 400;

export function fileSizes(sources) {
  return sources
    .filter(({ isTest }) => !isTest)
    .map(({ path, tree }) => ({ at: path, lines: tree.getLineStarts().length - 1 }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ at, lines }) => ({ at, problem: `has ${lines} lines (at most ${maxLines})` }));
}
