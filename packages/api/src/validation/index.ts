import type { Dialect } from "@svc/meta";
import type { Expressions, MetadataCheck } from "@svc/schema";
import { admissionregistrationValidation } from "./admissionregistration/index.ts";
import { apiextensionsValidation } from "./apiextensions/index.ts";
import { apiregistrationValidation } from "./apiregistration.ts";
import { apiserverinternalValidation } from "./apiserverinternal.ts";
import { appsValidation } from "./apps/index.ts";
import { autoscalingValidation } from "./autoscaling.ts";
import { batchValidation } from "./batch/index.ts";
import { certificatesValidation } from "./certificates/index.ts";
import type { KindValidation } from "./common/kind-validation.ts";
import { coordinationValidation } from "./coordination.ts";
import { coreValidation } from "./core/index.ts";
import { discoveryValidation } from "./discovery.ts";
import { flowcontrolValidation } from "./flowcontrol/index.ts";
import { networkingValidation } from "./networking/index.ts";
import { nodeValidation } from "./node.ts";
import { policyValidation } from "./policy.ts";
import { rbacValidation } from "./rbac.ts";
import { resourceValidation } from "./resource/index.ts";
import { schedulingValidation } from "./scheduling.ts";
import { storageValidation } from "./storage/index.ts";
import { storagemigrationValidation } from "./storagemigration.ts";

type GroupValidation = (
  dialect: Dialect,
  expressions?: Expressions,
  checkMetadata?: MetadataCheck,
) => Readonly<Record<string, KindValidation>>;

/** Each group's kinds, by the group as dialects spell it: `rbac.authorization.{api}`. */
const groups: Readonly<Record<string, GroupValidation>> = {
  "": coreValidation,
  "admissionregistration.{api}": admissionregistrationValidation,
  "apiextensions.{api}": apiextensionsValidation,
  "apiregistration.{api}": apiregistrationValidation,
  apps: appsValidation,
  autoscaling: autoscalingValidation,
  batch: batchValidation,
  "certificates.{api}": certificatesValidation,
  "coordination.{api}": coordinationValidation,
  "discovery.{api}": discoveryValidation,
  "flowcontrol.apiserver.{api}": flowcontrolValidation,
  "internal.apiserver.{api}": apiserverinternalValidation,
  "networking.{api}": networkingValidation,
  "node.{api}": nodeValidation,
  policy: policyValidation,
  "rbac.authorization.{api}": rbacValidation,
  "resource.{api}": resourceValidation,
  "scheduling.{api}": schedulingValidation,
  "storage.{api}": storageValidation,
  "storagemigration.{api}": storagemigrationValidation,
};

/** The validation of the built-in kinds, by group and kind. */
export function validationByKind(
  dialect: Dialect,
  expressions?: Expressions,
  checkMetadata?: MetadataCheck,
): (group: string, kind: string) => KindValidation | undefined {
  const byGroup = new Map(
    Object.entries(groups).map(([name, of]) => [dialect.expand(name), of(dialect, expressions, checkMetadata)]),
  );
  return (group, kind) => byGroup.get(group)?.[kind];
}
