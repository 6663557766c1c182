/**
 * Descriptions of the fields that every kind has, for definitions that have none of their own. The
 * conformance suite of Kubernetes looks for the first words of apiVersion and metadata.
 */
export const commonFields: Readonly<Record<string, string>> = {
  apiVersion: "APIVersion defines the group and version in which the object is expressed, for example apps/v1.",
  kind: "Kind of the object, in CamelCase. The endpoint determines it. Immutable.",
  metadata: "Standard object's metadata: its name, labels and owners.",
  spec: "Desired state of the object.",
  status: "Observed state of the object. Written by the system.",
  items: "Objects of the list, ordered by namespace and name.",
};
