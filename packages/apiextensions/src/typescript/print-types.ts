import { anObject, aString, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import type { CustomResourceDefinition, CustomResourceVersion } from "../definition/custom-resource.ts";
import { DefinitionError } from "./definition-error.ts";
import { docComment } from "./doc-comment.ts";
import { createNameScope, keyText, type NameScope, pascalCase } from "./names.ts";
import { SchemaTypes } from "./schema-types.ts";

/** Options of the printing of types. */
export interface PrintTypesOptions {
  /** Name of the types map. @default ExtensionTypes */
  readonly mapName?: string;
}

/** A served version of a definition. */
interface ServedType {
  readonly definition: CustomResourceDefinition;
  readonly version: CustomResourceVersion;
  readonly name: string;
}

const printTypesOptions = optionsOf<PrintTypesOptions>({
  mapName: optional(aString),
});

const expectedDefinitions = listOf(anObject);

/**
 * TypeScript that declares an interface for each served version of some definitions, with all
 * objects in it, and a types map for `createClient` of `@svc/client`.
 *
 * @throws {DefinitionError} for schemas of more than 200 levels, for two definitions of one type,
 * and for a map name that is no identifier
 * @throws {TypeError} for a wrong argument
 */
export function printTypes(definitions: readonly CustomResourceDefinition[], options: PrintTypesOptions = {}): string {
  checkArgument("printTypes: definitions", definitions, expectedDefinitions);
  checkArgument("printTypes: options", options, printTypesOptions);
  const { mapName = "ExtensionTypes" } = options;
  if (!/^[A-Z]\w*$/.test(mapName)) throw new DefinitionError(`the map needs a name such as MyTypes, not ${mapName}`);
  const names = createNameScope([mapName, "metav1"]);
  const served = servedTypes(definitions, names);
  const interfaces = served.flatMap((type) => interfacesOf(type, names));
  return [
    "// Generated from custom resource definitions by svc-types. Do not edit.\n",
    'import type { metav1 } from "@svc/types";\n',
    mapText(mapName, served),
    ...interfaces,
  ].join("\n");
}

/** Types of kinds get their names first, types of their parts after them. */
function servedTypes(definitions: readonly CustomResourceDefinition[], names: NameScope): readonly ServedType[] {
  const kinds = new Map<string, number>();
  for (const { spec } of definitions) {
    const name = pascalCase(spec.names.kind);
    kinds.set(name, (kinds.get(name) ?? 0) + 1);
  }
  return definitions.flatMap((definition) => {
    const { group, names: ofType, versions } = definition.spec;
    const served = versions.filter((version) => version.served);
    const kind = pascalCase(ofType.kind);
    const unique = kinds.get(kind) === 1 ? kind : pascalCase(group) + kind;
    return served.map((version) => ({
      definition,
      version,
      name: names.claim(served.length === 1 ? unique : unique + pascalCase(version.name)),
    }));
  });
}

function interfacesOf({ definition, version, name }: ServedType, names: NameScope): readonly string[] {
  const { group, names: ofType } = definition.spec;
  const schema = version.schema?.openAPIV3Schema ?? {};
  const types = new SchemaTypes(names);
  types.addRoot(schema, {
    name,
    path: `${ofType.plural}.${group}, version ${version.name}: openAPIV3Schema`,
    group,
    version: version.name,
    kind: ofType.kind,
    doc: [schema["description"], deprecationText(version)],
  });
  return types.interfaces;
}

function deprecationText({ deprecated, deprecationWarning }: CustomResourceVersion): string | undefined {
  return deprecated === true ? `@deprecated ${deprecationWarning ?? ""}` : undefined;
}

function mapText(mapName: string, served: readonly ServedType[]): string {
  const groups = new Map<string, Map<string, ServedType>>();
  for (const type of served) {
    const { group, names } = type.definition.spec;
    const key = `${group}/${type.version.name}`;
    const resources = groups.get(key) ?? new Map<string, ServedType>();
    if (resources.has(names.plural)) throw new DefinitionError(`${names.plural} of ${key} is defined twice`);
    groups.set(key, resources.set(names.plural, type));
  }
  const members = [...groups].map(([key, resources]) => {
    const lines = [...resources].map(([plural, { name, definition }]) => {
      const namespaced = definition.spec.scope === "Namespaced";
      return `    ${keyText(plural)}: { kind: ${name}; namespaced: ${namespaced} };\n`;
    });
    return `  ${JSON.stringify(key)}: {\n${lines.join("")}  };\n`;
  });
  const doc = docComment([`Types map for \`createClient<BuiltinTypes & ${mapName}>()\` of \`@svc/client\`.`]);
  return `${doc}export interface ${mapName} {\n${members.join("")}}\n`;
}
