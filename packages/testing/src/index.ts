export { expectNoFights } from "./checks/fights.ts";
export { expectIdempotent } from "./checks/idempotence.ts";
export { expectToSurviveRestarts, type RestartableController, type RestartOptions } from "./checks/restarts.ts";
export { type RoleRule, type SmallestRoles, smallestRoles } from "./checks/smallest-roles.ts";
export type { Endpoint } from "./endpoint.ts";
export { ExplorationError, type ExploreOptions, type ExploreReport, explore } from "./explore/explore.ts";
export type { Fault, FaultEffect, FaultSelection, InjectedFault } from "./faults/fault.ts";
export { type KnownFaults, knownFaults } from "./faults/known-faults.ts";
export { isWrite, type RecordedRequest } from "./journal/recorded-request.ts";
export type { RequestFilter, RequestJournal } from "./journal/request-journal.ts";
export { requestTable, requestTimeline } from "./journal/request-table.ts";
export {
  type RecordedChange,
  type RecordedObject,
  type Recording,
  type RecordOptions,
  record,
} from "./recording/recording.ts";
export type { ProxiedRequest } from "./recording/recording-proxy.ts";
export { type RestoreTarget, restore } from "./recording/restore.ts";
export type { SettleOptions } from "./settle.ts";
export { startTestServer, type TestServer, type TestServerOptions } from "./start-test-server.ts";
export { administrator, type TestUser } from "./test-access.ts";
