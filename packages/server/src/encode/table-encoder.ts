import { finishSteps, type Steps } from "@svc/base";
import type { ListMeta } from "@svc/meta";
import type { StoredObject } from "@svc/registry";
import type { FormatEncoder, MetaVersion, ServedObjects } from "./served-objects.ts";
import { columnsJson, defaultTable, type IncludeObject, tableHead, tableRow } from "./table.ts";
import { TurnBytes } from "./turn-bytes.ts";

export interface TableOptions {
  readonly version: MetaVersion;
  readonly include: IncludeObject;
  readonly nowMs: number;
  readonly metadata: ListMeta;
  /** Watches send the columns once. @default true */
  readonly withColumns?: boolean;
}

/** Writes tables, whose rows depend on the current time and on the included object. */
export interface TableEncoder {
  table(items: Iterable<StoredObject>, options: TableOptions): Buffer;
  /** The same in steps, and in chunks. @param items may not change until the last step */
  tableSteps(items: Iterable<StoredObject>, options: TableOptions): Steps<readonly Buffer[]>;
}

export function createTableEncoder(metaGroup: string, served: ServedObjects, json: FormatEncoder): TableEncoder {
  const { version } = served;
  const table = version.table ?? defaultTable;
  const columns = columnsJson(table.columns);
  // The columns of an extension type are paths in its version, those of other types functions of
  // stored objects.
  const objectOf = version.semantics === "structural" ? served.read : (stored: StoredObject) => stored.object;

  const shown = (stored: StoredObject, { include, version: as }: TableOptions): Buffer | string =>
    include === "None" ? "null" : include === "Metadata" ? json.object(stored, as) : json.object(stored);
  const row = (stored: StoredObject, options: TableOptions): Buffer => {
    const object = objectOf(stored);
    return tableRow(table.cells(object, options.nowMs), table.conditions?.(object), shown(stored, options));
  };
  const inOrder = (items: Iterable<StoredObject>): Iterable<StoredObject> => {
    const { order } = table;
    return order === undefined ? items : [...items].sort((a, b) => order(a.object, b.object));
  };

  function* tableSteps(items: Iterable<StoredObject>, options: TableOptions): Steps<readonly Buffer[]> {
    const { version: as, metadata, withColumns = true } = options;
    const head = tableHead(`${metaGroup}/${as}`, metadata, withColumns ? columns : "null");
    const written: Buffer[] = [];
    let rows: Buffer[] = [];
    const turn = new TurnBytes();
    for (const item of inOrder(items)) {
      if (rows.length > 0 || written.length > 0) rows.push(comma);
      rows.push(row(item, options));
      if (!turn.add(item)) continue;
      written.push(Buffer.concat(rows));
      rows = [];
      yield;
    }
    const isEmpty = rows.length === 0 && written.length === 0;
    // Tables with the default columns have `null` rows if the list is empty.
    if (isEmpty && version.table === undefined) return [Buffer.from(`${head}null}`)];
    return [Buffer.from(`${head}[`), ...written, Buffer.concat([...rows, Buffer.from("]}")])];
  }

  return { table: (items, options) => Buffer.concat(finishSteps(tableSteps(items, options))), tableSteps };
}

const comma = Buffer.from(",");
