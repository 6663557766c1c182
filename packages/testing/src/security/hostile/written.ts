import { cbors, protos } from "./binary.ts";
import type { HostileBody } from "./body.ts";
import { values } from "./creates.ts";
import { lists } from "./lists.ts";
import { orders } from "./orders.ts";
import { patches } from "./patches.ts";
import { yamls } from "./yaml.ts";

/** The bodies that were written by hand. */
export const writtenBodies: readonly HostileBody[] = [
  ...values,
  ...lists,
  ...orders,
  ...patches,
  ...yamls,
  ...cbors,
  ...protos,
];
