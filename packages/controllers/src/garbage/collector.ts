import type { ServedResource } from "@svc/client";
import type { ControllerContext } from "../control-loop/controller.ts";
import type { OwnerReference } from "../control-loop/served-resources.ts";
import type { Graph } from "./graph.ts";
import type { RecentSet } from "./recent-set.ts";

/** The state that the steps of the collector share. */
export interface Collector {
  readonly context: ControllerContext;
  readonly graph: Graph;
  /** Owners that a request has shown to be deleted. */
  readonly absentOwners: RecentSet;
  /** References that an Event has reported. */
  readonly reported: RecentSet;
  /**
   * True when the graph includes all served kinds. While some kinds are too large for it, the
   * dependents of an owner are not completely known.
   */
  followsAll(): boolean;
  /** The resource of the kind that an owner reference names; undefined if it is not served. */
  resourceOf(owner: OwnerReference): ServedResource | undefined;
}
