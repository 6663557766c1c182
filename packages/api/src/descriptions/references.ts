import type { TypeDescriptions } from "@svc/schema";

const kind = "Kind of the object.";
const name = "Name of the object.";
const namespace = "Namespace of the object.";
const apiVersion = "Group and version of the object's kind.";
const uid = "UID of the object.";

/** Types of references to objects, and of values that are not objects. */
export const referenceDescriptions: TypeDescriptions = {
  Quantity: {
    description:
      "Fixed-point number with an optional suffix: decimal (n, u, m, k, M, G, T, P, E), binary (Ki, Mi, Gi, Ti, Pi, Ei) or an exponent such as e3.",
  },
  IntOrString: { description: "An integer or a string, for example a number or a percentage." },
  CrossVersionObjectReference: {
    description: "Reference to an object in the same namespace.",
    fields: { apiVersion, kind, name },
  },
  ObjectReference: {
    description: "Reference to an object or to a part of it.",
    fields: {
      apiVersion,
      kind,
      name,
      namespace,
      uid,
      resourceVersion: "Resource version of the object.",
      fieldPath: "Path of a part of the object, for example spec.containers{name}.",
    },
  },
  LocalObjectReference: { description: "Reference to an object in the same namespace.", fields: { name } },
  TypedLocalObjectReference: {
    description: "Reference to an object of any kind in the same namespace.",
    fields: { apiGroup: "Group of the kind. Empty for the core group.", kind, name },
  },
  TypedObjectReference: {
    description: "Reference to an object of any kind.",
    fields: {
      apiGroup: "Group of the kind. Empty for the core group.",
      kind,
      name,
      namespace: "Namespace of the object. If absent, that of the referring object.",
    },
  },
  ParentReference: {
    description: "Reference to the object for which another one was created.",
    fields: { group: "Group of the parent's resource.", resource: "Resource of the parent.", namespace, name },
  },
  SecretReference: {
    description: "Reference to a secret in any namespace.",
    fields: { name: "Name of the secret.", namespace: "Namespace of the secret." },
  },
  ServiceReference: {
    description: "Reference to a service that the server calls over HTTPS.",
    fields: {
      name: "Name of the service.",
      namespace: "Namespace of the service.",
      path: "URL path of the requests.",
      port: "Port of the service. Default 443.",
    },
  },
  WebhookClientConfig: {
    description: "How the server connects to a webhook: either url or service is set.",
    fields: {
      url: "URL of the webhook, with the scheme https. It can't contain credentials, a query or a fragment.",
      service: "Service of the webhook, for webhooks that run in the cluster.",
      caBundle:
        "PEM bundle of CA certificates that verify the webhook's certificate. If absent, the trusted roots of the server's system.",
    },
  },
};
