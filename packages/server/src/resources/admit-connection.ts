import type { Admission, AdmissionRequest } from "@svc/admission";
import { type ApiObject, formatApiVersion, type JsonValue } from "@svc/meta";
import type { Schema, Subresource } from "@svc/schema";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { contextOf } from "./registry-calls.ts";

type Connection = Extract<Subresource, { readonly view: "connect" }>;

/**
 * Admits a connection before it is opened: admission gets the options in the query, and its changes
 * are written back to the query.
 *
 * @throws {StatusError}
 */
export async function admitConnection(
  { admission }: { readonly admission: Admission },
  state: RequestState,
  route: Route,
): Promise<void> {
  const { endpoint, namespace = "", name = "", subresource } = route;
  if (subresource?.view !== "connect") return;
  const { definition, version } = endpoint;
  // A connection that shows the object itself, as logs do, is a read: reads are not admitted.
  if (subresource.options.kind === (version.kind ?? definition.kind)) return;
  const { user, warn, annotate, signal, deadlineMs, times } = contextOf(state);
  const { query } = state.info;
  const options = optionsOf(subresource, query, pathBelow(state, route));
  const before = JSON.stringify(options);
  const request: AdmissionRequest = {
    operation: "CONNECT",
    kind: subresource.options,
    resource: { group: version.group, version: version.version, resource: definition.resource },
    subresource: subresource.name,
    namespace,
    name,
    object: options,
    oldObject: undefined,
    dryRun: false,
    type: { ...endpoint, body: { ...subresource.options, schema: subresource.schema } },
    signal,
    deadlineMs,
    user,
    warn,
    annotate,
    times,
  };
  await admission.mutate(request);
  await admission.validate(request);
  if (JSON.stringify(options) !== before) writeOptions(subresource, query, options);
}

/** Options have no metadata. */
function optionsOf({ schema, options: kind }: Connection, query: URLSearchParams, path: readonly string[]): ApiObject {
  const fields = schema.fields.flatMap(({ name, schema: of }) => {
    const texts = name === "path" ? path : query.getAll(name);
    const value = texts.length === 0 ? undefined : valueOfText(of, texts);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { kind: kind.kind, apiVersion: formatApiVersion(kind), ...Object.fromEntries(fields) } as unknown as ApiObject;
}

/** The path of a proxy request follows the subresource in the URL; the query does not change it. */
function pathBelow({ info }: RequestState, { suffix }: Route): readonly string[] {
  const end = info.path.endsWith("/") && !suffix.endsWith("/") ? "/" : "";
  const path = `${suffix}${end}`;
  return path === "" ? [] : [path.startsWith("/") ? path : `/${path}`];
}

/** Undefined for a text that is no value of the field: the handler refuses it. */
function valueOfText(schema: Schema, texts: readonly string[]): JsonValue | undefined {
  const [first = ""] = texts;
  switch (schema.type) {
    case "list": {
      const items = texts.map((text) => valueOfText(schema.items, [text]));
      return items.includes(undefined) ? undefined : (items as JsonValue[]);
    }
    case "boolean":
      return first !== "0" && first.toLowerCase() !== "false" ? true : undefined;
    case "integer":
      return /^-?\d{1,15}$/.test(first) ? Number(first) : undefined;
    default:
      return first;
  }
}

function writeOptions({ schema }: Connection, query: URLSearchParams, options: ApiObject): void {
  const values = new Map(Object.entries(options) as [string, JsonValue][]);
  for (const { name } of schema.fields) {
    if (name === "path") continue;
    const value = values.get(name);
    query.delete(name);
    for (const item of Array.isArray(value) ? (value as readonly JsonValue[]) : [value])
      if (item !== undefined && item !== null) query.append(name, String(item));
  }
}
