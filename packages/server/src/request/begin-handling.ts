import type { RequestState } from "./request-state.ts";
import { groupResourceOf, keyPrefixOf, type Route } from "./route.ts";

/** Begins the span of the handler, where the request is traced. */
export function beginHandling({ times }: Pick<RequestState, "times">, { endpoint }: Route): void {
  times.handles?.({ groupResource: groupResourceOf(endpoint), keyPrefix: keyPrefixOf(endpoint.definition) });
}
