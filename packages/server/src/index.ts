export { createServer, type Server } from "./compose.ts";
export { type Condition, type ConditionState, conditionOf, withCondition } from "./controllers/conditions.ts";
export type { Controller, RunningController } from "./controllers/controller.ts";
export { createLocalQueue } from "./controllers/local-queue.ts";
export { runPeriodically } from "./controllers/periodic.ts";
export type { PostStartStep } from "./controllers/post-start.ts";
export { type KnownObjects, startReconciler } from "./controllers/reconciler.ts";
export type {
  AggregatedGroup,
  AggregatedVersion,
  ExtensionGroups,
  GroupHandler,
  GroupsSnapshot,
  OpenApiV3Entry,
  PlainGroup,
} from "./discovery/extension-groups.ts";
export type { Form, Offers } from "./encode/form.ts";
export { documentResponse, textResponse } from "./encode/responses.ts";
export type {
  ExtensionAdmission,
  ExtensionContext,
  ExtensionHealth,
  ExtensionPath,
  ServerExtension,
  StorageContext,
} from "./extension.ts";
export type { HealthCheck } from "./health/health.ts";
export { storageProblem } from "./health/storage-problem.ts";
export { type InitialTypes, initialCatalog } from "./initial-catalog.ts";
export { reloadMetrics } from "./metrics/reload-metrics.ts";
export { unavailableMetrics } from "./metrics/termination-metrics.ts";
export type { PathHandler, SubresourceHandler } from "./request/handlers.ts";
export type { ServerLimits } from "./request/limits.ts";
export {
  type AccessRefusal,
  currentMs,
  type FlowPlace,
  type FlowWork,
  type RequestState,
  readClock,
  type WatchStart,
} from "./request/request-state.ts";
export { methodNotServed, type Route } from "./request/route.ts";
export { mapResponse, type Next, type PlacedStage, type Stage, type StagePosition } from "./request/stage.ts";
export type { RequestTools } from "./request-tools.ts";
export type { ActionSteps } from "./resources/action.ts";
export { type DeleteOptionsObject, unsafeOption } from "./resources/delete.ts";
export { offersOf } from "./resources/offers.ts";
export { integer } from "./resources/query.ts";
export { contextOf, writeOptionsOf } from "./resources/registry-calls.ts";
export type { RuntimeConfig } from "./runtime-config.ts";
export type { ServerConfig } from "./server-config.ts";
export { fieldRequirements, labelRequirements } from "./stages/selector-attributes.ts";
