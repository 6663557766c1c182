import { compileRegex } from "@svc/base/regex";

/**
 * The error of an invalid pattern; undefined for a valid one. Source: the RE2 syntax, which runs in
 * linear time.
 */
export function patternProblem(pattern: string): string | undefined {
  try {
    compileRegex(pattern);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Clients always get the offending part, even if it is empty.
    return message.includes(": `") ? message : `${message}: \`\``;
  }
}
