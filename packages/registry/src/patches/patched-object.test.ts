import { builtinDefinitions } from "@svc/api";
import { mergePatch } from "@svc/apply";
import { createCodec, DecodeError } from "@svc/codec";
import { type ApiObject, formatApiVersion, type JsonValue, kubernetesDialect } from "@svc/meta";
import { randomObject } from "@svc/schema/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KindCatalog } from "../kinds.ts";
import { type PatchContext, patchedObject } from "./patched-object.ts";

const codec = createCodec();
const definitions = builtinDefinitions(kubernetesDialect);

/** The exact decoder's result for a value; undefined where it rejects it or reports an error. */
function decodedExactly(value: JsonValue, type: Parameters<typeof codec.decodeValue>[1]): unknown {
  try {
    const { object, strictErrors } = codec.decodeValue(value, type);
    return strictErrors.length === 0 ? object : undefined;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

describe("a patched value is taken without conversion just where the exact decoder agrees", () => {
  for (const resource of ["pods", "deployments", "customresourcedefinitions"]) {
    const definition = definitions.find((d) => d.resource === resource);
    const version = definition?.versions[0];
    if (definition === undefined || version === undefined) throw new TypeError(`there are no ${resource}`);
    const root = { kind: definition.kind, apiVersion: formatApiVersion(version) };
    test(resource, () => {
      fc.assert(
        fc.property(randomObject(version.schema), fc.option(fc.string()), (object, odd) => {
          const value = { ...object, ...root, ...(odd === null ? {} : { [odd]: 1 }) } as JsonValue;
          const want = decodedExactly(value, version);
          const taken = codec.takeValue(structuredClone(value), version);
          if (taken !== undefined) expect(taken).toEqual(want);
          else expect(odd === null && want !== undefined && isOwnForm(want, value)).toBe(false);
        }),
        { numRuns: 60 },
      );
    });
  }
});

/** All objects and lists in a value. */
function partsOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [];
}

/** A value in normalized form is never passed to the exact decoder. */
function isOwnForm(object: unknown, value: JsonValue): boolean {
  return JSON.stringify(object) === JSON.stringify(value);
}

describe("a merge patch has the same result as on the object's exact JSON", () => {
  for (const resource of ["configmaps", "pods", "deployments", "customresourcedefinitions"]) {
    const definition = definitions.find((d) => d.resource === resource);
    const version = definition?.versions[0];
    if (definition === undefined || version === undefined) throw new TypeError(`there are no ${resource}`);
    const kind = { group: version.group, version: version.version, kind: definition.kind };
    const root = { kind: kind.kind, apiVersion: formatApiVersion(version) };
    const kinds: KindCatalog = {
      find: () => undefined,
      findCompiledIn: () => undefined,
      findFormerBody: () => undefined,
    };
    const expected = { kind, type: version, definition };
    const context: PatchContext = { codec, kinds, expected, validation: "Ignore", warn: () => undefined };
    test(resource, () => {
      fc.assert(
        fc.property(randomObject(version.schema), randomObject(version.schema), (object, other) => {
          const live = codec.takeValue({ ...object, ...root } as JsonValue, version);
          fc.pre(live !== undefined);
          const before = structuredClone(live);
          const patch = { ...other, ...root, spec: null, data: { a: null, b: "1" } } as JsonValue;
          const made = (kind: "merge" | "json"): unknown =>
            patchedObject(
              context,
              () => ({ kind, patch: (value) => mergePatch(value, structuredClone(patch)), strictErrors: [] }),
              live,
            );
          expect(made("merge")).toEqual(made("json"));
          expect(live).toEqual(before);
          const { metadata, ...rest } = made("merge") as ApiObject;
          const parts = partsOf(live);
          expect(
            partsOf({ ...rest, metadata: { ...metadata, managedFields: [] } }).filter((x) => parts.includes(x)),
          ).toEqual([]);
        }),
        { numRuns: 20 },
      );
    });
  }
});
