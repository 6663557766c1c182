import { aFunction, aString, checkArgument, optional, optionsOf, recordOf } from "@svc/base/check";
import { failureOf, registerCases, type SuiteOptions } from "@svc/base/conformance";
import type { AuthenticatorCase, AuthenticatorUnderTest } from "./authenticator-case.ts";
import { authenticatorCases } from "./cases.ts";

/** Options of the suite. */
export interface AuthenticatorSuiteOptions extends SuiteOptions {
  /** Creates an authenticator for one case. */
  readonly open: () => AuthenticatorUnderTest | Promise<AuthenticatorUnderTest>;
}

const authenticatorSuiteOptions = optionsOf<AuthenticatorSuiteOptions>({
  open: aFunction,
  test: aFunction,
  knownFailures: optional(recordOf(aString)),
});

/** Registers one test for each case. @throws {TypeError} for a wrong argument */
export function authenticatorConformance(options: AuthenticatorSuiteOptions): void {
  checkArgument("authenticatorConformance: options", options, authenticatorSuiteOptions);
  const { open } = options;
  registerCases(authenticatorCases, options, async (one) => runAuthenticatorCase(one, await open()));
}

/** Runs one case; resolves with its error, if any. */
export async function runAuthenticatorCase(
  one: AuthenticatorCase,
  underTest: AuthenticatorUnderTest,
): Promise<Error | undefined> {
  return failureOf(() => one.run(underTest));
}
