import { aFunction, aString, checkArgument, optional, optionsOf, recordOf } from "@svc/base/check";
import type { AuthorizerCase, AuthorizerUnderTest } from "./authorizer-case.ts";
import { authorizerCases } from "./cases.ts";

/** Options of the conformance suite: it creates authorizers and registers cases. */
export interface AuthorizerSuiteOptions {
  /** Makes an authorizer, for one case. */
  readonly open: () => AuthorizerUnderTest | Promise<AuthorizerUnderTest>;
  /** Registers a test: `test` of vitest, of node:test, or any other. */
  readonly test: (name: string, body: () => Promise<void>) => void;
  /** Case to reason. One that passes all the same, or that names no case, fails. @default none */
  readonly knownFailures?: Readonly<Record<string, string>>;
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
  const { open, test, knownFailures = {} } = options;
  const names = new Set(authorizerCases.map((c) => c.name));
  for (const name of Object.keys(knownFailures)) {
    if (!names.has(name)) throw new TypeError(`knownFailures names '${name}', which is no case`);
  }
  for (const one of authorizerCases) {
    const reason = knownFailures[one.name];
    test(`${one.law}: ${one.name}`, async () => {
      const failure = await runAuthorizerCase(one, await open());
      if (reason === undefined && failure !== undefined) throw failure;
      if (reason !== undefined && failure === undefined)
        throw new Error(`'${one.name}' passes, but is listed as a known failure: ${reason}`);
    });
  }
}

/** Runs one case. Resolves with the error, if any. */
export async function runAuthorizerCase(
  one: AuthorizerCase,
  underTest: AuthorizerUnderTest,
): Promise<Error | undefined> {
  try {
    await one.run(underTest);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
