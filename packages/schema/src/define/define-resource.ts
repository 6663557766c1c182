import type { ApiObject, Dialect, FieldError, NameRule } from "@svc/meta";
import type { ResourceDefinition, ResourceVersion, Stability, Subresource, Verb } from "../definition.ts";
import { objectMetaSchema } from "../object-meta-schema.ts";
import type { StructSchema } from "../schema.ts";
import type { Strategy, WriteContext } from "../strategy.ts";
import { applyDeclaredDefaults } from "../structural/defaults.ts";
import type { MetadataCheck } from "../structural/embedded.ts";
import { fromOpenApi } from "../structural/from-openapi.ts";
import { noField } from "../structural/run-check.ts";
import { createValidator } from "../structural/validator.ts";
import { type Declaration, jsonSchemaOf, type OutputOf } from "./declaration.ts";
import { declarationErrors } from "./declaration-errors.ts";
import { extensionStrategy } from "./extension-strategy.ts";
import type { DefinedNames, PluralOf } from "./names.ts";
import { pluralOf } from "./plural.ts";
import { type ScalePaths, scaleAt } from "./scale.ts";
import { structuralForm } from "./structural-form.ts";
import { checkSynchronous } from "./synchronous.ts";
import { type Column, selectableFieldsAt, tableOf } from "./table.ts";

/** The objects of a declared type: the common fields of all objects, and the declared ones. */
export type DeclaredObject<D extends Declaration> = ApiObject & OutputOf<D>;

/** A resource type for any dialect, accepted wherever built-in ones are. */
export interface DefinedResource<T extends ApiObject, N extends DefinedNames = DefinedNames> {
  (dialect: Dialect): readonly [ResourceDefinition<T>];
  readonly names: N;
}

/** The TypeScript type of a defined resource's objects. */
export type ObjectOf<R> = R extends DefinedResource<infer T> ? T : never;

/** The declaration of a resource type. Group, version, kind and schema are required. */
export interface ResourceOptions<D extends Declaration> {
  /** A domain name, as all groups of extension types are: `shop.example.com`. */
  readonly group: string;
  /** `v1`, `v1beta2`, `v1alpha1` */
  readonly version: string;
  /** In CamelCase, one object of the type. */
  readonly kind: string;
  /**
   * The fields of an object other than `apiVersion`, `kind` and `metadata`: an object type. Its
   * shape becomes the schema; its checks and refinements run on every write. Transformations do not
   * run: the input is stored.
   */
  readonly schema: D;
  /** @default the plural of the kind in lower case */
  readonly plural?: string;
  /** @default the kind in lower case */
  readonly singular?: string;
  /** @default the kind with the suffix `List` */
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** @default Namespaced */
  readonly scope?: "Namespaced" | "Cluster";
  /**
   * Whether `status` is a subresource and written only through it. @default true when the schema
   * has `status`
   */
  readonly statusSubresource?: boolean;
  /** The paths of the replica counts, for a type that can be scaled. */
  readonly scale?: ScalePaths;
  /** Table columns after the name. @default the age */
  readonly columns?: readonly Column<DeclaredObject<D>>[];
  /** Paths of fields that field selectors may use: `spec.color`. */
  readonly selectableFields?: readonly string[];
  /** @default all */
  readonly verbs?: readonly Verb[];
  /** @default derived from the version */
  readonly stability?: Stability;
  /** @default a DNS subdomain */
  readonly nameRule?: NameRule;
  /** Validates an object that matches its schema. @param old absent for a new one */
  readonly validate?: (
    object: DeclaredObject<D>,
    old: DeclaredObject<D> | undefined,
    context: WriteContext,
  ) => readonly FieldError[];
  /** Overrides of the default strategy. */
  readonly strategy?: Partial<Strategy>;
  /** Validates the metadata of embedded objects. */
  readonly checkMetadata?: MetadataCheck;
  /** The schema of metadata. @default the API's own */
  readonly metadata?: (dialect: Dialect) => StructSchema;
  /** The order of groups and versions for clients. @default group 1000, version 100 */
  readonly priority?: ResourceVersion["priority"];
}

/**
 * Defines a resource type by a declaration in TypeScript. The result is a function of the dialect,
 * as servers accept it.
 *
 * @throws {TypeError} at once for invalid names, for a declaration that is no object or has no form
 * in JSON, and for asynchronous checks
 */
export function defineResource<
  const D extends Declaration,
  const G extends string,
  const V extends string,
  const K extends string,
  const P extends string = PluralOf<K>,
  const S extends "Namespaced" | "Cluster" = "Namespaced",
