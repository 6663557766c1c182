import { expect, it } from "vitest";
import { judge } from "../testing/judge.ts";
import { kind } from "./kind.ts";
import { replicaCounts } from "./replica-counts.ts";

interface Workload {
  readonly status: object;
}

const counts = replicaCounts({ counts: ["collisionCount"] });

it.each<[before: number | undefined, after: number | null, errors: readonly string[]]>([
  [undefined, null, []],
  [undefined, 0, []],
  [0, null, ["status.collisionCount: Invalid value: 0: cannot be decremented"]],
  [0, 0, []],
  [2, null, ["status.collisionCount: Invalid value: 0: cannot be decremented"]],
  [2, 1, ["status.collisionCount: Invalid value: 1: cannot be decremented"]],
  [2, 3, []],
])("a count of collisions of %j becomes %j", (before, after, errors) => {
  const validation = kind<Workload>({
    subresources: { status: (object, old, at) => counts(object.status, old.status, at.field("status")) },
  });
  const judged = judge(validation, { status: before === undefined ? {} : { collisionCount: before } });
  expect(judged.subresource("status", { status: { collisionCount: after } })).toEqual(errors);
});
