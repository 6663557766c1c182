export { type AggregationOptions, aggregation } from "./aggregation.ts";
export { type BackendAddress, createFindBackend, type FindBackend } from "./backends/backend-address.ts";
export type { BackendOptions, ClientCertificate } from "./backends/backends.ts";
export type { Endpoints, Service } from "./backends/service-objects.ts";
export type { ServiceReference } from "./registration/api-service.ts";
export type { ClientAuthentication } from "./trust/client-authentication.ts";
