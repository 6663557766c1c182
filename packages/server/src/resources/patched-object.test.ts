import { builtinDefinitions } from "@svc/api";
import { createCodec, DecodeError } from "@svc/codec";
import { formatApiVersion, type JsonValue, kubernetesDialect } from "@svc/meta";
import { randomObject } from "@svc/schema/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const codec = createCodec();
const definitions = builtinDefinitions(kubernetesDialect);

/** What the exact decoder makes of a value; nothing where it refuses it or has something to tell. */
function decodedExactly(value: JsonValue, type: Parameters<typeof codec.decodeValue>[1]): unknown {
  try {
    const { object, strictErrors } = codec.decodeValue(value, type);
    return strictErrors.length === 0 ? object : undefined;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

describe("what a patch makes is taken as it is just where the exact decoder would say the same", () => {
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

/** A value in the form that objects have anyway is never left to the exact decoder. */
function isOwnForm(object: unknown, value: JsonValue): boolean {
  return JSON.stringify(object) === JSON.stringify(value);
}
