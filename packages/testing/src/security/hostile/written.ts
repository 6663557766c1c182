import { cbors, protos } from "./binary.ts";
import { binaryGrammar } from "./binary-grammar.ts";
import type { HostileBody } from "./body.ts";
import { values } from "./creates.ts";
import { expressions } from "./expressions.ts";
import { lists } from "./lists.ts";
import { managers } from "./managers.ts";
import { orders } from "./orders.ts";
import { patches } from "./patches.ts";
import { requests } from "./requests.ts";
import { strangers } from "./strangers.ts";
import { texts } from "./texts.ts";
import { yamls } from "./yaml.ts";

/** Requests that were written by hand. */
export const writtenBodies: readonly HostileBody[] = [
  ...values,
  ...lists,
  ...expressions,
  ...managers,
  ...orders,
  ...patches,
  ...requests,
  ...texts,
  ...yamls,
  ...cbors,
  ...protos,
  ...binaryGrammar,
  ...strangers,
];
