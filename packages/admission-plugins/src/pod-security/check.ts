import type { PodLike } from "./pod.ts";
import type { Finding } from "./words.ts";

/** One rule of the pod security standards. */
export interface Check {
  readonly id: string;
  /** The minor version of the standards that it came with. */
  readonly since: number;
  /** The rules of the level below that it is stricter than. */
  readonly overrides?: readonly string[];
  readonly find: (pod: PodLike, minor: number) => Finding | undefined;
}
