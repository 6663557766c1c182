// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import { text as admissionV1 } from "./schemas/admission-v1.ts";
import { text as admissionregistrationV1 } from "./schemas/admissionregistration-v1.ts";
import { text as admissionregistrationV1alpha1 } from "./schemas/admissionregistration-v1alpha1.ts";
import { text as admissionregistrationV1beta1 } from "./schemas/admissionregistration-v1beta1.ts";
import { text as apidiscoveryV2beta1 } from "./schemas/apidiscovery-v2beta1.ts";
import { text as apiextensionsV1 } from "./schemas/apiextensions-v1.ts";
import { text as apiregistrationV1 } from "./schemas/apiregistration-v1.ts";
import { text as apiserverinternalV1alpha1 } from "./schemas/apiserverinternal-v1alpha1.ts";
import { text as appsV1 } from "./schemas/apps-v1.ts";
import { text as auditV1 } from "./schemas/audit-v1.ts";
import { text as authenticationV1 } from "./schemas/authentication-v1.ts";
import { text as authorizationV1 } from "./schemas/authorization-v1.ts";
import { text as autoscalingV1 } from "./schemas/autoscaling-v1.ts";
import { text as autoscalingV2 } from "./schemas/autoscaling-v2.ts";
import { text as batchV1 } from "./schemas/batch-v1.ts";
import { text as certificatesV1 } from "./schemas/certificates-v1.ts";
import { text as certificatesV1alpha1 } from "./schemas/certificates-v1alpha1.ts";
import { text as certificatesV1beta1 } from "./schemas/certificates-v1beta1.ts";
import { text as coordinationV1 } from "./schemas/coordination-v1.ts";
import { text as coordinationV1alpha2 } from "./schemas/coordination-v1alpha2.ts";
import { text as coordinationV1beta1 } from "./schemas/coordination-v1beta1.ts";
import { text as coreV1 } from "./schemas/core-v1.ts";
import { text as discoveryV1 } from "./schemas/discovery-v1.ts";
import { text as eventsV1 } from "./schemas/events-v1.ts";
import { text as flowcontrolV1 } from "./schemas/flowcontrol-v1.ts";
import { text as imagepolicyV1alpha1 } from "./schemas/imagepolicy-v1alpha1.ts";
import { text as intstr } from "./schemas/intstr.ts";
import { text as networkingV1 } from "./schemas/networking-v1.ts";
import { text as networkingV1beta1 } from "./schemas/networking-v1beta1.ts";
import { text as nodeV1 } from "./schemas/node-v1.ts";
import { text as policyV1 } from "./schemas/policy-v1.ts";
import { text as rbacV1 } from "./schemas/rbac-v1.ts";
import { text as resource } from "./schemas/resource.ts";
import { text as resourceV1alpha3 } from "./schemas/resource-v1alpha3.ts";
import { text as resourceV1beta1 } from "./schemas/resource-v1beta1.ts";
import { text as resourceV1beta2 } from "./schemas/resource-v1beta2.ts";
import { text as schedulingV1 } from "./schemas/scheduling-v1.ts";
import { text as storageV1 } from "./schemas/storage-v1.ts";
import { text as storageV1alpha1 } from "./schemas/storage-v1alpha1.ts";
import { text as storageV1beta1 } from "./schemas/storage-v1beta1.ts";
import { text as storagemigrationV1alpha1 } from "./schemas/storagemigration-v1alpha1.ts";

