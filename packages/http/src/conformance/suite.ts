import { aFunction, aString, checkArgument, optional, optionsOf, recordOf } from "@svc/base/check";
import { failureOf, registerCases, type SuiteOptions } from "@svc/base/conformance";
import type { Handler } from "../http.ts";
import type { HttpServerCase, RunningServer } from "./http-server-case.ts";
import { requestCases } from "./request-cases.ts";
import { responseCases } from "./response-cases.ts";

/** Options for running the suite against a server. */
export interface HttpServerSuiteOptions extends SuiteOptions {
  readonly open: (handler: Handler) => Promise<RunningServer>;
}

/** The cases, in the order in which they run. */
export const httpServerCases: readonly HttpServerCase[] = [...requestCases, ...responseCases];

const httpServerSuiteOptions = optionsOf<HttpServerSuiteOptions>({
  open: aFunction,
  test: aFunction,
  knownFailures: optional(recordOf(aString)),
});

/**
 * Declares one test for each case. Servers are closed behind each.
 * @throws {TypeError} for a wrong argument
 */
export function testHttpServer(options: HttpServerSuiteOptions): void {
  checkArgument("testHttpServer: options", options, httpServerSuiteOptions);
  const { open } = options;
  registerCases(httpServerCases, options, async ({ run }) => {
    const running: RunningServer[] = [];
    const failure = await failureOf(() =>
      run(async (handler) => {
        const server = await open(handler);
        running.push(server);
        return server;
      }),
    );
    for (const server of running) await server.close();
    return failure;
  });
}
