export type { Endpoint } from "./endpoint.ts";
export { startTestServer, type TestServer, type TestServerOptions } from "./start-test-server.ts";
export { administrator, type TestUser } from "./test-access.ts";
