import { aString, checkArgument } from "@svc/base/check";
import { DecodeError, readYamlValue } from "@svc/codec";
import { StatusError } from "@svc/meta";
import type { CustomResourceDefinition } from "../definition/custom-resource.ts";
import { DefinitionError } from "./definition-error.ts";

/** Characters of one text. */
const maxLength = 64 * 1024 * 1024;
/** Tokens of one document: the largest definitions in use have about half a million. */
const maxTokens = 2_000_000;

/**
 * Reads the custom resource definitions of a text: YAML documents or JSON, each an object or a list
 * of objects. Objects of other kinds are skipped.
 *
 * @param source names the text in errors
 * @throws {DefinitionError}
 * @throws {TypeError} for a wrong argument
 */
export function readDefinitions(text: string, source: string): readonly CustomResourceDefinition[] {
  checkArgument("readDefinitions: text", text, aString);
  checkArgument("readDefinitions: source", source, aString);
  if (text.length > maxLength) throw new DefinitionError(`${source}: is longer than ${maxLength} characters`);
  return text
    .split(/^---(?=\s|$).*$/m)
    .filter((document) => document.trim() !== "")
    .flatMap((document, index) => {
      const place = `${source}: document ${index + 1}`;
      return objectsOf(parseDocument(document, place)).map((object) => ({ object, place }));
    })
    .filter(({ object }) => object["kind"] === "CustomResourceDefinition")
    .map(({ object, place }) => definitionOf(object, place));
}

type Fields = Readonly<Record<string, unknown>>;

function parseDocument(document: string, place: string): unknown {
  try {
    return readYamlValue(Buffer.from(document), { maxTokens }).value;
  } catch (cause) {
    if (cause instanceof DecodeError || cause instanceof StatusError)
      throw new DefinitionError(`${place}: ${cause.message}`, { cause });
    throw cause;
  }
}

function objectsOf(value: unknown): readonly Fields[] {
  if (!isFields(value)) return [];
  const { kind, items } = value;
  return typeof kind === "string" && kind.endsWith("List") && Array.isArray(items)
    ? items.filter(isFields).map((item) => ({ ...typeOfItems(value, kind), ...item }))
    : [value];
}

/** The type of the items of a typed list, which do not have to repeat it. */
function typeOfItems(list: Fields, kind: string): Fields {
  return kind === "List" ? {} : { apiVersion: list["apiVersion"], kind: kind.slice(0, -"List".length) };
}

/** The definition, once all fields are known to have the types that are relied on. */
function definitionOf(object: Fields, place: string): CustomResourceDefinition {
  const check: FieldCheck = new FieldCheck(place);
  const apiVersion = check.text(object, "apiVersion");
  if (!/^apiextensions\.[^/]+\/v1$/.test(apiVersion))
    check.fail(`apiVersion must be v1 of apiextensions, not ${JSON.stringify(apiVersion)}`);
  const spec = check.fields(object, "spec");
  check.name(spec, "spec.group", /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
  if (!["Namespaced", "Cluster"].includes(check.text(spec, "spec.scope")))
    check.fail("spec.scope must be Namespaced or Cluster");
  const names = check.fields(spec, "spec.names");
  check.name(names, "spec.names.plural", /^[a-z]([-a-z0-9]*[a-z0-9])?$/);
  check.name(names, "spec.names.kind", /^[a-z]([-a-z0-9]*[a-z0-9])?$/i);
  for (const [index, version] of check.list(spec, "spec.versions").entries()) {
    const path = `spec.versions[${index}]`;
    if (!isFields(version)) check.fail(`${path} must be an object`);
    check.name(version, `${path}.name`, /^[a-z]([-a-z0-9]*[a-z0-9])?$/);
    if (typeof version["served"] !== "boolean") check.fail(`${path}.served must be true or false`);
    const schema = version["schema"] === undefined ? {} : check.fields(version, `${path}.schema`);
    if (schema["openAPIV3Schema"] !== undefined) check.fields(schema, `${path}.schema.openAPIV3Schema`);
  }
  return object as unknown as CustomResourceDefinition;
}

/** Checks of members by their paths. */
class FieldCheck {
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  fields(of: Fields, path: string): Fields {
    const value = of[lastOf(path)];
    return isFields(value) ? value : this.fail(`${path} must be an object`);
  }

  list(of: Fields, path: string): readonly unknown[] {
    const value = of[lastOf(path)];
    return Array.isArray(value) ? value : this.fail(`${path} must be a list`);
  }

  text(of: Fields, path: string): string {
    const value = of[lastOf(path)];
    return typeof value === "string" ? value : this.fail(`${path} must be a string`);
  }

  name(of: Fields, path: string, pattern: RegExp): void {
    const name = this.text(of, path);
    if (name.length > 253 || !pattern.test(name)) this.fail(`${path} is no valid name: ${JSON.stringify(name)}`);
  }

  fail(message: string): never {
    throw new DefinitionError(`${this.#place}: ${message}`);
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
