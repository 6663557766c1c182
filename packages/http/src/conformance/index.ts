export {
  type HttpServerCase,
  type HttpServerSuiteOptions,
  httpServerCases,
  type RunningServer,
  testHttpServer,
} from "./suite.ts";
