const controlCharacter = /\p{Cc}/u;

/** Whether a text can be a warning: headers carry no control characters. */
export function isShownWarning(text: string): boolean {
  return text !== "" && !controlCharacter.test(text);
}
