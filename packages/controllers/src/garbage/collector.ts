import type { ServedResource } from "@svc/client";
import type { ControllerContext } from "../control-loop/controller.ts";
import type { OwnerReference } from "../control-loop/served-resources.ts";
import type { Graph } from "./graph.ts";
import type { RecentSet } from "./recent-set.ts";

/** What the steps of the collector share. */
export interface Collector {
  readonly context: ControllerContext;
  readonly graph: Graph;
  /** Owners that were asked for and are gone. */
  readonly absentOwners: RecentSet;
  /** References that an Event has told of. */
  readonly reported: RecentSet;
  /**
   * True when the graph includes all served kinds. While some kinds are too large for it, the
   * dependents of an owner are not completely known.
   */
  followsAll(): boolean;
  /** Of the kind that an owner is said to be; undefined when there is no such kind now. */
  resourceOf(owner: OwnerReference): ServedResource | undefined;
}
