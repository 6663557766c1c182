import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChangeBatch, Revision } from "../storage.ts";
import { createRecentChanges, type RecentChanges } from "./recent-changes.ts";

const batchBytes = 10;
const batchOf = (revision: number): ChangeBatch => ({ revision: revision as Revision, changes: [] });

/** Recent changes beside a plain list of the revisions that they should hold. */
interface Both {
  readonly changes: RecentChanges;
  revision: number;
  since: number;
  held: number[];
}

type Step = (both: Both, all: Both[]) => void;

const append: Step = (both) => {
  both.revision++;
  both.changes.append(batchOf(both.revision), batchBytes);
  both.held.push(both.revision);
};
const fork: Step = ({ changes, revision, since, held }, all) => {
  all.push({ changes: changes.fork(), revision, since, held: [...held] });
};
const keep = (both: Both, count: number): void => {
  const dropped = both.held.splice(0, Math.max(0, both.held.length - count));
  both.since = dropped.at(-1) ?? both.since;
};
const trim =
  (count: number): Step =>
  (both) => {
    both.changes.trim(count * batchBytes);
    keep(both, count);
  };
const dropThrough =
  (behind: number): Step =>
  (both) => {
    both.changes.dropThrough(Math.max(0, both.revision - behind) as Revision);
    keep(both, Math.min(both.held.length, behind));
  };

const steps = fc.oneof(
  { weight: 4, arbitrary: fc.constant(append) },
  { weight: 2, arbitrary: fc.constant(fork) },
  { weight: 1, arbitrary: fc.nat(6).map(trim) },
  { weight: 1, arbitrary: fc.nat(6).map(dropThrough) },
);

test("forks start with the changes of their original, and are independent afterwards", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), steps), { maxLength: 60 }), (program) => {
      const all: Both[] = [{ changes: createRecentChanges(0 as Revision), revision: 0, since: 0, held: [] }];
      for (const [pick, step] of program) step(all[pick % all.length]!, all);
      for (const { changes, revision, since, held } of all) {
        const found: number[] = [];
        for (let at = changes.next(since as Revision); at !== undefined; at = changes.next(at.revision))
          found.push(at.revision);
        expect(found).toEqual(held);
        expect([changes.since, changes.bytes]).toEqual([since, held.length * batchBytes]);
        expect(changes.next(revision as Revision)).toBeUndefined();
      }
    }),
  );
});
