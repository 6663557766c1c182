/** Exports a declaration as JSON Schema. `libraryOptions` are those of Zod, which others ignore. */
type Input = (options: {
  readonly target: "openapi-3.0";
  readonly libraryOptions?: Record<string, unknown>;
}) => unknown;

/** What Zod passes to `override` for each schema, after all schemas in it. */
interface Visit {
  readonly zodSchema: {
    readonly "~standard": { readonly jsonSchema: { readonly input: Input } };
    readonly _zod: { readonly def: PatternDef & { readonly checks?: readonly Check[] } };
  };
  readonly jsonSchema: PatternSchema & { readonly allOf?: readonly PatternSchema[] };
  readonly path: readonly (string | number)[];
}

interface PatternDef {
  readonly pattern?: unknown;
}

interface Check {
  readonly _zod: { readonly def: PatternDef };
}

interface PatternSchema {
  pattern?: string;
}

/**
 * Writes the flags of regular expressions into their patterns, as RE2 has them: `/a/i` is `(?i)a`.
 * Zod exports patterns without flags, which then refuse what the declaration accepts.
 */
export function keepFlags({ zodSchema, jsonSchema }: Visit): void {
  const { def } = zodSchema._zod;
  for (const { pattern } of [def, ...(def.checks ?? []).map((check) => check._zod.def)]) {
    if (!(pattern instanceof RegExp)) continue;
    const flags = pattern.flags.replace(/[^ims]/g, "");
    if (flags === "") continue;
    for (const schema of [jsonSchema, ...(jsonSchema.allOf ?? [])])
      if (schema.pattern === pattern.source) schema.pattern = `(?${flags})${pattern.source}`;
  }
}

/** The path of the innermost schema without a form in JSON: `spec.times[]`. Empty if unknown. */
export function pathWithoutForm(input: Input): string {
  let found: string | undefined;
  const override = ({ zodSchema, path }: Visit): void => {
    if (found === undefined && !hasForm(zodSchema)) found = fieldPath(path);
  };
  try {
    input({ target: "openapi-3.0", libraryOptions: { unrepresentable: "any", override } });
  } catch {
    // Only the caller's error is of interest.
    return "";
  }
  return found ?? "";
}

function hasForm(declaration: Visit["zodSchema"]): boolean {
  try {
    declaration["~standard"].jsonSchema.input({ target: "openapi-3.0" });
    return true;
  } catch {
    return false;
  }
}

/** `properties.spec.properties.times.items` as the path of a field. */
function fieldPath(path: readonly (string | number)[]): string {
  let text = "";
  for (let at = 0; at < path.length; at++) {
    const step = path[at];
    if (step === "properties") text += `${text === "" ? "" : "."}${path[++at]}`;
    else if (step === "items") text += "[]";
    else if (step === "additionalProperties") text += "[*]";
  }
  return text;
}
