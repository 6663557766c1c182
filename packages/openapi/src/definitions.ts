import { finishSteps, type Steps } from "@svc/base";
import { aFunction, aNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import { aDialect, type JsonValue } from "@svc/meta";
import type { JsonObject, Schema } from "@svc/schema";
import type { PublishOptions } from "./publish-options.ts";
import { publishDefinition, publishSchema } from "./publish-schema.ts";

/** The definitions of a document, collected while it is written. */
export interface DefinitionSet {
  /** Publishes a schema at its use. Referenced schemas become definitions. */
  use(schema: Schema, semantics: "typed" | "structural"): JsonObject;
  /** All definitions by name, in order of their names. */
  all(): Readonly<Record<string, JsonObject>>;
  /** The same in steps. */
  allSteps(): Steps<Readonly<Record<string, JsonObject>>>;
}

/** Options of the publication of a set of schemas. */
export interface DefinitionSetOptions extends Omit<PublishOptions, "semantics" | "onReference"> {
  /**
   * The canonical schema of a name, where its uses differ in attributes next to the reference.
   * @default the first one that is referenced
   */
  readonly canonical?: (schema: Schema) => Schema;
}

const definitionSetOptions = optionsOf<DefinitionSetOptions>({
  canonical: optional(aFunction),
  dialect: aDialect,
  version: aNumber,
});

/**
 * Creates an empty set of definitions; each is added on first reference.
 * @throws {TypeError} for a wrong argument
 */
export function createDefinitionSet(options: DefinitionSetOptions): DefinitionSet {
  checkArgument("createDefinitionSet: options", options, definitionSetOptions);
  const { canonical = (s) => s, ...published } = options;
  const waiting: { readonly name: string; readonly schema: Schema; readonly semantics: "typed" | "structural" }[] = [];
  const known = new Set<string>();
  const definitions = new Map<string, JsonObject>();

  /**
   * Types that user-defined types reference by name are compiled in; only the requested one has the
   * user's semantics.
   */
  const publishOptions = (semantics: "typed" | "structural", ofReferred = semantics): PublishOptions => ({
    ...published,
    semantics,
    onReference: (name, schema) => {
      if (known.has(name)) return;
      known.add(name);
      waiting.push({ name, schema: canonical(schema), semantics: ofReferred });
    },
  });

  function* allSteps(): Steps<Readonly<Record<string, JsonObject>>> {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { name, schema, semantics } = next;
      definitions.set(
        name,
        withKinds(schema, publishDefinition(schema, publishOptions(semantics, "typed")), published),
      );
      yield;
    }
    return Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  return {
    use: (schema, semantics) => publishSchema(schema, publishOptions(semantics)),
    all: () => finishSteps(allSteps()),
    allSteps,
  };
}

/** The kinds that a definition is the object of. */
function withKinds(schema: Schema, published: JsonObject, { dialect }: DefinitionSetOptions): JsonObject {
  if (schema.type !== "struct" || schema.kinds === undefined) return published;
  const sorted = [...schema.kinds].sort((a, b) => compare(a.group, b.group) || compare(a.version, b.version));
  const kinds: JsonValue = sorted.map(({ group, version, kind }) => ({ group, kind, version }));
  const selectable: JsonValue | undefined = schema.selectable?.map((fieldPath) => ({ fieldPath }));
  return {
    ...published,
    [`${dialect.extensionPrefix}group-version-kind`]: kinds,
    ...(selectable === undefined ? {} : { [`${dialect.extensionPrefix}selectable-fields`]: selectable }),
  };
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
