export { clusterRoleAggregation } from "./aggregation/cluster-role-aggregation.ts";
export { bootstrapSigner } from "./bootstrap/bootstrap-signer.ts";
export { tokenCleaner } from "./bootstrap/token-cleaner.ts";
export type { ClusterInfo } from "./control-loop/cluster-info.ts";
export type { Controller, ControllerContext } from "./control-loop/controller.ts";
export type { SecretTokenIssuer } from "./control-loop/secret-token.ts";
export type { OwnerReference } from "./control-loop/served-resources.ts";
export { allControllers, selectControllers, UnknownControllerError } from "./controllers.ts";
export { garbageCollector } from "./garbage/garbage-collector.ts";
export { type LeadControllersOptions, leadControllers } from "./lead-controllers.ts";
export type { EventRecorder } from "./manager/event-recorder.ts";
export { createManager, type LeaderElectionOptions, type Manager, type ManagerOptions } from "./manager/manager.ts";
export type { Condition, Named, ObjectHelpers } from "./manager/objects.ts";
export type {
  ReconcileContext,
  ReconcileKey,
  ReconcileResult,
  Reconciler,
  WatchedType,
} from "./manager/reconciler.ts";
export type { ResourceType } from "./manager/resource-type.ts";
export { namespaceController } from "./namespace/namespace-controller.ts";
export { rootCaPublisher } from "./root-ca/root-ca-publisher.ts";
export { serviceAccountController } from "./service-account/service-account-controller.ts";
export { tokenSecretController } from "./service-account/token-secret-controller.ts";
export { type Controllers, type ControllersOptions, startControllers } from "./start-controllers.ts";
