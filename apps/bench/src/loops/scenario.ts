import type { ReceivedResponse } from "../client/response-reader.ts";
import type { Target } from "../client/target.ts";

/** The next request of a connection, from the answer to the one before. */
export type RequestSource = (last: ReceivedResponse | undefined) => Buffer;

export interface SourceContext {
  readonly target: Target;
  /** Of the connection among all of the scenario. */
  readonly index: number;
  /** Distinguishes the objects of this run from those of other runs by their names. */
  readonly run: string;
  readonly items: number;
}

/** A closed loop: each connection waits for the response before it sends the next request. */
export interface LoopScenario {
  readonly name: string;
  readonly about: string;
  readonly connections: number;
  /** The bytes of a response that the next request needs. @default 0 */
  readonly keepBytes?: number;
  readonly source: (context: SourceContext) => RequestSource;
  /** Sent once on each connection before measuring: creates the object that the source changes. */
  readonly first?: (context: SourceContext) => Buffer;
  /** Called before the load begins. @returns what undoes it when the load has ended */
  readonly setUp?: (target: Target) => Promise<() => Promise<void>>;
}

/** The first text behind a mark, up to the next quote. */
export function textAfter({ body }: ReceivedResponse, mark: string): string | undefined {
  const at = body.indexOf(mark);
  if (at < 0) return undefined;
  const from = at + mark.length;
  const end = body.indexOf('"', from);
  return end < 0 ? undefined : body.toString("latin1", from, end);
}
