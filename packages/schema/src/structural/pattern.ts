import { RE2JS } from "re2js";

/**
 * Why a pattern of a schema is none; undefined where it is one.
 * Source: the RE2 syntax, which takes linear time.
 */
export function patternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Clients are always told which part, if only none.
    return message.includes(": `") ? message : `${message}: \`\``;
  }
}
