import { setImmediate } from "node:timers/promises";
import type { TestServer } from "./start-test-server.ts";

/** The path of definitions, in the dialect of Kubernetes. */
export const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The path of widgets in a version of their definition. */
export function widgetsPath(version = "v1"): string {
  return `/apis/example.com/${version}/namespaces/default/widgets`;
}

/** A version of a definition; `v1` is the stored one. */
export function versionOf(name: string, schema: object = { type: "object" }, more: object = {}): object {
  return { name, served: true, storage: name === "v1", schema: { openAPIV3Schema: schema }, ...more };
}

/** The schema of objects whose spec has these properties. */
export function specOf(properties: object, more: object = {}): object {
  return { type: "object", properties: { spec: { type: "object", properties, ...more } } };
}

/** The definition of widgets, a namespaced type of the group `example.com`. */
export function widgetDefinition(versions: readonly object[] = [versionOf("v1")], more: object = {}): object {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions,
      ...more,
    },
  };
}

/** A widget of `v1` without a spec. */
export function widget(name: string, more: object = {}): object {
  return { apiVersion: "example.com/v1", kind: "Widget", metadata: { name }, ...more };
}

/** The parts of a request with JSON; by PATCH, a merge patch. */
export function jsonRequest(method: string, body?: object | string): RequestInit {
  const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
  if (body === undefined) return { method, headers };
  return { method, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** Posts a definition of widgets, and waits until their first version is served. */
export async function define(server: TestServer, definition: object = widgetDefinition()): Promise<void> {
  const { status } = await server.fetch(definitionsPath, jsonRequest("POST", definition));
  if (status !== 201) throw new Error(`the definition was answered with ${status}`);
  while ((await server.fetch(widgetsPath())).status !== 200) await setImmediate();
}
