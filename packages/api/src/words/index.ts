import { containerWords } from "./containers.ts";
import { definitionWords } from "./definitions.ts";
import { kindWords } from "./kinds.ts";
import { metaWords } from "./meta.ts";
import { networkWords } from "./networking.ts";
import { nodeWords } from "./nodes.ts";
import { partWords } from "./parts.ts";
import { podWords } from "./pods.ts";
import { rightWords } from "./rights.ts";
import type { TypeWords, Words } from "./words.ts";
import { workloadWords } from "./workloads.ts";

/** By the names of types, whatever their versions. */
export const words: Words = {
  ...containerWords,
  ...definitionWords,
  ...metaWords,
  ...networkWords,
  ...nodeWords,
  ...podWords,
  ...rightWords,
  ...workloadWords,
  ...partWords,
  ...kindWords,
};

/** What is said of a type, whatever its version. */
export function wordsOf(name: string): TypeWords | undefined {
  return words[name];
}
