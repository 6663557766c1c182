import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/** JSON is what kubectl, Helm and clients send, whatever the file was written in. */
export type BodyForm = "json" | "yaml";

interface DefinitionDocument {
  readonly name: string;
  /** The YAML text of the file. */
  readonly text: string;
}

/** The definitions of extension types in files of YAML. @throws {TypeError} where there are none */
export async function definitionsIn(files: readonly string[]): Promise<readonly DefinitionDocument[]> {
  const found = new Map<string, DefinitionDocument>();
  for (const file of files) {
    for (const text of (await readFile(file, "utf8")).split(/^---\s*$/m)) {
      if (!/^kind: "?CustomResourceDefinition/m.test(text)) continue;
      const name = /^metadata:\n(?:[ ]+.*\n)*?[ ]{2}name: "?([\w.-]+)/m.exec(text)?.[1];
      if (name !== undefined && !found.has(name)) found.set(name, { name, text });
    }
  }
  if (found.size === 0) throw new TypeError("the files hold no definitions");
  return [...found.values()];
}

interface DefinitionBody {
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

interface BodyOptions {
  readonly form: BodyForm;
  /**
   * How often the definition was sent before: from the second time on it has a group of its own.
   */
  readonly time: number;
}

/** The body of the request that creates a definition. */
export function definitionBody(document: DefinitionDocument, { form, time }: BodyOptions): DefinitionBody {
  const { name, text } = time === 0 ? document : inOwnGroup(document, time);
  if (form === "yaml") return { name, type: "application/yaml", body: text };
  return { name, type: "application/json", body: JSON.stringify(parse(text)) };
}

function inOwnGroup({ name, text }: DefinitionDocument, time: number): DefinitionDocument {
  const group = name.slice(name.indexOf(".") + 1);
  const other = `t${time}.${group}`;
  const renamed = `${name.slice(0, name.indexOf("."))}.${other}`;
  return {
    name: renamed,
    text: text
      .replace(new RegExp(`^(  name: "?)${escaped(name)}`, "m"), (_, before: string) => `${before}${renamed}`)
      .replace(new RegExp(`^(  group: "?)${escaped(group)}`, "m"), (_, before: string) => `${before}${other}`),
  };
}

function escaped(text: string): string {
  return text.replace(/[.]/g, "\\.");
}
