import type { ManagedFieldsEntry } from "@svc/meta";
import { quote, timeMs } from "@svc/meta";
import { type FieldSet, isEmpty } from "../field-set.ts";
import { type FieldSetParser, parseFieldsV1 } from "../fields-v1.ts";
import { compareText } from "../json-text.ts";
import { sameJson } from "../value.ts";

/** A manager that owns fields of an object: one entry of `managedFields`. */
export interface Manager {
  readonly name: string;
  readonly operation: "Apply" | "Update";
  /** The version in which the fields are named. */
  readonly apiVersion: string;
  readonly subresource: string;
  /** When the manager last gained a field. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

/** Managers by `managerId`. */
export type Managers = ReadonlyMap<string, Manager>;

/** The part of a manager that identifies it within an object. */
export type ManagerIdentity = Pick<Manager, "name" | "operation" | "apiVersion" | "subresource">;

/**
 * The id of a manager, which also orders conflicts: an applying manager is one in all versions, an
 * updating manager is another in each.
 */
export function managerId({ name, operation, apiVersion, subresource }: ManagerIdentity): string {
  const manager = name === "" ? "" : `"manager":${JSON.stringify(name)},`;
  const version = operation === "Apply" ? "" : `,"apiVersion":${JSON.stringify(apiVersion)}`;
  const part = subresource === "" ? "" : `,"subresource":${JSON.stringify(subresource)}`;
  return `{${manager}"operation":"${operation}"${version}${part}}`;
}

/**
 * The managers of the given entries. The last of several entries for one manager wins.
 * @throws {TypeError} for a malformed entry
 */
export function readManagers(
  entries: readonly ManagedFieldsEntry[] | undefined,
  parse: FieldSetParser = parseFieldsV1,
): Map<string, Manager> {
  const managers = new Map<string, Manager>();
  for (const [index, entry] of (entries ?? []).entries()) {
    const manager = readManager(entry, index, parse);
    managers.set(managerId(manager), manager);
  }
  return managers;
}

/** Why entries are not those of managers; undefined where they are. */
export function managersProblem(entries: readonly ManagedFieldsEntry[]): string | undefined {
  try {
    readManagers(entries);
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  return undefined;
}

function readManager(entry: ManagedFieldsEntry, index: number, parse: FieldSetParser): Manager {
  const { manager: name = "", operation, apiVersion = "", subresource = "", time, fieldsType, fieldsV1 } = entry;
  if (operation !== "Apply" && operation !== "Update") throw new TypeError("operation must be `Apply` or `Update`");
  if (apiVersion === "") throw new TypeError("apiVersion must not be empty");
  if (fieldsType !== "FieldsV1") {
    const wrong = fieldsType === undefined ? "missing fieldsType" : `invalid fieldsType ${quote(fieldsType)}`;
    throw new TypeError(`${wrong} in managed fields entry ${index}`);
  }
  return { name, operation, apiVersion, subresource, time, fields: parse(fieldsV1) };
}

/** The entries of managers in order: applies first, then by age. Undefined when there are none. */
export function writeManagers(managers: readonly Manager[]): ManagedFieldsEntry[] | undefined {
  if (managers.length === 0) return undefined;
  return [...managers].sort(compareManagers).map(writeManager);
}

function writeManager({ name, operation, apiVersion, time, fields, subresource }: Manager): ManagedFieldsEntry {
  return {
    ...(name === "" ? {} : { manager: name }),
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: "FieldsV1",
    fieldsV1: fields as ManagedFieldsEntry["fieldsV1"] & object,
    ...(subresource === "" ? {} : { subresource }),
  };
}

function compareManagers(a: Manager, b: Manager): number {
  if (a.operation !== b.operation) return a.operation === "Apply" ? -1 : 1;
  return (
    compareTimes(a, b) ||
    compareText(a.name, b.name) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  );
}

/** Compares by whole seconds; managers without a time are the oldest. */
export function compareTimes({ time: a }: Pick<Manager, "time">, { time: b }: Pick<Manager, "time">): number {
  if (a === b) return 0;
  if (a !== undefined && b !== undefined && canonical.test(a) && canonical.test(b)) return a < b ? -1 : 1;
  const difference = secondsOf(a) - secondsOf(b);
  return Number.isNaN(difference) ? 0 : difference;
}

const canonical = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

function secondsOf(time: string | undefined): number {
  return time === undefined ? 0 : Math.floor(timeMs(time) / 1_000);
}

/** Sets the fields of a manager; an empty set removes the manager. */
export function setFields(managers: Map<string, Manager>, id: string, fields: FieldSet): void {
  const manager = managers.get(id);
  if (manager === undefined) return;
  if (isEmpty(fields)) managers.delete(id);
  else if (manager.fields !== fields) managers.set(id, { ...manager, fields });
}

/** True when two lists of entries differ at most in times. */
export function sameOwners(
  a: readonly ManagedFieldsEntry[] | undefined = [],
  b: readonly ManagedFieldsEntry[] | undefined = [],
): boolean {
  if (a.length !== b.length) return false;
  const others = new Map(b.map((entry) => [ownerText(entry), entry]));
  return a.every((entry) => {
    const other = others.get(ownerText(entry));
    return other !== undefined && sameJson(entry.fieldsV1 ?? {}, other.fieldsV1 ?? {});
  });
}

function ownerText({ manager, operation, apiVersion, subresource }: ManagedFieldsEntry): string {
  return JSON.stringify([manager, operation, apiVersion, subresource]);
}
