import { dialects } from "@svc/meta";
import type { BodyForm } from "../objects/definition-files.ts";
import { measureFirstObject, measureStartWith, measureTakingIn } from "../scenarios/definition-figures.ts";
import { chosen, type ServerFlags } from "./flags.ts";
import { print, programsOf } from "./server-options.ts";

interface DefinitionFlags extends ServerFlags {
  readonly file: readonly string[];
  readonly count: number;
  readonly body: BodyForm;
  readonly beside: readonly number[];
  readonly stored: number;
  readonly rest: number;
}

export const definitionScenarios = ["first-object", "taking-in", "start"] as const;

/** Measures the cost of definitions of extension types, server by server. */
export async function definitions(names: readonly string[], flags: DefinitionFlags): Promise<void> {
  const scenarios = chosen(names, definitionScenarios);
  const dialect = dialects[flags.dialect];
  const { beside, stored, body: form, count, file: files, rest } = flags;
  for (const server of programsOf(flags)) {
    if (scenarios.includes("first-object"))
      for (const others of beside) print(await measureFirstObject(server, { definitions: others, dialect }));
    if (scenarios.includes("taking-in") && files.length > 0)
      print(await measureTakingIn(server, { files, count, form, restMs: rest * 1000, dialect }));
    if (scenarios.includes("start")) print(await measureStartWith(server, { definitions: stored, dialect }));
  }
}
