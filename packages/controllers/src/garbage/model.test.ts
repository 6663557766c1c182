import { core } from "@svc/api";
import type { DeleteOptions, Stored } from "@svc/client";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cluster, ownedBy, startCluster } from "../testing/cluster.ts";
import { garbageCollector } from "./garbage-collector.ts";

type Policy = NonNullable<DeleteOptions["propagationPolicy"]>;
type Names = readonly string[];

/** Who is owned by whom, in the order in which they are made, and who is deleted then. */
interface Case {
  readonly owners: readonly Names[];
  readonly deleted: number;
  readonly policy: Policy;
  readonly block: boolean;
}

const size = 6;
const nameOf = (i: number): string => `o${i}`;

const cases: fc.Arbitrary<Case> = fc.record({
  // Owners may come later than what they own: circles.
  owners: fc.array(
    fc.uniqueArray(fc.nat(size - 1), { maxLength: 2 }).map((owners) => owners.map(nameOf)),
    { minLength: size, maxLength: size },
  ),
  deleted: fc.nat(size - 1),
  policy: fc.constantFrom<Policy>("Background", "Foreground", "Orphan"),
  block: fc.boolean(),
});

/** Objects survive without owners, or with at least one remaining owner. */
function survivors({ owners, deleted, policy }: Case): Names {
  const gone = nameOf(deleted);
  const left = new Map(owners.map((of, i) => [nameOf(i), policy === "Orphan" ? of.filter((o) => o !== gone) : of]));
  left.delete(gone);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [name, of] of left) if (of.length > 0 && !of.some((owner) => left.has(owner))) left.delete(name);
  }
  return [...left.keys()].sort();
}

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster({ resources: [core("namespaces", "configmaps")] });
  await cluster.run(garbageCollector);
});
afterAll(() => cluster[Symbol.asyncDispose]());

test("for any owners and any policy, the remaining objects equal those of a simple model", async () => {
  let run = 0;
  const holds = async (given: Case): Promise<void> => {
    const namespace = `run-${run++}`;
    await cluster.client.core.v1.namespaces().create({ metadata: { name: namespace } });
    const maps = cluster.client.core.v1.configmaps(namespace);
    const names = async (): Promise<Names> => (await maps.list()).items.map((o) => o.metadata.name).sort();
    const made: Stored<object>[] = [];
    for (let i = 0; i < size; i++) made.push(await maps.create({ metadata: { name: nameOf(i) } }));
    const known = new Map(made.map((object, i) => [nameOf(i), { ...object, apiVersion: "v1", kind: "ConfigMap" }]));
    for (const [i, of] of given.owners.entries()) {
      const ownerReferences = of.flatMap((name) => {
        const owner = known.get(name);
        return owner === undefined ? [] : [ownedBy(owner, { blockOwnerDeletion: given.block })];
      });
      await maps.patch(nameOf(i), { type: "merge", patch: { metadata: { ownerReferences } } });
    }
    const want = survivors(given);
    await maps.delete(nameOf(given.deleted), { propagationPolicy: given.policy });
    await cluster.until(
      `${want.join()} are left of ${JSON.stringify(given)}`,
      async () => String(await names()) === String(want),
    );
    await cluster.settle();
    expect(await names()).toEqual(want);
  };
  await fc.assert(fc.asyncProperty(cases, holds), { numRuns: 25 });
});
