import {
  aFunction,
  anObject,
  aSignal,
  aString,
  checkArgument,
  either,
  listOf,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { ResourceCatalog } from "../catalog/catalog.ts";
import type { Definitions, ResourceDefinition } from "../definition.ts";
import type { DefinitionSink } from "./definition-source.ts";

/** Options of `createDefinitionSink`. */
export interface DefinitionSinkOptions {
  readonly catalog: ResourceCatalog;
  /** The name of the source. */
  readonly source: string;
  readonly dialect: Dialect;
  /** Ends the sink: nothing is taken after it has aborted. */
  readonly signal: AbortSignal;
  /** Makes the definitions of a function, with what the server gives to such functions. */
  readonly evaluate: (definitions: Definitions) => readonly ResourceDefinition[];
  /** Receives the reason for which the types of a part are not served. */
  readonly refused: (part: string, reason: Error) => void;
}

const sinkOptions = optionsOf<DefinitionSinkOptions>({
  catalog: withMethods("a ResourceCatalog", "replace", "onChange"),
  source: aString,
  dialect: aDialect,
  signal: aSignal,
  evaluate: aFunction,
  refused: aFunction,
});
const expectedDefinitions = either(aFunction, listOf(anObject));

/** A sink whose types can be taken back. */
export interface RevocableSink extends DefinitionSink {
  /** Removes all parts, of a source that failed. */
  revoke(): void;
}

/**
 * The sink of a source that keeps its types in a catalog. Each part is a source of the catalog,
 * `<source>/<part>`. A part that is refused is tried again after each change of the catalog.
 *
 * @throws {TypeError} for a wrong argument
 */
export function createDefinitionSink(options: DefinitionSinkOptions): RevocableSink {
  checkArgument("createDefinitionSink: options", options, sinkOptions);
  const { catalog, source, dialect, signal, evaluate, refused } = options;
  const waiting = new Map<string, readonly ResourceDefinition[]>();
  const parts = new Set<string>();
  let isScheduled = false;
  /** @returns why the types cannot be served */
  const replace = (part: string, definitions: readonly ResourceDefinition[]): Error | undefined => {
    const { error } = attempt(() => catalog.replace(`${source}/${part}`, definitions));
    if (error !== undefined) return error;
    waiting.delete(part);
    if (definitions.length === 0) parts.delete(part);
    else parts.add(part);
    return undefined;
  };
  // Later, since other listeners are to learn of the present change before the next one is made.
  const tryAgain = (): void => {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      if (!signal.aborted) for (const [part, definitions] of waiting) replace(part, definitions);
    });
  };
  signal.addEventListener("abort", catalog.onChange(tryAgain), { once: true });
  return {
    dialect,
    define: (part, definitions) => {
      checkArgument("define: part", part, aString);
      checkArgument("define: definitions", definitions, expectedDefinitions);
      if (signal.aborted) return;
      waiting.delete(part);
      const { value: made, error } = attempt(() =>
        typeof definitions === "function" ? evaluate(definitions) : definitions,
      );
      const reason = error ?? replace(part, made ?? []);
      if (made !== undefined && reason !== undefined) waiting.set(part, made);
      if (reason !== undefined) refused(part, reason);
    },
    revoke: () => {
      waiting.clear();
      for (const part of parts) replace(part, []);
    },
  };
}

interface Attempt<T> {
  readonly value?: T;
  readonly error?: Error;
}

/** What a source gives may fail in any way, and must not end the server. */
function attempt<T>(run: () => T): Attempt<T> {
  try {
    return { value: run() };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
