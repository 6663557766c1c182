export { type AggregationOptions, aggregation } from "./aggregation.ts";
export type { BackendOptions, ClientCertificate } from "./backends/backends.ts";
export type { ClientAuthentication } from "./trust/client-authentication.ts";
