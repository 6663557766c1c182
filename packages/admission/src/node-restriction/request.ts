import { type ApiObject, type Dialect, forbiddenError, type StatusError } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";

/** Objects of the server, from memory where it can. */
export interface ObjectSource {
  /** @param namespace empty for cluster-scoped objects */
  get(
    resource: "nodes" | "pods" | "persistentvolumeclaims" | "persistentvolumes" | "csidrivers",
    namespace: string,
    name: string,
  ): ApiObject | undefined | Promise<ApiObject | undefined>;
}

/** A request of a node. */
export interface NodeRequest {
  readonly node: string;
  readonly request: AdmissionRequest;
  readonly dialect: Dialect;
  readonly objects: ObjectSource;
}

export type Check = (asked: NodeRequest) => void | Promise<void>;

/** The name that a request is about; of what has none yet, that which it asks for. */
function nameOf({ name, object }: AdmissionRequest): string {
  if (name !== "") return name;
  const { name: given = "", generateName = "" } = object?.metadata ?? {};
  return given === "" ? generateName : given;
}

/** What is refused to a node. */
export function refused({ request }: NodeRequest, why: string): StatusError {
  const { group, resource } = request.resource;
  return forbiddenError({ group, resource, name: nameOf(request) }, why);
}

export function unexpectedOperation(asked: NodeRequest): StatusError {
  return refused(asked, `unexpected operation ${JSON.stringify(asked.request.operation)}`);
}

/** A field of an object that nobody has typed here. */
export function field(object: unknown, ...path: readonly string[]): unknown {
  let at = object;
  for (const name of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

export function text(object: unknown, ...path: readonly string[]): string {
  const value = field(object, ...path);
  return typeof value === "string" ? value : "";
}

export function items(object: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = field(object, ...path);
  return Array.isArray(value) ? value : [];
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
