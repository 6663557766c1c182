import { anObject, checkArgument } from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect, quote } from "@svc/meta";
import type { ScaleDefinition } from "../definition.ts";
import { objectMetaSchema } from "../object-meta-schema.ts";
import { createStruct, type Field, type Schema, type StructSchema } from "../schema.ts";
import { type ObjectPath, parseObjectPath, setValueAt, valueAt } from "./object-path.ts";

/** Paths of the values that the scale subresource of an extension type shows. */
export interface ScalePaths {
  /** A path of names, below `spec`. */
  readonly replicas: string;
  /** A path below `status`. */
  readonly statusReplicas: string;
  /** A path to the selector as a string. */
  readonly selector?: string;
}

/** The scale subresource of a type with these paths. @throws {TypeError} for an invalid path */
export function scaleAt(paths: ScalePaths, dialect: Dialect): ScaleDefinition {
  checkArgument("scaleAt: paths", paths, anObject);
  checkArgument("scaleAt: dialect", dialect, aDialect);
  const replicas = parseObjectPath(paths.replicas);
  const statusReplicas = parseObjectPath(paths.statusReplicas);
  const selector = paths.selector === undefined ? undefined : parseObjectPath(paths.selector);
  const numberAt = (object: ApiObject, path: ObjectPath): number => {
    const value: unknown = valueAt(object, path);
    // Wider numbers are cut, as kube-apiserver does.
    return typeof value === "bigint" ? Number(BigInt.asIntN(32, value)) : typeof value === "number" ? value | 0 : 0;
  };
  return {
    kind: { group: "autoscaling", version: "v1", kind: "Scale" },
    schema: scaleSchema(dialect),
    replicasPath: replicas.steps.map(String),
    problem: (object) =>
      valueAt(object, replicas) === undefined
        ? `the spec replicas field ${quote(replicas.text)} does not exist`
        : undefined,
    replicas: (object) => numberAt(object, replicas),
    setReplicas: (object, count) => {
      setValueAt(object, replicas, count);
    },
    statusReplicas: (object) => numberAt(object, statusReplicas),
    selector: (object) => {
      const value = selector === undefined ? undefined : valueAt(object, selector);
      return typeof value === "string" ? value : "";
    },
  };
}

function scaleSchema(dialect: Dialect): StructSchema {
  const named = (name: string): { readonly name: string; readonly openapiName: string } => ({
    name: `autoscaling/v1.${name}`,
    openapiName: `${dialect.openapiPrefix}.api.autoscaling.v1.${name}`,
  });
  const replicas: Schema = { type: "integer", format: "int32" };
  const text: Schema = { type: "string" };
  const part = (name: string, schema: Schema, number: number): Field => ({
    name,
    schema,
    presence: "omitEmpty",
    proto: { number, type: "message" },
  });
  const spec = createStruct(
    [{ name: "replicas", schema: replicas, presence: "omitEmpty", proto: { number: 1, type: "int32" } }],
    named("ScaleSpec"),
  );
  const status = createStruct(
    [
      { name: "replicas", schema: replicas, presence: "always", required: true, proto: { number: 1, type: "int32" } },
      { name: "selector", schema: text, presence: "omitEmpty", proto: { number: 2, type: "string" } },
    ],
    named("ScaleStatus"),
  );
  return createStruct(
    [
      { name: "kind", schema: text, presence: "omitEmpty" },
      { name: "apiVersion", schema: text, presence: "omitEmpty" },
      { ...part("metadata", objectMetaSchema(dialect), 1), presence: "always" },
      { ...part("spec", spec, 2), presence: "always" },
      { ...part("status", status, 3), presence: "always" },
    ],
    { ...named("Scale"), kinds: [{ group: "autoscaling", version: "v1", kind: "Scale" }] },
  );
}
