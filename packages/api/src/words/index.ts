import { kindWords } from "./kinds.ts";
import { partWords } from "./parts.ts";
import type { TypeWords } from "./words.ts";

/** What is said of a type, whatever its version. */
export function wordsOf(name: string): TypeWords | undefined {
  return kindWords[name] ?? partWords[name];
}
