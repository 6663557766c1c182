import { clusterEnv } from "./cluster/cluster-env.ts";
import { formatType, type Type } from "./declarations/types.ts";
import { createEnv } from "./env/env.ts";
import { toPlain } from "./env/plain.ts";
import { bindingsLibrary } from "./libs/bindings.ts";
import { encodersLibrary } from "./libs/encoders.ts";
import { mathLibrary } from "./libs/math.ts";
import { stringsLibrary } from "./libs/strings.ts";
import { CompileError } from "./syntax/issue.ts";
import type { Value } from "./values/value.ts";

/** The result of a line: its value with type and cost, or the error. */
interface LineResult {
  readonly ok: boolean;
  readonly text: string;
}

/** Evaluates one line at a time; `name = expression` defines a variable for later lines. */
interface Repl {
  readonly run: (line: string) => LineResult;
}

/**
 * Creates an interactive evaluator with all libraries.
 * @param variables variables by name; their values are plain data, typed `dyn`
 */
export function createRepl(variables: Readonly<Record<string, unknown>> = {}): Repl {
  // Literals that can only fail may still be tried, and `format` is the newest.
  const cluster = (clusterEnv().libraries ?? []).filter(({ name }) => name !== "validators" && name !== "strings");
  const libraries = [...cluster, stringsLibrary(), bindingsLibrary(), mathLibrary(), encodersLibrary()];
  const values = new Map(Object.entries(variables));
  let env = createEnv({
    libraries,
    variables: Object.fromEntries(Object.keys(variables).map((name) => [name, "dyn"])),
  });
  const keep = (name: string, type: Type, value: Value): void => {
    values.set(name, value);
    env = env.extend({ variables: { [name]: type } });
  };
  return {
    run(line) {
      const [, name, assigned] = /^\s*([A-Za-z_]\w*)\s*=(?!=)(.*)$/s.exec(line) ?? [];
      try {
        const program = env.compile(assigned ?? line);
        const result = program.evaluate(Object.fromEntries(values));
        if (!result.ok) return { ok: false, text: `error: ${result.error.message} (cost ${result.cost})` };
        if (name !== undefined) keep(name, program.type, result.value);
        return { ok: true, text: `${show(result.value)} : ${formatType(program.type)} (cost ${result.cost})` };
      } catch (e) {
        if (e instanceof CompileError) return { ok: false, text: explain(e) };
        throw e;
      }
    },
  };
}

function explain(e: CompileError): string {
  const hints = e.issues.flatMap(({ suggestion }) => (suggestion === undefined ? [] : [`did you mean ${suggestion}?`]));
  return [e.message, ...hints].join("\n");
}

function show(v: Value): string {
  return JSON.stringify(toPlain(v), (_, x) => (typeof x === "bigint" ? String(x) : x));
}