>(options: ResourceOptions<D> & LiteralNames<G, V, K, P, S>): DefinedResource<DeclaredObject<D>, NamesOf<G, V, P, S>> {
  checkNames(options);
  const { group, version, kind, plural = pluralOf(kind), scope } = options;
  // The literal types match the values.
  const names = { group, version, resource: plural, namespaced: scope !== "Cluster" } as NamesOf<G, V, P, S>;
  return Object.assign(definitionOf(options, plural), { names });
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
): (dialect: Dialect) => readonly [ResourceDefinition<DeclaredObject<D>>] {
  const json = jsonSchemaOf(options.schema);
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

const allVerbs: readonly Verb[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

function versionOf<D extends Declaration>(
  options: ResourceOptions<D>,
  json: ReturnType<typeof jsonSchemaOf>,
  dialect: Dialect,
): ResourceVersion {
  const { group, version, kind, columns, selectableFields, priority, metadata = objectMetaSchema } = options;
  const schema = fromOpenApi(structuralForm(json, dialect), {
    dialect,
    metadata: metadata(dialect),
    kind: { group, version, kind },
  });
  const subresources = subresourcesOf(options, schema, dialect);
  return {
    group,
    version,
    stability: options.stability ?? stabilityOf(version),
    enabledByDefault: true,
    verbs: options.verbs ?? allVerbs,
    schema,
    semantics: "structural",
    applyDefaults: (object, _gates, nulls) => {
      applyDeclaredDefaults(schema, object, nulls);
    },
    table: tableOf(columns),
    ...(selectableFields === undefined ? {} : { selectableFields: selectableFieldsAt(selectableFields) }),
    ...(subresources.length === 0 ? {} : { subresources }),
    ...(priority === undefined ? {} : { priority }),
  };
}

function subresourcesOf<D extends Declaration>(
  { statusSubresource, scale }: ResourceOptions<D>,
  schema: StructSchema,
  dialect: Dialect,
): readonly Subresource[] {
  const verbs: readonly Verb[] = ["get", "patch", "update"];
  const status = schema.byName.get("status");
  const hasStatus = statusSubresource ?? status !== undefined;
  if (hasStatus && status?.required === true)
    throw new TypeError("a status that is written apart must be optional: new objects have none");
  return [
    ...(hasStatus ? [{ name: "status", view: "object", verbs } as const] : []),
    ...(scale === undefined ? [] : [{ name: "scale", view: "scale", verbs, scale: scaleAt(scale, dialect) } as const]),
  ];
}

function strategyOf<D extends Declaration>(options: ResourceOptions<D>, version: ResourceVersion): Strategy {
  const { schema: declaration, validate, checkMetadata, nameRule, strategy } = options;
  const validator = createValidator(version.schema, checkMetadata === undefined ? {} : { checkMetadata });
  return {
    ...extensionStrategy({
      hasStatus: version.subresources?.some((s) => s.name === "status") === true,
      validate: (object, old, context) => {
        // Refinements rely on the shape, and further rules on both: each runs only if the previous
        // ones pass.
        const shape = validator.validate(object, old);
        // Of alternatives the declaration says which of them is meant, and what it lacks.
        const ofAlternatives = shape.some(({ field }) => field === noField);
        if (shape.length > 0 && !ofAlternatives) return shape;
        const declared = declarationErrors(declaration, object, old);
        if (shape.length > 0 && declared.length === 0) return shape;
        if (declared.length > 0 || validate === undefined) return declared;
        return validate(object as DeclaredObject<D>, old as DeclaredObject<D> | undefined, context);
      },
    }),
    ...(nameRule === undefined ? {} : { nameRule }),
    ...strategy,
  };
}

function stabilityOf(version: string): Stability {
  return version.includes("alpha") ? "alpha" : version.includes("beta") ? "beta" : "ga";
}

type Names = Pick<ResourceOptions<Declaration>, "group" | "version" | "kind" | "plural">;

function checkNames({ group, version, kind, plural }: Names): void {
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(group))
    throw new TypeError(`the group of a resource must be a domain name, not ${JSON.stringify(group)}`);
  if (!/^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/.test(version))
    throw new TypeError(
      `the version of a resource must have a form like v1 or v1beta1, not ${JSON.stringify(version)}`,
    );
  if (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(kind))
    throw new TypeError(`the kind of a resource must be in CamelCase, not ${JSON.stringify(kind)}`);
  if (plural !== undefined && !/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(plural))
    throw new TypeError(`the plural of a resource must be a DNS label, not ${JSON.stringify(plural)}`);
}
