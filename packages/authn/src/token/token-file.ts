import { aString, checkArgument } from "@svc/base/check";
import type { User } from "../authenticator.ts";
import { parseCsv } from "./csv.ts";
import { staticTokens } from "./static-tokens.ts";
import type { TokenVerifier } from "./token-verifier.ts";

/** Result of `parseTokenFile`. */
export type TokenFileResult =
  | { readonly ok: true; readonly verifier: TokenVerifier; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

/**
 * Tokens that are known in advance, one a line: `token,user,uid,"group1,group2"`. Of lines for one
 * token the last counts.
 * @throws {TypeError} for a wrong argument
 */
export function parseTokenFile(text: string): TokenFileResult {
  checkArgument("parseTokenFile: text", text, aString);
  const users = new Map<string, User>();
  const warnings: string[] = [];
  const parsed = parseCsv(text);
  if (!parsed.ok) return parsed;
  for (const { line, fields } of parsed.records) {
    if (fields.length < 3) {
      return {
        ok: false,
        message: `line ${line}: at least 3 columns are needed (token, user name, user uid), not ${fields.length}`,
      };
    }
    const [token = "", name = "", uid = "", groups = ""] = fields;
    if (token === "") {
      warnings.push(`line ${line}: the token is empty, the line is ignored`);
      continue;
    }
    if (users.has(token)) warnings.push(`line ${line}: duplicate token; this line takes precedence`);
    const members = groups
      .split(",")
      .map((g) => g.trim())
      .filter((g) => g !== "");
    users.set(token, { name, uid, groups: members, extra: {} });
  }
  return { ok: true, warnings, verifier: staticTokens(users) };
}
