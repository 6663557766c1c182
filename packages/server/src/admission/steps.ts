import {
  type AdmissionPlugin,
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  type DefaultClassOptions,
  defaultIngressClass,
  defaultStorageClass,
  limitRanger,
  namespaceLifecycle,
  nodeRestriction,
  persistentVolumeClaimResize,
  podSecurity,
  resourceQuota,
} from "@svc/admission";
import { cachedList, cachedObjects, storedResource } from "../cached-object.ts";
import { namespaceSource } from "../namespaces.ts";
import { quotaSource } from "./quotas.ts";
import type { AdmissionSources } from "./sources.ts";

/** A built-in step of admission. */
interface AdmissionStep {
  readonly name: string;
  /** Whether every server has it that does not disable it. */
  readonly byDefault: boolean;
  /** Undefined for a server that has nothing of what the step is about. */
  readonly make: (sources: AdmissionSources) => AdmissionPlugin | undefined;
}

/** In the order in which they act. */
export const admissionSteps: readonly AdmissionStep[] = [
  {
    name: "NamespaceLifecycle",
    byDefault: true,
    make: ({ dialect, definitions, registry }) => {
      const namespaces = namespaceSource(definitions, registry);
      return namespaces === undefined ? undefined : namespaceLifecycle({ dialect, namespaces });
    },
  },
  {
    name: "LimitRanger",
    byDefault: true,
    make: ({ dialect, definitions, registry }) => {
      const ranges = storedResource(definitions, "", "limitranges");
      return ranges === undefined ? undefined : limitRanger({ dialect, limitRanges: cachedList(registry, ranges) });
    },
  },
  {
    name: "NodeRestriction",
    byDefault: false,
    make: ({ dialect, objects, authorizer }) => nodeRestriction({ dialect, objects, authorizer }),
  },
  {
    name: "PodSecurity",
    byDefault: true,
    make: ({ dialect, definitions, registry }) => {
      const namespaces = namespaceSource(definitions, registry);
      const pods = storedResource(definitions, "", "pods");
      if (namespaces === undefined || pods === undefined) return undefined;
      return podSecurity({ dialect, namespaces, pods: cachedList(registry, pods) });
    },
  },
  {
    name: "DefaultStorageClass",
    byDefault: true,
    make: (sources) => withClasses(sources, "storage.{api}", "storageclasses", defaultStorageClass),
  },
  {
    name: "PersistentVolumeClaimResize",
    byDefault: true,
    make: ({ dialect, definitions, registry }) => {
      const classes = storedResource(definitions, dialect.expand("storage.{api}"), "storageclasses");
      if (classes === undefined) return undefined;
      const { get, getFresh } = cachedObjects(registry, classes);
      return persistentVolumeClaimResize({ storageClass: (name) => get("", name) ?? getFresh("", name) });
    },
  },
  { name: "CertificateApproval", byDefault: true, make: certificateApproval },
  { name: "CertificateSigning", byDefault: true, make: certificateSigning },
  { name: "CertificateSubjectRestriction", byDefault: true, make: certificateSubjectRestriction },
  {
    name: "DefaultIngressClass",
    byDefault: true,
    make: (sources) => withClasses(sources, "networking.{api}", "ingressclasses", defaultIngressClass),
  },
  {
    name: "ResourceQuota",
    byDefault: true,
    make: (sources) => {
      const quotas = quotaSource(sources);
      return quotas === undefined ? undefined : resourceQuota(quotas);
    },
  },
];

function withClasses(
  { dialect, definitions, registry }: AdmissionSources,
  group: string,
  resource: string,
  make: (options: DefaultClassOptions) => AdmissionPlugin,
): AdmissionPlugin | undefined {
  const definition = storedResource(definitions, dialect.expand(group), resource);
  if (definition === undefined) return undefined;
  const list = cachedList(registry, definition);
  return make({ dialect, classes: () => list("") });
}

/** The names of the built-in steps. */
export function admissionStepNames(): readonly string[] {
  return admissionSteps.map(({ name }) => name);
}
