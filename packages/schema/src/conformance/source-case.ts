import type { DefinitionSource } from "../source/definition-source.ts";
import type { Follower } from "./follower.ts";
import type { SampleType } from "./sample-type.ts";

/** The sentences that a server relies on. */
export type Law =
  /** When `follow` resolves, every type of the origin has been passed. */
  | "complete"
  /** Each change of the origin is passed, and the last one wins. */
  | "current"
  /** A type is passed again only if it has changed. */
  | "quiet"
  /** Followers do not know of each other, and a source can be followed again. */
  | "independent"
  /** Nothing is passed after the signal has aborted. */
  | "ended"
  /** Types are in the dialect of the sink. */
  | "faithful"
  /** What is unreadable takes nothing away. */
  | "robust";

/** A source, and the origin that it reads. */
export interface DefinitionSourceUnderTest {
  readonly source: DefinitionSource;
  /** Makes the origin hold exactly these types, in the form of the origin. */
  write(types: readonly SampleType[]): void | Promise<void>;
  /**
   * Makes the form of one type in the origin unreadable, such as by a half-written file.
   * @default the origin cannot be damaged; the cases of it pass without a check
   */
  damage?(type: SampleType): void | Promise<void>;
  /** Called at the end of each case. */
  close?(): void | Promise<void>;
}

/** What a case gets: the origin, and followers of the source. */
export interface SourceStage extends DefinitionSourceUnderTest {
  /** Follows the source with a sink of its own. Resolves when `follow` of the source does. */
  followed(): Promise<Follower>;
}

/** One case of the conformance suite, as data. */
export interface DefinitionSourceCase {
  /** Stable: lists of known failures name it. */
  readonly name: string;
  readonly law: Law;
  readonly run: (stage: SourceStage) => Promise<void>;
}
