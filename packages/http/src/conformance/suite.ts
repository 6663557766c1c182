import { aFunction, aString, checkArgument, optional, optionsOf, recordOf } from "@svc/base/check";
import type { Handler } from "../http.ts";
import type { HttpServerCase, RunningServer } from "./http-server-case.ts";
import { requestCases } from "./request-cases.ts";
import { responseCases } from "./response-cases.ts";

/** Options for running the suite against a server. */
export interface HttpServerSuiteOptions {
  readonly open: (handler: Handler) => Promise<RunningServer>;
  readonly test: (name: string, body: () => Promise<void>) => void;
  /** Case → reason. The suite fails where such a case passes, or has no such name. */
  readonly knownFailures?: Readonly<Record<string, string>>;
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
  const { open, test, knownFailures = {} } = options;
  for (const name of Object.keys(knownFailures))
    if (!httpServerCases.some((each) => each.name === name)) throw new TypeError(`unknown case "${name}"`);
  for (const { name, run } of httpServerCases) {
    const reason = Object.hasOwn(knownFailures, name) ? knownFailures[name] : undefined;
    test(reason === undefined ? name : `${name} (known failure: ${reason})`, async () => {
      const running: RunningServer[] = [];
      const failure = await run(async (handler) => {
        const server = await open(handler);
        running.push(server);
        return server;
      }).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      for (const server of running) await server.close();
      if (failure !== undefined && reason === undefined) throw failure.error;
      if (failure === undefined && reason !== undefined)
        throw new Error(`passes, and is listed as a failure: ${reason}`);
    });
  }
}
