import type { GroupVersionKind } from "@svc/meta";
import type { Schema } from "@svc/schema";

/** The operations of a server's paths, independent of the OpenAPI version. */

export type Method = "get" | "put" | "post" | "delete" | "options" | "head" | "patch";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly type: "string" | "integer" | "boolean";
  readonly description?: string;
}

/** A schema in a body, or plain text. */
export type Content = { readonly schema: Schema; readonly semantics: "typed" | "structural" } | "text";

export interface Operation {
  readonly method: Method;
  readonly id: string;
  readonly description: string;
  readonly tag: string;
  /** The action and its kind; absent for paths without a kind. */
  readonly action?: { readonly name: string; readonly kind: GroupVersionKind };
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly content: Content; readonly required: boolean };
  /** Media types of the body; absent where the path has not even an empty one. */
  readonly consumes?: readonly string[];
  readonly produces: readonly string[];
  readonly responses: readonly Response[];
}

export interface Response {
  readonly code: 200 | 201 | 202;
  readonly content: Content;
}

export interface Route {
  readonly path: string;
  readonly operations: readonly Operation[];
}

/**
 * Parameters in document order, split into those of every operation of a route and those of some.
 */
export function sharedParameters({ operations }: Route): readonly Parameter[] {
  const [first, ...others] = operations;
  if (first === undefined) return [];
  return sortParameters(first.parameters.filter((p) => others.every((o) => o.parameters.some((q) => isSame(p, q)))));
}

export function ownParameters(operation: Operation, shared: readonly Parameter[]): readonly Parameter[] {
  return sortParameters(operation.parameters.filter((p) => !shared.some((s) => isSame(p, s))));
}

function isSame(a: Parameter, b: Parameter): boolean {
  return a.name === b.name && a.in === b.in && a.description === b.description;
}

function sortParameters(parameters: readonly Parameter[]): readonly Parameter[] {
  return [...parameters].sort((a, b) => (a.name === b.name ? (a.in < b.in ? -1 : 1) : a.name < b.name ? -1 : 1));
}
