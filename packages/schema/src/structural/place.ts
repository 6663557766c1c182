/** Where a value lies, as steps back to the root; text is made of it only for errors. */
export interface Place {
  readonly parent: Place | undefined;
  /** An index of a list, or a name. */
  readonly step: string | number;
  /** The name is a key of a map. */
  readonly isKey?: boolean;
}

/** `spec.map.key[0].name` */
export function pathOf(place: Place | undefined): string {
  return textOf(place, false);
}

/** `spec.map[key][0].name` */
export function pathWithKeys(place: Place | undefined): string {
  return textOf(place, true);
}

function textOf(place: Place | undefined, keysInBrackets: boolean): string {
  if (place === undefined) return "";
  const before = textOf(place.parent, keysInBrackets);
  if (typeof place.step === "number" || (keysInBrackets && place.isKey === true)) return `${before}[${place.step}]`;
  return before === "" ? place.step : `${before}.${place.step}`;
}
