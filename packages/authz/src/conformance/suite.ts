import { aFunction, aString, checkArgument, optional, optionsOf, recordOf } from "@svc/base/check";
import { failureOf, registerCases, type SuiteOptions } from "@svc/base/conformance";
import type { AuthorizerCase, AuthorizerUnderTest } from "./authorizer-case.ts";
import { authorizerCases } from "./cases.ts";

/** Options of the conformance suite: it creates authorizers and registers cases. */
export interface AuthorizerSuiteOptions extends SuiteOptions {
  /** Makes an authorizer, for one case. */
  readonly open: () => AuthorizerUnderTest | Promise<AuthorizerUnderTest>;
}

const authorizerSuiteOptions = optionsOf<AuthorizerSuiteOptions>({
  open: aFunction,
  test: aFunction,
  knownFailures: optional(recordOf(aString)),
});

/**
 * Registers one test for each law that an authorizer owes.
 * @throws {TypeError} for a wrong argument
 */
export function authorizerConformance(options: AuthorizerSuiteOptions): void {
  checkArgument("authorizerConformance: options", options, authorizerSuiteOptions);
  const { open } = options;
  registerCases(authorizerCases, options, async (one) => runAuthorizerCase(one, await open()));
}

/** Runs one case. Resolves with the error, if any. */
export async function runAuthorizerCase(
  one: AuthorizerCase,
  underTest: AuthorizerUnderTest,
): Promise<Error | undefined> {
  return failureOf(() => one.run(underTest));
}
