import { createDefinitionSink, type DefinitionSource } from "@svc/schema";
import type { PostStartStep } from "./controllers/post-start.ts";
import { evaluate } from "./initial-catalog.ts";

/**
 * Steps of the start that follow sources of definitions until `signal` aborts. A source that cannot
 * be read is asked again, as every step that fails is; until then the server is not ready.
 */
export function definitionSteps(sources: readonly DefinitionSource[], signal: AbortSignal): readonly PostStartStep[] {
  return sources.map((source) => ({
    name: `definitions-${source.name}`,
    run: async ({ environment: { dialect, log }, registry: { catalog } }) => {
      // Nothing of an attempt that failed halfway is served, then or later.
      const attempt = new AbortController();
      const end = (): void => attempt.abort();
      signal.addEventListener("abort", end);
      const sink = createDefinitionSink({
        ...{ catalog, source: source.name, dialect, signal: attempt.signal },
        evaluate: (definitions) => evaluate(definitions, dialect),
        refused: (part, { message }) => log.warn("types are not served", { source: source.name, part, error: message }),
      });
      try {
        await source.follow(sink, { signal: attempt.signal });
      } catch (error) {
        signal.removeEventListener("abort", end);
        end();
        sink.revoke();
        throw error;
      }
    },
  }));
}
