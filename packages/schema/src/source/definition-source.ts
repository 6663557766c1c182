import type { Dialect } from "@svc/meta";
import type { Definitions, ResourceDefinition } from "../definition.ts";

/**
 * Resource types that come, change and go while a server runs: from files, a database, another
 * server. `@svc/schema/conformance` has the laws of sources as tests.
 */
export interface DefinitionSource {
  /** Names the source in messages. No other source of a server has the name. */
  readonly name: string;
  /**
   * Passes the types that the origin has to the sink, then each change, until `signal` aborts. May
   * be called several times; each call has a sink of its own.
   *
   * @returns a promise that resolves when all types which the origin had at the call are passed. It
   * rejects if the origin cannot be read; a server calls again a second later.
   */
  follow(sink: DefinitionSink, options: FollowOptions): Promise<void>;
}

/** Options of `follow`. */
export interface FollowOptions {
  /** Ends the source: nothing is passed after it has aborted. */
  readonly signal: AbortSignal;
}

/** Takes the types of one source. */
export interface DefinitionSink {
  /** The dialect of the server, for origins whose form depends on it. */
  readonly dialect: Dialect;
  /**
   * Replaces all types of one part of the source; an empty list removes the part. What changes by
   * itself, such as a file, is a part of its own: types of other parts are not touched.
   *
   * Types that cannot be served, such as one with the name of another type, and a function that
   * throws, are reported to the log of the server. The part stays as it was until they can be
   * served, or until it is replaced again.
   *
   * @throws {TypeError} for a wrong argument
   */
  define(part: string, definitions: Definitions | readonly ResourceDefinition[]): void;
}
