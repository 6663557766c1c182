import type { ApiObject, Dialect } from "@svc/meta";
import type { Cell, Expressions, FeatureGates, MetadataCheck, TableDefinition } from "@svc/schema";
import { cellsByKind } from "./columns/index.ts";
import { defaultsByKind } from "./defaults/index.ts";
import type { KindValidation } from "./validation/common/kind-validation.ts";
import { validationByKind } from "./validation/index.ts";

/** The hand-written parts of the built-in kinds, by group and kind. */
export interface KindParts {
  defaultsOf(
    group: string,
    version: string,
    kind: string,
  ): ((object: ApiObject, gates: FeatureGates) => void) | undefined;
  cellsOf(group: string, kind: string): ((object: ApiObject, nowMs: number) => readonly Cell[]) | undefined;
  rowsOf(group: string, kind: string): Pick<TableDefinition, "conditions" | "order">;
  columnDescription(group: string, kind: string, column: string): string;
  validationOf(group: string, kind: string): KindValidation | undefined;
}

export function kindParts(dialect: Dialect, expressions?: Expressions, checkMetadata?: MetadataCheck): KindParts {
  const columns = cellsByKind(dialect);
  return {
    defaultsOf: defaultsByKind(dialect),
    cellsOf: columns.cells,
    rowsOf: columns.rows,
    columnDescription: columns.description,
    validationOf: validationByKind(dialect, expressions, checkMetadata),
  };
}
