import { clusterEnv } from "../cluster/cluster-env.ts";
import { createEnv, type Env } from "../env/env.ts";
import { authorizerValue, type ExpressionAuthorizer, resourceCheckValue } from "../libs/authz.ts";
import { declareType, type TypeDeclaration } from "../schema/declare.ts";

const groupVersion = (name: string, last: string): TypeDeclaration => ({
  name,
  fields: { group: "string", version: "string", [last]: "string" },
});
const strings: TypeDeclaration = { list: "string" };

const request: TypeDeclaration = {
  name: "kubernetes.AdmissionRequest",
  fields: {
    kind: groupVersion("kubernetes.GroupVersionKind", "kind"),
    resource: groupVersion("kubernetes.GroupVersionResource", "resource"),
    subResource: "string",
    requestKind: groupVersion("kubernetes.GroupVersionKind", "kind"),
    requestResource: groupVersion("kubernetes.GroupVersionResource", "resource"),
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
};

const namespaceObject: TypeDeclaration = {
  name: "kubernetes.Namespace",
  fields: {
    metadata: {
      name: "kubernetes.NamespaceMetadata",
      fields: { name: "string", labels: { map: "string" }, annotations: { map: "string" }, UID: "string" },
    },
  },
};

/** The environment of an admission policy. */
export function admissionEnv(): Env {
  return createEnv({
    ...clusterEnv(),
    variables: {
      object: "dyn",
      oldObject: "dyn",
      params: "dyn",
      request: declareType(request),
      namespaceObject: declareType(namespaceObject),
      authorizer: "kubernetes.authorization.Authorizer",
      "authorizer.requestResource": "kubernetes.authorization.ResourceCheck",
    },
  });
}

/** Allows everything to the user of the request, and nothing to service accounts. */
const authorizer: ExpressionAuthorizer = {
  authorize: (question) => ({ allowed: question.serviceAccount === undefined, reason: "" }),
};

const kind = { group: "cel.cases.test", version: "v1", kind: "Case" };
const resource = { group: "cel.cases.test", version: "v1", resource: "cases" };

/** The variables under which the cases were recorded. */
export function admissionVariables(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const metadata = { name: "c", namespace: "cel-cases" };
  const object = {
    apiVersion: "cel.cases.test/v1",
    kind: "Case",
    metadata,
    ...(given["object"] as object | undefined),
  };
  const update = given["oldObject"] !== undefined;
  return {
    object,
    oldObject: given["oldObject"] ?? null,
    params: { limit: 3, names: ["a", "b"] },
    request: {
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      ...metadata,
      operation: update ? "UPDATE" : "CREATE",
      userInfo: { username: "admin", groups: ["system:masters"] },
      dryRun: true,
    },
    namespaceObject: { metadata: { name: "cel-cases", labels: { tier: "gold" }, annotations: { note: "n" } } },
    authorizer: authorizerValue(authorizer),
    "authorizer.requestResource": resourceCheckValue(authorizer, { ...resource, subresource: "", ...metadata }),
  };
}
