import { quote } from "@svc/base";
import {
  aBoolean,
  aFunction,
  anObject,
  anything,
  aString,
  checkArgument,
  listOf,
  oneOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import type { ApiObject, Dialect } from "@svc/meta";
import type { ResourceDefinition } from "../definition.ts";
import type { JsonObject } from "../json-object.ts";
import { customResourceOf } from "./custom-resource.ts";
import { type Declaration, jsonSchemaOf } from "./declaration.ts";
import type { DefinedNames, PluralOf } from "./names.ts";
import { pluralOf } from "./plural.ts";
import type { DeclaredInput, DeclaredObject, ResourceOptions } from "./resource-options.ts";
import { strategyOf } from "./resource-strategy.ts";
import { versionOf } from "./resource-version.ts";
import { checkSynchronous } from "./synchronous.ts";

/** A resource type for any dialect, accepted wherever built-in ones are. */
export interface DefinedResource<T extends ApiObject, N extends DefinedNames = DefinedNames, I = unknown> {
  (dialect: Dialect): readonly [ResourceDefinition<T>];
  readonly names: N;
  /** For the compiler only: no resource has it at run time. */
  readonly "~types"?: { readonly input: I } | undefined;
  /**
   * The custom resource definition of the type, for servers that take it as such. What functions
   * decide is not part of it: refinements, cells and conversions.
   */
  readonly customResource: (dialect: Dialect) => JsonObject;
}

/** The TypeScript type of a defined resource's objects. */
export type ObjectOf<R> = R extends DefinedResource<infer T> ? T : never;

/**
 * The TypeScript type of a defined resource's objects as clients may write them: fields with a
 * default may be absent.
 */
export type InputObjectOf<R> =
  R extends DefinedResource<infer T, DefinedNames, infer I> ? (I extends ApiObject ? I : T) : never;

const resourceOptions = optionsOf<ResourceOptions<never>>({
  group: aString,
  version: aString,
  kind: aString,
  schema: anything,
  plural: optional(aString),
  singular: optional(aString),
  listKind: optional(aString),
  shortNames: optional(listOf(aString)),
  categories: optional(listOf(aString)),
  scope: optional(oneOf("Namespaced", "Cluster")),
  statusSubresource: optional(aBoolean),
  scale: optional(anObject),
  columns: optional(listOf(anObject)),
  selectableFields: optional(listOf(aString)),
  verbs: optional(listOf(aString)),
  stability: optional(aString),
  nameRule: optional(aFunction),
  validate: optional(aFunction),
  strategy: optional(anObject),
  checkMetadata: optional(aFunction),
  metadata: optional(aFunction),
  priority: optional(anObject),
});

/**
 * Defines a resource type by a declaration in TypeScript. The result is a function of the dialect,
 * as servers accept it.
 *
 * @throws {TypeError} immediately for invalid names, for a declaration that is not an object or has
 * no form in JSON, and for asynchronous checks
 */
export function defineResource<
  const D extends Declaration,
  const G extends string,
  const V extends string,
  const K extends string,
  const P extends string = PluralOf<K>,
  const S extends "Namespaced" | "Cluster" = "Namespaced",
>(
  options: ResourceOptions<D> & LiteralNames<G, V, K, P, S>,
): DefinedResource<DeclaredObject<D>, NamesOf<G, V, P, S>, DeclaredInput<D>> {
  checkArgument("defineResource: options", options, resourceOptions);
  checkNames(options);
  const { group, version, kind, plural = pluralOf(kind), scope } = options;
  // The literal types match the values.
  const names = { group, version, resource: plural, namespaced: scope !== "Cluster" } as NamesOf<G, V, P, S>;
  const json = jsonSchemaOf(options.schema);
  const { singular = kind.toLowerCase(), listKind = `${kind}List` } = options;
  const customResource = (dialect: Dialect): JsonObject =>
    customResourceOf(options, json, { dialect, names: { plural, singular, listKind } });
  return Object.assign(definitionOf(options, plural, json), { names, customResource });
}

/** The names among the options of a resource, for inference as literals. */
interface LiteralNames<G extends string, V extends string, K extends string, P extends string, S extends string> {
  readonly group: G;
  readonly version: V;
  readonly kind: K;
  readonly plural?: P;
  readonly scope?: S;
}

interface NamesOf<G extends string, V extends string, P extends string, S extends string> extends DefinedNames {
  readonly group: G;
  readonly version: V;
  readonly resource: P;
  readonly namespaced: S extends "Cluster" ? false : true;
}

function definitionOf<D extends Declaration>(
  options: ResourceOptions<D>,
  plural: string,
  json: ReturnType<typeof jsonSchemaOf>,
): (dialect: Dialect) => readonly [ResourceDefinition<DeclaredObject<D>>] {
  checkSynchronous(options.schema);
  const { kind, singular = kind.toLowerCase(), listKind = `${kind}List` } = options;
  return (dialect) => {
    const version = versionOf(options, json, dialect);
    const { group, version: name } = version;
    return [
      {
        resource: plural,
        singular,
        kind,
        listKind,
        shortNames: options.shortNames ?? [],
        categories: options.categories ?? [],
        namespaced: options.scope !== "Cluster",
        versions: [version],
        storage: { group, version: name, prefix: `${group}/${plural}` },
        strategy: strategyOf(options, version),
      },
    ];
  };
}

type Names = Pick<ResourceOptions<Declaration>, "group" | "version" | "kind" | "plural">;

function checkNames({ group, version, kind, plural }: Names): void {
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(group))
    throw new TypeError(`the group of a resource must be a domain name, not ${quote(group)}`);
  if (!/^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/.test(version))
    throw new TypeError(`the version of a resource must have a form like v1 or v1beta1, not ${quote(version)}`);
  if (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(kind))
    throw new TypeError(`the kind of a resource must be in CamelCase, not ${quote(kind)}`);
  if (plural !== undefined && !/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(plural))
    throw new TypeError(`the plural of a resource must be a DNS label, not ${quote(plural)}`);
}
