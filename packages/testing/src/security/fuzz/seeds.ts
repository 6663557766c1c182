import type { Dialect } from "@svc/meta";

/** A valid object that mutations start from. */
export interface Seed {
  /** The collection that takes it. */
  readonly path: string;
  readonly object: object;
}

const pod = {
  containers: [{ name: "c", image: "i", ports: [{ containerPort: 80 }], env: [{ name: "A", value: "b" }] }],
};
const template = { metadata: { labels: { app: "a" } }, spec: pod };

/**
 * Objects of kinds with very different validation: maps, keyed lists, selectors, expressions,
 * schemas.
 */
export function createSeeds(dialect: Dialect): readonly Seed[] {
  const meta = (name: string): object => ({
    name,
    labels: { app: "a" },
    annotations: { note: "n" },
    finalizers: ["e.com/f"],
  });
  const seed = (path: string, apiVersion: string, kind: string, rest: object, name = "seed"): Seed => ({
    path,
    object: { apiVersion, kind, metadata: meta(name), ...rest },
  });
  const group = (name: string): string => dialect.expand(name);
  const [rbac, extensions, admission] = [
    "rbac.authorization.{api}",
    "apiextensions.{api}",
    "admissionregistration.{api}",
  ].map(group);
  const core = "/api/v1/namespaces/default";
  const schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { a: { type: "string", enum: ["a"] } } } },
  };
  return [
    seed(`${core}/configmaps`, "v1", "ConfigMap", { data: { a: "b" }, binaryData: { b: "AAEC" } }),
    seed(`${core}/secrets`, "v1", "Secret", { stringData: { a: "b" }, type: "Opaque" }),
    seed(`${core}/pods`, "v1", "Pod", { spec: pod }),
    seed(`${core}/services`, "v1", "Service", {
      spec: { selector: { app: "a" }, ports: [{ port: 80, targetPort: "x" }] },
    }),
    seed("/api/v1/namespaces", "v1", "Namespace", {}),
    seed("/apis/apps/v1/namespaces/default/deployments", "apps/v1", "Deployment", {
      spec: { replicas: 1, selector: { matchLabels: { app: "a" } }, template },
    }),
    seed("/apis/batch/v1/namespaces/default/jobs", "batch/v1", "Job", {
      spec: { template: { spec: { ...pod, restartPolicy: "Never" } } },
    }),
    seed(`/apis/${rbac}/v1/clusterroles`, `${rbac}/v1`, "ClusterRole", {
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
    }),
    seed(
      `/apis/${extensions}/v1/customresourcedefinitions`,
      `${extensions}/v1`,
      "CustomResourceDefinition",
      {
        spec: {
          group: "e.com",
          scope: "Namespaced",
          names: { plural: "things", kind: "Thing" },
          versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
        },
      },
      "things.e.com",
    ),
    seed(`/apis/${admission}/v1/validatingadmissionpolicies`, `${admission}/v1`, "ValidatingAdmissionPolicy", {
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
        },
        validations: [{ expression: "object.metadata.name.size() < 10", message: "no" }],
      },
    }),
  ];
}
