import { declareType, type NativeType, type TypeDeclaration } from "@svc/cel";

const strings: TypeDeclaration = { list: "string" };

function groupVersion(name: string, last: string): TypeDeclaration {
  return { name, fields: { group: "string", version: "string", [last]: "string" } };
}

const kind = groupVersion("kubernetes.GroupVersionKind", "kind");
const resource = groupVersion("kubernetes.GroupVersionResource", "resource");

/** The type of requests in expressions. Type names are as in the original's errors. */
export const requestType: NativeType = declareType({
  name: "kubernetes.AdmissionRequest",
  fields: {
    kind,
    resource,
    subResource: "string",
    requestKind: kind,
    requestResource: resource,
    requestSubResource: "string",
    name: "string",
    namespace: "string",
    operation: "string",
    userInfo: {
      name: "kubernetes.UserInfo",
      fields: { username: "string", uid: "string", groups: strings, extra: { map: strings } },
    },
    dryRun: "bool",
    options: "dyn",
  },
});

/** The type of `namespaceObject`: the fields of a namespace that expressions can read. */
export const namespaceType: NativeType = declareType({
  name: "kubernetes.Namespace",
  fields: {
    metadata: {
      name: "kubernetes.NamespaceMetadata",
      fields: {
        name: "string",
        generateName: "string",
        namespace: "string",
        labels: { map: "string" },
        annotations: { map: "string" },
        UID: "string",
        creationTimestamp: "timestamp",
        deletionGracePeriodSeconds: "int",
        deletionTimestamp: "timestamp",
        generation: "int",
        resourceVersion: "string",
        finalizers: strings,
      },
    },
    spec: { name: "kubernetes.NamespaceSpec", fields: { finalizers: strings } },
    status: {
      name: "kubernetes.NamespaceStatus",
      fields: {
        conditions: {
          list: {
            name: "kubernetes.NamespaceCondition",
            fields: {
              status: "string",
              type: "string",
              lastTransitionTime: "timestamp",
              message: "string",
              reason: "string",
            },
          },
        },
        phase: "string",
      },
    },
  },
});
