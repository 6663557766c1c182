import type { Dialect } from "@svc/meta";
import type { TableDefinition } from "@svc/schema";
import { admissionCells } from "./admission.ts";
import { appsCells } from "./apps.ts";
import { autoscalingCells } from "./autoscaling.ts";
import { batchCells } from "./batch.ts";
import type { Cells, CellsOfKinds } from "./cells.ts";
import { coreCells, eventCells } from "./core.ts";
import { podRowConditions } from "./core-pods.ts";
import { columnDescription } from "./descriptions.ts";
import { discoveryCells, networkingCells } from "./networking.ts";
import {
  aggregationCells,
  byPrecedence,
  certificatesCells,
  coordinationCells,
  flowControlCells,
  internalCells,
  nodeCells,
  policyCells,
  resourceCells,
  schedulingCells,
  storageMigrationCells,
} from "./others.ts";
import { rbacCells } from "./rbac.ts";
import { storageCells } from "./storage.ts";

/**
 * Rows of the built-in kinds, found by group and kind. Objects are in the version they are stored
 * in.
 */
interface CellsByKind {
  /** Undefined for kinds of which only name and time of creation are shown. */
  cells(group: string, kind: string): Cells | undefined;
  /** The additional parts of a kind's rows, and their order. */
  rows(group: string, kind: string): Pick<TableDefinition, "conditions" | "order">;
  /** The description of a column, as a sentence. */
  description(group: string, kind: string, column: string): string;
}

export function cellsByKind(dialect: Dialect): CellsByKind {
  const { expand } = dialect;
  const groups: ReadonlyMap<string, CellsOfKinds> = new Map(
    Object.entries<CellsOfKinds>({
      "": coreCells(dialect),
      apps: appsCells,
      autoscaling: autoscalingCells,
      batch: batchCells,
      policy: policyCells,
      [expand("events.{api}")]: { Event: eventCells },
      [expand("networking.{api}")]: networkingCells,
      [expand("discovery.{api}")]: discoveryCells,
      [expand("rbac.authorization.{api}")]: rbacCells,
      [expand("storage.{api}")]: storageCells(dialect),
      [expand("certificates.{api}")]: certificatesCells,
      [expand("coordination.{api}")]: coordinationCells,
      [expand("scheduling.{api}")]: schedulingCells,
      [expand("node.{api}")]: nodeCells,
      [expand("admissionregistration.{api}")]: admissionCells,
      [expand("apiregistration.{api}")]: aggregationCells,
      [expand("flowcontrol.apiserver.{api}")]: flowControlCells,
      [expand("internal.apiserver.{api}")]: internalCells,
      [expand("resource.{api}")]: resourceCells,
      [expand("storagemigration.{api}")]: storageMigrationCells,
    }),
  );
  const rows: ReadonlyMap<string, Pick<TableDefinition, "conditions" | "order">> = new Map(
    Object.entries<Pick<TableDefinition, "conditions" | "order">>({
      "/Pod": { conditions: podRowConditions },
      [expand("flowcontrol.apiserver.{api}/FlowSchema")]: { order: byPrecedence },
    }),
  );
  return {
    cells: (group, kind) => groups.get(group)?.[kind],
    rows: (group, kind) => rows.get(`${group}/${kind}`) ?? {},
    description: (_group, kind, column) => columnDescription(kind, column),
  };
}
