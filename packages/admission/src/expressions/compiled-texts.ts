import { CompileError, type Env, InstantiationError, type Program, type Type } from "@svc/cel";

/**
 * An expression that was compiled, or why it was not: a stored one may be from a server that knew
 * more.
 */
export type Compiled =
  | { readonly text: string; readonly program: Program }
  | {
      readonly text: string;
      readonly error: string;
      /** True for a well-formed expression that cannot be run. */
      readonly isInternal: boolean;
      /** Of the name of a type, which has a type but cannot be evaluated. */
      readonly type?: Type;
    };

/** Compiles expressions; one that was compiled lately under the same key is not compiled again. */
export interface CompiledTexts {
  /** @param key names the declarations of the environment */
  compile(key: string, env: Env, text: string): Compiled;
}

/** The weight of an entry in addition to its text. */
const entryWeight = 200;

/** @param maxCharacters of all texts together; beyond it, the least recently used are dropped */
export function compiledTexts(maxCharacters: number): CompiledTexts {
  const known = new Map<string, Compiled>();
  let weight = 0;
  const drop = (id: string, { text }: Compiled): void => {
    known.delete(id);
    weight -= text.length + entryWeight;
  };
  return {
    compile: (key, env, text) => {
      const id = `${key}\0${text}`;
      const found = known.get(id);
      if (found !== undefined) drop(id, found);
      const compiled = found ?? compile(env, text);
      // The map's order is the order of use.
      known.set(id, compiled);
      weight += text.length + entryWeight;
      for (const [oldest, entry] of known) {
        if (weight <= maxCharacters) break;
        drop(oldest, entry);
      }
      return compiled;
    },
  };
}

function compile(env: Env, text: string): Compiled {
  try {
    return { text, program: env.compile(text) };
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    const type = typeName(env, text);
    const isInternal = error instanceof InstantiationError;
    return { text, error: error.message, isInternal, ...(type === undefined ? {} : { type }) };
  }
}

function typeName(env: Env, text: string): Type | undefined {
  try {
    const { type } = env.check(env.parse(text));
    return type.kind === "type" ? type : undefined;
  } catch (error) {
    if (error instanceof CompileError) return undefined;
    throw error;
  }
}
