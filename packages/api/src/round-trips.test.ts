import { cborPrefix, createCodec, DecodeError, sealEnvelope, yamlOf } from "@svc/codec";
import { type ApiObject, formatApiVersion, kubernetesDialect } from "@svc/meta";
import type { ResourceVersion } from "@svc/schema";
import { randomObject } from "@svc/schema/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtin } from "./index.ts";

const codec = createCodec();
const magic = kubernetesDialect.protobufMagic;

const definitions = builtin()(kubernetesDialect);
const kinds = definitions.flatMap((definition) =>
  definition.versions
    .filter(({ semantics }) => semantics === "typed")
    .map((version) => {
      const kind = version.kind ?? definition.kind;
      return { name: `${formatApiVersion(version)} ${kind}`, kind, version };
    }),
);

const jsonOf = (object: ApiObject, version: ResourceVersion, kind: string): string =>
  codec.encodeJson(object, version, { kind, apiVersion: formatApiVersion(version) }).toString();

function messageOf(object: ApiObject, version: ResourceVersion, kind: string): Buffer {
  const raw = codec.encodeMessage(object, version);
  return sealEnvelope({ kind, apiVersion: formatApiVersion(version), raw }, magic);
}

function cborOf(json: string, version: ResourceVersion): Buffer {
  return Buffer.concat([cborPrefix, codec.cborOf(Buffer.from(json), version)]);
}

describe("random objects of every kind survive a round trip", () => {
  test.each(kinds)("$name", ({ version, kind }) => {
    fc.assert(
      fc.property(randomObject(version.schema, { maxDepth: 3, maxItems: 2 }), (value) => {
        const decoded = codec.decodeValue({ ...value, kind, apiVersion: formatApiVersion(version) }, version);
        // What is empty is told from what is not there until an object is stored, and by no
        // message.
        const object = codec.asStored(decoded.object, version);
        const json = jsonOf(object, version, kind);
        const ways = {
          JSON: () => codec.parseJson(Buffer.from(json)).decode(version).object,
          YAML: () => codec.parseYaml(yamlOf(Buffer.from(json))).decode(version).object,
          protobuf: () => codec.parseProtobuf(messageOf(object, version, kind), magic).decode(version).object,
          CBOR: () => codec.parseCbor(cborOf(json, version)).decode(version).object,
          store: () => codec.decodeStored(codec.encodeStored(object, version, { kind }), version),
        };
        for (const [way, back] of Object.entries(ways)) {
          const got = JSON.parse(jsonOf(back(), version, kind)) as { metadata?: { resourceVersion?: string } };
          const want = JSON.parse(json) as typeof got;
          // What is stored has no version: the store gives it.
          if (way === "store") delete want.metadata?.resourceVersion;
          expect(got, way).toEqual(want);
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});

/**
 * Versions with defaults for absent values: without metrics, scaling is by CPU; a device is a basic
 * one.
 */
const filling: ReadonlySet<string> = new Set([
  "autoscaling/v1 HorizontalPodAutoscaler",
  "resource.k8s.io/v1beta1 ResourceSlice",
  "resource.k8s.io/v1alpha3 ResourceSlice",
]);

/** Pairs of versions of one kind: the one in which it is stored, and another. */
const pairs = definitions.flatMap((definition) => {
  const stored = definition.versions[0];
  return definition.versions.slice(1).flatMap((version) => {
    const kind = version.kind ?? definition.kind;
    return stored === undefined ? [] : [{ name: `${formatApiVersion(version)} ${kind}`, kind, version, stored }];
  });
});

describe("random objects of every kind with several versions lose nothing when they are stored in another version", () => {
  test.each(pairs)("$name", ({ name, kind, version, stored }) => {
    const apiVersion = formatApiVersion(version);
    const throughStore = (object: ApiObject): ApiObject => {
      const kept = codec.encodeStored(version.conversion?.toStorage(object) ?? object, stored, { kind });
      const read = codec.decodeStored(kept, stored);
      return version.conversion?.fromStorage(read) ?? read;
    };
    fc.assert(
      fc.property(randomObject(version.schema, { maxDepth: 6, maxItems: 2 }), (value) => {
        const { metadata: _, ...content } = value;
        const sent = { ...content, kind, apiVersion, metadata: { name: "a" } };
        const { object } = codec.decodeValue(sent, version);
        const given = filling.has(name) ? throughStore(object) : codec.asStored(object, version);
        const want = JSON.parse(jsonOf(given, version, kind));
        expect(JSON.parse(jsonOf(throughStore(given), version, kind))).toEqual(want);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});

describe("invalid messages", () => {
  const pods = kinds.find(({ name }) => name === "v1 Pod");
  if (pods === undefined) throw new TypeError("there are no pods");
  const { version, kind } = pods;
  const decodes = (bytes: Buffer): void => {
    try {
      codec.parseProtobuf(bytes, magic).decode(version);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
    }
  };

  test("random bytes are decoded or refused", () => {
    const bytes = fc
      .uint8Array({ maxLength: 200 })
      .map((raw) => sealEnvelope({ kind, apiVersion: "v1", raw: Buffer.from(raw) }, magic));
    fc.assert(fc.property(bytes, decodes), { numRuns: 2_000 });
  });

  test("so are messages that were cut or changed", () => {
    const damaged = fc
      .tuple(randomObject(version.schema, { maxDepth: 3, maxItems: 2 }), fc.nat(), fc.nat(255), fc.boolean())
      .map(([value, at, byte, cut]) => {
        const { object } = codec.decodeValue(value, version);
        const bytes = Buffer.from(messageOf(object, version, kind));
        const place = at % bytes.length;
        if (cut) return bytes.subarray(0, place);
        bytes[place] = byte;
        return bytes;
      });
    fc.assert(fc.property(damaged, decodes), { numRuns: 300, endOnFailure: true });
  });
});

/** Every list and every struct of an object but its metadata. */
function partsOf(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

describe("unchanged parts are encoded as in a full encoding", () => {
  test.each(kinds)("$name", ({ version, kind }) => {
    const random = randomObject(version.schema, { maxDepth: 4, maxItems: 4 });
    fc.assert(
      fc.property(random, random, fc.func(fc.boolean()), (first, second, isUnchanged) => {
        const settled = (value: object): ApiObject =>
          codec.asStored(
            codec.decodeValue({ ...value, kind, apiVersion: formatApiVersion(version) }, version).object,
            version,
          );
        const old = settled(first);
        const { metadata: _, ...members } = old;
        const unchanged = new Set(partsOf(Object.values(members)).filter((part) => isUnchanged(part)));
        const next = { ...settled(second), ...Object.fromEntries(Object.entries(members).slice(1)) };
        for (const object of [old, old, next, old, next]) {
          const anew = createCodec().encodeStored(object, version, { kind }).toString();
          expect(codec.encodeStored(object, version, { kind, unchanged }).toString()).toBe(anew);
        }
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});
