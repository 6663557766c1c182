import { admissionScenarios } from "./admission.ts";
import { aggregationScenarios } from "./backends.ts";
import { firstPage, get, list5000, listAny, listGzip, listProtobuf, pages } from "./reads.ts";
import type { LoopScenario } from "./scenario.ts";
import { typeScenarios } from "./types.ts";
import { apply, create, mixed, patch, update } from "./writes.ts";

/** In the order in which they run. */
export const loopScenarios: readonly LoopScenario[] = [
  get,
  list5000,
  listAny,
  listGzip,
  listProtobuf,
  pages,
  create,
  update,
  patch,
  apply,
  mixed,
  ...aggregationScenarios,
  ...admissionScenarios,
  ...typeScenarios,
];

/** One of these, or one that only curves use. @throws {Error} for a name that is none */
export function loopScenario(name: string): LoopScenario {
  const found = [...loopScenarios, firstPage].find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`there is no scenario ${JSON.stringify(name)}`);
  return found;
}
