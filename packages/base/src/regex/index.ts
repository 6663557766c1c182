export { compileWork } from "./compile-work.ts";
export { type CountWork, compileRegex, type Match, type Regex } from "./regex.ts";