/** Schemas as JSON, by the part of their names before the dot; and what comes before their names in OpenAPI documents. */
export const schemaTexts: Readonly<Record<string, { readonly text: string; readonly openapi: string }>> = {
  "admission/v1": { text: admissionV1, openapi: "{openapi}.api.admission.v1" },
  "admissionregistration/v1": { text: admissionregistrationV1, openapi: "{openapi}.api.admissionregistration.v1" },
  "admissionregistration/v1alpha1": { text: admissionregistrationV1alpha1, openapi: "{openapi}.api.admissionregistration.v1alpha1" },
  "admissionregistration/v1beta1": { text: admissionregistrationV1beta1, openapi: "{openapi}.api.admissionregistration.v1beta1" },
  "apidiscovery/v2beta1": { text: apidiscoveryV2beta1, openapi: "{openapi}.api.apidiscovery.v2beta1" },
  "apiextensions/v1": { text: apiextensionsV1, openapi: "{openapi}.apiextensions-apiserver.pkg.apis.apiextensions.v1" },
  "apiregistration/v1": { text: apiregistrationV1, openapi: "{openapi}.kube-aggregator.pkg.apis.apiregistration.v1" },
  "apiserverinternal/v1alpha1": { text: apiserverinternalV1alpha1, openapi: "{openapi}.api.apiserverinternal.v1alpha1" },
  "apps/v1": { text: appsV1, openapi: "{openapi}.api.apps.v1" },
  "audit/v1": { text: auditV1, openapi: "{openapi}.apiserver.pkg.apis.audit.v1" },
  "authentication/v1": { text: authenticationV1, openapi: "{openapi}.api.authentication.v1" },
  "authorization/v1": { text: authorizationV1, openapi: "{openapi}.api.authorization.v1" },
  "autoscaling/v1": { text: autoscalingV1, openapi: "{openapi}.api.autoscaling.v1" },
  "autoscaling/v2": { text: autoscalingV2, openapi: "{openapi}.api.autoscaling.v2" },
  "batch/v1": { text: batchV1, openapi: "{openapi}.api.batch.v1" },
  "certificates/v1": { text: certificatesV1, openapi: "{openapi}.api.certificates.v1" },
  "certificates/v1alpha1": { text: certificatesV1alpha1, openapi: "{openapi}.api.certificates.v1alpha1" },
  "certificates/v1beta1": { text: certificatesV1beta1, openapi: "{openapi}.api.certificates.v1beta1" },
  "coordination/v1": { text: coordinationV1, openapi: "{openapi}.api.coordination.v1" },
  "coordination/v1alpha2": { text: coordinationV1alpha2, openapi: "{openapi}.api.coordination.v1alpha2" },
  "coordination/v1beta1": { text: coordinationV1beta1, openapi: "{openapi}.api.coordination.v1beta1" },
  "core/v1": { text: coreV1, openapi: "{openapi}.api.core.v1" },
  "discovery/v1": { text: discoveryV1, openapi: "{openapi}.api.discovery.v1" },
  "events/v1": { text: eventsV1, openapi: "{openapi}.api.events.v1" },
  "flowcontrol/v1": { text: flowcontrolV1, openapi: "{openapi}.api.flowcontrol.v1" },
  "imagepolicy/v1alpha1": { text: imagepolicyV1alpha1, openapi: "{openapi}.api.imagepolicy.v1alpha1" },
  "intstr": { text: intstr, openapi: "{openapi}.apimachinery.pkg.util.intstr" },
  "networking/v1": { text: networkingV1, openapi: "{openapi}.api.networking.v1" },
  "networking/v1beta1": { text: networkingV1beta1, openapi: "{openapi}.api.networking.v1beta1" },
  "node/v1": { text: nodeV1, openapi: "{openapi}.api.node.v1" },
  "policy/v1": { text: policyV1, openapi: "{openapi}.api.policy.v1" },
  "rbac/v1": { text: rbacV1, openapi: "{openapi}.api.rbac.v1" },
  "resource": { text: resource, openapi: "{openapi}.apimachinery.pkg.api.resource" },
  "resource/v1alpha3": { text: resourceV1alpha3, openapi: "{openapi}.api.resource.v1alpha3" },
  "resource/v1beta1": { text: resourceV1beta1, openapi: "{openapi}.api.resource.v1beta1" },
  "resource/v1beta2": { text: resourceV1beta2, openapi: "{openapi}.api.resource.v1beta2" },
  "scheduling/v1": { text: schedulingV1, openapi: "{openapi}.api.scheduling.v1" },
  "storage/v1": { text: storageV1, openapi: "{openapi}.api.storage.v1" },
  "storage/v1alpha1": { text: storageV1alpha1, openapi: "{openapi}.api.storage.v1alpha1" },
  "storage/v1beta1": { text: storageV1beta1, openapi: "{openapi}.api.storage.v1beta1" },
  "storagemigration/v1alpha1": { text: storagemigrationV1alpha1, openapi: "{openapi}.api.storagemigration.v1alpha1" },
};
