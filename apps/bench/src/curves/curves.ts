import { againstBindings } from "./bindings.ts";
import type { CurveOptions, CurvePoint } from "./curve.ts";
import { againstObjects } from "./objects.ts";
import { againstWatchers } from "./watchers.ts";

/** A cost that should not grow with the number of something else. */
interface Curve {
  readonly name: string;
  readonly about: string;
  /** The plural of what the sizes count. */
  readonly of: string;
  readonly sizes: readonly number[];
  readonly measure: (options: CurveOptions) => Promise<readonly CurvePoint[]>;
}

export const curves: readonly Curve[] = [
  {
    name: "watchers",
    about: "one write, and memory, by the number of watchers of other objects",
    of: "watchers",
    sizes: [0, 1000, 10_000],
    measure: againstWatchers,
  },
  {
    name: "bindings",
    about: "one get of an ordinary user, by the number of other role bindings in its namespace",
    of: "role bindings",
    sizes: [10, 1000, 10_000],
    measure: againstBindings,
  },
  {
    name: "objects",
    about: "one page of 500, start and memory, by the number of stored objects",
    of: "stored objects",
    sizes: [1000, 100_000],
    measure: againstObjects,
  },
];
