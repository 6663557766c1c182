import type { Codec } from "@svc/codec";
import { type ApiObject, type Dialect, formatApiVersion, type JsonValue, parseApiVersion } from "@svc/meta";
import type { FeatureGates, ResourceDefinition, ResourceVersion } from "@svc/schema";
import type { NamespaceSource } from "../namespace-source.ts";
import type { ParamKind, ParamSource } from "../policies/params.ts";

/** The type of an object. */
export interface KnownType {
  readonly definition: ResourceDefinition;
  readonly version: ResourceVersion;
}

/** The objects that policies are evaluated with, in place of what a server has stored. */
export interface Manifests {
  readonly namespaces: NamespaceSource;
  readonly params: ParamSource;
  /** As they are, whatever version they have. */
  ofKind(group: string, kind: string): readonly ApiObject[];
  /** An object as steps of admission see it. @throws {DecodeError} */
  decode(type: KnownType, object: ApiObject): ApiObject;
}

interface ManifestDeps {
  readonly definitions: readonly ResourceDefinition[];
  readonly dialect: Dialect;
  readonly gates: FeatureGates;
  readonly codec: Codec;
}

/** The type of an object by its kind and version; undefined where there is none. */
export function typeOfKind(definitions: readonly ResourceDefinition[], object: ApiObject): KnownType | undefined {
  const named = parseApiVersion(object.apiVersion ?? "");
  for (const definition of definitions)
    for (const version of definition.versions)
      if (
        version.group === named?.group &&
        version.version === named.version &&
        (version.kind ?? definition.kind) === object.kind
      )
        return { definition, version };
  return undefined;
}

/** Reads manifests as far as policies need them. */
export function manifestsOf(manifests: readonly ApiObject[], deps: ManifestDeps): Manifests {
  const { definitions, dialect, codec } = deps;
  const decode = ({ definition, version }: KnownType, object: ApiObject): ApiObject => {
    const namespace = definition.namespaced ? { namespace: object.metadata.namespace ?? "default" } : {};
    const placed = { ...object, metadata: { ...object.metadata, ...namespace } };
    const { object: found } = codec.decodeValue(placed as unknown as JsonValue, version);
    version.applyDefaults?.(found, deps.gates);
    return version.conversion?.toStorage(found) ?? found;
  };
  const ofKind = (group: string, kind: string): readonly ApiObject[] =>
    manifests.filter((one) => one.kind === kind && (parseApiVersion(one.apiVersion ?? "")?.group ?? "") === group);
  const namespaceNamed = (name: string): ApiObject => {
    const namespace = ofKind("", "Namespace").find(({ metadata }) => metadata.name === name);
    const own = { [`${dialect.labelDomain}/metadata.name`]: name };
    return {
      ...namespace,
      metadata: { ...namespace?.metadata, name, labels: { ...namespace?.metadata.labels, ...own } },
    };
  };
  const typed = manifests.map((object) => ({ object, type: typeOfKind(definitions, object) }));
  const params: ParamSource = (apiVersion, kind) => {
    const expected = typeOfKind(definitions, { apiVersion, kind, metadata: {} });
    if (expected === undefined) return undefined;
    // Manifests may have another version than the one that the policy names.
    const objects = typed.flatMap(({ object, type }) =>
      type?.definition === expected.definition ? [decode(type, object)] : [],
    );
    return paramKindOf(expected, { kind, codec, objects });
  };
  return { namespaces: { get: namespaceNamed, getFresh: namespaceNamed }, params, ofKind, decode };
}

interface ParamSources {
  readonly kind: string;
  readonly codec: Codec;
  /** In the form in which a server stores them. */
  readonly objects: readonly ApiObject[];
}

function paramKindOf({ definition, version }: KnownType, { kind, codec, objects: all }: ParamSources): ParamKind {
  const isIn = (namespace: string, { metadata }: ApiObject): boolean =>
    namespace === "" || metadata.namespace === namespace;
  return {
    namespaced: definition.namespaced,
    get: (namespace, name) => all.find((one) => isIn(namespace, one) && one.metadata.name === name),
    list: (namespace) => all.filter((one) => isIn(namespace, one)),
    value: (object) =>
      codec.valueOf(version.conversion?.fromStorage(object) ?? object, version, {
        kind,
        apiVersion: formatApiVersion(version),
      }),
  };
}
