export type { CountWork } from "./automaton.ts";
export { compileWork } from "./compile-work.ts";
export { compileRegex, type Match, type Regex } from "./regex.ts";
