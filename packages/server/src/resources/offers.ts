import type { Offers } from "../encode/form.ts";
import type { Route } from "../request/route.ts";

/**
 * The possible formats of a resource's responses. Unstored kinds have no tables, and few
 * subresources have.
 */
export function offersOf({ endpoint, subresource, name, verb }: Route): Offers {
  const shown =
    subresource === undefined
      ? endpoint.version.verbs.includes("get")
      : subresource.name === "status" || subresource.view === "scale";
  return {
    of: endpoint.version.semantics === "typed" ? "typed" : "extension",
    shapes: shown ? "table" : "metadata",
    streams: name === undefined && (verb === "list" || verb === "watch"),
  };
}
