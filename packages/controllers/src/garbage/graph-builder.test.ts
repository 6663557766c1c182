import { silentLog } from "@svc/base";
import type { ServedResource, Stored } from "@svc/client";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ControllerContext } from "../control-loop/controller.ts";
import type { Metadata } from "../control-loop/served-resources.ts";
import { createGraph } from "./graph.ts";
import { createGraphBuilder } from "./graph-builder.ts";
import { type Located, Node } from "./node.ts";

const served = (resource: string): ServedResource => ({
  ...{ group: "", version: "v1", resource, kind: resource, namespaced: true },
  ...{ verbs: ["list", "watch", "delete"], shortNames: [], subresources: new Map() },
});
const kinds = [served("configmaps"), served("secrets")] as const;

const uidOf = (i: number): string => `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`;

interface Given {
  readonly kind: 0 | 1;
  readonly id: number;
  readonly namespace: string;
  readonly owners: readonly number[];
}

/** Ids of the two kinds are not the same. */
const given: fc.Arbitrary<Given> = fc.record({
  kind: fc.constantFrom<0 | 1>(0, 1),
  id: fc.nat(7),
  namespace: fc.constantFrom("a", "b"),
  owners: fc.oneof(fc.constant([]), fc.uniqueArray(fc.nat(15), { maxLength: 2 })),
});
const idOf = ({ kind, id }: Given): number => id * 2 + kind;

type Step =
  | { readonly op: "set"; readonly of: Given }
  | { readonly op: "remove"; readonly of: Given }
  | { readonly op: "replace"; readonly kind: 0 | 1; readonly all: readonly Given[] }
  | { readonly op: "forget"; readonly kind: 0 | 1 };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constantFrom("set" as const, "remove" as const), of: given }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant("replace" as const),
      kind: fc.constantFrom<0 | 1>(0, 1),
      all: fc.uniqueArray(given, { selector: ({ id }) => id, maxLength: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("forget" as const), kind: fc.constantFrom<0 | 1>(0, 1) }) },
);

function objectOf({ namespace, owners, ...rest }: Given, version: number): Node | Located {
  const resource = kinds[rest.kind];
  const uid = uidOf(idOf({ namespace, owners, ...rest }));
  if (owners.length === 0) return { resource, namespace, uid };
  const ownerReferences = owners.map((id) => ({ apiVersion: "v1", kind: "x", name: "x", uid: uidOf(id) }));
  const metadata = { name: uid, namespace, uid, resourceVersion: String(version), ownerReferences };
  return new Node(resource, { metadata } as unknown as Stored<Metadata>);
}

type Model = ReadonlyMap<string, Given>;

/** What there is after a step, by uid. */
function modelAfter(model: Model, s: Step): Model {
  const next = new Map(model);
  if (s.op === "set") next.set(uidOf(idOf(s.of)), s.of);
  else if (s.op === "remove") next.delete(uidOf(idOf(s.of)));
  else {
    for (const [uid, { kind }] of model) if (kind === s.kind) next.delete(uid);
    for (const of of s.op === "replace" ? s.all : [])
      next.set(uidOf(idOf({ ...of, kind: s.kind })), { ...of, kind: s.kind });
  }
  return next;
}

function tell({ target }: ReturnType<typeof createGraphBuilder>, s: Step, version: number): void {
  if (s.op === "forget") target.forget();
  else if (s.op === "replace") target.replace(s.all.map((of) => objectOf({ ...of, kind: s.kind }, version)));
  else target[s.op](objectOf(s.of, version));
}

/**
 * Those whose owner was there before a step and is not after it, though they are; a target that
 * forgets says of nothing that it went.
 */
function orphansOf(before: Model, after: Model, { op }: Step): readonly string[] {
  const gone = op === "forget" ? [] : [...before.keys()].filter((uid) => !after.has(uid));
  return [...after].flatMap(([uid, { owners }]) => (owners.some((id) => gone.includes(uidOf(id))) ? [uid] : []));
}

test("two resources in one graph agree with their events, and an object whose owner is deleted is processed", () => {
  const holds = (steps: readonly Step[]): void => {
    const graph = createGraph();
    const looked = new Set<string>();
    const context = { log: silentLog } as unknown as ControllerContext;
    const options = {
      enqueue: (uid: string) => looked.add(uid),
      onTypesChange: () => undefined,
      onComplete: () => undefined,
    };
    const mirrors = kinds.map((kind) => createGraphBuilder({ context, graph }, kind, options));
    let model: Model = new Map();
    for (const [version, s] of steps.entries()) {
      looked.clear();
      const before = model;
      model = modelAfter(before, s);
      tell(mirrors["of" in s ? s.of.kind : s.kind]!, s, version);
      expect([...looked]).toEqual(expect.arrayContaining([...orphansOf(before, model, s)]));
      const uids = kinds.map((_, i) => [...model].filter(([, { kind }]) => kind === i).map(([uid]) => uid));
      expect(kinds.map((resource) => [...graph.uidsOf(resource)].sort())).toEqual(uids.map((of) => of.sort()));
      expect(mirrors.map(({ target }) => target.size())).toEqual(uids.map(({ length }) => length));
      for (const [uid, { kind, namespace, owners }] of model) {
        expect(graph.locate(uid)).toMatchObject({ resource: kinds[kind], namespace });
        expect(graph.get(uid)?.owners.map((owner) => owner.uid) ?? []).toEqual(owners.map(uidOf));
        for (const owner of owners) expect(graph.dependentsOf(uidOf(owner)).map((d) => d.uid)).toContain(uid);
      }
      const known = model;
      const strays = [...known].flatMap(([uid, { owners }]) =>
        owners.every((id) => known.has(uidOf(id))) ? [] : [uid],
      );
      expect([...new Set(graph.strays().map(({ uid }) => uid))].sort()).toEqual(strays.sort());
    }
  };
  fc.assert(fc.property(fc.array(step, { maxLength: 40 }), holds), { numRuns: 200 });
});
