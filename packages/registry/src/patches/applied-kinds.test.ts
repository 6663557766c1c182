import { builtin } from "@svc/api";
import { createFieldOwnership } from "@svc/apply";
import { createCodec } from "@svc/codec";
import { type ApiObject, formatApiVersion, kubernetesDialect } from "@svc/meta";
import type { ResourceVersion } from "@svc/schema";
import { randomObject } from "@svc/schema/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeMerged } from "./normalize-merged.ts";

const codec = createCodec();
const ownership = createFieldOwnership({ normalize: (value, write) => normalizeMerged(codec, value, write) });
/** Normalizes the whole merged value, parts of the live object included. */
const slow = createFieldOwnership({
  normalize: (value, write) => normalizeMerged(codec, value, { ...write, live: undefined }),
});
const now = "2026-01-02T03:04:05Z";

const kinds = builtin()(kubernetesDialect).flatMap((definition) =>
  definition.versions
    .filter(({ semantics }) => semantics === "typed")
    .map((version) => {
      const kind = version.kind ?? definition.kind;
      return { name: `${formatApiVersion(version)} ${kind}`, kind, definition, version };
    }),
);

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null)
    for (const member of Object.values(Object.freeze(value))) freeze(member);
  return value;
}

/** An object as in a response, without managers. */
function shown(object: ApiObject, version: ResourceVersion, kind: string): object {
  const { managedFields: _, ...metadata } = object.metadata;
  const text = codec.encodeJson({ ...object, metadata }, version, { kind, apiVersion: formatApiVersion(version) });
  return JSON.parse(text.toString()) as object;
}

/** A list that was emptied equals one that was never set. */
function withoutItems(object: object): unknown {
  return JSON.parse(JSON.stringify(object), (_, v: unknown) => (Array.isArray(v) && v.length === 0 ? null : v));
}

/** An item of an associative list may lack its key; such an object can be sent, but not applied. */
function unlessKeyless<T>(apply: () => T): T {
  try {
    return apply();
  } catch (error) {
    fc.pre(!(error instanceof Error && /omits key field|duplicate entries/.test(error.message)));
    throw error;
  }
}

describe("random objects of every kind survive an apply", () => {
  test.each(kinds)("$name", ({ definition, version, kind }) => {
    const endpoint = { definition, version, subresource: "" };
    const apiVersion = formatApiVersion(version);
    const identity = { apiVersion, kind, metadata: { name: "a", labels: { own: "this" } } };
    // The spec of a signing request has no owner: it never changes.
    const isOwned = kind !== "CertificateSigningRequest";
    const applied = (live: ApiObject | undefined, intent: object): ApiObject =>
      ownership.apply({ endpoint, live, intent: intent as ApiObject, manager: "m", force: false, now });

    fc.assert(
      fc.property(randomObject(version.schema, { maxDepth: 4, maxItems: 2 }), (value) => {
        // The status is owned by managers that write it through its subresource.
        const { metadata: _, status: __, ...content } = value;
        const { object } = codec.decodeValue({ ...content, ...identity }, version);
        const intent = shown(object, version, kind);
        const live = unlessKeyless(() => applied(undefined, intent));
        expect(shown(live, version, kind), "it is what was wanted").toEqual(intent);
        expect(applied(live, intent), "a second time it changes nothing").toEqual(live);
        const other = {
          ...intent,
          metadata: { ...identity.metadata, labels: { own: "other" } },
        } as unknown as ApiObject;
        const write = { endpoint, live: freeze(live), intent: other, manager: "m", force: false, now };
        expect(ownership.apply(write), "what it has of the live object is settled").toEqual(slow.apply(write));
        const left = shown(applied(live, identity), version, kind);
        const rest = isOwned ? codec.decodeValue(identity, version).object : object;
        expect(withoutItems(left), "who gives up all of it leaves nothing").toEqual(
          withoutItems(shown(rest, version, kind)),
        );
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});
