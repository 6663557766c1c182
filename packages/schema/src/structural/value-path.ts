/** The path of a value, as a linked list to the root; converted to text only for errors. */
export interface ValuePath {
  readonly parent: ValuePath | undefined;
  /** An index of a list, or a name. */
  readonly step: string | number;
  /** The name is a key of a map. */
  readonly isKey?: boolean;
}

/** Formats a path: `spec.map.key[0].name`. */
export function pathOf(location: ValuePath | undefined): string {
  return textOf(location, false);
}

/** Formats a path with map keys in brackets: `spec.map[key][0].name`. */
export function pathWithKeys(location: ValuePath | undefined): string {
  return textOf(location, true);
}

function textOf(location: ValuePath | undefined, keysInBrackets: boolean): string {
  if (location === undefined) return "";
  const before = textOf(location.parent, keysInBrackets);
  if (typeof location.step === "number" || (keysInBrackets && location.isKey === true))
    return `${before}[${location.step}]`;
  return before === "" ? location.step : `${before}.${location.step}`;
}
