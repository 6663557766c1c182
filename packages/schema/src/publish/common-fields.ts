/** What the fields that every kind has are for, where a definition does not say it itself. */
export const commonFields: Readonly<Record<string, string>> = {
  apiVersion:
    "The group and version of the API in which this object is written. The server rejects versions that it does not serve.",
  kind: "The type of this object, in CamelCase. It follows from the path of the request and never changes.",
  metadata: "What every object has: its name, its labels, and what the server keeps of it.",
  spec: "What is wanted.",
  status: "What is so, as last seen. Written by the system, not by users.",
  items: "The objects of the list, in the order of their namespaces and names.",
};
