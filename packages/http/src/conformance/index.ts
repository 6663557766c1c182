export type { HttpServerCase, RunningServer } from "./http-server-case.ts";
export { type HttpServerSuiteOptions, httpServerCases, testHttpServer } from "./suite.ts";
