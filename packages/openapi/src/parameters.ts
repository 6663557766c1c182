import type { Field, StructSchema } from "@svc/schema";
import type { Parameter } from "./operation.ts";

function query(name: string, type: Parameter["type"], description: string): Parameter {
  return { name, in: "query", type, description };
}

export function nameParameter(kind: string): Parameter {
  return { name: "name", in: "path", type: "string", description: `name of the ${kind}` };
}

export const namespaceParameter: Parameter = {
  name: "namespace",
  in: "path",
  type: "string",
  description: "The namespace that the object lies in.",
};

export const subpathParameter: Parameter = {
  name: "path",
  in: "path",
  type: "string",
  description: "The rest of the path, passed on to the target.",
};

export const prettyParameter: Parameter = query(
  "pretty",
  "string",
  "Whether the answer is indented for people to read. Without it, browsers and command-line clients get it so.",
);

export const resourceVersionParameter: Parameter = query(
  "resourceVersion",
  "string",
  "The state to read: the latest when unset, any for 0, otherwise one at least as new.",
);

const dryRun = query(
  "dryRun",
  "string",
  "With All, the request is judged and answered as if it were carried out, and nothing is stored. Other values are refused.",
);
const fieldValidation = query(
  "fieldValidation",
  "string",
  "How unknown and repeated fields are handled: Ignore drops them, Warn drops them and sends warning headers, Strict rejects the request. The default is Warn.",
);

function fieldManager(more: string): Parameter {
  return query(
    "fieldManager",
    "string",
    `Name of the manager that owns the fields which the request sets; at most 128 printable characters. ${more}`,
  );
}

export const writeParameters: readonly Parameter[] = [
  dryRun,
  fieldManager("By default the name of the client's program."),
  fieldValidation,
];

export const patchParameters: readonly Parameter[] = [
  dryRun,
  fieldManager("An apply request must have it."),
  fieldValidation,
  query(
    "force",
    "boolean",
    "Whether an apply request takes over fields of other managers instead of failing with a conflict. Not allowed with other patches.",
  ),
];

const selection: readonly Parameter[] = [
  query(
    "continue",
    "string",
    "The continue token of the previous page, which requests the next one. All other parameters must be the same.",
  ),
  query("fieldSelector", "string", "Which objects, by their fields. All by default."),
  query("labelSelector", "string", "Which objects, by their labels. All by default."),
  query(
    "limit",
    "integer",
    "How many objects a page has at most. An answer that leaves out some has a mark to continue.",
  ),
  resourceVersionParameter,
  query("resourceVersionMatch", "string", "How resourceVersion applies to lists: Exact or NotOlderThan."),
  query(
    "sendInitialEvents",
    "boolean",
    "Whether a watch begins with the existing objects, followed by a bookmark that marks their end.",
  ),
  query("timeoutSeconds", "integer", "After how many seconds the server ends a list or a watch."),
];

export const listParameters: readonly Parameter[] = [
  query(
    "allowWatchBookmarks",
    "boolean",
    "Whether a watch may send bookmarks: events with only a newer resourceVersion.",
  ),
  ...selection,
  query("watch", "boolean", "Whether changes follow, as they happen, instead of a list."),
];

export const deleteParameters: readonly Parameter[] = [
  dryRun,
  query(
    "gracePeriodSeconds",
    "integer",
    "Grace period of the deletion in seconds; 0 deletes immediately. The default depends on the kind and the object.",
  ),
  query(
    "ignoreStoreReadErrorWithClusterBreakingPotential",
    "boolean",
    "Deletes an object that can't be read, ignoring its finalizers. Dependents may break.",
  ),
  query(
    "orphanDependents",
    "boolean",
    "Whether dependents stay. Superseded by propagationPolicy; not both may be set.",
  ),
  query(
    "propagationPolicy",
    "string",
    "What happens to dependents: Orphan keeps them, Background deletes them after the owner, Foreground before it.",
  ),
];

export const deleteCollectionParameters: readonly Parameter[] = [...deleteParameters, ...selection];

/** The fields of an options type that fit into a query. */
export function optionParameters(options: StructSchema): readonly Parameter[] {
  return options.fields.flatMap((field) => {
    const type = queryType(field);
    const description = field.description ?? field.schema.description;
    if (type === undefined) return [];
    return [{ name: field.name, in: "query" as const, type, ...(description === undefined ? {} : { description }) }];
  });
}

function queryType({ name, schema }: Field): Parameter["type"] | undefined {
  if (name === "apiVersion" || name === "kind") return undefined;
  const { type } = schema.type === "list" ? schema.items : schema;
  return type === "string" || type === "integer" || type === "boolean" ? type : undefined;
}
